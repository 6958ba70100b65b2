import { PairwiseRanking, pairWeights } from '../../reductions/pairwise-ranking.ts';
import { buildLearner, orSpecError } from '../build-learner.ts';
import { completeChoice, resolve, type Choice, type LooseChoice } from '../choices.ts';
import type { LearnerSpec } from '../learner-spec.ts';

/** The name of the reduction on the command line, beside those of several classes. */
export const RANKING = 'pairwise-ranking';

/** A learner of orders: what learns the differences of rows, and what its pairs weigh. */
export interface RankingSpec extends LearnerSpec {
  readonly pairs: Choice<typeof pairWeights>;
}

/**
 * The weights of pairs with every default filled in.
 *
 * @throws SpecError for names and numbers that are not legal.
 */
export function completePairs(pairs: LooseChoice): RankingSpec['pairs'] {
  return completeChoice('weights of pairs', pairWeights, pairs);
}

/**
 * The learner of a spec for rows of so many columns.
 *
 * @throws SpecError where its parts do not go together.
 */
export function buildRanking(spec: RankingSpec, columns: number): PairwiseRanking {
  const weights = resolve('weights of pairs', pairWeights, spec.pairs);
  return orSpecError(() => new PairwiseRanking(buildLearner(spec, columns), weights), `${RANKING}: `);
}
