import { describe, expect, it } from 'vitest';
import { altText } from '../../../src/figures/model/figure.ts';
import { tally, verdict } from '../../../src/studies/results/claims.ts';
import type { Claim } from '../../../src/studies/results/claim.ts';
import { markdownClaims, markdownTable, renderPage } from '../../../src/reports/markdown.ts';
import type { Report } from '../../../src/studies/study.ts';
import { atMost } from '../../support/claims.ts';
import { claims as someClaims, study } from '../support/reports.ts';
import { figures, learningCurves } from '../support/samples.ts';

/** Laws of a report page; one page kept as it was when a reader had found it good (unchanged). */

const missed = { ...someClaims[1], figure: 'learning curves.png', tried: 'Two step sizes\nand no more.' };
const claims: Claim[] = [someClaims[0], missed, someClaims[2]];

const report: Report = {
  ...study,
  title: 'RCV1',
  claims,
  figures: [
    { file: 'learning curves.png', figure: learningCurves, caption: 'Test error against labels bought.', alt: 'three [panels]' },
  ],
  tables: study.tables.map((table) => ({ ...table, rows: [table.rows[0], ['invariant', '256', 'failed']] })),
  command: 'npm run reproduce -- rcv1-active',
  versions: { iwal: '0.1.0', node: '20.19.0' },
};

describe('page', () => {
  it('unchanged', () => {
    expect(renderPage(report)).toBe(`# RCV1

**Question.** Does it work?

**Source.** A talk.

**Answer.** The first claim holds: buys a tenth | of the labels. Measured: 0.112 (invented). \
1 of 3 claims holds, 1 does not, 1 was not measured.

![three \\[panels\\]](learning%20curves.png)

*Figure 1.* Test error against labels bought.

## Claims

| claim | measured             | criterion    | verdict           |
| --- | -------------------- | ------------ | ----------------- |
| buys a tenth \\| of the labels | 0.112 (invented)     | at most 0.14 | **holds**         |
| beats naive updates ([figure 1](learning%20curves.png)) | 6.1 (invented)       | at most 5.9  | **does not hold** |
| is fast | nothing was measured |              | **not measured**  |

**What does not hold or is undecided**

- *beats naive updates* ([figure 1](learning%20curves.png)). Two step sizes and no more.

## Protocol

One pass.

Five seeds.

## Tables

**Settings**

| method    | eta0 | error  |
| --------- | ---: | ------ |
| passive   |   16 | 5.6%   |
| invariant |  256 | failed |

## Notes

- a1a was not on this machine.

## Reproduce

\`\`\`sh
npm run reproduce -- rcv1-active
\`\`\`

Made with iwal 0.1.0, node 20.19.0.
`);
  });

  it('leaves out what there is none of', () => {
    const page = renderPage({ ...report, claims: [], figures: [], tables: [], notes: [], protocol: [] });
    for (const heading of ['Claims', 'Figures', 'Tables', 'Notes', 'Protocol']) expect(page).not.toContain(`## ${heading}`);
  });
});

describe('claims', () => {
  it('every verdict follows from its cases', () =>
    expect(claims.map(verdict)).toEqual(['holds', 'does not hold', 'not measured']));

  it('only those that do not hold or are undecided are listed, with what they name, and none that names nothing', () => {
    const bare: Claim = { claim: 'c', cases: [atMost(2, 1)] };
    const open = { ...atMost(1, 1), high: 2 };
    const listed = (claim: Claim): string | undefined => markdownClaims([claim], ['a.png', 'b.png']).at(2);
    expect(listed(bare)).toBeUndefined();
    expect(listed({ ...bare, figure: 'b.png' })).toBe('- *c* ([figure 2](b.png)).');
    expect(listed({ ...bare, tried: 'Nothing.' })).toBe('- *c*. Nothing.');
    expect(listed({ ...bare, cases: [open], tried: 'Nothing.' })).toBe('- *c*. Nothing. Deciding it takes more runs.');
    for (const cases of [[atMost(1, 1)], []])
      expect(listed({ ...bare, cases, figure: 'b.png', tried: 'Nothing.' })).toBeUndefined();
  });

  it('one that does not hold and names a figure of another report is an error', () => {
    expect(() => renderPage({ ...report, claims: [{ ...claims[1], figure: 'other.png' }] })).toThrow(
      "the claim 'beats naive updates' names the figure other.png; its report has learning curves.png",
    );
  });

  it('the tally agrees in number', () => {
    expect(tally(claims.slice(0, 1))).toBe('1 of 1 claim holds.');
    expect([tally([claims[1], claims[1]]), tally([])]).toEqual(['0 of 2 claims hold, 2 do not.', 'No claims.']);
  });
});

describe('tables', () => {
  it('all lines are of one width, whatever the cells hold', () => {
    const lines = markdownTable(
      ['a', 'b'],
      [
        ['x|y', '1'],
        ['two\nlines', '−2.5'],
        ['ε̂ ≤ λ', ''],
      ],
    ).split('\n');
    expect(new Set(lines.map((line) => Array.from(line).length)).size).toBe(1);
    expect(lines).toHaveLength(5);
  });

  it('refuses a row that does not fit its header', () => {
    expect(() => markdownTable(['a'], [['1', '2']])).toThrow('a row of 2 cells under a header of 1: 1 | 2');
  });
});

it('every figure can be put in words that name its methods', () => {
  for (const figure of Object.values(figures)) {
    const text = altText(figure);
    for (const panel of figure.panels) {
      expect(text).toContain(panel.title);
      for (const { label } of panel.kind === 'forest' ? panel.rows : panel.series) expect(text).toContain(label);
    }
  }
});
