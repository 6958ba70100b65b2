/** `iwal/learners`: loss, update rule and optimizer as one learner, and its model file. */
export { DivergenceError, LinearLearner, type Learner, type MarginLearner } from '../learners/margin-learner.ts';
export { featureUnits, ScaledFeatures, SCALINGS, type FeatureUnits, type Scaling } from '../learners/feature-units.ts';
export { classesOf, type Classes } from '../losses/loss.ts';
export { learnerRecipe, type OwnLearner } from '../learners/own-learner.ts';
export { averageModels, shardModel, type ShardModel } from '../learners/average-models.ts';
export { load as loadModel, save as saveModel, type Model } from '../learners/model-file.ts';
