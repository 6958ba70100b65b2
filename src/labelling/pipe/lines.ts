import { z } from 'zod';

const number = z.int().describe('which question: counts those that were asked and not taken back, from 1');
const natural = z.int().nonnegative();
const ordinal = z.int().positive().exactOptional();
const pass = z.int().min(2).exactOptional().describe('which pass over the pool, from 2; absent in the first');
const share = z.number().min(0).max(1).nullable();

/**
 * Out: a question, a row whose label is wanted.
 *
 * The schemas of this file say what the lines of `--protocol jsonl` hold, field by field; docs/PROTOCOL.md and
 * docs/schemas/protocol.json are written from them.
 */
export const questionSchema = z.strictObject({
  question: number,
  position: natural.describe('rows considered before this one'),
  id: natural.describe(
    'which row of the pool, from 0 (predictions and sheets count from 1); with two guesses, of those in which they differ',
  ),
  document: z.string().exactOptional().describe("the row's own id, where the file has ids"),
  probability: z.number().positive().max(1).describe('p, the probability with which this label is bought'),
  importance: z
    .number()
    .nonnegative()
    .describe('what the label counts in sums and estimates: that of the row, 1 unless the pool says otherwise, over p'),
  prediction: z
    .number()
    .exactOptional()
    .describe(
      'the margin, positive for the second class; of more than two classes the number of the one predicted; ' +
        'with `--range` the guess of the number; absent with `--blind yes`, and where nothing is predicted',
    ),
  labelsLeft: natural.nullable().describe('labels that the budget still holds, this one included; null without a budget'),
  pass,
  fresh: ordinal.describe(
    'with `--fresh`: which of the labels this is that tell the error of the model in the end, and are not learned',
  ),
  text: z.string().exactOptional().describe('the document, where the pool has texts'),
  columns: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('with `--show`: its other columns by name, without empty ones'),
});

/** Out: the line before was no answer; the question is asked again. */
export const errorSchema = z.strictObject({ error: z.string().describe('what was wrong with the line, and what is legal') });

const classText = z
  .string()
  .exactOptional()
  .describe('where the smaller class has less than 20% of the rows: balanced error and F-score, in words');

/** Out: the session is over. */
export const doneSchema = z.strictObject({
  done: z.literal(true).describe('this is the last line'),
  pass,
  known: natural.exactOptional().describe('in a further pass: labels known from the passes before'),
  outside: natural.exactOptional().describe('labels known before the first question (`--known`), which no estimate counts'),
  labels: natural.describe('labels bought in this pass'),
  examples: natural.describe('rows considered'),
  importanceSum: z
    .number()
    .nonnegative()
    .describe('sum of the importances of the labels that came; in the mean over the coins, that of the rows considered'),
  mean: z
    .strictObject({
      value: z.number().nullable().describe('the estimated mean of all rows considered; null before 20 labels'),
      low: z.number().nullable().describe('lower end of its 95% interval, which is approximate'),
      high: z.number().nullable().describe('upper end of its 95% interval'),
      certified: z
        .array(z.number())
        .nullable()
        .describe('two bounds that hold at every look, with 95% confidence; null where p had no smallest value'),
      text: z.string().describe('the same in words'),
    })
    .exactOptional()
    .describe('with `--range`, in the units of the numbers'),
  errorEstimate: share.describe('estimated error of the predictions; null where the labels carry no point'),
  errorLow: share.describe('lower end of its 95% interval; null where there is none'),
  errorHigh: share.describe('upper end of its 95% interval; null where there is none'),
  errorText: z.string().describe('the same in words, as on every screen'),
  classText,
  stop: z
    .strictObject({
      words: z.string().describe('what is certified'),
      isReached: z.boolean().describe('whether that is what `--stop` waits for'),
    })
    .exactOptional()
    .describe('where the session waits for a certificate'),
  final: z
    .strictObject({
      labels: natural.describe('fresh labels'),
      rows: natural.describe('rows that the model has not learned, which the estimate is about'),
      errorEstimate: share.describe('its estimated error there'),
      errorLow: share.describe('lower end of its 95% interval'),
      errorHigh: share.describe('upper end of its 95% interval'),
      errorText: z.string().describe('the same in words'),
      classText,
    })
    .exactOptional()
    .describe('of the model in the end, where there are fresh labels'),
  remarks: z.array(z.string()).describe('what else is to be known of the sample, in words'),
});

const besides = {
  correct: ordinal.describe('the number of an earlier answer that this one takes the place of; the open question stays open'),
  note: z.string().exactOptional().describe('what else is to be said, kept with the answer'),
  flag: z.literal(true).exactOptional().describe('marks the answer, to be looked at again'),
};

/** In: an answer to the open question. */
export const answerSchemas = {
  label: z.strictObject({
    question: number,
    label: z.union([z.string(), z.number()]).describe('a class, by its name or by its number; with `--range` a number'),
    ...besides,
  }),
  skip: z.strictObject({
    question: number,
    skip: z.literal(true).describe('nobody can tell: it costs nothing and is not asked again'),
    ...besides,
  }),
  undo: z.strictObject({ question: number, undo: z.literal(true).describe('takes the last answer back') }),
  quit: z.strictObject({
    question: number,
    quit: z.literal(true).describe('leaves the session; the same command goes on with it'),
  }),
};

/** An answer as a program writes it on one line. */
export const answerSchema = z.union([answerSchemas.label, answerSchemas.skip, answerSchemas.undo, answerSchemas.quit]);
