import { relabelling, type AnnotatorContext, type Decorator } from './annotator.ts';
import { twoClasses } from './noise.ts';
import { CompositionError } from '../../numerics/iwal-error.ts';
import { recipe, type Values } from '../../numerics/recipe.ts';

/** The parameters of every oracle that asks several people. */
const panelParameters = {
  annotators: { from: 1, to: 100, whole: true, default: 5, meaning: 'people on the panel' },
  best: { from: 0, to: 1, default: 0.05, meaning: 'share of mistakes of the best of them' },
  worst: { from: 0, to: 1, default: 0.35, meaning: 'share of mistakes of the worst of them' },
} as const;

/**
 * A panel of annotators who mistake one class for the other at rates spaced evenly from `best` to `worst`, each on rows of
 * their own. A row is shown to them in turn, beginning with one drawn for it.
 */
function panelOf(name: string, { annotators, best, worst }: Values<typeof panelParameters>, context: AnnotatorContext) {
  const { rows, random } = context;
  const { positive, negative } = twoClasses(name, context);
  /** Per row: who is asked first. */
  const first = Uint32Array.from({ length: rows.length }, () => random.below(annotators));
  /** Per annotator and row: whether they are mistaken. */
  const mistaken = Array.from({ length: annotators }, (_, a) => {
    const rate = annotators === 1 ? best : best + ((worst - best) * a) / (annotators - 1);
    return Uint8Array.from({ length: rows.length }, () => Number(random.next() < rate));
  });
  return {
    /** Whether the annotator asked about row i as number `turn`, from 0, is mistaken. */
    errs: (i: number, turn: number): boolean => mistaken[(first[i] + turn) % annotators][i] === 1,
    /** The label of the class that is not this label's. */
    opposite: (label: number): number => (label === positive ? negative : positive),
  };
}

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
    const panel = panelOf('majority', values, context);
    return (inner) => ({
      ...relabelling(inner, (label, i) => {
        let mistaken = 0;
        for (let turn = 0; turn < votes; turn++) if (panel.errs(i, turn)) mistaken++;
        return mistaken > votes / 2 ? panel.opposite(label) : label;
      }),
      price: (i) => votes * inner.price(i),
      cost: (i) => votes * inner.cost(i),
    });
  },
);

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
    const panel = panelOf('sequential', values, context);
    /** The votes for the true label less those against it, after each answer, up to the last that is bought. */
    const course = (i: number): number[] => {
      const leads: number[] = [];
      for (let turn = 0, ahead = 0; turn < values.annotators && Math.abs(ahead) < lead; turn++) {
        ahead += panel.errs(i, turn) ? -1 : 1;
        leads.push(ahead);
      }
      return leads;
    };
    return (inner) => ({
      ...relabelling(inner, (label, i) => {
        const leads = course(i);
        const verdict = leads.at(-1)! || leads[0];
        return verdict > 0 ? label : panel.opposite(label);
      }),
      price: (i) => values.annotators * inner.price(i),
      cost: (i) => course(i).length * inner.cost(i),
    });
  },
);
