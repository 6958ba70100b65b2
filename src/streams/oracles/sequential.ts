import { recipe } from '../../numerics/recipe.ts';
import type { AnnotatorContext, Decorator } from './annotator.ts';
import { Panel, panelParameters } from './panel.ts';

/**
 * Repeated purchase: annotators of a panel are asked one after the other, each at the price of a label, until one class leads by
 * `lead` answers or everybody has been asked; the leading class is the answer, and in a tie that of the first answer.
 *
 * Easy rows cost `lead` answers, disputed ones more; a budget must hold the most it can come to.
 *
 * Source: Wald's sequential test (1945) on votes; compare Sheng, Provost & Ipeirotis, Get another label? (2008).
 */
export const sequential = recipe(
  'sequential',
  {
    ...panelParameters,
    lead: { from: 1, whole: true, default: 2, meaning: 'answers by which one class must lead before no more are asked' },
  },
  ({ lead, ...values }, context: AnnotatorContext): Decorator => {
    const panel = new Panel('sequential', values, context);
    /** The votes for the true label less those against it, after each answer, up to the last that is bought. */
    const course = (i: number): number[] => {
      const leads: number[] = [];
      for (let turn = 0, ahead = 0; turn < panel.size && Math.abs(ahead) < lead; turn++) {
        ahead += panel.errs(i, turn) ? -1 : 1;
        leads.push(ahead);
      }
      return leads;
    };
    return (inner) => ({
      ...inner,
      answer: (i) => {
        const label = inner.answer(i);
        if (label === 'abstains') return label;
        const leads = course(i);
        const verdict = leads.at(-1)! || leads[0];
        return verdict > 0 ? label : panel.opposite(label);
      },
      price: (i) => panel.size * inner.price(i),
      cost: (i) => course(i).length * inner.cost(i),
    });
  },
);
