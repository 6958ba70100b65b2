/**
 * iwal: importance-weighted active learning. The public API in reading order.
 *
 * Each entry point (`iwal/losses`, …) lists what it has once, in entry/. All of it is here, but for single losses and update rules,
 * whose names would say too little among so many others: they are reached through their registries, `losses.logistic`, as optimizers and
 * query rules are, or from their entry points, `import { logistic } from 'iwal/losses'`.
 */
export { losses, type LabelKind, type Loss } from './entry/losses.ts';
export { ImportanceError, updates, type UpdateRule } from './entry/updates.ts';
export * from './entry/rows.ts';
export * from './entry/data.ts';
export {
  optimizers,
  schedule,
  type Optimizer,
  type OptimizerFactory,
  type Schedule,
  Direction,
  DirectedDescent,
  Pace,
  PlainOptimizer,
  Scales,
  ScheduledDescent,
  ShrinkingWeights,
  scheduleParameters,
  softThreshold,
} from './entry/optimizers.ts';
export * from './entry/learners.ts';
export * from './entry/reductions.ts';
export {
  errorRateGap,
  floored,
  longestWarmUp,
  queries,
  scalarRule,
  warmedUp,
  type WarmUp,
  type CountsSituation,
  type FlipSituation,
  type PredictionSituation,
  type Situation,
  type Situations,
  type QueryRule,
  type Reads,
  type RuleContext,
  type RuleReading,
} from './entry/queries.ts';
export * from './entry/numerics.ts';
export * from './entry/statistics.ts';
export * from './entry/streams.ts';
export * from './entry/ledger.ts';
export * from './entry/labelling.ts';
export * from './entry/specs.ts';
export * from './entry/studies.ts';
export * from './entry/figures.ts';
export * from './entry/reports.ts';
