/** `iwal/streams`: the loop, its decisions, what answers cost, and what is measured meanwhile. */
export { knowing, type Annotator, type AnnotatorContext, type Answer, type Decorator } from '../streams/annotator.ts';
export { oracles } from '../streams/oracles/index.ts';
export { AnnotatorOracle, BudgetSpent, LabelOracle, type Arrival, type Oracle } from '../streams/oracle.ts';
export { Decision } from '../streams/decision.ts';
export { ActiveLearner, AnyActiveLearner, type ActiveParts } from '../streams/active-learner.ts';
export { ActiveClassLearner } from '../streams/active-class-learner.ts';
export { CostBuyer, costLearn, type CostParts } from '../streams/cost-buyer.ts';
export { CostOracle } from '../streams/cost-oracle.ts';
export { reachOf, Stopping, type Reach, type StopGoal } from '../streams/stopping.ts';
export { activeLearn, type Observer, type Stream } from '../streams/active-learn.ts';
export { passiveLearn } from '../streams/passive-learn.ts';
export { classLearn, type ClassStream } from '../streams/class-learn.ts';
export { ClassValidation, type Judged } from '../streams/class-validation.ts';
export { ProgressiveValidation } from '../streams/progressive.ts';
export { ErrorMeter, type Metered } from '../streams/error-meter.ts';
export { errorWords } from '../streams/error-words.ts';
export type { Truth } from '../streams/remarks.ts';
export type { Checkpoint, Measurement, Sample } from '../streams/measurement.ts';
