import type { Dataset } from '../../rows/dataset.ts';
import { classesOf, type LabelKind, LEGAL_LABELS, type Loss } from '../../losses/loss.ts';
import { SpecError } from '../choices.ts';

/** Whether the labels are those of two classes, -1 and +1. */
export function hasClasses({ labels }: Dataset): boolean {
  return firstUnlike(labels, 'sign') === labels.length;
}

/**
 * The labels of a dataset as this loss reads them, classes as its classes. Which task a dataset is follows from its labels alone:
 * two classes where all are -1 or +1, else numbers.
 *
 * @throws SpecError where the loss cannot read them.
 */
export function labelsFor(loss: Loss, dataset: Dataset): Float64Array {
  if (loss.labels === 'unit' && hasClasses(dataset)) {
    const { negative, positive } = classesOf(loss);
    return dataset.labels.map((y) => (y > 0 ? positive : negative));
  }
  requireLabels(dataset, loss.labels, `loss '${loss.name}'`);
  return dataset.labels;
}

/**
 * Labels as one loss reads them, as another one does: classes as its classes, where their kinds differ. Both have to predict
 * classes then.
 */
export function labelTranslation(from: Loss, to: Loss): (label: number) => number {
  if (from.labels === to.labels) return (label) => label;
  const { negative, positive } = classesOf(to);
  return (label) => (label > from.threshold! ? positive : negative);
}

/** Throws SpecError unless the labels are two classes and the loss predicts classes. */
export function requireClasses(loss: Loss, dataset: Dataset): void {
  if (loss.threshold === undefined)
    throw new SpecError(`loss '${loss.name}' predicts no classes, and active learning is about two`);
  requireLabels(dataset, 'sign', 'active learning');
}

function requireLabels({ name, labels }: Dataset, kind: LabelKind, taker: string): void {
  const found = firstUnlike(labels, kind);
  if (found < labels.length)
    throw new SpecError(
      `${taker} takes labels that are ${LEGAL_LABELS[kind].words}; that of row ${found + 1} of '${name}' is ${labels[found]}`,
    );
}

/**
 * Where the first label is that is not of the kind; their number where there is none. For every cell of a sweep it looks at all labels:
 * one that equals either of the last two looked up is of the kind, so that two classes are looked up twice. Both are compared, for
 * which of them a label is cannot be foreseen by a processor.
 */
function firstUnlike(labels: Float64Array, kind: LabelKind): number {
  const { includes } = LEGAL_LABELS[kind];
  let one = NaN;
  let other = NaN;
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i];
    if (Number(label !== one) & Number(label !== other)) {
      if (!includes(label)) return i;
      other = one;
      one = label;
    }
  }
  return labels.length;
}
