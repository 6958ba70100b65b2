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

/**
 * Delay: an answer comes when `delay` more examples have been considered, to be learned then with the importance it was bought
 * with. What is still under way at the end of the stream was paid for and never learned.
 *
 * Unbiased as far as answers come: the rules see only what has come, and every P is decided before its coin. The running error
 * estimate lacks the errors under way.
 */
export const delayed = recipe(
  'delayed',
  { delay: { from: 1, whole: true, default: 100, meaning: 'examples between a purchase and its answer' } },
  ({ delay }, _context: AnnotatorContext): Decorator =>
    (inner) => ({ ...inner, delay: inner.delay + delay }),
);

/**
 * Prices: a label costs `price`, and `perFeature` more for every stored feature of its row, as reading time grows with length.
 * Several in a list multiply.
 */
export const priced = recipe(
  'priced',
  {
    price: { above: 0, default: 1, meaning: 'cost of a label, in units of the budget' },
    perFeature: { from: 0, default: 0, meaning: 'further cost per stored feature of the row' },
  },
  ({ price, perFeature }, { rows: { offsets } }: AnnotatorContext): Decorator => {
    const factor = (i: number): number => price + perFeature * (offsets[i + 1] - offsets[i]);
    return (inner) => ({
      ...inner,
      price: (i) => factor(i) * inner.price(i),
      cost: (i) => factor(i) * inner.cost(i),
      pricesDiffer: inner.pricesDiffer || perFeature > 0,
    });
  },
);
