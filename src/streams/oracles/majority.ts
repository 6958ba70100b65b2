import { CompositionError } from '../../numerics/iwal-error.ts';
import { recipe } from '../../numerics/recipe.ts';
import type { AnnotatorContext, Decorator } from './annotator.ts';
import { Panel, panelParameters } from './panel.ts';

/**
 * A vote: an odd number of a panel's annotators is asked about every row, all are paid, and the majority's label is the answer.
 *
 * With votes = 1 a row is labelled by one of them, drawn for it.
 *
 * Source: Sheng, Provost & Ipeirotis, Get another label? (2008), repeated labelling with a fixed number of votes.
 *
 * @throws CompositionError where votes are even or more than annotators.
 */
export const majority = recipe(
  'majority',
  { ...panelParameters, votes: { from: 1, whole: true, default: 3, meaning: 'how many of them are asked about a row; odd' } },
  ({ votes, ...values }, context: AnnotatorContext): Decorator => {
    if (votes % 2 === 0) throw new CompositionError(`oracle 'majority' needs an odd number of votes, found ${votes}`);
    if (votes > values.annotators)
      throw new CompositionError(`oracle 'majority' has ${values.annotators} annotators and cannot ask ${votes}`);
    const panel = new Panel('majority', values, context);
    return (inner) => ({
      ...inner,
      answer: (i) => {
        const label = inner.answer(i);
        if (label === 'abstains') return label;
        let mistaken = 0;
        for (let turn = 0; turn < votes; turn++) if (panel.errs(i, turn)) mistaken++;
        return mistaken > votes / 2 ? panel.opposite(label) : label;
      },
      price: (i) => votes * inner.price(i),
      cost: (i) => votes * inner.cost(i),
    });
  },
);
