import { count, decimals, percent } from '../../numerics/display.ts';
import { shareText, smallClassText } from '../../streams/measures/small-class.ts';
import { finalText, learnerTerms, nonZeroText } from '../terminal/learner-words.ts';
import type { Learned } from './learned.ts';

/** What `iwal learn` prints of two classes and of numbers. */
export function learnedPage({
  examples,
  passes,
  learned,
  nonZeroWeights,
  hasConstant,
  progressiveLoss,
  progressiveError,
  classes,
  ruledOutAt,
  compared,
  spec,
}: Learned): string {
  const loss = progressiveLoss === null ? 'infinite' : decimals(progressiveLoss, 6);
  return [
    `${count(examples)} examples${passes === 1 ? '' : `, ${passes} passes`}; ${count(learned)} learned in all`,
    `${spec.loss.name} loss, ${spec.update} updates, ${spec.optimizer.name}${learnerTerms(spec)}`,
    'progressive loss ' +
      `${loss}${progressiveError === null ? '' : `, error ${percent(progressiveError)}`}${passes === 1 ? '' : ' in the first pass'}`,
    ...(classes === undefined ? [] : smallClassText(classes, shareText)),
    ...(ruledOutAt === undefined
      ? []
      : [`the loss is infinite: the prediction of example ${count(ruledOutAt)} ruled its label out, and learning went on`]),
    ...(compared === undefined ? [] : [`model: ${finalText(compared, examples)}`]),
    nonZeroText(nonZeroWeights, hasConstant ? 1 : 0),
  ].join('\n');
}
