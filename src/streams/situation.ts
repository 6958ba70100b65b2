import type { Filled } from '../queries/past-situations.ts';
import type { Situation } from '../queries/query.ts';

/**
 * A situation in the hands of a rule: it shows the fields of another one and takes none. Writing to one throws a TypeError, in
 * JavaScript as well, where no compiler says so first; otherwise a rule could turn back the loop's clock.
 */
export class SituationView implements Situation {
  readonly #shown: Filled;

  constructor(shown: Filled) {
    this.#shown = shown;
  }

  get time(): number {
    return this.#shown.time;
  }

  get rowImportance(): number {
    return this.#shown.rowImportance;
  }

  get prediction(): number {
    return this.#shown.prediction;
  }

  get distance(): number {
    return this.#shown.distance;
  }

  get sensitivity(): number {
    return this.#shown.sensitivity;
  }

  get weightToFlip(): number {
    return this.#shown.weightToFlip;
  }

  get errorRate(): number {
    return this.#shown.errorRate;
  }

  get queries(): number {
    return this.#shown.queries;
  }

  get labelsLeft(): number {
    return this.#shown.labelsLeft;
  }
}
