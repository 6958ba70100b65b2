import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { DEFAULT_BUDGET } from '../../specs/defaults.ts';
import { PAGE_SCRIPT } from './script.ts';
import { SETUP_SCRIPT } from './setup.ts';
import { PAGE_STYLE, SETUP_STYLE } from './style.ts';

/** What a browser is told: the page's own scripts and style by their hashes, `connect`, and nothing else. */
function policyOf(scripts: readonly string[], style: string, connect: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map((each) => `'${hashOf(each)}'`).join(' ')}`,
    `style-src '${hashOf(style)}'`,
    `connect-src '${connect}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** What a browser is told of the page of a server: it may ask its own server. */
export const CONTENT_POLICY = `${policyOf([PAGE_SCRIPT], PAGE_STYLE, 'self')}; frame-ancestors 'none'`;

/** The page: the same bytes for every session; all that is shown comes from the server of the page and becomes text. */
export const PAGE = pageOf({ style: PAGE_STYLE, script: PAGE_SCRIPT, body: session('the same command') });

/**
 * The page that needs no server: the program is in it, packed, and it asks for nothing.
 *
 * @param program - what declares `iwal` (cli/browser/label.ts), as a script.
 */
export function browserPage(program: string): string {
  const [style, script] = [PAGE_STYLE + SETUP_STYLE, SETUP_SCRIPT];
  const packed = gzipSync(program, { level: 9 }).toString('base64');
  return pageOf({
    ...{ style, script, policy: policyOf([script, program], style, 'none') },
    body: `${SETUP}<div id="session" hidden>${session('this page', RESULTS)}</div>
<script id="program" type="application/gzip">${packed}</script>`,
  });
}

/** `policy`: where no server says it. */
function pageOf(parts: Record<'style' | 'script' | 'body', string> & { readonly policy?: string }): string {
  const { style, script, policy = '', body } = parts;
  const told = policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${told}<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>iwal label</title><style>${style}</style></head>
<body>${body}<noscript><p>This page needs JavaScript.</p></noscript><script>${script}</script></body></html>
`;
}

/** The session on the page; `again` continues it. */
function session(again: string, results = ''): string {
  return `<header><h1 id="pool">iwal label</h1><p id="progress"></p>
<div class="tools">${button('undo', 'Undo')}${button('help-open', 'Help')}${button('quit', 'Quit')}</div>
<div id="bar" aria-hidden="true"><div id="done"></div></div></header>
<div id="trouble" role="alert"><p id="trouble-text"></p><button id="here" type="button" hidden>Answer in this window</button></div>
<p id="note" role="status"></p>
<div class="sides"><main><h2 id="heading" tabindex="-1">Connecting…</h2><dl id="beside" hidden></dl>
<input id="search" type="search" placeholder="Search in the text" aria-label="Search in the text">
<div id="document"></div><p id="legend" hidden></p>
<p id="remark"><input id="said" placeholder="Note" aria-label="Note" autocomplete="off">
<label><input id="flag" type="checkbox"> Flag</label></p>
<div id="choices" role="group" aria-label="Your answer"></div></main>
<aside><section id="why-section" hidden><h2>Why this question</h2><div id="why"></div></section>
<section><h2>Progress and error</h2><div id="standing"></div></section>${results}
<section id="past-section" hidden><h2>Your answers</h2><p class="soft">Choose an answer to change it; later answers stay.</p>
<ol id="past"></ol>${button('all', 'All answers')}</section></aside></div>
<dialog id="help" aria-labelledby="help-heading"><h2 id="help-heading">Keys</h2><dl id="keys"></dl>
<p>Every answer is saved before the next question is shown. You can close the window at any time; ${again} continues here.</p>
${button('help-close', 'Close')}</dialog>`;
}

/** What is said before the first question. */
const SETUP = `<main id="setup">
<h1>Label a table in this browser</h1>
<p>Nothing leaves this machine: the page holds the program, asks no server, and works without a network.</p>
<p id="drop"><label for="file">A table (.csv, .tsv) or JSON lines (.jsonl): choose it, or drop it on this page</label>
<input id="file" type="file" accept=".csv,.tsv,.jsonl,.ndjson" disabled></p>
<p id="fault" role="alert"></p>
<form id="terms" hidden>
<h2>What to read</h2>
<p class="soft">Its first rows. Text is shown to you; text, numbers and categories are learned from.</p>
<div id="columns" tabindex="0" role="region" aria-label="First rows"></div>
<p><label for="classes">Names of the classes</label>
<input id="classes" value="negative, positive" autocomplete="off" aria-describedby="classes-help">
<span id="classes-help" class="soft">two or more, with commas between; of two the negative one first</span></p>
<p><label for="budget">Labels to buy</label>
<input id="budget" value="${DEFAULT_BUDGET}" autocomplete="off" aria-describedby="budget-help">
<span id="budget-help" class="soft">a number, or a share of the rows</span></p>
<p><button id="begin" type="submit">Begin</button></p>
</form>
</main>`;

/** What can be taken away at any time. */
const RESULTS = `<section><h2>Take it with you</h2>
<p id="unkept" role="alert"></p>
<p class="tools">${button('get-ledger', 'Ledger')} ${button('get-model', 'Model')}
${button('get-predictions', 'Predictions')} ${button('restart', 'Another table')}</p>
</section>`;

function button(id: string, name: string): string {
  return `<button id="${id}" type="button">${name}</button>`;
}

function hashOf(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
