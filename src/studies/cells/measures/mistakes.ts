import type { Loss } from '../../../losses/loss.ts';
import { isMistake } from '../../../streams/measures/progressive.ts';

/** Share of the rows whose predicted class is wrong, each with its importance. */
export class Mistakes {
  readonly #loss: Loss;
  readonly #labels: Float64Array;
  readonly #importances: Float64Array | undefined;
  #mistakes = 0;
  #mass = 0;

  /** labels: as the loss reads them. */
  constructor(loss: Loss, labels: Float64Array, importances: Float64Array | undefined) {
    this.#loss = loss;
    this.#labels = labels;
    this.#importances = importances;
  }

  /** Row i is predicted p. */
  record(i: number, p: number): void {
    const h = this.#importances === undefined ? 1 : this.#importances[i];
    if (isMistake(this.#loss, p, this.#labels[i])) this.#mistakes += h;
    this.#mass += h;
  }

  /** NaN before the first row. */
  get share(): number {
    return this.#mistakes / this.#mass;
  }
}
