/** `iwal/optimizers`: the optimizers one by one, their registry, and the bases from which one's own is made. */
export type { Coordinates, Optimizer, OptimizerFactory } from '../optimizers/optimizer.ts';
export {
  optimizerRecipe,
  type DeclaredOptimizer,
  type OptimizerActions,
  type OptimizerRecipe,
  type OptimizerTraits,
} from '../optimizers/optimizer-recipe.ts';
export { optimizers } from '../optimizers/index.ts';
export { gradientDescent } from '../optimizers/gradient-descent.ts';
export { averaged } from '../optimizers/averaged.ts';
export { AveragedWeights } from '../optimizers/averaged-weights.ts';
export { adaGrad } from '../optimizers/ada-grad.ts';
export { normalized } from '../optimizers/normalized.ts';
export { normalizedAdaptive } from '../optimizers/normalized-adaptive.ts';
export { ftrlProximal } from '../optimizers/ftrl-proximal.ts';
export { rda } from '../optimizers/rda.ts';
export { fobos } from '../optimizers/fobos.ts';
export { truncatedGradient } from '../optimizers/truncated-gradient.ts';
export { implicitFtrl } from '../optimizers/implicit-ftrl.ts';
export { implicitFtrlAdaptive } from '../optimizers/implicit-ftrl-adaptive.ts';
// What an optimizer is made of.
export { schedule, scheduleParameters, type Schedule } from '../optimizers/bases/schedule.ts';
export { PlainOptimizer } from '../optimizers/bases/plain-optimizer.ts';
export { ScheduledDescent } from '../optimizers/bases/scheduled-descent.ts';
export { DirectedDescent } from '../optimizers/bases/directed-descent.ts';
export { Direction } from '../optimizers/bases/direction.ts';
export { LastDot } from '../optimizers/bases/last-dot.ts';
export { Pace } from '../optimizers/bases/pace.ts';
export { Scales } from '../optimizers/bases/scales.ts';
export { ShrinkingWeights } from '../optimizers/bases/shrinking-weights.ts';
export { softThreshold } from '../optimizers/bases/soft-threshold.ts';
