import type { CurvePanel, ForestPanel, Point } from '../../src/figures/model/figure.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Percentage } from '../../src/specs/pacing.ts';
import { meanOver, type Case } from '../../src/studies/results/cases.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import type { Criterion } from '../../src/studies/results/criteria.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Table } from '../../src/studies/report.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { BEHIND, SAVES, WORSE_SETS } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';
import { CHOSEN_BEFORE, CONFIRMATION, DEVELOPMENT, GENERATED, OFFSET } from '../support/default-sets.ts';
import { seedsUpTo } from '../support/seeds.ts';
import {
  CONFIRMATION_BUDGETS,
  CONTESTANTS,
  DEVELOPMENT_BUDGETS,
  DEVELOPMENT_SEEDS,
  Ends,
  FACTORS,
  logRatio,
  meanRatio,
  SCREENING,
  type Variation,
} from './settings.ts';

const FILES = { frontier: 'frontier.png', screening: 'screening.png', factors: 'factors.png' };
/** Random sampling, every label learned once, and with its importance: a saving is one against both. */
const RANDOM = ['random sampling', 'random, temper 1'] as const;
const HARD = 'hard margin (biased)';
/** The name of the default in the screening. */
const TAKEN = 'soft-margin, temper 0';
const PASSIVE_LABEL = 'passive, stopped early';

/** Everything the report is made from. */
interface View {
  readonly findings: Findings;
  readonly ends: Ends;
  readonly seeds: readonly number[];
  readonly budgets: readonly Percentage[];
  /** Sets of the confirmation that are there. */
  readonly sets: readonly string[];
  readonly development: readonly string[];
}

