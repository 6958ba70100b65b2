import { plural } from '../../src/numerics/display.ts';

/** How scikit-learn gets its labels. */
export type Rival = 'uncertainty' | 'random' | 'all';

/** Its errors as rivals.py stores them: a test error and a balanced one a seed, by set, and by "random 100", "uncertainty 5%" or "all". */
interface Stored {
  readonly of: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, Readonly<Partial<Record<string, readonly (readonly number[])[]>>>>>;
}

/** The model of scikit-learn, for protocols of reports. */
export const RIVAL_MODEL =
  'scikit-learn: logistic regression, C by 5-fold cross-validation over ten values, features standardised over the pool (sparse ' +
  'texts as they are)';
/** How it gets its labels. */
export const RIVAL_LABELS =
  'labels at random, or in ten batches, the first at random, the others those that the model is least sure of in the whole pool';

/** Errors of scikit-learn that a file stores. */
export class Rivals {
  readonly #stored: Stored;

  constructor(stored: Stored) {
    this.#stored = stored;
  }

  /** Test errors, or balanced ones (field 1), one a seed; none where it did not run. */
  errors(set: string, how: Rival, budget?: number | string, field = 0): number[] {
    const key = budget === undefined ? how : `${how} ${budget}`;
    return (this.#stored.errors[set][key] ?? []).map((each) => each[field]);
  }

  /** "Its numbers are stored: scikit-learn 1.2.1, numpy 1.24.2, 3 seeds a set and budget, by experiments/support/rivals.py." */
  origin(sets: readonly string[], budgets: readonly (number | string)[]): string {
    const versions = Object.entries(this.#stored.of).map(([name, version]) => `${name} ${version}`);
    const counts = sets
      .flatMap((set) => budgets.map((budget) => this.errors(set, 'uncertainty', budget).length))
      .filter((n) => n > 0);
    const [few, most] = [Math.min(...counts), Math.max(...counts)];
    const seeds = few === most ? plural(few, 'seed') : `${few} to ${most} seeds`;
    const runs = counts.length === 0 ? [] : [`${seeds} a set and budget`];
    return `Its numbers are stored: ${[...versions, ...runs].join(', ')}, by experiments/support/rivals.py.`;
  }
}
