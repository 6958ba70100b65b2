import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStudio } from '../../../src/figures/chart/canvas.ts';
import { criterionOf, measuredOf, verdict } from '../../../src/studies/results/claims.ts';
import { atMost } from '../../support/claims.ts';
import { type Panel, seriesOf } from '../../../src/figures/model/figure.ts';
import { htmlClaims, verdictMark } from '../../../src/reports/html/claims.ts';
import { htmlFigure } from '../../../src/reports/html/figure.ts';
import { renderHtml } from '../../../src/reports/write-report.ts';
import { PAGE_SCRIPT } from '../../../src/reports/html/frame.ts';
import type { Ruler } from '../../../src/figures/layout/sizes.ts';
import { element, packed, text } from '../../../src/figures/svg/markup.ts';
import type { Report } from '../../../src/studies/study.ts';
import { claims, type FigureData, HOSTILE, study, unpacked } from '../support/reports.ts';
import { at, axis, curves, figures, series } from '../support/samples.ts';
import { faults } from './well-formed.ts';
import { always } from '../../laws/statistics/always.ts';

/** Laws of pages as text: well-formed, complete, escaped, fetching nothing, the same bytes twice. */

const written = (content: string): string => text(content);

/** What the script is given for the n-th figure. */
const dataOf = (html: string, n: number): FigureData => unpacked(html, n) as FigureData;

it('every claim that names a figure leads to it, those that hold too', () => {
  const claim = { claim: 'saves labels', cases: [atMost(1, 2)], figure: 'b.png' };
  expect(verdict(claim)).toBe('holds');
  expect(htmlClaims([claim], ['a.png', 'b.png']).join('')).toContain('saves labels (<a href="#figure-2">figure 2</a>)');
});

it('a verdict looks like what it says, and no two look alike but the two that decide nothing', () => {
  const looks = (['holds', 'does not hold', 'undecided', 'not measured'] as const).map((found) => verdictMark(found));
  expect(looks.map((mark) => /class="verdict (.*?)".*>(.) </.exec(mark)!.slice(1))).toEqual([
    ['holds', '✓'],
    ['fails', '✗'],
    ['unknown', '?'],
    ['unknown', '–'],
  ]);
});

