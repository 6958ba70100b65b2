import { LEGAL_LABELS, type Loss } from '../losses/loss.ts';
import { clip } from '../numerics/elementary.ts';
import { NO_GUESS } from '../statistics/mean-account.ts';
import { isMistake } from './measures/class-measures.ts';

/** What a label says of a prediction, whatever learns: two classes or several. */
export interface Judge {
  /** How many classes there are, K; undefined where what is predicted are no classes. */
  readonly classes: number | undefined;
  /** Which numbers labels may be, whose mean is wanted; absent: they are classes. */
  readonly range?: NumberRange;
  /** Whether this is a label at all. */
  isLabel(label: number): boolean;
  /** Whether the label says that the prediction was wrong. */
  isWrong(prediction: number, label: number): boolean;
  /** The class whose rows are looked for, from 0; undefined where there is none: of several, somebody has to name it. */
  readonly positiveClass: number | undefined;
  /** Whether the label is of that class. */
  isPositive(label: number): boolean;
  /** The class of a label, 0 … K - 1; of two classes of a loss the negative one is 0; of a number where in its range it is, from 0 to 1. */
  classOf(label: number): number;
  /** The class that a prediction says, likewise; on the threshold between two classes it is the positive one. */
  predictedClass(prediction: number): number;
}

/** Predictions are margins, labels as the loss reads them. */
export function judgeOfLoss(loss: Loss): Judge {
  return {
    classes: loss.threshold === undefined ? undefined : 2,
    isLabel: LEGAL_LABELS[loss.labels].includes,
    isWrong: (prediction, label) => isMistake(loss, prediction, label),
    positiveClass: loss.threshold === undefined ? undefined : 1,
    isPositive: (label) => label > loss.threshold!,
    classOf: (label) => (label > loss.threshold! ? 1 : 0),
    predictedClass: (prediction) => (prediction >= loss.threshold! ? 1 : 0),
  };
}

/**
 * Predictions and labels are classes, 1 … K; `positive` is the class whose rows are looked for. If absent it is the second of two, and
 * none of more.
 *
 * @example
 * const judge = judgeOfClasses(3);
 * [judge.isWrong(2, 3), judge.isWrong(3, 3), judge.isPositive(3)] // => [true, false, false]
 */
export function judgeOfClasses(classes: number, positive = classes === 2 ? 2 : undefined): Judge {
  return {
    classes,
    isLabel: (label) => Number.isInteger(label) && label >= 1 && label <= classes,
    isWrong: (prediction, label) => prediction !== label,
    positiveClass: positive && positive - 1,
    isPositive: (label) => label === positive,
    classOf: (label) => label - 1,
    predictedClass: (prediction) => prediction - 1,
  };
}

/** The smallest and the largest number that an answer may be. */
export type NumberRange = readonly [low: number, high: number];

/** Labels are numbers of a range, and so are predictions where there are guesses; none is right or wrong. */
export function judgeOfNumbers(range: NumberRange, isGuessed = false): Judge {
  const [low, high] = range;
  const shareOf = (number: number): number => clip((number - low) / (high - low), 0, 1);
  return {
    classes: undefined,
    range,
    isLabel: (label) => label >= low && label <= high,
    isWrong: () => false,
    positiveClass: undefined,
    isPositive: () => false,
    classOf: shareOf,
    predictedClass: (guess) => (isGuessed ? shareOf(guess) : NO_GUESS),
  };
}

/** The side of a label where there are two classes; undefined where there are more. */
export type Side = 'positive' | 'negative' | undefined;

/** Which of two classes a label is. */
export function sideOf(judge: Judge, label: number): Side {
  if (judge.classes !== undefined && judge.classes > 2) return undefined;
  return judge.isPositive(label) ? 'positive' : 'negative';
}
