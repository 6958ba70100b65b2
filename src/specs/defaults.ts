import type { Pace } from '../queries/pacer.ts';
import type { Percentage } from './choices.ts';

/**
 * What stands where nobody says anything: for the command line and for the axes of a study alike.
 *
 * The learner needs no step size. The rule has a knob that the budget sets. The studies `defaults` and `budget-frontier` say how
 * they do on sets that had no part in choosing them.
 */
export const DEFAULTS = {
  loss: 'logistic',
  update: 'invariant',
  optimizer: 'normalized-adaptive',
  query: 'soft-margin',
} as const;

/** The budget of a run that names neither a budget nor a knob. */
export const DEFAULT_BUDGET: Percentage = '10%';

/** What goes with a budget that sets the knob. */
export const PACED_DEFAULTS: { readonly pace: Pace; readonly warmUp: number; readonly temper: number } = {
  pace: { window: 250, decay: 0 },
  warmUp: 10,
  temper: 0,
};

/** The pace of runs that learn nothing, of guesses and of numbers: they need no labels to begin with, and the first row is met as all others are. */
export const UNLEARNED_PACE: Pace = { ...PACED_DEFAULTS.pace, current: true };

/** Added to the pace of runs whose questions are asked before the answers to earlier ones have come: their model may know nothing yet. */
export const LATE_PACE = { ties: 'even' } as const satisfies Partial<Pace>;

/** The factor of refits, where the budget sets the knob of a rule that goes by the prediction: for the command line alone. */
export const DEFAULT_REFIT = 1.2;
/**
 * What explore is beside it, where no certificate ends the run: a model that is fitted anew needs less of what is spread evenly, which
 * the study `final-fit` has chosen.
 */
export const DEFAULT_EXPLORE = 0.05;

/**
 * What labels are for, and the share a of them that is spread evenly: the model alone; both, with the smallest a that makes no interval
 * more than 1.3 times as wide as that of as many random labels (at most a^-1/2, for p >= a B/N; 1.3^-2 = .59); or above all estimates, of
 * shares of classes and errors: of all rows, or of each of several groups.
 */
export const PURPOSES: Readonly<Record<string, number | undefined>> = {
  model: undefined,
  both: 0.6,
  estimate: 0.8,
  'worst-group': 0.8,
};
/** What `both` was in earlier versions: a session that began with it goes on. */
export const BOTH_BEFORE = 0.33;

/**
 * What explore is of a rule whose every row is alike: its labels are spread evenly but for a tenth, with which the pace makes up for coins
 * that fell too often or too seldom. Intervals of 100 labels of spambase were 16.7 points wide instead of 22.2 with a fifth, and a run
 * ended after 98% of the rows; with all of it after 89%.
 */
export const EVEN_EXPLORE: Readonly<Record<string, number | undefined>> = { random: 0.9 };

/** The rule of runs that judge guesses, and their share of the budget that is spread evenly. */
export const GUESS_DEFAULTS = { ...DEFAULTS, query: 'mistake', explore: 0.8 } as const;

/** Of runs that ask for numbers. */
export const NUMBER_DEFAULTS = { ...DEFAULTS, query: 'random', loss: 'squared' } as const;

/** The model that a run of the command line ends with. */
export const DEFAULT_FINAL = 'best';

/** Step sizes that no optimizer presumes to know. */
export const STAND_INS: Readonly<Record<string, number>> = { eta0: 1, alpha: 1, gamma: 1 };
