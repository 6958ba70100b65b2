import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { studies } from '../../experiments/index.ts';
import { bySeed } from '../../experiments/support/seeded.ts';
import { openStudio } from '../../src/figures/chart/canvas.ts';
import { SUMMARY_FILE, readSummaries } from '../../src/reports/write-report.ts';
import { isOpen, measuredOf, verdict } from '../../src/studies/results/claims.ts';
import type { Claim } from '../../src/studies/results/claim.ts';
import { compose } from '../../src/figures/layout/composition.ts';
import { FORMATS } from '../../src/figures/layout/sizes.ts';
import type { Reading } from '../../src/figures/model/drawing.ts';
import { preparedPanels } from '../../src/figures/layout/prepared-panel.ts';
import type { ReportFigure, Findings } from '../../src/studies/study.ts';
import { pointsInPrint } from '../figures/pages/print.ts';
import { REPORTS } from '../support/published.ts';
import { folders, storedFindings } from './support/stored.ts';

/**
 * Laws of every stored report: from each point, bar and row that is drawn a reader gets to a cell among the study's results, its
 * figures can be read in print, and a claim that does not hold comes with a figure and with what was tried.
 */

/** Points that lead nowhere, in words. Those of scikit-learn stand in a file of the study (support/rivals.ts). */
function lost(file: string, readings: readonly Reading[], hashes: ReadonlySet<string>): string[] {
  const own = readings.filter(({ series, cells }) => cells.length > 0 || !series.startsWith('scikit-learn'));
  const astray = own.filter(({ cells }) => cells.length === 0 || cells.some((cell) => !hashes.has(cell)));
  return astray.map(({ series, text }) => `${file}: ${series}; ${text}`);
}

/** What runs are placed by, and not judged by. */
const PLACES = new Set(['examples', 'queried', 'poolSize', 'budget', 'forecast', 'features', 'wanted', 'streams', 'rmse']);

/** A number that is the same for every seed of a setting. */
function settingNumber({ cell }: Result): number {
  return Array.from(JSON.stringify({ ...cell.run, seed: 0 })).reduce(
    (sum, letter) => (31 * sum + letter.charCodeAt(0)) % 1009,
    7,
  );
}

type Result = Findings['results'][number];

/**
 * Which results are changed, and how: single runs or all seeds of a setting, errors or labels; and runs that failed have not. What most claims
 * need comes first.
 */
const CHANGES: readonly ((result: Result, all: readonly Result[]) => Result)[] = [
  (result) => (parseInt(result.hash.slice(0, 4), 16) % 2 === 0 ? scaled(result) : result),
  (result) => (settingNumber(result) % 2 === 0 ? scaled(result) : result),
  (result) => (parseInt(result.hash.slice(0, 4), 16) % 2 === 0 ? withFewerLabels(result) : result),
  (result) => (parseInt(result.hash.slice(0, 4), 16) % 2 === 1 ? scaled(result) : result),
  (result) => (settingNumber(result) % 2 === 1 ? scaled(result) : result),
  (result) => (settingNumber(result) % 2 === 0 ? scaled(result, 0.4) : result),
  (result) => (parseInt(result.hash.slice(0, 4), 16) % 2 === 0 ? withOtherTruth(result) : result),
  (result, all) => ('measurement' in result.outcome ? result : ({ ...result, outcome: stand(result, all) } as Result)),
];

/** Kinds whose runs are counted in a cell. */
const COUNTED = new Set(['coins', 'assisted', 'comparison', 'dial']);

/** Numbers grow, or shrink where they are counts of so many; what is so is not. */
function scaled(result: Result, by = COUNTED.has(result.cell.kind) ? 0.4 : 3.3): Result {
  const of = (value: unknown): unknown => {
    if (typeof value === 'boolean') return !value;
    if (typeof value === 'number') return by < 1 ? Math.floor(1e6 * by * value) / 1e6 : by * value + 0.07;
    if (Array.isArray(value)) return value.map(of);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, PLACES.has(key) ? each : of(each)]));
  };
  return 'measurement' in result.outcome
    ? ({ ...result, outcome: { measurement: of(result.outcome.measurement) } } as Result)
    : result;
}

/** What was true was not: truths and what they decided, and nothing that was estimated. */
function withOtherTruth(result: Result): Result {
  const of = (value: unknown, key = ''): unknown => {
    if (typeof value === 'boolean') return !value;
    if (typeof value === 'number') return ['truth', 'progressiveError', 'errors'].includes(key) ? value + 0.3 : value;
    if (Array.isArray(value)) return value.map((each) => of(each, key));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, of(each, name)]));
  };
  return 'measurement' in result.outcome
    ? ({ ...result, outcome: { measurement: of(result.outcome.measurement) } } as Result)
    : result;
}

