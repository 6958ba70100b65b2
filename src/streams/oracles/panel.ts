import type { Classes } from '../../losses/loss.ts';
import type { AnnotatorContext } from './annotator.ts';
import { twoClasses } from './class-noise.ts';

/** The parameters of every oracle that asks several people. */
export const panelParameters = {
  annotators: { from: 1, to: 100, whole: true, default: 5, meaning: 'people on the panel' },
  best: { from: 0, to: 1, default: 0.05, meaning: 'share of mistakes of the best of them' },
  worst: { from: 0, to: 1, default: 0.35, meaning: 'share of mistakes of the worst of them' },
} as const;

/**
 * A panel of annotators who mistake one class for the other at rates spaced evenly from `best` to `worst`, each on rows of
 * their own. A row is shown to them in turn, beginning with one drawn for it.
 */
export class Panel {
  readonly size: number;
  readonly #classes: Classes;
  /** Per row: who is asked first. */
  readonly #first: Uint32Array;
  /** Per annotator and row: whether they are mistaken. */
  readonly #mistaken: readonly Uint8Array[];

  constructor(
    name: string,
    { annotators, best, worst }: { annotators: number; best: number; worst: number },
    context: AnnotatorContext,
  ) {
    const { rows, random } = context;
    this.size = annotators;
    this.#classes = twoClasses(name, context.classes);
    this.#first = Uint32Array.from({ length: rows.length }, () => random.below(annotators));
    this.#mistaken = Array.from({ length: annotators }, (_, a) => {
      const rate = annotators === 1 ? best : best + ((worst - best) * a) / (annotators - 1);
      return Uint8Array.from({ length: rows.length }, () => Number(random.next() < rate));
    });
  }

  /** Whether the annotator asked about row i as number `turn`, from 0, is mistaken. */
  errs(i: number, turn: number): boolean {
    return this.#mistaken[(this.#first[i] + turn) % this.size][i] === 1;
  }

  /** The label of the class that is not this label's. */
  opposite(label: number): number {
    const { positive, negative } = this.#classes;
    return label === positive ? negative : positive;
  }
}
