import { count, decimals, percent } from '../../numerics/display.ts';
import { table } from '../terminal/layout.ts';
import type { ClassScores, LearnedClasses } from './classes.ts';

/** More classes make a table that no terminal shows. */
const MOST_SHOWN = 30;

/** What `iwal learn --reduction` prints. */
export function classPage(learned: LearnedClasses): string {
  const { examples, passes, classes, spec, progressive, test, hasCosts } = learned;
  const shown = test ?? progressive;
  return [
    `${count(examples)} examples${passes === 1 ? '' : `, ${passes} passes`}; ${count(learned.learned)} learned in all`,
    `${spec.reduction} of ${classes.length} classes: ${spec.loss.name} loss, ${spec.update} updates, ${spec.optimizer.name}`,
    `progressive ${scoreWords(progressive, hasCosts)}${passes === 1 ? '' : ' in the first pass'}`,
    ...(test === null ? [] : [`test ${scoreWords(test, hasCosts)}`]),
    ...confusionLines(shown.confusion, classes, test === null ? 'progressive' : 'test'),
  ].join('\n');
}

/** "error 9.41%", with the mean cost where there are costs. */
export function scoreWords({ error, cost, excess }: Omit<ClassScores, 'confusion'>, hasCosts: boolean): string {
  const costs = hasCosts ? `, cost ${decimals(cost, 6)}, ${decimals(excess, 6)} above the cheapest` : '';
  return `error ${percent(error)}${costs}`;
}

/** The confusion matrix with its names. */
export function confusionLines(confusion: ClassScores['confusion'], classes: readonly string[], of: string): string[] {
  if (classes.length > MOST_SHOWN) return [];
  const whole = confusion.flat().every(Number.isInteger);
  const rows = confusion.map((row, k) => [classes[k], ...row.map((n) => (whole ? String(n) : decimals(n, 2)))]);
  return [`${of} confusion, a row a true class, a column a predicted one:`, ...table([['', ...classes], ...rows], 'names')];
}
