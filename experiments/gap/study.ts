import type { Point, ScatterPanel } from '../../src/figures/model/figure.ts';
import { decimals } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { type CellResult, grid } from '../../src/studies/cells/cell.ts';
import { twoClassSet } from '../../src/studies/data/datasets.ts';
import { type Case, type Claim, type Criterion, meanOver, type Unit } from '../../src/studies/results/claim.ts';
import { ofKind, type Setting, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { FAR_LESS } from '../support/criteria.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { inUnits } from '../support/unit-features.ts';
import type { Probe } from './kind.ts';

const SETS = ['a9a', 'covtype20k', 'spambase'];
const FILE = 'gap.png';
/** Points of a set in the figure: means of the probes in as many classes of i_t / t. */
const CLASSES = 8;
/** Exponents of the schedule, in words. */
const SCHEDULES = { 0.5: 'steps eta0 / sqrt(t)', 1: 'steps eta0 / t' } as const;
const TRIED =
  'One learner, whose step size its progressive loss chooses; every probe counts. The schedule eta0 / t, and larger step sizes for it, ' +
  'were added after a trial of eta0 / sqrt(t) with two seeds. Rank correlations, the first choice for the order, stand in the table.';

type Runs = Setting<'gap'>;

/**
 * "Then Delta_t is about i_t / t": the difference of two error rates that query rules estimate by the importance that flips a prediction.
 *
 * Protocol. Real sets in units of their features, one pass; kind.ts has what is compared.
 */
export const gap = defineStudy({
  id: 'gap',
  title: 'The difference of error rates that i_t / t stands for',
  question: 'Is i_t / t about the difference of error rates that one label could make?',
  source:
    'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011, "Estimating Difference in Error Rates"',
  sizes: ['default'],
  seeds: { default: 10, full: 10 },
  datasets: () => SETS.map((name) => twoClassSet(name, inUnits)),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      grid({ kind: 'gap', dataset, run: { probes: 64, power: [0.5, 1], lowest: -2, highest: 8, seed: seedsUpTo(seeds) } }),
    ),
  report,
});

function report({ results, seeds }: Findings): StudyReport {
  const own = ofKind(results, 'gap');
  const ofSchedules = Object.entries(SCHEDULES).flatMap(([power, words]): Claim[] => {
    const cases = (of: (probes: readonly Probe[]) => number, unit: Unit, criterion: Criterion): Case[] =>
      runsOf(own, Number(power)).map(({ name, runs }) => ({
        what: name,
        ...meanOver(
          runs.measurements.map(({ curve }) => of(curve)),
          'seeds',
        ),
        unit,
        criterion,
      }));
    return [
      {
        claim: `With ${words}: the larger i_t / t, the larger the difference of the error rates: upper half of the rows less lower half`,
        cases: cases(halves, 'points', { above: 0 }),
        figure: FILE,
        tried: TRIED,
      },
      {
        claim: `With ${words}: the difference of the error rates is about i_t / t, half to twice as large on average`,
        cases: cases(ratio, 'times', { within: [FAR_LESS, 1 / FAR_LESS] }),
        figure: FILE,
        tried: TRIED,
      },
    ];
  });
  const ratios = (name: string, power: number): number[] =>
    (runsOf(own, power).find((each) => each.name === name)?.runs.measurements ?? []).map(({ curve }) => ratio(curve));
  const claims: Claim[] = [
    ...ofSchedules,
    {
      claim:
        'How many times i_t / t the difference is does not depend on the schedule: with eta0 / sqrt(t) half to twice that with eta0 / t',
      cases: runsOf(own, 0.5).map(({ name }) => {
        const other = ratios(name, 1);
        const quotients = ratios(name, 0.5).map((each, seed) => each / other[seed]);
        return { what: name, ...meanOver(quotients, 'seeds'), unit: 'times', criterion: { within: [FAR_LESS, 1 / FAR_LESS] } };
      }),
      figure: FILE,
      tried: `This claim was added when both schedules had been measured. ${TRIED}`,
    },
  ];
  const panel = ([power, words]: readonly [string, string], n: number): ScatterPanel => ({
    kind: 'scatter',
    title: `${words}: ${spanOf(claims[2 * n + 1])} times as large`,
    x: { label: 'i_t / t', scale: 'log' },
    y: { label: 'difference of the error rates', scale: 'log', min: 1e-4 },
    diagonal: 'equal',
    series: runsOf(own, Number(power)).map(({ name, runs }) => ({ label: name, points: classes(runs) })),
  });
  return {
    title: gap.title,
    protocol: [
      'Every feature is divided by its largest value. Logistic loss, invariant updates, one pass over the training part with steps ' +
        'eta0 / sqrt(t) or eta0 / t, eta0 = 4^k with the lowest progressive loss, k from -2 to 8. t is the number of rows learned.',
      'For 64 rows of the validation part, i_t is the importance with which the label that the learner does not predict brings the ' +
        'prediction to 0. w + s x with the smallest s that predicts this label has another error rate on the t rows learned than w; the ' +
        `difference is measured. Means over ${seeds} seeds.`,
    ],
    figures:
      own.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: { panels: Object.entries(SCHEDULES).map(panel) },
              caption: `Difference of the error rates against i_t / t, means of ${CLASSES} classes of rows.`,
            },
          ],
    tables: [
      {
        title: 'Rank correlation of i_t / t with the difference of the error rates, mean over the seeds',
        header: ['set', ...Object.values(SCHEDULES)],
        rows: SETS.map((set) => [
          set,
          ...Object.keys(SCHEDULES).map((power) => {
            const runs = runsOf(own, Number(power)).find(({ name }) => name === set)?.runs.measurements ?? [];
            return runs.length === 0 ? 'not measured' : decimals(mean(runs.map(({ curve }) => rankCorrelation(curve))), 2);
          }),
        ]),
      },
    ],
    claims,
    notes: [],
    command: `npm run reproduce -- gap --seeds ${seeds}`,
  };
}

