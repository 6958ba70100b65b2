// @ts-check
/** A query rule of one's own: the probability of buying a label falls with the square of the distance from the threshold. */
import { recipe } from 'iwal/numerics';
import { knobRule } from 'iwal/queries';

/** `asks: 'more'` makes it the knob: a larger width never asks less, so that a budget can set it. */
const width = /** @type {const} */ ({
  above: 0,
  default: 1,
  asks: 'more',
  meaning: 'distance at which every second label is bought',
});

export const cauchy = recipe('cauchy', { width }, ({ width: value }) =>
  knobRule('cauchy', 'prediction', value, width, ({ distance }, w) => 1 / (1 + (distance / w) ** 2)),
);

/** @type {import('iwal/specs').OwnParts} */
const parts = { queries: { cauchy } };
export default parts;
