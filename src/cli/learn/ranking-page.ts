import { count, decimals, plural } from '../../numerics/display.ts';
import type { RankQuality } from '../../streams/measures/rankable.ts';
import { learnerTerms } from '../terminal/learner-words.ts';
import type { LearnedRanking } from './ranking.ts';

/** What `iwal learn --reduction pairwise-ranking` prints. */
export function rankingPage({ examples, passes, learned, progressive, test, spec }: LearnedRanking): string {
  return [
    `${count(examples)} rows${passes === 1 ? '' : `, ${passes} passes`}; ${plural(learned, 'pair')} learned in all`,
    `pairwise-ranking, pairs ${spec.pairs.name}: ${spec.loss.name} loss, ${spec.update} updates, ` +
      `${spec.optimizer.name}${learnerTerms(spec)}`,
    `progressive ${qualityWords(progressive)}${passes === 1 ? '' : ' in the first pass'}`,
    ...(test === null ? [] : [`test ${qualityWords(test)}`]),
  ].join('\n');
}

/** "NDCG@10 0.7012 over 131 queries; 25 are left out, of which no row is worth anything". */
export function qualityWords(quality: LearnedRanking['progressive']): string {
  const { measure, value } = quality;
  const { queries, leftOut = 0 }: Pick<RankQuality, 'queries' | 'leftOut'> =
    quality.measure === 'pairs in the right order' ? {} : quality;
  if (queries === undefined) return `${measure} ${decimals(value, 4)}`;
  const left = leftOut === 0 ? '' : `; ${count(leftOut)} left out, of which no row is worth anything`;
  return `${measure} ${decimals(value, 4)} over ${count(queries)} ${queries === 1 ? 'query' : 'queries'}${left}`;
}
