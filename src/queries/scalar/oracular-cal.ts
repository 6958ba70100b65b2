import { isInDoubt, regionParameters } from './disagreement-region.ts';
import { knobRecipe } from '../query.ts';

/**
 * Oracular-CAL: p = 1 inside the disagreement region, and outside it the predicted label is learned as if it had been bought.
 *
 * Biased towards the hypothesis it follows: outside the region that one is right by decree, which costs nothing where the
 * region holds every good hypothesis. Reads the flip; losses whose labels are classes only. The knob is C0 of
 * disagreement-region.ts; useful range: 0.01 … 8. Far below, a few first labels that agree leave nothing in doubt, and it goes on
 * to learn from itself alone.
 *
 * Source: Hsu, Algorithms for active learning (2010), with the region of Huang, Agarwal, Hsu, Langford & Schapire (2015).
 */
export const oracularCal = knobRecipe(
  'oracular-cal',
  { reads: 'flip', whenImplied: 'learn-prediction', unbiased: false },
  regionParameters,
  () => (situation, knob) => (isInDoubt(situation, knob) ? 1 : 0),
);
