// @ts-check
import { knobRecipe } from 'iwal/queries';

/** Far from the threshold the square leaves the numbers, and a label that is never bought would bias the sample. */
const LEAST = 1e-100;

/** `asks` makes it the knob: a larger width never asks less, so that a budget can set it. */
const parameters = /** @type {const} */ ({
  width: { above: 0, default: 1, asks: 'more', meaning: 'distance at which every second label is bought' },
});

/** A query rule of one's own: the probability of buying a label falls with the square of the distance from the threshold. */
export const cauchy = knobRecipe(
  'cauchy',
  { reads: 'prediction' },
  parameters,
  () =>
    ({ distance }, width) =>
      Math.max(LEAST, 1 / (1 + (distance / width) ** 2)),
);

/** @type {import('iwal/specs').OwnParts} */
const parts = { queries: { cauchy } };
export default parts;
