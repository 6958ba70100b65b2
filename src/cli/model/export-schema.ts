import { z } from 'zod';

const column = z.union([z.string(), z.int().positive()]).describe('by name, or by number from 1');
const calibration = z
  .strictObject({ slope: z.number(), intercept: z.number() })
  .describe('c = 1 / (1 + e^-(slope * score + intercept))');
const coefficients = z.array(z.number()).describe('of the words, then of what is beside them');

/** What makes the features of a document. */
const features = {
  loss: z.string(),
  text: z.array(column).describe('columns of text, joined in one bag of words'),
  ngrams: z.literal([1, 2]).describe('2: pairs of neighbouring words are features too'),
  spaceless: z.array(z.tuple([z.int(), z.int()])).describe('blocks of scripts without spaces, first and last code point'),
  words: z.array(z.string()),
  idf: z.array(z.number()).describe('by word'),
  beside: z
    .array(z.strictObject({ column, value: z.string().nullable().describe('null: the number in the column is the feature') }))
    .describe('features beside the words: the number in a column, or 1 where the column holds this value'),
};

/**
 * A model of words, or of the columns of a table, and two classes as `iwal model export` writes it: all that another program needs to score documents (docs/TEXT.md
 * has one). docs/schemas/model.json is written from the schemas of this file.
 */
export const exportedModelSchema = z.strictObject({
  'iwal-model': z.literal(1),
  ...features,
  threshold: z.number().nullable().describe('scores above it mean the positive class; null where the loss predicts none'),
  classes: z.tuple([z.string(), z.string()]).nullable().describe('the negative one first; null where they are numbers'),
  intercept: z.number(),
  coefficients,
  calibration: calibration
    .nullable()
    .describe('c is the probability of the positive class; null where nobody has calibrated the model'),
});

/** The same of several classes: an intercept, a coefficient a feature and a calibration for each class. */
export const exportedClassesSchema = z.strictObject({
  'iwal-model': z.literal(2),
  ...features,
  reduction: z.string().describe('how scores are made of the classes'),
  classes: z.array(z.string()).min(2).describe('the class of the largest score is predicted, the first of several'),
  intercepts: z.array(z.number()).describe('by class'),
  coefficients: z.array(coefficients).describe('by class'),
  calibrations: z
    .array(calibration)
    .nullable()
    .describe('by class: its c over the sum of all c is its probability; null where nobody has calibrated the model'),
});

/** A model of one weight vector as JSON. */
export type ExportedModel = z.infer<typeof exportedModelSchema>;

/** A model of several classes as JSON. */
export type ExportedClasses = z.infer<typeof exportedClassesSchema>;
