import { knobRecipe } from '../query.ts';
import { within, withinAWidth } from './margin.ts';

/**
 * Margin sampling with a width that shrinks: p = 1 while |p - threshold| < scale / sqrt k, else 0; k <= 1: p = 1.
 *
 * 1 / sqrt k is the rate at which predictions of a stochastic gradient method settle. Biased, as margin.ts says. Reads the
 * prediction. The scale is the width it would have at k = 1; useful range: 10 … 300.
 *
 * Source: that of margin.ts; the schedule is customary rather than derived.
 */
export const shrinkingMargin = knobRecipe(
  'shrinking-margin',
  withinAWidth,
  { scale: { above: 0, default: 100, asks: 'more', meaning: 'distance within which labels are bought, times sqrt k' } },
  () => within((k, knob) => knob / Math.sqrt(k)),
);
