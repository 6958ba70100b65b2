import type { Claim } from '../../src/studies/results/claims.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { percent, points } from '../support/numbers.ts';
import {
  differenceOf,
  lineOf,
  LOSSES,
  meanOf,
  type METHODS,
  progressiveCost,
  RATES,
  rateOf,
  testError,
  type TREES,
  UPDATES,
  type Line,
} from './settings.ts';

export const ERRORS = 'errors.png';
export const STEPS = 'step-sizes.png';
export const OVERRUNS = 'overruns.png';

const RECOMPUTED = 'scoring-filter-tree';
const STATIC = 'static-scoring-filter-tree';
/** Test errors measured before the study was written, on other cuts of the sets. */
const BOUNDS = { pendigits: 0.096, letter: 0.385 } as const;
/** A good step size: progressive cost at most so many times the lowest of both updates. */
const GOOD = 1.1;
const TRIED = `The grid of the study is all that was tried: ${RATES.length} step sizes for every method, loss and update.`;

/** What the study claims of each. */
export function claims(lines: readonly Line[], sets: readonly string[]): Claim[] {
  return [
    ...LOSSES.map((loss) => recomputedClaim(lines, sets, loss)),
    ...Object.entries(BOUNDS).map(([dataset, bound]) => boundClaim(lines, dataset, bound)),
    noHigherClaim(lines, sets),
    withinLabelsClaim(lines),
    staticOverrunsClaim(lines),
    ...LOSSES.map((loss) => rangeClaim(lines, sets, loss)),
  ];
}

/** Each at the step size of its lowest validation error. */
function recomputedClaim(lines: readonly Line[], sets: readonly string[], loss: Line['loss']): Claim {
  const pairs = sets.map((dataset) => ({
    dataset,
    recomputed: bestOf(lines, dataset, RECOMPUTED, loss, progressiveCost),
    fixed: bestOf(lines, dataset, STATIC, loss, progressiveCost),
  }));
  return {
    claim: `${loss} loss, invariant updates: the recomputed tree has no higher a progressive cost than the static one, on every set`,
    measured: pairs
      .map(
        ({ dataset, recomputed, fixed }) =>
          `${dataset} ${percent(recomputed, 3)} against ${percent(fixed, 3)}${paired(lines, dataset, loss, STATIC, progressiveCost)}`,
      )
      .join('; '),
    holds: pairs.length === 0 ? 'not measured' : pairs.every(({ recomputed, fixed }) => recomputed <= fixed),
    figure: STEPS,
    tried: TRIED,
  };
}

function boundClaim(lines: readonly Line[], dataset: string, bound: number): Claim {
  const found = LOSSES.map((loss) => ({ loss, error: bestOf(lines, dataset, RECOMPUTED, loss, testError) }));
  const { error } = found[0];
  return {
    claim: `${dataset}: the recomputed tree with logistic loss and invariant updates has a test error of at most ${percent(bound)}`,
    measured: found.map(({ loss, error: each }) => `${loss} ${percent(each, 2)}`).join(', '),
    holds: lines.some((line) => line.dataset === dataset) ? error <= bound : 'not measured',
    figure: ERRORS,
    tried: `${TRIED} The bound comes from another cut of the set.`,
  };
}

function noHigherClaim(lines: readonly Line[], sets: readonly string[]): Claim {
  const pairs = sets.map((dataset) => ({
    dataset,
    tree: bestOf(lines, dataset, RECOMPUTED, 'logistic', testError),
    all: bestOf(lines, dataset, 'one-against-all', 'logistic', testError),
  }));
  return {
    claim: 'logistic loss: the recomputed tree has no higher a test error than one against all, on every set',
    measured: pairs
      .map(
        ({ dataset, tree, all }) =>
          `${dataset} ${percent(tree, 2)} against ${percent(all, 2)}${paired(lines, dataset, 'logistic', 'one-against-all', testError)}`,
      )
      .join('; '),
    holds: pairs.length === 0 ? 'not measured' : pairs.every(({ tree, all }) => tree <= all),
    figure: ERRORS,
    tried: TRIED,
  };
}

