/** `iwal/reductions`: blocks of linear learners on the same rows, and learners of several classes made of them. */
export { BlockLearner } from '../reductions/block-learner.ts';
export { reductions } from '../reductions/index.ts';
export { Targets } from '../reductions/reduction.ts';
export type { Reduction, ReductionKind, TargetKind, Target, Depth, Outlook } from '../reductions/reduction.ts';
export { CostRegressors } from '../reductions/cost-regressors.ts';
export { blocks } from '../optimizers/blocks/index.ts';
export { separate, type Block, type BlockFactory, type BlockRecipe } from '../optimizers/blocks/block.ts';
export { PairwiseRanking, pairWeights, type PairWeights } from '../reductions/pairwise-ranking.ts';
