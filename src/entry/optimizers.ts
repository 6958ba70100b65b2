/** `iwal/optimizers`: the registry of optimizers, and the bases from which one's own is made. */
export type { Coordinates, Optimizer, OptimizerFactory, OptimizerTraits } from '../optimizers/optimizer.ts';
export { optimizerRecipe } from '../optimizers/optimizer.ts';
export type { DeclaredOptimizer, OptimizerActions, OptimizerRecipe } from '../optimizers/optimizer.ts';
export { optimizers } from '../optimizers/index.ts';
export { AveragedWeights } from '../optimizers/averaged-weights.ts';
// What an optimizer is made of.
export { Pace, schedule, scheduleParameters, type Schedule } from '../optimizers/bases/descent.ts';
export { PlainOptimizer, DirectedDescent, ScheduledDescent } from '../optimizers/bases/descent.ts';
export { coordinatesOf, Direction, Scales, type RowWeights } from '../optimizers/bases/descent.ts';
export { Leader, type Growth } from '../optimizers/bases/leader.ts';
export { ShrinkingWeights, softThreshold } from '../optimizers/bases/shrinking-weights.ts';
