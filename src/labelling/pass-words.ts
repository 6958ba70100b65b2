import { count, plural } from '../numerics/display.ts';
import { presentIn } from '../numerics/present.ts';
import type { Standing } from './question.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/**
 * "second pass"; "pass 12".
 *
 * @example
 * passName(1) // => 'second pass'
 */
export function passName(pass: number): string {
  return pass < ORDINALS.length ? `${ORDINALS[pass]} pass` : `pass ${pass + 1}`;
}

/** What a further pass means, labels that were known before the first question, and empty documents, in plain words. */
export function passRemarks(
  standing: Pick<Standing, 'pass' | 'known' | 'outside' | 'empty' | 'isOverPasses' | 'guess'>,
): string[] {
  const { pass, known = 0, outside, empty, isOverPasses, guess } = standing;
  const numbers = presentIn([
    isOverPasses && `Shares${guess ? ' and errors of the guesses' : ''} are told by all passes`,
    !(guess && isOverPasses) &&
      `${isOverPasses ? 'other' : 'The'} numbers below are about this pass only; in it the model has learned those labels before it ` +
        'predicts their rows',
  ]);
  return presentIn([
    outside !== undefined &&
      `${count(outside)} labels were known before: the model has learned them, and all numbers below are about the other rows only`,
    empty !== undefined &&
      `${plural(empty, 'document')} ${empty === 1 ? 'is' : 'are'} empty and not asked about: no number below counts ` +
        (empty === 1 ? 'it' : 'them'),
    pass !== undefined &&
      `${passName(pass)} over the pool: the ${count(known)} labels bought before cost nothing and are not asked for again. ` +
        numbers.join('; '),
  ]);
}

/** Why nothing is asked any more. */
export function endingText({ labels, labelsLeft, pool, examples, stop, awaited }: Standing): string {
  if (awaited !== undefined)
    return `Nothing is left for you now: ${plural(awaited, 'question')} of others ${awaited === 1 ? 'is' : 'are'} open.`;
  if (stop?.isReached === true)
    return `The goal of --stop is reached: ${stop.words}. ${labels} labels bought; the other ${pool - examples} rows were not considered.`;
  if (labelsLeft < 1) return `The budget is spent: ${labels} labels bought.`;
  return `All ${pool} rows have been considered, ${labels} labels bought.`;
}

/** How more labels can be bought where a budget has ended. */
export const TOP_UP = '--budget N buys N more labels, in another pass over the pool';
