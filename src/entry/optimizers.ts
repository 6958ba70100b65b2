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
export { implicitFtrl, implicitFtrlAdaptive } from '../optimizers/implicit-ftrl.ts';
// What an optimizer is made of.
export { Pace, schedule, scheduleParameters, type Schedule } from '../optimizers/bases/schedule.ts';
export { coordinatesOf, PlainOptimizer } from '../optimizers/bases/plain-optimizer.ts';
export { DirectedDescent, ScheduledDescent, type RowWeights } from '../optimizers/bases/descent.ts';
export { Direction } from '../optimizers/bases/direction.ts';
export { Leader, type Growth } from '../optimizers/bases/leader.ts';
export { Scales } from '../optimizers/bases/scales.ts';
export { ShrinkingWeights, softThreshold } from '../optimizers/bases/shrinking-weights.ts';
