/** `iwal/optimizers`: the optimizers one by one, their registry, and the bases from which one's own is made. */
export {
  type Coordinates,
  type Optimizer,
  type OptimizerFactory,
  optimizerRecipe,
  type DeclaredOptimizer,
  type OptimizerActions,
  type OptimizerRecipe,
  type OptimizerTraits,
} from '../optimizers/optimizer.ts';
export { optimizers } from '../optimizers/index.ts';
export { gradientDescent } from '../optimizers/gradient-descent.ts';
export { averaged } from '../optimizers/averaged.ts';
export { AveragedWeights } from '../optimizers/averaged-weights.ts';
export { adaGrad, normalizedAdaptive } from '../optimizers/ada-grad.ts';
export { normalized } from '../optimizers/normalized.ts';
export { ftrlProximal } from '../optimizers/ftrl-proximal.ts';
export { rda } from '../optimizers/rda.ts';
export { fobos } from '../optimizers/fobos.ts';
export { truncatedGradient } from '../optimizers/truncated-gradient.ts';
export { implicitFtrl, implicitFtrlAdaptive } from '../optimizers/implicit-ftrl.ts';
// What an optimizer is made of.
export {
  Pace,
  schedule,
  scheduleParameters,
  type Schedule,
  coordinatesOf,
  PlainOptimizer,
  DirectedDescent,
  ScheduledDescent,
  type RowWeights,
  Direction,
} from '../optimizers/bases/descent.ts';
export { Leader, type Growth } from '../optimizers/bases/leader.ts';
export { Scales } from '../optimizers/bases/descent.ts';
export { ShrinkingWeights, softThreshold } from '../optimizers/bases/shrinking-weights.ts';
