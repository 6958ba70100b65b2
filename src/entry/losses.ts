/** `iwal/losses`: the losses one by one, and their registry. Scalar functions only: numbers in, a number out. */
export type { LabelKind, Loss } from '../losses/loss.ts';
export { losses } from '../losses/index.ts';
export { squared } from '../losses/squared.ts';
export { logistic } from '../losses/logistic.ts';
export { hinge } from '../losses/hinge.ts';
export { quantile } from '../losses/quantile.ts';
export { exponential } from '../losses/exponential.ts';
export { logarithmic } from '../losses/logarithmic.ts';
export { hellinger } from '../losses/hellinger.ts';
export { poisson } from '../losses/poisson.ts';
export { squaredHinge } from '../losses/squared-hinge.ts';
export { smoothedHinge } from '../losses/smoothed-hinge.ts';
export { huber } from '../losses/huber.ts';
export { expectile } from '../losses/expectile.ts';
