import type { Loss } from '../../losses/loss.ts';
import { ClassMeasures } from './class-measures.ts';
import { ProgressiveValidation } from './progressive.ts';

/** Progressive validation, bit for bit, that keeps account of both classes too: for whoever shows its error. */
export class TwoClassValidation extends ProgressiveValidation {
  #classes: ClassMeasures | undefined;
  /** Labels of a loss that takes any number are classes as long as they are -1 and +1. */
  readonly #mayBeNumbers: boolean;

  /** `classes`: the account to go on with; absent: one of its own. */
  constructor(loss: Loss, labels: Float64Array, importances?: Float64Array, classes?: ClassMeasures) {
    super(loss, labels, importances);
    this.#classes = loss.threshold === undefined ? undefined : (classes ?? new ClassMeasures(loss));
    this.#mayBeNumbers = loss.labels === 'real';
  }

  /** undefined where there are none: the loss predicts no classes, or labels are numbers. */
  get classes(): ClassMeasures | undefined {
    return this.#classes;
  }

  override score(i: number, p: number, y: number, h: number, loss?: number): void {
    super.score(i, p, y, h, loss);
    if (this.#mayBeNumbers && Math.abs(y) !== 1) this.#classes = undefined;
    this.#classes?.record(p, y, h);
  }
}
