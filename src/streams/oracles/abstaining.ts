import { recipe } from '../../numerics/recipe.ts';
import type { AnnotatorContext, Decorator } from './annotator.ts';

/**
 * Abstention: with probability abstainRate there is no label, and a share `fee` of its price is charged all the same.
 *
 * The learner goes on as if it had not asked. Abstentions drawn apart from the row, as these are, thin the sample evenly: the
 * sum of importance falls to the share of answers, weighted averages over the sample stay right. An annotator who abstains on
 * hard rows biases both.
 */
export const abstaining = recipe(
  'abstaining',
  {
    abstainRate: { from: 0, to: 1, default: 0.1, meaning: 'share of the questions without an answer' },
    fee: { from: 0, to: 1, default: 1, meaning: 'share of the price that a question without an answer costs' },
  },
  ({ abstainRate, fee }, { rows, random }: AnnotatorContext): Decorator => {
    const silent = Uint8Array.from({ length: rows.length }, () => Number(random.next() < abstainRate));
    return (inner) => ({
      ...inner,
      answer: (i) => (silent[i] === 1 ? 'abstains' : inner.answer(i)),
      cost: (i) => (silent[i] === 1 ? fee : 1) * inner.cost(i),
    });
  },
);
