import type { CurvePanel, ForestPanel, Point } from '../../src/figures/model/figure.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { count } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { signed } from '../support/ratios.ts';
import { OFFSET } from '../support/criteria.ts';
import { CHOSEN_BEFORE, CONFIRMATION, DEVELOPMENT, GENERATED, isUneven } from '../support/default-sets.ts';
import { claims } from './claims.ts';
import {
  CONTESTANTS,
  DEVELOPMENT_BUDGETS,
  DEVELOPMENT_SEEDS,
  FACTORS,
  RANDOM,
  SCREENING,
  type End,
  type Variation,
} from './settings.ts';
import { CLASS_TABLE, classWorth } from '../support/words.ts';
import { developmentRatio, ratioOver, viewOf, type View } from './view.ts';

const FILES = { frontier: 'frontier.png', screening: 'screening.png', factors: 'factors.png' };
const PASSIVE_LABEL = 'passive, stopped early';

/** The report of budget-frontier: labels against error on unseen sets, the screening, one factor at a time. */
export function report(findings: Findings): StudyReport {
  const view = viewOf(findings);
  return {
    title:
      'What a budget buys without a ' +
      `knob${view.over === 'seeds' ? ` (${count(rowsOf(findings, GENERATED))} documents like RCV1)` : ''}`,
    protocol: [
      'Learner for all: logistic loss, invariant updates, normalized-adaptive with its default step size; raw features; ' +
        'one shuffled pass. The budget is a share of the rows and sets the knob; p_min = explore * budget / rows; ' +
        'a warm-up of 10 labels.',
      CHOSEN_BEFORE,
      ...(view.over === 'seeds'
        ? [
            `${count(rowsOf(findings, GENERATED))} documents like RCV1; budgets ${view.budgets.join(', ')}, ` +
              `${findings.seeds} seeds, which shuffle the documents and toss the coins; all seeds share one test part. ` +
              'Nothing is chosen there.',
          ]
        : [
            `Development: ${DEVELOPMENT.join(', ')}; budgets ${DEVELOPMENT_BUDGETS.join(' and ')}, ${DEVELOPMENT_SEEDS} ` +
              'seeds. Random sampling learned with importance 1 was added to the baselines after a first run of this study.',
            `Confirmation: ${CONFIRMATION.join(', ')} and 20,000 documents like RCV1; ` +
              `budgets ${view.budgets.join(', ')}, ${findings.seeds} seeds. Nothing is chosen there.`,
          ]),
      `Ratios are of test errors, each ${100 * OFFSET} points up; ` +
        (view.over === 'sets'
          ? 'their means are geometric over sets, each set one number (the mean over seeds), with 95% t intervals over sets. '
          : 'their means are geometric over seeds, with 95% t intervals over seeds. ') +
        '"Worse than random" on a set and budget: paired over seeds, one-sided t at 97.5%. ' +
        'Hard margin sampling buys by the same pace what lies nearest to the threshold; ' +
        'its p_min is a billionth, in name only.',
    ],
    figures:
      view.sets.length === 0
        ? []
        : [
            {
              file: FILES.frontier,
              figure: { panels: view.sets.map((set) => panel(view, set)), columns: 2, format: 'small multiples' },
              caption:
                'Test error against the share of labels bought, mean over seeds, on sets where nothing was chosen. ' +
                'Each panel has a scale of its own for errors.',
            },
            ...developmentFigures(view),
          ],
    tables: view.sets.length === 0 ? [] : [ratioTable(view), errorTable(view), ...classTables(view)],
    claims: view.sets.length === 0 ? [] : claims(view, FILES),
    notes: [],
    command: `npm run reproduce -- budget-frontier${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** Rows of a set's stream; 0 where it is not there. */
function rowsOf({ splits }: Findings, set: string): number {
  return splits.get(set)?.train.rows.length ?? 0;
}

function panel(view: View, set: string): CurvePanel {
  const { ends, seeds, budgets } = view;
  return {
    kind: 'curves',
    title: set,
    x: { label: 'share of labels bought', scale: 'log', min: 0.009, max: 1 },
    y: { label: 'test error', scale: 'linear' },
    series: [
      { label: PASSIVE_LABEL, points: passiveCurve(view, set) },
      ...Object.entries(CONTESTANTS).map(([label, variation]) => ({
        label,
        points: budgets.flatMap((budget): Point[] => {
          const runs = seeds.flatMap((seed) => ends.of(set, variation, budget, seed) ?? []);
          if (runs.length === 0) return [];
          return [
            {
              x: mean(runs.map(({ share }) => share)),
              y: mean(runs.map(({ error }) => error)),
              cells: runs.map(({ cell }) => cell),
            },
          ];
        }),
      })),
    ],
  };
}

/** The mean over seeds at the places where all were measured, from a hundredth of the labels on. */
function passiveCurve({ findings }: View, set: string): Point[] {
  const rows = findings.splits.get(set)!.train.rows.length;
  const runs = ofKind(findings.results, 'active').filter(({ cell }) => cell.dataset === set && cell.run.query.name === 'passive');
  const curves = runs.flatMap(({ outcome }) => ('measurement' in outcome ? [outcome.measurement.curve] : []));
  if (curves.length === 0) return [];
  return curves[0].flatMap(({ queried }, at): Point[] =>
    queried < rows / 100
      ? []
      : [
          {
            x: queried / rows,
            y: mean(curves.map((curve) => curve[at].testError!)),
            cells: runs.map(({ hash }) => hash),
          },
        ],
  );
}

function ratioText({ value, low, high }: Estimate, { over }: View): string {
  return `${signed(value)} (95% interval over ${over} ${signed(low)} to ${signed(high)})`;
}

function ratioTable(view: View): Table {
  const others = Object.keys(CONTESTANTS).filter((name) => name !== RANDOM[0]);
  return {
    title: 'Test error less that of random sampling, in percent of it: geometric mean, with its interval',
    header: ['budget', ...others],
    rows: view.budgets.map((budget) => [
      budget,
      ...others.map((name) => ratioText(ratioOver(view, name, RANDOM[0], [budget]), view)),
    ]),
  };
}

function errorTable(view: View): Table {
  return endTable('Test error, mean over seeds', view, view.sets, (runs) =>
    runs.length === 0 ? '' : percent(mean(runs.map(({ error }) => error)), 2),
  );
}

/** Where one class is small, what the error is worth; nothing where no set is uneven. */
function classTables(view: View): Table[] {
  const uneven = view.sets.filter(isUneven);
  return uneven.length === 0 ? [] : [endTable(CLASS_TABLE, view, uneven, (runs) => classWorth(runs.map(({ end }) => end)))];
}

/** What the runs of a set, a budget and a contestant came to. */
function endTable(title: string, view: View, sets: readonly string[], said: (runs: readonly End[]) => string): Table {
  return {
    title,
    header: ['set', 'budget', ...Object.keys(CONTESTANTS)],
    rows: sets.flatMap((set) =>
      view.budgets.map((budget) => [
        set,
        budget,
        ...Object.values(CONTESTANTS).map((variation) =>
          said(view.seeds.flatMap((seed) => view.ends.of(set, variation, budget, seed) ?? [])),
        ),
      ]),
    ),
  };
}

function developmentFigures(view: View): StudyReport['figures'] {
  if (view.development.length === 0) return [];
  return [
    {
      file: FILES.screening,
      figure: { panels: [forest(view, 'rule and tempering, less random sampling', SCREENING, CONTESTANTS[RANDOM[0]])] },
      caption:
        'Step 1, on the development half: test error less that of random sampling, in percent of it; ' +
        `budgets ${DEVELOPMENT_BUDGETS.join(' and ')}.`,
    },
    {
      file: FILES.factors,
      figure: { panels: [forest(view, 'one factor changed, less the default', others(), FACTORS['as chosen'])] },
      caption: 'Step 2, on the development half: one factor at a time, less the default, in percent of its error.',
    },
  ];
}

function others(): Readonly<Record<string, Variation>> {
  return Object.fromEntries(Object.entries(FACTORS).filter(([name]) => name !== 'as chosen'));
}

function forest(view: View, title: string, variations: Readonly<Record<string, Variation>>, against: Variation): ForestPanel {
  return {
    kind: 'forest',
    title,
    x: { label: 'difference of test errors, percent', scale: 'linear' },
    better: 'lower',
    rows: Object.entries(variations).flatMap(([label, variation]) => {
      const ratio = developmentRatio(view, variation, against);
      if (ratio === undefined) return [];
      const { value, low, high } = ratio;
      return [{ label, difference: 100 * value, low: 100 * low, high: 100 * high, cells: cellsOf(view, variation) }];
    }),
  };
}

/** The runs of a variation on the development half. */
function cellsOf({ ends, development, seeds }: View, variation: Variation): string[] {
  return development.flatMap((set) =>
    DEVELOPMENT_BUDGETS.flatMap((budget) =>
      seeds.slice(0, DEVELOPMENT_SEEDS).flatMap((seed) => ends.of(set, variation, budget, seed)?.cell ?? []),
    ),
  );
}
