/**
 * Laws of every stored report: from each point, bar and row that is drawn a reader gets to a cell among the study's results, its
 * figures can be read in print, and a claim that does not hold comes with a figure and with what was tried.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { studies } from '../../experiments/index.ts';
import { openStudio } from '../../src/figures/chart/canvas.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import { compose } from '../../src/figures/layout/composition.ts';
import { FORMATS, type Ruler } from '../../src/figures/layout/sizes.ts';
import { preparedPanels } from '../../src/figures/layout/prepared-panel.ts';
import type { ReportFigure } from '../../src/studies/report.ts';
import { resultOf } from '../../src/studies/run/engine.ts';
import { readManifest } from '../../src/studies/store/manifest.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import type { Split } from '../../src/rows/split.ts';
import { Store } from '../../src/studies/store/store.ts';
import type { Findings } from '../../src/studies/study.ts';
import { pointsInPrint } from '../figures/print.ts';
import { publishedFiles, REPORTS } from '../support/published.ts';
import { toyTask } from '../support/toy.ts';

const folders = [...publishedFiles.keys()].map((name) => {
  const folder = join(REPORTS, name);
  return { name, folder, manifest: readManifest(folder)! };
});

/** What is stored of a study, on data that are not those it was measured on: origins do not depend on them. */
function storedFindings({ folder, manifest: { size, seeds } }: (typeof folders)[number]): Findings {
  const entries = new Store(folder, () => undefined).entries();
  const part = toyTask({ rows: 40, seed: 1 });
  const splits = new Map(
    entries.flatMap(({ cell: { dataset } }): [string, Split][] =>
      dataset === undefined ? [] : [[dataset, { train: part, validation: part, test: part }]],
    ),
  );
  const timings = join(folder, 'timings.jsonl');
  const races = existsSync(timings)
    ? readFileSync(timings, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as RaceResult)
    : [];
  return { size, seeds, splits, missing: [], results: entries.map(resultOf), races };
}

/** Points that lead nowhere, in words, of all that can be asked of a figure; and how many can be. */
function lost({ file, figure }: ReportFigure, hashes: ReadonlySet<string>, ruler: Ruler): { lost: string[]; asked: number } {
  const readings = preparedPanels(figure.panels, FORMATS.regular, ruler).flatMap(({ drawing }) => drawing.readings);
  const astray = readings.filter(({ cells }) => cells.length === 0 || cells.some((cell) => !hashes.has(cell)));
  return { lost: astray.map(({ series, text }) => `${file}: ${series}; ${text}`), asked: readings.length };
}

it('every study has a stored report', () => {
  expect(folders.map(({ manifest: { id } }) => id)).toEqual(expect.arrayContaining(Object.keys(studies)));
});

describe.each(folders)('$name', (stored) => {
  let ruler: Ruler;
  let findings: Findings;
  let figures: readonly ReportFigure[];
  let claims: readonly Claim[];
  beforeAll(async () => {
    ({ ruler } = await openStudio());
    findings = storedFindings(stored);
    ({ figures, claims } = studies[stored.manifest.id].report(findings));
  });

  it('every claim says what was tried, and names a figure that is there, if any; those that do not hold name one', () => {
    const files = figures.map(({ file }) => file);
    for (const { claim, holds, figure, tried } of claims) {
      expect(tried, claim).toMatch(/^[A-Z].*[^.]\.$/);
      expect(tried, claim).not.toMatch(/undefined|NaN|Infinity/);
      if (figure !== undefined || holds === false) expect(files, claim).toContain(figure);
    }
  });

  it('labels of ticks are readable in print', () => {
    for (const { file, figure } of figures)
      expect(pointsInPrint(figure, compose(figure, ruler)), file).toBeGreaterThanOrEqual(
        figure.format === 'small multiples' ? 6 : 6.5,
      );
  });

  it('every point names its cells', () => {
    const hashes = new Set(findings.results.map(({ hash }) => hash));
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) {
      const { lost: astray, asked } = lost(figure, hashes, ruler);
      expect(asked, figure.file).toBeGreaterThan(0);
      expect(astray.slice(0, 5)).toEqual([]);
      // Of one result less, some point is missed: the walk sees every cell that it should.
      const [first] = preparedPanels(figure.figure.panels, FORMATS.regular, ruler).flatMap(({ drawing }) => drawing.readings);
      expect(lost(figure, new Set([...hashes].filter((hash) => hash !== first.cells[0])), ruler).lost, figure.file).not.toEqual(
        [],
      );
    }
  });
});
