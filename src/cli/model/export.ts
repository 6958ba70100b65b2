import { SPACELESS_BLOCKS } from '../../text/characters.ts';
import { FIRST_WORD, idfOf, wordFeatures } from '../../text/vectorizer.ts';
import type { Calibration } from '../../statistics/probability-calibration.ts';
import { Failure } from '../terminal/failure.ts';
import { buildLoss } from '../../specs/build.ts';
import { continuedLearner, loadLinear, spaceText } from '../models/linear-model.ts';

/** A feature beside the words: the number in a column, or 1 where the column holds this value. */
interface Beside {
  readonly column: string | number;
  readonly value: string | null;
}

/** A model of words as JSON: all that another program needs to score documents (docs/TEXT.md has one). */
export interface ExportedModel {
  readonly 'iwal-model': 1;
  readonly loss: string;
  /** Scores above it mean the positive class; null where the loss predicts none. */
  readonly threshold: number | null;
  /** The negative one first; null where they are numbers. */
  readonly classes: readonly [string, string] | null;
  readonly intercept: number;
  /** Columns of text, joined in one bag of words. */
  readonly text: readonly (string | number)[];
  readonly ngrams: 1 | 2;
  /** Blocks of scripts without spaces, first and last code point. */
  readonly spaceless: readonly (readonly [number, number])[];
  readonly words: readonly string[];
  /** By word. */
  readonly idf: readonly number[];
  readonly beside: readonly Beside[];
  /** Of the words, then of what is beside them. */
  readonly coefficients: readonly number[];
  /** 1 / (1 + e^-(slope * score + intercept)) is the probability of the positive class; null where nobody has calibrated the model. */
  readonly calibration: Calibration | null;
}

/** Errors: Failure for models whose features have no words. */
export function exported(file: string): ExportedModel {
  const model = loadLinear(file);
  const { space, spec, calibration } = model;
  if (space.kind !== 'words' || space.vectorizer.words === undefined)
    throw new Failure(`${file} has ${spaceText(space)}: only models of words that keep their names are exported`);
  const { vectorizer } = space;
  const { words = [], text, ngrams, idf, documents, frequencies, numbers, categories, values } = vectorizer;
  const weights = continuedLearner(model, 0).weights();
  const loss = buildLoss(spec);
  const { constant = 1 } = spec;
  const intercept = constant === 'none' ? 0 : weights[0] * Math.fround(constant);
  return {
    'iwal-model': 1,
    loss: loss.name,
    threshold: loss.threshold ?? null,
    classes: space.classes ?? null,
    intercept,
    text,
    ngrams,
    spaceless: SPACELESS_BLOCKS,
    words,
    idf: idf === 'none' ? words.map(() => 1) : frequencies.map((df) => idfOf(documents, df)),
    beside: [
      ...numbers.map((column) => ({ column, value: null })),
      ...categories.flatMap((column, c) => values[c].map((value) => ({ column, value }))),
    ],
    coefficients: Array.from(
      weights.subarray(FIRST_WORD, FIRST_WORD + wordFeatures(vectorizer) + numbers.length + values.flat().length),
    ),
    calibration: calibration === undefined ? null : { slope: calibration.slope, intercept: calibration.intercept },
  };
}
