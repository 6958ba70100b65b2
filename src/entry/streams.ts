/** `iwal/streams`: the loop, its decisions, what answers cost, and what is measured meanwhile. */
export { knowing, type Annotator, type AnnotatorContext, type Answer, type Decorator } from '../streams/oracles/annotator.ts';
export { oracles } from '../streams/oracles/index.ts';
export { AnnotatorOracle, BudgetSpent, LabelOracle, type Arrival, type Oracle } from '../streams/oracles/oracle.ts';
export { Decision, ProbabilityError } from '../streams/decision.ts';
export { ActiveLearner, AnyActiveLearner, type ActiveParts, type Decided } from '../streams/active-learner.ts';
export { judgeOfClasses, judgeOfLoss, type Judge, type NumberRange } from '../streams/judge.ts';
export { ActiveClassLearner } from '../streams/active-class-learner.ts';
export { CostBuyer, costLearn, CostOracle, type CostParts } from '../streams/passes/cost-buyer.ts';
export {
  LeadStopping,
  type AnyStopping,
  type CertifiedLead,
  type DifferingRows,
  type LeadGoal,
} from '../streams/stopping/lead.ts';
export { Stopping, type StopGoal } from '../streams/stopping/stopping.ts';
export { activeLearn, type Observer, type Stream } from '../streams/passes/active-learn.ts';
export { classLearn, passiveLearn, type ClassStream } from '../streams/passes/passive-learn.ts';
export { ClassValidation, type Judged } from '../streams/measures/class-validation.ts';
export { ClassMeasures, ProgressiveValidation, TwoClassValidation, type ByClass } from '../streams/measures/class-measures.ts';
export { freshEstimate, freshRows, type FreshAnswer, type FreshDraw, type FreshEstimate } from '../streams/fresh.ts';
export type { Checkpoint, FinalMeasured, Measurement, Sample } from '../streams/measures/measurement.ts';
