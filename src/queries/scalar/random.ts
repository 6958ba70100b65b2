import { knobRecipe } from '../query.ts';

const parameters = { rate: { above: 0, to: 1, default: 0.1, asks: 'more', meaning: 'probability of buying any label' } } as const;

/**
 * Uniform sampling: every label is bought with the same probability, p = rate, and learned with importance 1/rate. Unbiased;
 * reads nothing, any loss will do. The rate is the share of labels bought, default 0.1; useful range: 0.01 … 1.
 */
export const random = knobRecipe('random', { reads: 'counts' }, parameters, () => (_situation, rate) => rate);
