import { count } from '../../numerics/display.ts';
import type { Contest } from '../../learners/margin-learner.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';

/** ", averaged after 50%, features in units of max, constant 0.1": what of a learner is not as usual. */
export function learnerTerms({ average, scale, constant }: Pick<LearnerSpec, 'average' | 'scale' | 'constant'>): string {
  return [
    ...(average === undefined
      ? []
      : [average === 0 ? ', averaged' : `, averaged after ${average}${typeof average === 'number' ? ' labels' : ''}`]),
    ...(scale === undefined ? [] : [`, scale ${scale}`]),
    ...(constant === undefined ? [] : [`, constant ${constant}`]),
  ].join('');
}

/** "step size 0.5 predicts: it has the smallest progressive loss of 0.25, 0.5 and 1"; nothing where one learns alone. */
export function contestText(contest: Contest | undefined): string | undefined {
  if (contest === undefined) return undefined;
  const { leader, steps, losses } = contest;
  const diverged = steps.filter((_, k) => losses[k] === Infinity).length;
  const all = steps.toSorted((a, b) => a - b).join(', ');
  return (
    `step size ${steps[leader]} predicts: its progressive loss is the smallest of ` +
    `${all}${diverged === 0 ? '' : ` (${diverged} left the range of numbers)`}`
  );
}

/** "3 weights are not zero, that of the constant among them": of so many, some of them of the constant. */
export function nonZeroText(weights: number, constants: number): string {
  const among = ['', ', that of the constant among them'][constants] ?? `, ${count(constants)} of the constant among them`;
  return `${weights === 1 ? '1 weight is' : `${count(weights)} weights are`} not zero${among}`;
}
