import { recipe } from '../../numerics/recipe.ts';
import type { AnnotatorContext, Decorator } from './annotator.ts';

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
