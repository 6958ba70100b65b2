import { DEFAULTS, DEFAULT_EXPLORE, DEFAULT_FINAL, DEFAULT_REFIT, PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { plural } from '../../src/numerics/display.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { type Cell, type GridOf, parseCell } from '../../src/studies/cells/cell.ts';
import { errorsOn } from '../support/default-sets.ts';
import { bySeed } from '../support/seeded.ts';
import { SEVERAL } from './sets.ts';

/** What a setting says besides the learner, the set, the budget and the seed. */
export type Variation = Partial<GridOf<'active'>>;

export const BUDGETS = [100, 200, 500, 1000];

const LEARNER = { loss: { name: DEFAULTS.loss }, update: DEFAULTS.update, optimizer: { name: DEFAULTS.optimizer } } as const;
const PACED: Variation = { ...PACED_DEFAULTS, final: DEFAULT_FINAL };
const REFITTED: Variation = { ...PACED, query: { name: DEFAULTS.query }, refit: DEFAULT_REFIT };

/** Shares of the budget that are spread evenly, from the largest. */
export const EXPLORES = [0.1, 0.05, 0.02];
export const DEFAULT = 'command line default';
export const RANDOM = 'random, fitted';
/** The same labels, bought by a model that learns online: how the run ends. */
export const [BEST, FIT, ONLINE] = ['no refits, best', 'no refits, fit', 'no refits, online'];

/** On every set and at every budget. */
export const SETTINGS: Readonly<Record<string, Variation>> = {
  [DEFAULT]: { ...REFITTED, explore: DEFAULT_EXPLORE },
  [BEST]: { ...PACED, query: { name: DEFAULTS.query }, explore: DEFAULT_EXPLORE },
  [FIT]: { ...PACED, query: { name: DEFAULTS.query }, explore: DEFAULT_EXPLORE, final: 'fit' },
  [ONLINE]: { ...PACED_DEFAULTS, query: { name: DEFAULTS.query }, explore: DEFAULT_EXPLORE },
  [RANDOM]: { ...PACED, query: { name: 'random' } },
};

/** What the share that is spread evenly is chosen from: a name a value. */
export const SPREAD: Readonly<Record<string, Variation>> = Object.fromEntries(
  EXPLORES.map((explore) => [`explore ${explore}`, { ...REFITTED, explore }]),
);

/** What the rule is chosen from; rules that read the importance to flip ask with the model that learns online. */
export const RULES: Readonly<Record<string, Variation>> = {
  'soft-margin': SETTINGS[DEFAULT],
  margin: { ...REFITTED, query: { name: 'margin' }, explore: DEFAULT_EXPLORE },
  'variance-aware': { ...PACED, query: { name: 'variance-aware' }, explore: DEFAULT_EXPLORE },
  'iwal-cal': { ...PACED, query: { name: 'iwal-cal' }, explore: DEFAULT_EXPLORE },
};

/** How often the rows of a pool are met, from the fewest. */
export const ROUNDS = [1, 2, 5];

/** What the number of rounds is chosen from. */
export const MEETINGS: Readonly<Record<string, Variation>> = Object.fromEntries(
  ROUNDS.map((rounds) => [plural(rounds, 'round'), rounds === 1 ? SETTINGS[DEFAULT] : { ...SETTINGS[DEFAULT], rounds }]),
);

/** Where these are chosen, and with how many seeds at most. */
export const CHOOSING = { budgets: [200, 1000], seeds: 3 } as const;

/** Every label. */
export const ALL: Variation = { query: { name: 'passive' }, final: DEFAULT_FINAL };

const runOf = bySeed(parseRunSpec);
const classesRunOf = bySeed((run) => parseCell({ kind: 'active-classes', dataset: '', run }).run);

/** One run; `budget` is absent where every label is bought. */
export function cellOf(dataset: string, variation: Variation, seed: number, budget?: number): Cell {
  const paced = budget === undefined ? {} : { budget };
  const run = { ...LEARNER, ...variation, ...paced, coins: 'pool', perDecade: 1, seed } as const;
  if (SEVERAL.includes(dataset))
    return { kind: 'active-classes', dataset, run: classesRunOf({ reduction: 'one-against-all', ...run }) } as Cell;
  return { kind: 'active', dataset, run: { ...runOf(run), ...errorsOn(dataset) } };
}
