import type { CurvePanel, Point, Series } from '../../src/figures/model/figure.ts';
import { meanAndConfidence } from './mean-and-confidence.ts';
import { count } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { ReportFigure, Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { generated } from '../support/generated.ts';
import { percent } from '../support/numbers.ts';
import { claims, FILES } from './claims.ts';
import {
  at,
  BUDGET,
  chosenIn,
  OPTIMIZERS,
  SHARDS,
  seedsOf,
  testError,
  UPDATES,
  WAYS,
  type Chosen,
  type Measured,
  type OptimizerName,
  type WayName,
} from './settings.ts';

const METHODS = Object.keys(OPTIMIZERS) as OptimizerName[];
const NAMED = Object.keys(WAYS) as WayName[];
const TITLES: Readonly<Record<WayName, string>> = { passive: 'every label', active: `${BUDGET} of the labels` };

/** The report of shards: test error of averaged models against the number of shards. */
export function report(findings: Findings): StudyReport {
  const chosen = chosenIn(findings);
  const { train, test } = findings.splits.get(generated(1))!;
  const documents = count(train.rows.length);
  return {
    title: `Models over shards (${documents} documents)`,
    protocol: [
      `Documents like RCV1: for every seed a stream of ${documents} documents of its own, one validation and one test ` +
        `part of ${count(test!.rows.length)}. Logistic loss, one pass. Rows go to shards by a hash of their numbers; ` +
        'each shard is learned alone, in a shuffled order, with the schedule of the whole, and the models are averaged ' +
        `once. Passive: every label. Active: soft-margin, ${BUDGET} of the labels of every shard, coins of its own, labels ` +
        `learned with the importance 1/p. ${findings.seeds} seeds.`,
      'The models of averaged gradient descent, each already the mean of its weights along the pass, count by the ' +
        'importance that they learned; the average of ada-grad counts every weight by the sum of squared gradients that the ' +
        'shard has met in its feature. Step sizes are those with the lowest median validation error of the average, for ' +
        'every line and number of shards anew.',
    ],
    claims: chosen.length === 0 ? [] : claims(chosen),
    figures: chosen.length === 0 ? [] : [errorFigure(chosen), averageFigure(chosen)],
    tables: chosen.length === 0 ? [] : [table(chosen)],
    notes: [],
    command: `npm run reproduce -- shards${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function errorFigure(chosen: readonly Chosen[]): ReportFigure {
  return {
    file: FILES.errors,
    figure: {
      panels: NAMED.map((way) =>
        panel(
          TITLES[way],
          METHODS.flatMap((optimizer) =>
            UPDATES.map((update) => ({
              label: `${optimizer}, ${update}`,
              points: line(chosen, { way, optimizer, update }, testError),
            })),
          ),
        ),
      ),
    },
    caption:
      `Test error of the averaged model against the number of shards, ${meanAndConfidence.label} over seeds. ` +
      'One shard is the plain pass.',
  };
}

function averageFigure(chosen: readonly Chosen[]): ReportFigure {
  const kinds: readonly (readonly [label: string, of: (measured: Measured) => number])[] = [
    ['by what was learned of the feature', testError],
    ['by importance', ({ test }) => test.byMass!],
    ['no average: one shard', ({ test }) => test.alone!],
  ];
  return {
    file: FILES.averages,
    figure: {
      panels: NAMED.map((way) =>
        panel(
          `ada-grad, ${TITLES[way]}`,
          kinds.map(([label, of]) => ({
            label,
            points: line(chosen, { way, optimizer: 'ada-grad', update: 'invariant' }, of),
          })),
        ),
      ),
    },
    caption:
      `How weights count in the average, and what the shards' own models come to in the mean: ` +
      `ada-grad with invariant updates, test error, ${meanAndConfidence.label} over seeds.`,
  };
}

function panel(title: string, series: readonly Series[]): CurvePanel {
  return {
    kind: 'curves',
    title,
    x: { label: 'shards', scale: 'log' },
    y: { label: 'test error', unit: 'percent', scale: 'linear' },
    series,
  };
}

function line(
  chosen: readonly Chosen[],
  place: Pick<Chosen, 'way' | 'optimizer' | 'update'>,
  of: (measured: Measured) => number,
): Point[] {
  return SHARDS.flatMap((shards): Point[] => {
    const found = at(chosen, { ...place, shards });
    if (found === undefined) return [];
    const errors = seedsOf(found, of).map((error) => 100 * error);
    return [{ x: shards, ...meanAndConfidence.of(errors), note: noteOf(found), cells: found.setting.cells }];
  });
}

function noteOf({ setting: { run } }: Chosen): string {
  return `eta0 ${(run.optimizer as { readonly eta0: number }).eta0}`;
}

function table(chosen: readonly Chosen[]): Table {
  return {
    title: 'Mean test error of the average (step size; labels bought)',
    header: ['labels', 'method', ...SHARDS.map((shards) => (shards === 1 ? '1 shard' : `${shards}`))],
    rows: NAMED.flatMap((way) =>
      METHODS.flatMap((optimizer) =>
        UPDATES.map((update) => [
          TITLES[way],
          `${optimizer}, ${update}`,
          ...SHARDS.map((shards) => cellOf(at(chosen, { way, optimizer, update, shards }))),
        ]),
      ),
    ),
  };
}

function cellOf(found: Chosen | undefined): string {
  if (found === undefined) return 'diverged';
  const labels = Math.round(mean(seedsOf(found, (measured) => measured.labels)));
  return `${percent(mean(seedsOf(found, testError)), 2)} (${noteOf(found).replace('eta0 ', '')}; ${count(labels)})`;
}