function withFewerLabels(result: Result): Result {
  if (!('measurement' in result.outcome) || result.cell.kind !== 'active') return result;
  const { measurement } = result.outcome as unknown as { measurement: { curve: { queried: number }[] } };
  const curve = measurement.curve.map((each) => ({ ...each, queried: Math.ceil(each.queried / 2) }));
  return { ...result, outcome: { measurement: { ...measurement, curve } } } as unknown as Result;
}

/** What another run of the kind measured. */
function stand({ cell }: Result, all: readonly Result[]): Result['outcome'] {
  return all.find(({ cell: other, outcome }) => other.kind === cell.kind && 'measurement' in outcome)!.outcome;
}

function changedBy(change: (typeof CHANGES)[number], findings: Findings): Findings {
  return {
    ...findings,
    results: findings.results.map((result) => change(result, findings.results)),
    races: findings.races.map((each) => ({ ...each, active: each.active.map((seconds, lap) => (2 + lap / 10) * seconds) })),
  };
}

it('every study has a stored report', () => {
  expect(folders.map(({ manifest: { id } }) => id)).toEqual(expect.arrayContaining(Object.keys(studies)));
});

it('runs are parsed once for all their seeds, and keep them', () => {
  let parses = 0;
  const parsed = bySeed((run) => ({ ...run, parse: ++parses }));
  expect([3, 4].map((seed) => parsed({ rate: 1, seed }))).toEqual([3, 4].map((seed) => ({ rate: 1, seed, parse: 1 })));
});

const { ruler } = await openStudio();
const summaries = readSummaries(REPORTS, (message) => {
  throw new Error(message);
});

describe.each(folders)('$name', (stored) => {
  let findings: Findings;
  let figures: readonly ReportFigure[];
  let claims: readonly Claim[];
  beforeAll(() => {
    findings = storedFindings(stored);
    ({ figures, claims } = studies[stored.manifest.id].report(findings));
  });

  it('every claim says what was tried, and names a figure that is there, if any; those that do not hold name one', () => {
    const files = figures.map(({ file }) => file);
    for (const each of claims) {
      const { claim, figure, tried } = each;
      expect(tried, claim).toMatch(/^[A-Z].*[^.]\.$/);
      expect(tried, claim).not.toMatch(/undefined|NaN|Infinity/);
      if (figure !== undefined || verdict(each) === 'does not hold' || isOpen(each)) expect(files, claim).toContain(figure);
    }
  });

  // A larger size is made by the same code.
  it.skipIf(stored.name.endsWith('-full'))(
    'numbers that change where they are stored change sentence, number and verdict',
    () => {
      const before = claims.filter(({ cases }) => cases.length > 0);
      const numbers = ({ cases }: Claim): string =>
        JSON.stringify(cases.map(({ value, low, high }) => [value, low, high].map(String)));
      const same = { numbers: new Set(before), words: new Set(before), verdict: new Set(before) };
      for (const change of CHANGES) {
        if (same.numbers.size + same.words.size === 0 && same.verdict.size < before.length) break;
        const after = studies[stored.manifest.id].report(changedBy(change, findings)).claims;
        for (const each of before) {
          const other = after.find(({ claim }) => claim === each.claim) ?? { claim: '', cases: [] };
          if (numbers(other) !== numbers(each)) same.numbers.delete(each);
          if (measuredOf(other) !== measuredOf(each)) same.words.delete(each);
          if (verdict(other) !== verdict(each)) same.verdict.delete(each);
        }
      }
      expect([...same.numbers, ...same.words].map(({ claim }) => claim)).toEqual([]);
      expect(same.verdict.size).toBeLessThan(before.length);
    },
  );

  it('what its summary says follows from what its summary holds', () => {
    const { claims: reported } = JSON.parse(readFileSync(join(stored.folder, SUMMARY_FILE), 'utf8')) as {
      claims: { measured: string; verdict: string }[];
    };
    expect(reported.map(({ measured, verdict: found }) => [measured, found])).toEqual(
      summaries.find(({ folder }) => folder === stored.name)!.claims.map((each) => [measuredOf(each), verdict(each)]),
    );
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
    for (const { file, figure } of figures) {
      const readings = preparedPanels(figure, FORMATS.regular, ruler).flatMap(({ drawing }) => drawing.readings);
      expect(readings.length, file).toBeGreaterThan(0);
      expect(lost(file, readings, hashes).slice(0, 5)).toEqual([]);
      // Of one result less, some point is missed: the walk sees every cell that it should.
      const [{ cells }] = readings;
      expect(lost(file, readings, new Set([...hashes].filter((hash) => hash !== cells[0]))), file).not.toEqual([]);
    }
  });
});