function withinLabelsClaim(lines: readonly Line[]): Claim {
  const [invariant, naive] = [shares(lines, RECOMPUTED, 'invariant'), shares(lines, RECOMPUTED, 'naive')];
  return {
    claim:
      'Recomputed, and with invariant updates, no match is ever carried over its label (hinge and squared loss, all step sizes)',
    measured: `in ${invariant.filter((share) => share > 0).length} of ${invariant.length} runs; with naive updates in ${naive.filter((share) => share > 0).length} of ${naive.length}, up to ${percent(Math.max(0, ...naive))} of the matches of a run`,
    holds: invariant.length === 0 ? 'not measured' : invariant.every((share) => share === 0),
    figure: OVERRUNS,
    tried: 'Every match of every run was counted.',
  };
}

function staticOverrunsClaim(lines: readonly Line[]): Claim {
  const found = shares(lines, STATIC, 'invariant');
  return {
    claim: 'Without recomputation matches are carried over their labels even with invariant updates',
    measured: `in ${found.filter((share) => share > 0).length} of ${found.length} runs; mean share of matches ${percent(found.length === 0 ? 0 : mean(found), 3)}, at most ${percent(Math.max(0, ...found), 2)}`,
    holds: found.length === 0 ? 'not measured' : found.some((share) => share > 0),
    figure: OVERRUNS,
    tried: 'Every match of every run was counted.',
  };
}

function rangeClaim(lines: readonly Line[], sets: readonly string[], loss: Line['loss']): Claim {
  const good = sets.map((dataset) => {
    const own = UPDATES.map((update) => lineOf(lines, dataset, RECOMPUTED, loss, update)?.settings ?? []);
    const lowest = Math.min(...own.flat().map((setting) => meanOf(setting, progressiveCost)));
    const [naive, invariant] = own.map(
      (settings) => settings.filter((setting) => meanOf(setting, progressiveCost) <= GOOD * lowest).map(rateOf).length,
    );
    return { dataset, naive, invariant };
  });
  return {
    claim: `${loss} loss: the recomputed tree has more good step sizes with invariant updates than with naive ones, on every set`,
    measured: good
      .map(({ dataset, naive, invariant }) => `${dataset} ${invariant} against ${naive} of ${RATES.length}`)
      .join(', '),
    holds: good.length === 0 ? 'not measured' : good.every(({ naive, invariant }) => invariant > naive),
    figure: STEPS,
    tried: `${TRIED} Good is a progressive cost of at most ${GOOD} times the lowest.`,
  };
}

/** At the step size that stands for the line, with invariant updates. */
function bestOf(
  lines: readonly Line[],
  dataset: string,
  method: keyof typeof METHODS,
  loss: Line['loss'],
  quantity: Parameters<typeof meanOf>[1],
): number {
  const best = lineOf(lines, dataset, method, loss, 'invariant')?.best;
  return best === undefined ? Infinity : meanOf(best, quantity);
}

/** " (−1.30 points, 95% interval −1.52 to −1.08)": the recomputed tree less the other method, both with invariant updates, over seeds. */
function paired(
  lines: readonly Line[],
  dataset: string,
  loss: Line['loss'],
  method: keyof typeof METHODS,
  quantity: Parameters<typeof meanOf>[1],
): string {
  const best = (each: keyof typeof METHODS): Line['best'] => lineOf(lines, dataset, each, loss, 'invariant')?.best;
  const { value, low, high } = differenceOf(best(RECOMPUTED), best(method), quantity);
  return Number.isFinite(value) ? ` (${points(value)} points, 95% interval ${points(low)} to ${points(high)})` : '';
}

/** Share of matches overrun in every run that counted them. */
function shares(lines: readonly Line[], method: (typeof TREES)[number], update: Line['update']): number[] {
  return lines
    .filter((line) => line.method === method && line.update === update)
    .flatMap(({ settings }) => settings.flatMap(({ measurements }) => measurements.flatMap(({ overruns }) => overruns ?? [])));
}
