import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import { canonical } from '../../src/specs/hash.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import type { Setting } from '../../src/studies/results/results.ts';
import type { Size } from '../../src/studies/study.ts';
import { COMMAND_LINE, ONLINE_DEFAULT, pacedRun, type Variation } from '../support/default-run.ts';
import { WITHIN } from '../support/criteria.ts';
import { development, generated } from '../support/generated.ts';

/** Shares of the labels that a paced run is given; the three in the middle are those that the claims speak of. */
export const BUDGETS: readonly Percentage[] = ['1%', '3%', '4.5%', '10%', '20%', '40%'];

const ADA_GRAD: Variation = { loss: { name: 'hinge' }, update: 'invariant', optimizer: { name: 'ada-grad', eta0: 0.1 } };
const SOFT_MARGIN: Variation = { ...PACED_DEFAULTS, query: { name: 'soft-margin' } };

/** The rule and learner that the claims name; it was named before any of these runs. */
export const NAMED = 'soft-margin, paced';
/** The same learner, labels bought by equal probabilities. */
export const RANDOM = 'random sampling, paced';
/** The learner with the least error among those that learn 1/p. */
export const UNBIASED = 'soft-margin, paced, temper 1';
/** What the command line does when nobody says anything, but for the order: refits, and a model chosen at the end. */
export const DEFAULT = 'command line default';
/** Its learner alone: every label learned once, along the way. */
export const ONLINE = 'default learner, labels learned once';

/** Contestants by name; all of them keep p_min > 0 for every document. */
const CONTESTANTS: Readonly<Record<string, Variation>> = {
  [NAMED]: { ...ADA_GRAD, ...SOFT_MARGIN },
  [DEFAULT]: COMMAND_LINE,
  [ONLINE]: ONLINE_DEFAULT,
  [UNBIASED]: {
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'averaged', eta0: 256, power: 0.5 },
    ...SOFT_MARGIN,
    temper: 1,
  },
  [RANDOM]: { ...ADA_GRAD, ...PACED_DEFAULTS, query: { name: 'random' } },
};

/**
 * Rules that the same learner was given later, before any of them had run on the documents that are reported: development documents
 * choose between them and the named one (choice.ts).
 */
const LATER: Readonly<Record<string, Variation>> = {
  'variance-aware, paced': { ...ADA_GRAD, ...PACED_DEFAULTS, query: { name: 'variance-aware' } },
  'margin, paced': { ...ADA_GRAD, ...PACED_DEFAULTS, query: { name: 'margin' } },
};

/** Fits of more labels than a tenth of the full size take long. */
const DEFAULT_BUDGETS: Readonly<Record<Size, readonly Percentage[]>> = { default: BUDGETS, full: BUDGETS.slice(0, 4) };

/** What is chosen from. */
export const CANDIDATES: Readonly<Record<string, Variation>> = { [NAMED]: CONTESTANTS[NAMED], ...LATER };
/** What is chosen by: the budgets of the claims. */
export const CHOOSING: readonly Percentage[] = WITHIN.map(([budget]) => budget);

/** What was tried after the first run of those above, and is told as such; no claim names them. */
const AFTERWARDS: Readonly<Record<string, Variation>> = {
  'iwal-cal, paced (afterwards)': { ...ADA_GRAD, ...PACED_DEFAULTS, query: { name: 'iwal-cal' } },
  'soft-margin, paced, logistic (afterwards)': {
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'ada-grad', eta0: 0.25 },
    ...SOFT_MARGIN,
  },
};

/** All that runs on the documents that are reported. */
export const PACED: Readonly<Record<string, Variation>> = { ...CONTESTANTS, ...LATER, ...AFTERWARDS };

/** Adaptive learners for the best passive one to be chosen from, beside gradient descent. */
const ADAPTIVE: readonly Variation[] = [
  ...[0.05, 0.1, 0.15, 0.25, 0.5].flatMap((eta0) =>
    (['hinge', 'logistic'] as const).map((loss): Variation => ({
      loss: { name: loss },
      update: 'invariant',
      optimizer: { name: 'ada-grad', eta0 },
    })),
  ),
  ...[0.5, 2].map((eta0): Variation => ({
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'normalized-adaptive', eta0 },
  })),
];

/** Gives the setting of a paced run among settings, whatever its seeds. */
export function pacedAmong(settings: readonly Setting[]): (variation: Variation, budget: Percentage) => Setting | undefined {
  const byRun = new Map(settings.map((setting) => [canonical({ ...setting.run, seed: 0 }), setting]));
  return (variation, budget) => byRun.get(canonical({ ...pacedRun(variation, budget, 1), seed: 0 }));
}

/** The paced contestants at every budget, and the passive learners that they are held against. */
export function pacedCells(size: Size, seed: number): Cell[] {
  const { [DEFAULT]: plain, ...others } = PACED;
  const passive = ADAPTIVE.map((variation) => parseRunSpec({ ...variation, query: { name: 'passive' }, order: 'given', seed }));
  return [
    ...atEach({ [DEFAULT]: plain }, DEFAULT_BUDGETS[size], generated(seed), seed),
    ...atEach(others, BUDGETS, generated(seed), seed),
    ...passive.map((run): Cell => ({ kind: 'active', dataset: generated(seed), run })),
    ...atEach(CANDIDATES, CHOOSING, development(seed), seed),
  ];
}

function atEach(of: Readonly<Record<string, Variation>>, budgets: readonly Percentage[], dataset: string, seed: number): Cell[] {
  return Object.values(of).flatMap((variation) =>
    budgets.map((budget): Cell => ({ kind: 'active', dataset, run: pacedRun(variation, budget, seed) })),
  );
}
