import { mean } from '../../src/statistics/small-samples.ts';
import {
  type Case,
  type Claim,
  type Criterion,
  DETERMINISTIC,
  exactly,
  meanDifference,
  meanOver,
} from '../../src/studies/results/claim.ts';
import { GOOD_LOSS, TREE_ERRORS } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';
import {
  lineOf,
  LOSSES,
  progressiveCost,
  RATES,
  testError,
  type Line,
  type Method,
  type TREES,
  type Update,
} from './settings.ts';

export const ERRORS = 'errors.png';
export const STEPS = 'step-sizes.png';
export const OVERRUNS = 'overruns.png';

const RECOMPUTED = 'scoring-filter-tree';
const STATIC = 'static-scoring-filter-tree';
const TRIED = `The grid of the study is all that was tried: ${RATES.length} step sizes for every method, loss and update.`;

type Quantity = typeof testError | typeof progressiveCost;

/** What the study claims of each tree. */
export function claims(lines: readonly Line[], sets: readonly string[]): Claim[] {
  return [
    ...LOSSES.map((loss): Claim => ({
      claim:
        `${loss} loss, invariant updates: the recomputed tree has no higher a progressive cost than the static one, on ` +
        'every set',
      cases: sets.map((dataset) => noHigher(lines, dataset, loss, STATIC, progressiveCost)),
      figure: STEPS,
      tried: TRIED,
    })),
    ...Object.entries(TREE_ERRORS).map(([dataset, bound]) => boundClaim(lines, dataset, bound)),
    {
      claim: 'logistic loss: the recomputed tree has no higher a test error than one against all, on every set',
      cases: sets.map((dataset) => noHigher(lines, dataset, 'logistic', 'one-against-all', testError)),
      figure: ERRORS,
      tried: TRIED,
    },
    withinLabelsClaim(lines),
    staticOverrunsClaim(lines),
    ...LOSSES.map((loss) => rangeClaim(lines, sets, loss)),
  ];
}

/** The recomputed tree less the other method, each at the step size of its lowest validation error, order by order. */
function noHigher(lines: readonly Line[], dataset: string, loss: Line['loss'], method: Method, quantity: Quantity): Case {
  const [tree, other] = [RECOMPUTED, method].map((each) => bestOf(lines, dataset, each as Method, loss, quantity));
  return {
    what: dataset,
    ...meanDifference(tree, other, 'orders'),
    unit: 'points',
    criterion: { atMost: 0 },
    compared: { of: [mean(tree), mean(other)], unit: 'percent' },
  };
}

function boundClaim(lines: readonly Line[], dataset: string, bound: number): Claim {
  return {
    claim:
      `${dataset}: the recomputed tree with logistic loss and invariant updates has a test error of at most ` + percent(bound),
    cases: lines.some((line) => line.dataset === dataset)
      ? [
          {
            what: '',
            ...meanOver(bestOf(lines, dataset, RECOMPUTED, 'logistic', testError), 'orders'),
            unit: 'percent',
            criterion: { atMost: bound },
          },
        ]
      : [],
    sets: [dataset],
    figure: ERRORS,
    tried: `${TRIED} The bound comes from another cut of the set.`,
  };
}

/** The largest share of matches that invariant updates carry over their labels, of all runs. */
function carriedOver(lines: readonly Line[], method: Parameters<typeof shares>[1], criterion: Criterion): Case[] {
  const found = shares(lines, method, 'invariant');
  if (found.length === 0) return [];
  const what = `largest share of matches carried over, of ${found.length} runs:`;
  return [{ what, ...exactly(Math.max(...found), DETERMINISTIC), unit: 'percent', criterion }];
}

function withinLabelsClaim(lines: readonly Line[]): Claim {
  return {
    claim:
      'Recomputed, and with invariant updates, no match is ever carried over its label (hinge and squared loss, all step sizes)',
    cases: carriedOver(lines, RECOMPUTED, { atMost: 0 }),
    figure: OVERRUNS,
    tried: 'Every match of every run was counted.',
  };
}

function staticOverrunsClaim(lines: readonly Line[]): Claim {
  return {
    claim: 'Without recomputation matches are carried over their labels even with invariant updates',
    cases: carriedOver(lines, STATIC, { above: 0 }),
    figure: OVERRUNS,
    tried: 'Every match of every run was counted.',
  };
}

function rangeClaim(lines: readonly Line[], sets: readonly string[], loss: Line['loss']): Claim {
  return {
    claim: `${loss} loss: the recomputed tree has more good step sizes with invariant updates than with naive ones, on every set`,
    cases: sets.map((dataset) => {
      const [invariant, naive] = goodByOrder(lines, dataset, loss, ['invariant', 'naive']);
      return {
        what: dataset,
        ...meanDifference(invariant, naive, 'orders'),
        unit: 'difference',
        criterion: { above: 0 },
        compared: { of: [mean(invariant), mean(naive)], unit: 'tenths' },
      };
    }),
    figure: STEPS,
    tried: `${TRIED} Good is a progressive cost of at most ${GOOD_LOSS} times the lowest, order by order.`,
  };
}

/** Of each update, how many step sizes are good with each order: the lowest cost is that of the order, of all updates. */
function goodByOrder(lines: readonly Line[], dataset: string, loss: Line['loss'], updates: readonly Update[]): number[][] {
  const costs = updates.map((update) =>
    (lineOf(lines, dataset, RECOMPUTED, loss, update)?.settings ?? []).map(({ failures, measurements, cells }) =>
      failures.length > 0 ? cells.map(() => Infinity) : measurements.map(progressiveCost),
    ),
  );
  const orders = costs[0][0] ?? [];
  return costs.map((own) =>
    orders.map((_, order) => {
      const goal = GOOD_LOSS * Math.min(...costs.flat().map((each) => each[order]));
      return own.filter((each) => each[order] <= goal && each[order] < Infinity).length;
    }),
  );
}

/** At the step size that stands for the line, with invariant updates, order by order; Infinity where every step size failed. */
function bestOf(lines: readonly Line[], dataset: string, method: Method, loss: Line['loss'], quantity: Quantity): number[] {
  const best = lineOf(lines, dataset, method, loss, 'invariant')?.best;
  return best === undefined ? [Infinity] : best.measurements.map(quantity);
}

/** Share of matches overrun in every run that counted them. */
function shares(lines: readonly Line[], method: (typeof TREES)[number], update: Line['update']): number[] {
  return lines
    .filter((line) => line.method === method && line.update === update)
    .flatMap(({ settings }) => settings.flatMap(({ measurements }) => measurements.flatMap(({ overruns }) => overruns ?? [])));
}
