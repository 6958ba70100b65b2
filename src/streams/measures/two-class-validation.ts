import type { Loss } from '../../losses/loss.ts';
import { ClassMeasures } from './class-measures.ts';
import { ProgressiveValidation } from './progressive.ts';

/** Progressive validation, bit for bit, that keeps account of both classes too: for whoever shows its error. */
export class TwoClassValidation extends ProgressiveValidation {
  /** undefined where the loss predicts no classes. */
  readonly classes: ClassMeasures | undefined;

  /** `classes`: the account to go on with; absent: one of its own. */
  constructor(loss: Loss, labels: Float64Array, importances?: Float64Array, classes?: ClassMeasures) {
    super(loss, labels, importances);
    this.classes = loss.threshold === undefined ? undefined : (classes ?? new ClassMeasures(loss));
  }

  override score(i: number, p: number, y: number, h: number): void {
    super.score(i, p, y, h);
    this.classes?.record(p, y, h);
  }
}