/** "15 to 56" */
function spanOf({ cases }: Claim): string {
  const values = cases.map(({ value }) => value);
  return `${decimals(Math.min(...values), 0)} to ${decimals(Math.max(...values), 0)}`;
}

/** The runs of each set with this exponent. */
function runsOf(results: readonly CellResult<'gap'>[], power: number): { readonly name: string; readonly runs: Runs }[] {
  return SETS.flatMap((name) =>
    settingsOf(results.filter(({ cell }) => cell.dataset === name && cell.run.power === power)).map((runs) => ({ name, runs })),
  );
}

/** Sum of the differences over that of what is claimed. */
function ratio(probes: readonly Probe[]): number {
  return mean(probes.map(({ difference }) => difference)) / mean(probes.map(({ claimed }) => claimed));
}

/** Mean difference of the half of the rows with the larger i_t / t, less that of the other half. */
function halves(probes: readonly Probe[]): number {
  const sorted = probes.toSorted((a, b) => a.claimed - b.claimed).map(({ difference }) => difference);
  return mean(sorted.slice(sorted.length / 2)) - mean(sorted.slice(0, sorted.length / 2));
}

/** Spearman's, ties at their places. */
function rankCorrelation(probes: readonly Probe[]): number {
  const ranksOf = (of: (probe: Probe) => number): number[] => {
    const values = probes.map(of);
    return values.map(
      (value) => values.filter((other) => other < value).length + values.filter((other) => other === value).length / 2,
    );
  };
  const [a, b] = [ranksOf(({ claimed }) => claimed), ranksOf(({ difference }) => difference)];
  const covariance = (one: readonly number[], other: readonly number[]): number =>
    mean(one.map((each, k) => (each - mean(one)) * (other[k] - mean(other))));
  return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
}

function classes({ measurements, cells }: Runs): Point[] {
  const probes = measurements.flatMap(({ curve }) => curve).toSorted((a, b) => a.claimed - b.claimed);
  return Array.from({ length: CLASSES }, (_, k) => {
    const some = probes.slice((k * probes.length) / CLASSES, ((k + 1) * probes.length) / CLASSES);
    return { x: mean(some.map(({ claimed }) => claimed)), y: mean(some.map(({ difference }) => difference)), cells };
  });
}
