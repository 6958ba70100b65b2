/** `iwal/specs`: runs as plain data, checked. */
export { SpecError, type Choice, type LooseChoice, type Percentage } from '../specs/choices.ts';
export type { Average, LearnerSpec, StreamSpec } from '../specs/learner-spec.ts';
export { DEFAULT_BUDGET, DEFAULTS, PACED_DEFAULTS } from '../specs/defaults.ts';
export { budgetOf, type Pool, type KnownLabels, type OutsideRows, type Start, type RunSpec } from '../specs/run.ts';
export { buildBlock, buildBlockLearner, buildReduction, type ReductionSpec } from '../specs/build-learner.ts';
export { parseRunSpec, runSpec, type GivenRun } from '../specs/run-spec.ts';
export { buildActiveClasses, parseActiveClasses } from '../specs/kinds/active-classes.ts';
export { buildAnyActiveLearner, judgeOf, parseAnyRun } from '../specs/kinds/active-classes.ts';
export type { ActiveClassesSpec, GivenActiveClasses, NamedClassesSpec } from '../specs/kinds/active-classes.ts';
export { buildCostBuyer, buildCostOracle, parseCosts, type CostsSpec, type GivenCosts } from '../specs/kinds/costs.ts';
export { loadParts } from '../specs/parts/load.ts';
export type { AnyRecipe, OwnParts } from '../specs/parts/registry.ts';
export { PartsError, type RecordedParts } from '../specs/parts/recorded.ts';
export { flat, type Flat, type Scalar } from '../specs/hash.ts';
export { buildRanking, type RankingSpec } from '../specs/kinds/ranking.ts';