/** The report of budget-frontier: labels against error on unseen sets, the screening, one factor at a time. */
export function report(findings: Findings): StudyReport {
  const there = (names: readonly string[]): string[] => names.filter((name) => findings.splits.has(name));
  const view: View = {
    findings,
    ends: new Ends(findings),
    seeds: seedsUpTo(findings.seeds),
    budgets: CONFIRMATION_BUDGETS[findings.size],
    sets: there([GENERATED, ...CONFIRMATION]),
    development: there(DEVELOPMENT),
  };
  return {
    title: 'What a budget buys without a knob',
    protocol: [
      `Learner for all: logistic loss, invariant updates, normalized-adaptive with its default step size; raw features; one shuffled pass. The budget is a share of the rows and sets the knob; p_min = explore * budget / rows; a warm-up of 10 labels.`,
      CHOSEN_BEFORE,
      `Development: ${DEVELOPMENT.join(', ')}; budgets ${DEVELOPMENT_BUDGETS.join(' and ')}, ${DEVELOPMENT_SEEDS} seeds. Random sampling learned with importance 1 was added to the baselines after a first run of this study.`,
      `Confirmation: ${CONFIRMATION.join(', ')} and 20,000 documents like RCV1; budgets ${view.budgets.join(', ')}, ${findings.seeds} seeds. Nothing is chosen there.`,
      `Ratios are of test errors, each ${100 * OFFSET} points up; their means are geometric over sets, each set one number (the mean over seeds), with 95% t intervals over sets. On a set the default is held against the better random sampling of each seed, in the mean over budgets. Hard margin sampling buys by the same pace what lies nearest to the threshold; its p_min is a billionth, in name only.`,
    ],
    figures:
      view.sets.length === 0
        ? []
        : [
            {
              file: FILES.frontier,
              figure: { panels: view.sets.map((set) => panel(view, set)), columns: 2, format: 'small multiples' },
              caption:
                'Test error against the share of labels bought, mean over seeds, on sets where nothing was chosen. Each panel has a scale of its own for errors.',
            },
            ...developmentFigures(view),
          ],
    tables: view.sets.length === 0 ? [] : [ratioTable(view), worseTable(view)],
    claims: view.sets.length === 0 ? [] : claims(view),
    notes: findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    command: `npm run reproduce -- budget-frontier${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panel(view: View, set: string): CurvePanel {
  const { ends, seeds, budgets } = view;
  return {
    kind: 'curves',
    title: set,
    x: { label: 'share of labels bought', scale: 'log', min: 0.01, max: 1 },
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

/** Mean over seeds of the log ratios of two variations on a set; undefined where a run is missing. */
function setRatio(
  { ends }: View,
  set: string,
  budget: Percentage,
  seeds: readonly number[],
  [one, other]: readonly [Variation, Variation],
): number | undefined {
  const ratios = seeds.flatMap((seed) => {
    const [a, b] = [ends.of(set, one, budget, seed), ends.of(set, other, budget, seed)];
    return a === undefined || b === undefined ? [] : [logRatio(a.error, b.error)];
  });
  return ratios.length === 0 ? undefined : mean(ratios);
}

function ratioOver(view: View, one: string, other: string, budgets: readonly Percentage[]): ReturnType<typeof meanRatio> {
  const pair = [CONTESTANTS[one], CONTESTANTS[other]] as const;
  return meanRatio(
    view.sets.flatMap((set) => {
      const each = budgets.flatMap((budget) => setRatio(view, set, budget, view.seeds, pair) ?? []);
      return each.length === 0 ? [] : [mean(each)];
    }),
  );
}

/** Test error less that of the better random sampling of the seed, mean over budgets, seed by seed. */
function behindRandom({ ends, seeds, budgets }: View, set: string, contestant: string): number[] {
  return seeds.flatMap((seed) => {
    const gaps = budgets.flatMap((budget) => {
      const one = ends.of(set, CONTESTANTS[contestant], budget, seed);
      const others = RANDOM.flatMap((name) => ends.of(set, CONTESTANTS[name], budget, seed)?.error ?? []);
      return one === undefined || others.length === 0 ? [] : [one.error - Math.min(...others)];
    });
    return gaps.length === 0 ? [] : [mean(gaps)];
  });
}

function claims(view: View): Claim[] {
  const from5 = view.budgets.filter((budget) => ['5%', '10%', '20%'].includes(budget));
  const against = (one: string, others: readonly string[], criterion: Criterion): Case[] =>
    others.map((other) => ratioCase(`against ${other}`, ratioOver(view, one, other, from5), view.sets.length, criterion));
  const figure = FILES.frontier;
  const tried = `Nothing was chosen on these ${view.sets.length} sets; they are few for a mean over sets.`;
  return [
    {
      claim: `at 5 to 20% of the labels the default has at least ${percent(SAVES, 0)} less error than random sampling, learned either way, in the mean over sets`,
      cases: against('default', RANDOM, { atMost: -SAVES }),
      figure,
      tried,
    },
    {
      claim: `in the mean over budgets it is no worse than the better of both, on nine sets in ten`,
      cases: view.sets.map((set) => ({
        what: set,
        ...meanOver(behindRandom(view, set, 'default'), 'seeds'),
        unit: 'points',
        criterion: { atMost: 0 },
      })),
      atLeast: view.sets.length - Math.floor(WORSE_SETS * view.sets.length),
      figure,
      tried,
    },
    {
      claim: `it is within ${percent(BEHIND, 0)} of hard margin sampling in the mean over sets, while every row keeps p >= p_min > 0`,
      cases: against('default', [HARD], { atMost: BEHIND }),
      figure,
      tried,
    },
    {
      claim:
        'learned with the whole importance 1/p (temper 1) the same rule has less error than random sampling, learned either way',
      cases: against('temper 1', RANDOM, { below: 0 }),
      figure,
      tried,
    },
    ...choiceClaims(view),
  ];
}

/** A mean ratio less 1 as a case. */
function ratioCase(what: string, ratio: ReturnType<typeof meanRatio>, sets: number, criterion: Criterion): Case {
  return { what, ...ratio, basis: `95% interval over ${sets} sets`, unit: 'change', criterion };
}

function ratioText({ value, low, high }: { readonly value: number; readonly low: number; readonly high: number }): string {
  return `${signed(value)} (95% interval over sets ${signed(low)} to ${signed(high)})`;
}

function signed(ratio: number): string {
  return `${ratio < 0 ? '−' : '+'}${percent(Math.abs(ratio))}`;
}

function ratioTable(view: View): Table {
  const others = Object.keys(CONTESTANTS).filter((name) => name !== RANDOM[0]);
  return {
    title: 'Test error less that of random sampling, in percent of it: geometric mean over sets, with its interval',
    header: ['budget', ...others],
    rows: view.budgets.map((budget) => [budget, ...others.map((name) => ratioText(ratioOver(view, name, RANDOM[0], [budget])))]),
  };
}

function worseTable(view: View): Table {
  return {
    title: 'Test error, mean over seeds',
    header: ['set', 'budget', ...Object.keys(CONTESTANTS)],
    rows: view.sets.flatMap((set) =>
      view.budgets.map((budget) => [
        set,
        budget,
        ...Object.values(CONTESTANTS).map((variation) => {
          const runs = view.seeds.flatMap((seed) => view.ends.of(set, variation, budget, seed) ?? []);
          return runs.length === 0 ? '' : percent(mean(runs.map(({ error }) => error)), 2);
        }),
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
      caption: `Step 1, on the development half: test error less that of random sampling, in percent of it; budgets ${DEVELOPMENT_BUDGETS.join(' and ')}.`,
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

/** The mean ratio of two variations over the sets of the development half; undefined for fewer than two sets. */
function developmentRatio(view: View, one: Variation, other: Variation): ReturnType<typeof meanRatio> | undefined {
  const seeds = view.seeds.slice(0, DEVELOPMENT_SEEDS);
  const perSet = view.development.flatMap((set) => {
    const each = DEVELOPMENT_BUDGETS.flatMap((budget) => setRatio(view, set, budget, seeds, [one, other]) ?? []);
    return each.length === 0 ? [] : [mean(each)];
  });
  return perSet.length < 2 ? undefined : meanRatio(perSet);
}

/** What the screening says of the rule that was taken before: the error of the default over that of every other, over sets. */
function choiceClaims(view: View): Claim[] {
  const cases = Object.entries(SCREENING).flatMap(([name, other]): Case[] => {
    const ratio = name === TAKEN ? undefined : developmentRatio(view, SCREENING[TAKEN], other);
    return ratio === undefined ? [] : [ratioCase(`less ${name}`, ratio, view.development.length, { atMost: 0 })];
  });
  if (cases.length === 0) return [];
  return [
    {
      claim: `the screening finds no variation with less error than ${TAKEN}, which is the default`,
      cases,
      figure: FILES.screening,
      tried: `The rule was taken after the trial; ${cases.length} other variations were screened on ${view.development.length} sets.`,
    },
  ];
}

/** The runs of a variation on the development half. */
function cellsOf({ ends, development, seeds }: View, variation: Variation): string[] {
  return development.flatMap((set) =>
    DEVELOPMENT_BUDGETS.flatMap((budget) =>
      seeds.slice(0, DEVELOPMENT_SEEDS).flatMap((seed) => ends.of(set, variation, budget, seed)?.cell ?? []),
    ),
  );
}