describe('the page of a study', () => {
  let html: string;
  beforeAll(async () => {
    html = await renderHtml(study);
  });

  it('is well-formed', () => expect(faults(html)).toEqual([]));

  it('names no other place: no address, no import, no style sheet, no image', () => {
    expect(html).not.toMatch(/https?:|src=|@import|url\((?!#)|<link(?! rel="icon" href="data:,")/);
    expect(html).toContain("default-src 'none'");
  });

  it('is the same bytes twice', async () => {
    expect(await renderHtml(structuredClone(study))).toBe(html);
  });

  it('says every claim with its verdict, in words', () => {
    for (const claim of claims)
      for (const part of [claim.claim, measuredOf(claim), criterionOf(claim), verdict(claim)])
        expect(html).toContain(written(part));
  });

  it('leads from a claim that does not hold to its figure, and says what was tried', () => {
    const n = 1 + study.figures.findIndex(({ file }) => file === 'step sizes.png');
    expect(html).toContain(
      `<i>beats naive updates</i> (<a href="#figure-${n}">figure ${n}</a>). ${written('Two step sizes & no more.')}</li>`,
    );
    expect(html).toContain(`<figure id="figure-${n}"`);
    expect(html.match(/<li>/g)).toHaveLength(1 + study.notes.length);
  });

  it('holds everything else of the report', () => {
    const { title, question, source, protocol, notes, command, tables, figures: shown, versions } = study;
    const cells = tables.flatMap((table) => [table.title, ...table.header, ...table.rows.flat()]);
    const parts = [title, question, source, ...protocol, ...notes, command, ...cells, ...Object.values(versions!)];
    for (const part of [...parts, ...shown.map(({ caption }) => caption)]) expect(html).toContain(written(part));
  });

  it('names every series and row, and every point can be asked', () => {
    study.figures.forEach(({ figure }, f) => {
      const data = dataOf(html, f + 1);
      figure.panels.forEach((panel: Panel, p) => {
        for (const { label } of seriesOf(panel)) expect(data.series).toContain(label);
        if (panel.kind === 'forest')
          for (const [r, { label }] of panel.rows.entries()) expect(data.panels[p][r][3]).toContain(label);
        expect(data.panels[p]).toHaveLength(pointsIn(panel));
      });
    });
  });

  it('leads from a point to its cells', () => {
    const { panels } = dataOf(html, 1 + study.figures.findIndex(({ file }) => file === 'step sizes.png'));
    expect(Buffer.from(panels[0][0][4], 'base64').toString('hex')).toBe('00000000000000000064');
    expect(html).toContain(`<template id="cell-command">${written(study.cellCommand!)}</template>`);
  });

  it('is of modest size: nine figures, seventeen panels', () => expect(html.length).toBeLessThan(300_000));

  it('leaves out what there is none of', async () => {
    const bare = await renderHtml({ ...study, claims: [], figures: [], tables: [], notes: [], protocol: [], versions: {} });
    for (const heading of ['Claims', 'Figures', 'Tables', 'Notes', 'Protocol']) expect(bare).not.toContain(`<h2>${heading}`);
    expect(bare).not.toContain('Made with');
  });
});

function pointsIn(panel: Panel): number {
  if (panel.kind === 'forest') return panel.rows.length;
  if (panel.kind === 'bars') return panel.series.flatMap(({ bars }) => bars.filter((bar) => bar !== undefined)).length;
  return panel.series.flatMap(({ points }) => points).length;
}

it('the script is one that a browser can read', () => {
  // oxlint-disable-next-line typescript/no-implied-eval -- read, not run
  expect(() => new Function(PAGE_SCRIPT)).not.toThrow();
});

describe('whatever a text holds, it is text', () => {
  it('in every place of a report', async () => {
    const points = [{ x: 1, y: 1, note: HOSTILE, cells: [HOSTILE] }, ...at([2, 2])];
    const [x, y] = [axis(HOSTILE), axis(HOSTILE)];
    const panel = curves(HOSTILE, [series(HOSTILE, points)], { x, y, references: [{ y: 1, label: HOSTILE }] });
    const rows = [{ label: HOSTILE, difference: 1, low: 0, high: 2 }];
    const forest: Panel = { kind: 'forest', title: HOSTILE, x, better: 'lower', rows };
    const bars = [{ label: HOSTILE, bars: [{ height: 1 }] }];
    const hostile: Report = {
      ...{ title: HOSTILE, question: HOSTILE, source: HOSTILE, command: HOSTILE, cellCommand: HOSTILE },
      protocol: [HOSTILE],
      claims: [
        { claim: HOSTILE, cases: [{ ...atMost(2, 1, HOSTILE), basis: HOSTILE }], figure: `${HOSTILE}.png`, tried: HOSTILE },
      ],
      figures: [
        { file: `${HOSTILE}.png`, figure: { title: HOSTILE, panels: [panel] }, caption: HOSTILE, alt: HOSTILE },
        { file: 'f.png', figure: { panels: [forest] }, caption: '' },
        {
          file: 'b.png',
          figure: { panels: [{ kind: 'bars', title: HOSTILE, y, groups: [HOSTILE], series: bars }] },
          caption: '',
        },
      ],
      tables: [{ title: HOSTILE, header: [HOSTILE, 'n'], rows: [[HOSTILE, '1']] }],
      notes: [HOSTILE],
      versions: { [HOSTILE]: HOSTILE },
    };
    const html = await renderHtml(hostile);
    expect(faults(html)).toEqual([]);
    expect(html).not.toContain('</script><b>');
    expect(dataOf(html, 1).series).toEqual([HOSTILE]);
  });

  it('as text, as an attribute and as data (property)', () => {
    always(fc.string({ unit: 'binary' }), (content) => {
      const made = element('p', { title: content }, [text(content), packed('data', content)]);
      expect(faults(made)).toEqual([]);
      expect(unpacked(made)).toBe(content);
    });
  });
});

describe('every figure can be put on a page', () => {
  let ruler: Ruler;
  beforeAll(async () => {
    ({ ruler } = await openStudio());
  });

  it.each(Object.entries(figures))('%s', (name, figure) => {
    const html = htmlFigure({ file: 'f.png', figure, caption: name }, 1, ruler, new Map());
    expect(faults(html)).toEqual([]);
    for (const [, value] of html.matchAll(/ (?:d|x|y|cx|cy|width|height|transform|viewBox|stroke-width)="([^"]*)"/g))
      expect(value).not.toMatch(/NaN|Infinity|undefined|e[+-]/);
    for (const points of dataOf(html, 1).panels) for (const [, x, y] of points) expect(Number.isFinite(x + y)).toBe(true);
  });
});
