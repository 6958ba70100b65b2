import { CompositionError } from '../../numerics/iwal-error.ts';
import { PairwiseRanking } from '../../reductions/pairwise-ranking.ts';
import { pairWeights } from '../../reductions/pair-weights.ts';
import { buildLearner } from '../build-learner.ts';
import { completeChoice, resolve, SpecError, type Choice, type LooseChoice } from '../choices.ts';
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
  try {
    return new PairwiseRanking(buildLearner(spec, columns), resolve('weights of pairs', pairWeights, spec.pairs));
  } catch (error) {
    if (error instanceof CompositionError) throw new SpecError(`${RANKING}: ${error.message}`);
    throw error;
  }
}
