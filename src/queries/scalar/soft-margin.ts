import { knobRecipe } from '../query.ts';
import { exp, log } from '../../numerics/elementary.ts';

/** More widths than exponentials and logarithms are rounded by. */
const MARGIN = 1e-9;

/**
 * Soft margin sampling: p = exp(-|p - threshold| / width); k <= 1: p = 1.
 *
 * Margin sampling that never stops asking: every label keeps a probability above 0 (at least 5e-324 where the exponential
 * underflows), so that nothing is biased. Unbiased; reads
 * the prediction. The width is in units of the prediction: at that distance a label is bought with the probability 1/e. It suits
 * every loss with classes; a budget finds the width by itself (queries/pacer.ts). Useful range: a tenth to once the typical
 * size of a prediction.
 *
 * Source: the Boltzmann form of margin sampling, customary; measured in the study budget-frontier.
 *
 * @example
 * queries['soft-margin']({ width: 2 }).unbiased // => true
 */
export const softMargin = knobRecipe(
  'soft-margin',
  { reads: 'prediction' },
  { width: { above: 0, default: 1, asks: 'more', meaning: 'distance from the threshold at which 1/e of the labels are bought' } },
  () =>
    ({ time, distance }, knob) =>
      time <= 1 ? 1 : Math.max(Number.MIN_VALUE, exp(-distance / knob)),
  (p) => {
    const widths = log(1 / p) + MARGIN;
    return ({ time, distance }, knob) => time > 1 && distance > widths * knob;
  },
);
