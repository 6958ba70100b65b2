import { recipe } from '../../numerics/recipe.ts';
import { relabelling, type AnnotatorContext, type Decorator } from './annotator.ts';
import { CompositionError } from '../../numerics/iwal-error.ts';
import type { Classes } from '../../losses/loss.ts';

/**
 * Noise: a label is reported as that of another class with probability flipRate, whatever it is; of K classes each other one is as likely.
 * At (K - 1) / K, 0.5 of two, the answers know nothing; of two beyond that they are better believed reversed.
 *
 * Source: Angluin & Laird, Learning from noisy examples (1988), random classification noise.
 */
export const noisy = recipe(
  'noisy',
  { flipRate: { from: 0, to: 1, default: 0.1, meaning: 'share of the labels reported as another class' } },
  ({ flipRate }, context: AnnotatorContext): Decorator =>
    context.several === undefined ? flipping('noisy', flipRate, flipRate, context) : strewing(flipRate, context.several, context),
);

const rate = { from: 0, to: 1, default: 0.1 } as const;

/**
 * Noise that depends on the class: a positive label is reported as negative with probability flipPositive, a negative one as
 * positive with flipNegative. Which rows are mistaken is drawn once, so that asking again hears the same, and a higher rate
 * only adds mistakes.
 *
 * The sample stays an unbiased one of the answers; of the truth only as far as the answers are.
 *
 * Source: Natarajan, Dhillon, Ravikumar & Tewari, Learning with noisy labels (2013), class-conditional noise.
 */
export const classNoise = recipe(
  'class-noise',
  {
    flipPositive: { ...rate, meaning: 'share of the positive labels reported as negative' },
    flipNegative: { ...rate, meaning: 'share of the negative labels reported as positive' },
  },
  ({ flipPositive, flipNegative }, context: AnnotatorContext): Decorator =>
    flipping('class-noise', flipPositive, flipNegative, context),
);

/** Reports drawn rows as any other of K classes. */
function strewing(flipRate: number, classes: number, { rows, random }: AnnotatorContext): Decorator {
  const shifts = Uint32Array.from(
    { length: rows.length },
    () => (random.next() < flipRate ? 1 : 0) * (1 + random.below(classes - 1)),
  );
  return (inner) => relabelling(inner, (label, i) => 1 + ((label - 1 + shifts[i]) % classes));
}

/** Swaps the classes of the drawn rows; anything but the two labels passes as it is. */
export function flipping(
  name: string,
  flipPositive: number,
  flipNegative: number,
  { rows, random, ...context }: AnnotatorContext,
): Decorator {
  const { positive, negative } = twoClasses(name, context);
  const draws = Float64Array.from({ length: rows.length }, () => random.next());
  return (inner) =>
    relabelling(inner, (label, i) => {
      if (label === positive) return draws[i] < flipPositive ? negative : positive;
      if (label === negative) return draws[i] < flipNegative ? positive : negative;
      return label;
    });
}

/** The classes, or CompositionError where there are none to be swapped. */
export function twoClasses(name: string, { classes, several }: Pick<AnnotatorContext, 'classes' | 'several'>): Classes {
  if (several !== undefined)
    throw new CompositionError(
      `oracle '${name}' mistakes one of two classes for the other; of several 'noisy' mistakes one for any other`,
    );
  if (classes === undefined)
    throw new CompositionError(`oracle '${name}' mistakes one class for the other, and the loss predicts no classes`);
  return classes;
}
