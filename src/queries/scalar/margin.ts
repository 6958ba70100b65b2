import { type PredictionSituation, knobRecipe, type DeclaredTraits } from '../query.ts';

/** What rules that ask within a width alone have in common. */
export const withinAWidth: DeclaredTraits<'prediction'> = { reads: 'prediction', unbiased: false };

/**
 * Margin sampling: p = 1 while |p - threshold| < width, else 0; k <= 1: p = 1.
 *
 * Biased: examples beyond the width are not learned from, so a wrong prediction there is not corrected and no importance makes
 * up for it; where the first steps lead beyond it everywhere, nothing is ever asked again: a warm-up (queries/warmed-up.ts)
 * prevents that. With a floor (queries/query.ts) it becomes unbiased. Reads the prediction. The width is in units of the
 * prediction; useful range: a tenth to once its typical size.
 *
 * Source: Lewis & Gale, A sequential algorithm for training text classifiers (1994), with a fixed threshold for a stream.
 *
 * @example
 * queries.margin({ width: 0.5 }).unbiased // => false
 */
export const margin = knobRecipe(
  'margin',
  withinAWidth,
  { width: { above: 0, default: 1, asks: 'more', meaning: 'distance from the threshold within which labels are bought' } },
  () => within((_k, knob) => knob),
);

/** The probability of margin sampling with a width that depends on k and on a knob. */
export function within(widthAt: (k: number, knob: number) => number): (situation: PredictionSituation, knob: number) => number {
  return ({ time, distance }, knob) => (time <= 1 || distance < widthAt(time, knob) ? 1 : 0);
}
