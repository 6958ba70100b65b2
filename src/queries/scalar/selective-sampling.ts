import { knobRecipe } from '../query.ts';

/**
 * Selective sampling: p = b / (b + |p - threshold|); a bought label is learned, with the importance of its row, only where the
 * prediction was wrong.
 *
 * Biased on purpose: its mistake bound is that of a perceptron which sees every label, and holds without importance weights.
 * Sums and errors of the bought sample estimate nothing; do not audit them. Reads the prediction. b is in units of the
 * prediction: half the labels are bought at the distance b. Useful range: 0.01 … 1.
 *
 * Source: Cesa-Bianchi, Gentile & Zaniboni, Worst-case analysis of selective sampling for linear classification (2006),
 * with any loss in place of the perceptron's.
 */
export const selectiveSampling = knobRecipe(
  'selective-sampling',
  { reads: 'prediction', weighting: 'one-on-mistakes', unbiased: false },
  { b: { above: 0, default: 0.1, asks: 'more', meaning: 'distance from the threshold at which half of the labels are bought' } },
  () =>
    ({ distance }, knob) =>
      knob / (knob + distance),
);
