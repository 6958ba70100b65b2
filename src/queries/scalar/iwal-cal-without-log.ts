import { disagreementProbability, iwalCal } from './iwal-cal.ts';
import { errorRateGap, knobRecipe } from '../query.ts';

const parameters = { ...iwalCal.parameters, mellowness: { ...iwalCal.parameters.mellowness, default: 1e-4 } };

/**
 * IWAL-CAL with eps = C0 / (k - 1) instead of C0 ln k / (k - 1): the deviation without the union bound over time.
 *
 * Everything else is iwal-cal's (equation, constants, k <= 1: p = 1). At the same mellowness it asks less, the more so the longer
 * the stream. Unbiased; reads the flip. Useful mellowness: 1e-7 … 1e-1.
 *
 * Source: a practical variant of Beygelzimer, Hsu, Langford & Zhang (2010); no theorem covers it.
 */
export const iwalCalWithoutLog = knobRecipe(
  'iwal-cal-without-log',
  { reads: 'flip' },
  parameters,
  ({ c1, c2 }) =>
    (situation, mellowness) => {
      const k = situation.time;
      return k <= 1 ? 1 : disagreementProbability(errorRateGap(situation), mellowness / (k - 1), c1, c2);
    },
);
