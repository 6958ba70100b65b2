import { count, decimals, percent, plural } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import { shareText, smallClassText } from '../../streams/measures/error-words.ts';
import type { RankQuality } from '../../streams/passes/rank-learn.ts';
import { comparedLines, learnerTerms, nonZeroText, table } from '../terminal/layout.ts';
import type { ClassScores, LearnedClasses, LearnedRanking } from './classes.ts';
import type { Learned } from './run.ts';

/** What `iwal learn` prints: of two classes and numbers, of several classes, or of orders. */
export function learnedPage(learned: Learned | LearnedClasses | LearnedRanking): string {
  const { examples, passes, learned: all } = learned;
  const isOfOrders = 'pairs' in learned.spec;
  const noun = isOfOrders ? 'rows' : 'examples';
  const lessons = isOfOrders ? plural(all, 'pair') : count(all);
  const several = passes === 1 ? '' : `, ${passes} passes`;
  return [`${count(examples)} ${noun}${several}; ${lessons} learned in all`, ...linesOf(learned)].join('\n');
}

function linesOf(learned: Learned | LearnedClasses | LearnedRanking): string[] {
  const first = learned.passes === 1 ? '' : ' in the first pass';
  const { spec } = learned;
  const learner = `${spec.loss.name} loss, ${spec.update} updates, ${spec.optimizer.name}${learnerTerms(spec)}`;
  if (!('progressive' in learned)) return [learner, ...linearLines(learned, first)];
  if ('hasCosts' in learned) {
    const { classes, progressive, test, hasCosts, compared, examples } = learned;
    return presentIn([
      `${learned.spec.reduction} of ${classes.length} classes: ${learner}`,
      `progressive ${scoreWords(progressive, hasCosts)}${first}`,
      test !== null && `test ${scoreWords(test, hasCosts)}`,
      ...(compared ? comparedLines(compared, examples) : []),
      ...confusionLines((test ?? progressive).confusion, classes, test === null ? 'progressive' : 'test'),
    ]);
  }
  return presentIn([
    `pairwise-ranking, pairs ${learned.spec.pairs.name}: ${learner}`,
    `progressive ${qualityWords(learned.progressive)}${first}`,
    learned.test !== null && `test ${qualityWords(learned.test)}`,
  ]);
}

function linearLines(learned: Learned, first: string): string[] {
  const { examples, progressiveLoss, progressiveError, classes, ruledOutAt, compared, test } = learned;
  return presentIn([
    `progressive ${lossWords(progressiveLoss, progressiveError)}${first}`,
    ...(classes ? smallClassText(classes, shareText) : []),
    ruledOutAt !== undefined &&
      `the loss is infinite: the prediction of example ${count(ruledOutAt)} ruled its label out, and learning went on`,
    test && `test ${lossWords(test.loss, test.error)}`,
    ...(compared ? comparedLines(compared, examples) : []),
    nonZeroText(learned.nonZeroWeights, learned.hasConstant ? 1 : 0),
  ]);
}

/** "loss 0.218432, error 9.41%". */
function lossWords(loss: number | null, error: number | null): string {
  return `loss ${loss === null ? 'infinite' : decimals(loss, 6)}${error === null ? '' : `, error ${percent(error)}`}`;
}

/** "error 9.41%", with the mean cost where there are costs. */
export function scoreWords({ error, cost, excess }: Omit<ClassScores, 'confusion'>, hasCosts: boolean): string {
  const costs = hasCosts ? `, cost ${decimals(cost, 6)}, ${decimals(excess, 6)} above the cheapest` : '';
  return `error ${percent(error)}${costs}`;
}

/** More classes make a table that no terminal shows. */
const MOST_SHOWN = 30;

/** The confusion matrix with its names. */
export function confusionLines(confusion: readonly (readonly number[])[], classes: readonly string[], of: string): string[] {
  if (classes.length > MOST_SHOWN) return [];
  const whole = confusion.flat().every(Number.isInteger);
  const rows = confusion.map((row, k) => [classes[k], ...row.map((n) => (whole ? String(n) : decimals(n, 2)))]);
  return [`${of} confusion, a row a true class, a column a predicted one:`, ...table([['', ...classes], ...rows], 'names')];
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
