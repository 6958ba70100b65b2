import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { element, markup, single, text, type Markup } from '../../figures/svg/markup.ts';
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
    body: [
      markup(SETUP),
      element('div', { id: 'session', hidden: '' }, session('this page', [markup(RESULTS)])),
      element('script', { id: 'program', type: 'application/gzip' }, [markup(packed)]),
    ],
  });
}

interface PageParts {
  readonly style: string;
  readonly script: string;
  /** Where no server says it. */
  readonly policy?: string;
  readonly body: readonly Markup[];
}

function pageOf({ style, script, policy, body }: PageParts): string {
  const head = element('head', {}, [
    single('meta', { charset: 'utf-8' }),
    ...(policy === undefined ? [] : [single('meta', { 'http-equiv': 'Content-Security-Policy', content: policy })]),
    single('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    single('link', { rel: 'icon', href: 'data:,' }),
    said('title', 'iwal label'),
    element('style', {}, [markup(style)]),
  ]);
  const noscript = element('noscript', {}, [said('p', 'This page needs JavaScript.')]);
  const all = element('body', {}, [...body, noscript, element('script', {}, [markup(script)])]);
  return `<!doctype html>\n${element('html', { lang: 'en' }, [head, all])}\n`;
}

/** The session on the page; `again` continues it. */
function session(again: string, results: readonly Markup[] = []): Markup[] {
  const hidden = { hidden: '' };
  return [
    element('header', {}, [
      said('h1', 'iwal label', { id: 'pool' }),
      element('p', { id: 'progress' }),
      element('div', { class: 'tools' }, [button('undo', 'Undo'), button('help-open', 'Help'), button('quit', 'Quit')]),
      element('div', { id: 'bar', 'aria-hidden': 'true' }, [element('div', { id: 'done' })]),
    ]),
    element('div', { id: 'trouble', role: 'alert' }, [
      element('p', { id: 'trouble-text' }),
      said('button', 'Answer in this window', { id: 'here', type: 'button', ...hidden }),
    ]),
    element('p', { id: 'note', role: 'status' }),
    element('div', { class: 'sides' }, [
      element('main', {}, [
        said('h2', 'Connecting…', { id: 'heading', tabindex: '-1' }),
        element('dl', { id: 'beside', ...hidden }),
        single('input', { id: 'search', type: 'search', placeholder: 'Search in the text', 'aria-label': 'Search in the text' }),
        element('div', { id: 'document' }),
        element('p', { id: 'legend', ...hidden }),
        element('p', { id: 'remark' }, [
          single('input', { id: 'said', placeholder: 'Note', 'aria-label': 'Note', autocomplete: 'off' }),
          element('label', {}, [single('input', { id: 'flag', type: 'checkbox' }), text(' Flag')]),
        ]),
        element('div', { id: 'choices', role: 'group', 'aria-label': 'Your answer' }),
      ]),
      element('aside', {}, [
        element('section', { id: 'why-section', ...hidden }, [said('h2', 'Why this question'), element('div', { id: 'why' })]),
        element('section', {}, [said('h2', 'Progress and error'), element('div', { id: 'standing' })]),
        ...results,
        element('section', { id: 'past-section', ...hidden }, [
          said('h2', 'Your answers'),
          said('p', 'Choose an answer to change it; later answers stay.', { class: 'soft' }),
          element('ol', { id: 'past' }),
          button('all', 'All answers'),
        ]),
      ]),
    ]),
    element('dialog', { id: 'help', 'aria-labelledby': 'help-heading' }, [
      said('h2', 'Keys', { id: 'help-heading' }),
      element('dl', { id: 'keys' }),
      said(
        'p',
        `Every answer is saved before the next question is shown. You can close the window at any time; ${again} continues here.`,
      ),
      button('help-close', 'Close'),
    ]),
  ];
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
<p class="tools"><button id="get-ledger" type="button">Ledger</button> <button id="get-model" type="button">Model</button>
<button id="get-predictions" type="button">Predictions</button> <button id="restart" type="button">Another table</button></p>
</section>`;

function button(id: string, name: string): Markup {
  return said('button', name, { id, type: 'button' });
}

function said(name: string, words: string, attributes: Parameters<typeof element>[1] = {}): Markup {
  return element(name, attributes, [text(words)]);
}

function hashOf(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
