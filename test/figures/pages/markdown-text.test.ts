import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownText, oneLine, renderPage } from '../../../src/reports/markdown.ts';
import { renderClaimsBySource } from '../../../experiments/sources/claims-by-source.ts';
import { renderIndex, summaryOf } from '../../../src/reports/report-index.ts';
import type { Report } from '../../../src/studies/study.ts';
import { atMost } from '../../support/claims.ts';
import { runs } from '../../support/long.ts';
import { HOSTILE, study } from '../support/reports.ts';
import { forAll } from '../../support/for-all.ts';

/** Laws of text from outside in Markdown: a reader of the page sees it as it was written, whatever it holds. */

/** What is used of a part of a page, as the parser of the documentation's site sees it. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  readonly attrGet: (name: string) => string | null;
}

const require = createRequire(import.meta.url);
const markdownIt = require('markdown-it') as (options: { readonly html: boolean }) => {
  readonly parse: (source: string, context: object) => readonly Token[];
};
const markdown = markdownIt({ html: true });

/** Pieces that mean something to Markdown, and some that do not. */
const pieces = [...Array.from('<>/![]():*_~&;\\|#-+'), 'script', 'amp', '#60'];
const text = fc
  .array(fc.constantFrom(...pieces, '`', ' ', '\n', 'a', '7', '--', '**', 'javascript:alert(1)', 'é'), { maxLength: 12 })
  .map((parts) => parts.join(''));

function allTokens(source: string): Token[] {
  const nested = (token: Token): Token[] => [token, ...(token.children ?? []).flatMap(nested)];
  return markdown.parse(source, {}).flatMap(nested);
}

it('a title reads as it was written, and nothing in it is HTML or a link (law)', () => {
  forAll([text], { numRuns: runs(3000) }, (title) => {
    const heading = markdown.parse(`# a ${markdownText(title)}\n`, {}).at(1)!;
    const shown = heading.children!.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
    expect(heading.children!.map(({ type }) => type).filter((type) => /html|link|image/.test(type))).toEqual([]);
    // Backticks keep their meaning: texts of studies have code in them.
    if (!title.includes('`')) expect(shown).toBe(oneLine(`a ${title}`));
  });
});

it('a report made of hostile texts has no HTML, and links only to its own files', () => {
  for (const hostile of [
    HOSTILE,
    '[click](javascript:alert(1))',
    '![x](http://evil.test/a.png) <javascript:alert(1)>',
    '[x]: http://evil.test\n\n[x] <img src=x onerror=alert(1)>',
    'a\n\n<script>alert(1)</script>\n\n```\n# b | c',
    '`\\` <b> ` | <i>\\',
  ]) {
    const report: Report = {
      ...study,
      ...{ title: hostile, question: hostile, source: hostile, command: hostile, protocol: [hostile], notes: [hostile] },
      tables: [{ title: hostile, header: [hostile, 'b'], rows: [[hostile, hostile]] }],
      claims: [{ claim: hostile, cases: [atMost(2, 1, hostile)], figure: study.figures[0].file, tried: hostile }],
      figures: study.figures.slice(0, 1).map((each) => ({ ...each, caption: hostile, alt: hostile })),
    };
    const summary = summaryOf('own', 5, report);
    const pages = [renderPage(report), renderIndex([summary, summary]).markdown, renderClaimsBySource([summary], '../reports')];
    for (const page of pages) {
      const tokens = allTokens(page);
      expect(tokens.filter(({ type }) => type.startsWith('html')).map(({ content }) => content)).toEqual([]);
      const targets = tokens.flatMap((token) => [token.attrGet('href'), token.attrGet('src')]).filter((each) => each !== null);
      expect(
        targets.filter((each) => !/^(\.\.\/reports\/)?(own\/)?(README\.md|index\.html|learning%20curves\.png)$/.test(each)),
      ).toEqual([]);
    }
  }
});
