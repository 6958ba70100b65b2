import type { CurvePanel, Figure, ForestPanel, Point, Series } from '../../src/figures/model/figure.ts';
import { DEFAULT_EXPLORE, DEFAULT_REFIT } from '../../src/specs/defaults.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { count, plural } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { signed } from '../support/ratios.ts';
import { OFFSET } from '../support/criteria.ts';
import { CHOSEN_BEFORE, CONFIRMATION, DEFAULT_RIVALS, DEVELOPMENT, GENERATED, isUneven } from '../support/default-sets.ts';
import { RIVAL_LABELS, RIVAL_MODEL, type Rival } from '../support/rivals.ts';
import { claims } from './claims.ts';
import {
  COMMAND_LINE,
  CONTESTANTS,
  DEVELOPMENT_BUDGETS,
  FEW_SEEDS,
  FACTORS,
  RANDOM,
  SCREENING,
  type End,
  type Variation,
} from './settings.ts';
import { CLASS_TABLE, classWorth } from '../support/words.ts';
import { developmentRatio, ratioOver, rivalRatio, viewOf, type View } from './view.ts';

const FILES = { rivals: 'rivals.png', frontier: 'frontier.png', screening: 'screening.png', factors: 'factors.png' };
const PASSIVE_LABEL = 'passive, stopped early';
/** Drawn beside scikit-learn. */
const BESIDE_RIVALS = [RANDOM[0], 'default', COMMAND_LINE];
const RIVALS: Readonly<Record<string, Rival>> = {
  'scikit-learn, uncertainty': 'uncertainty',
  'scikit-learn, random': 'random',
};

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
            `Development: ${DEVELOPMENT.join(', ')}; budgets ${DEVELOPMENT_BUDGETS.join(' and ')}, ${FEW_SEEDS} ` +
              'seeds. Random sampling learned with importance 1 was added to the baselines after a first run of this study.',
            `${COMMAND_LINE}: the default with explore ${DEFAULT_EXPLORE}, the model that asks fitted anew whenever labels have grown ` +
              `by ${DEFAULT_REFIT}, and at the end the model that cross-validation on the bought labels prefers; ${FEW_SEEDS} seeds.`,
            `${RIVAL_MODEL}, solver liblinear for texts; ${RIVAL_LABELS}; and all labels. ` +
              DEFAULT_RIVALS.origin(view.sets, view.budgets),
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
            ...rivalFigures(view),
            {
              file: FILES.frontier,
              figure: multiples(view, (set) => own(view, set, online(view))),
              caption:
                'Test error against the share of labels bought, mean over seeds, on sets where nothing was chosen. ' +
                'Each panel has a scale of its own for errors.',
            },
            ...developmentFigures(view),
          ],
    tables: view.sets.length === 0 ? [] : [...rivalTables(view), ratioTable(view), errorTable(view), ...classTables(view)],
    claims: view.sets.length === 0 ? [] : claims(view, FILES),
    notes: [],
    command: `npm run reproduce -- budget-frontier${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** Rows of a set's stream; 0 where it is not there. */
function rowsOf({ splits }: Findings, set: string): number {
  return splits.get(set)?.train.rows.length ?? 0;
}

/** A panel a set. */
function multiples(view: View, series: (set: string) => Series[]): Figure {
  const panels = view.sets.map((set): CurvePanel => ({
    kind: 'curves',
    title: set,
    x: { label: 'share of labels bought', unit: 'share', scale: 'log', min: 0.009, max: 1 },
    y: { label: 'test error', unit: 'share', scale: 'linear' },
    series: series(set),
  }));
  return { panels, columns: 2, format: 'small multiples' };
}

/** Passive learning and these contestants. */
function own(view: View, set: string, contestants: readonly string[]): Series[] {
  const { ends, seeds, budgets } = view;
  return [
    { label: PASSIVE_LABEL, points: passiveCurve(view, set) },
    ...contestants.map((label) => ({
      label,
      points: budgets.flatMap((budget): Point[] => {
        const runs = seeds.flatMap((seed) => ends.of(set, CONTESTANTS[label], budget, seed) ?? []);
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
  ];
}

/** Contestants whose model learns online. */
function online({ contestants }: View): string[] {
  return contestants.filter((name) => name !== COMMAND_LINE);
}

/** Test errors of scikit-learn a seed; without a budget with all labels. */
function rivalErrors(set: string, how: Rival, budget?: Percentage): number[] {
  return budget === undefined ? DEFAULT_RIVALS.errors(set, 'all') : DEFAULT_RIVALS.errors(set, how, budget);
}

/** At full size there is no rival. */
function rivalFigures(view: View): StudyReport['figures'] {
  if (view.over === 'seeds') return [];
  const lines = (set: string): Series[] =>
    Object.entries(RIVALS).map(([label, how]) => ({
      label,
      points: [...view.budgets, undefined].flatMap((budget): Point[] => {
        const errors = rivalErrors(set, how, budget);
        if (errors.length === 0) return [];
        return [
          { x: budget === undefined ? 1 : Number.parseFloat(budget) / 100, y: mean(errors), note: plural(errors.length, 'seed') },
        ];
      }),
    }));
  return [
    {
      file: FILES.rivals,
      figure: multiples(view, (set) => [...own(view, set, BESIDE_RIVALS), ...lines(set)]),
      caption:
        `The ${COMMAND_LINE} beside scikit-learn: test error against the share of labels bought, mean over seeds, on sets where ` +
        'nothing was chosen. Both lines of scikit-learn end with all labels.',
    },
  ];
}

function rivalTables(view: View): Table[] {
  if (view.over === 'seeds') return [];
  return [
    {
      title: `Test error of the ${COMMAND_LINE} over that of scikit-learn, less 1: geometric mean over sets, with its interval`,
      header: ['budget', ...Object.keys(RIVALS)],
      rows: view.budgets.map((budget) => [
        budget,
        ...Object.values(RIVALS).map((how) => ratioText(rivalRatio(view, how, [budget]), view)),
      ]),
    },
    {
      title: 'Test error of scikit-learn, mean over seeds',
      header: ['set', 'budget', ...Object.keys(RIVALS)],
      rows: view.sets.flatMap((set) =>
        [...view.budgets, undefined].map((budget) => [
          set,
          budget ?? 'all',
          ...Object.values(RIVALS).map((how) => percent(mean(rivalErrors(set, how, budget)), 2)),
        ]),
      ),
    },
  ];
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
  const others = view.contestants.filter((name) => name !== RANDOM[0]);
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
  return uneven.length === 0
    ? []
    : [endTable(CLASS_TABLE, view, uneven, (runs) => classWorth(runs.map(({ classes }) => classes)))];
}

/** What the runs of a set, a budget and a contestant came to. */
function endTable(title: string, view: View, sets: readonly string[], said: (runs: readonly End[]) => string): Table {
  return {
    title,
    header: ['set', 'budget', ...view.contestants],
    rows: sets.flatMap((set) =>
      view.budgets.map((budget) => [
        set,
        budget,
        ...view.contestants.map((name) =>
          said(view.seeds.flatMap((seed) => view.ends.of(set, CONTESTANTS[name], budget, seed) ?? [])),
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
    x: { label: 'difference of test errors', unit: 'percent', scale: 'linear' },
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
      seeds.slice(0, FEW_SEEDS).flatMap((seed) => ends.of(set, variation, budget, seed)?.cell ?? []),
    ),
  );
}
