import { expectile } from './expectile.ts';
import { exponential } from './exponential.ts';
import { hellinger } from './hellinger.ts';
import { hinge } from './hinge.ts';
import { huber } from './huber.ts';
import { logarithmic } from './logarithmic.ts';
import { logistic } from './logistic.ts';
import { poisson } from './poisson.ts';
import { quantile } from './quantile.ts';
import { smoothedHinge } from './smoothed-hinge.ts';
import { squaredHinge } from './squared-hinge.ts';
import { squared } from './squared.ts';

/**
 * The losses, by the names that specs and the command line use. Those with parameters are recipes, which tell each
 * parameter's meaning, legal range and default: `losses.huber({ delta: 2 })`, `losses.huber.parameters.delta`.
 */
export const losses = {
  squared,
  logistic,
  hinge,
  quantile,
  exponential,
  logarithmic,
  hellinger,
  poisson,
  'squared-hinge': squaredHinge,
  'smoothed-hinge': smoothedHinge,
  huber,
  expectile,
};
