import { clip } from '../numerics/elementary.ts';

/** A step size in ln(knob) to begin the search for a bracket with. */
const STEP = 0.5;
/** Knobs stay within e^-690 and e^690: both are normal numbers, and so are their inverses. */
export const FARTHEST = 690;
/** The cost is met to one part in 200, or the knob to one in 1,000: one purchase changes the wanted cost by more. */
const CLOSE = 0.005;
const FINE = 1e-3;

/** The ln of the knob at which `cost`, which rises with it, is about what is wanted, by false position from `start`; at most `highest`. */
export function knobFor(cost: (logKnob: number) => number, wanted: number, start: number, highest: number): number {
  let low = start;
  let atLow = cost(low) - wanted;
  if (Math.abs(atLow) <= CLOSE * wanted) return low;
  let high = low;
  let atHigh = atLow;
  for (let step = STEP; atLow > 0 && low > -FARTHEST; step *= 2) {
    [high, atHigh] = [low, atLow];
    low = Math.max(-FARTHEST, low - step);
    atLow = cost(low) - wanted;
  }
  for (let step = STEP; atHigh < 0 && high < highest; step *= 2) {
    [low, atLow] = [high, atHigh];
    high = Math.min(highest, high + step);
    atHigh = cost(high) - wanted;
  }
  while (atLow < 0 && atHigh > 0 && high - low > FINE) {
    const share = clip(atLow / (atLow - atHigh), 0.1, 0.9);
    const middle = low + share * (high - low);
    const there = cost(middle) - wanted;
    if (there < 0) [low, atLow] = [middle, there];
    else [high, atHigh] = [middle, there];
    if (Math.abs(there) <= CLOSE * wanted) break;
  }
  return Math.abs(atLow) < Math.abs(atHigh) ? low : high;
}
