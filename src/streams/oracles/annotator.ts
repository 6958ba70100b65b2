import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Classes } from '../../losses/loss.ts';
import type { RandomStream } from '../../numerics/random.ts';

/** A label, or nothing: the annotator cannot tell. */
export type Answer = number | 'abstains';

/**
 * An annotator knows what the answer about a row would be, what it would cost and how long it would take. It keeps no accounts:
 * an oracle (oracle.ts) asks it, and is where labels are paid for.
 *
 * All four are functions of the row alone: asked again, an annotator makes the same mistake again, and runs that are compared
 * hear the same answers in whatever order they ask. Oracles of other kinds are decorators (oracles/): an annotator in, an
 * annotator out, composed in the order in which they are listed.
 *
 * @example
 * const annotator = oracles.delayed({ delay: 5 }, {})(knowing(Float64Array.of(1, -1)));
 * annotator.answer(1) // => -1
 * annotator.delay // => 5
 */
export interface Annotator {
  /** What it would say about row i. */
  answer(i: number): Answer;
  /** The most an answer about row i can cost; what a budget must still hold for it. Above 0. */
  price(i: number): number;
  /** What the answer about row i costs. */
  cost(i: number): number;
  /** Whether the price depends on the row. */
  readonly pricesDiffer: boolean;
  /** Examples that are considered between a purchase and its answer. */
  readonly delay: number;
}

/** An oracle of another kind: an annotator in, an annotator out. */
export type Decorator = (inner: Annotator) => Annotator;

/** An annotator who says another label than the inner one, and nothing where that one cannot tell. */
export function relabelling(inner: Annotator, relabelled: (label: number, i: number) => number): Annotator {
  return {
    ...inner,
    answer(i) {
      const answer = inner.answer(i);
      return answer === 'abstains' ? answer : relabelled(answer, i);
    },
  };
}

/** What decorators are built with. */
export interface AnnotatorContext {
  readonly rows: SparseRows;
  /** The labels of the two classes; undefined where the loss has none, and then nothing can be mistaken for its opposite. */
  readonly classes: Classes | undefined;
  /** How many classes there are where there are more than two, or somebody counts them: labels are 1 … K; absent where `classes` are meant. */
  readonly several?: number;
  /** A stream of the decorator's own. */
  readonly random: RandomStream;
}

/** Knows every label, at once, for one unit each. */
export function knowing(labels: Float64Array): Annotator {
  return { answer: (i) => labels[i], price: () => 1, cost: () => 1, pricesDiffer: false, delay: 0 };
}
