import { sampleFormats } from '../../ledger/export/index.ts';
import { defineCommand } from '../syntax/command.ts';
import { UsageError } from '../terminal/failure.ts';
import { ledgerOfData, requireFile } from '../options/inputs.ts';
import { nameIn, optional, unbound, value } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { guessOptions, readingOf, readingOptions, asBegun } from '../options/reading-options.ts';
import { targetOf } from '../options/target.ts';

const confidence = unbound(guessOptions['guess-confidence']);
const { format: dataFormat, ...otherReading } = { ...readingOptions, ...guessOptions, 'guess-confidence': confidence };

/** `iwal export`: the labels of a ledger with their importances, as a training set for any learner. */
export const command = defineCommand({
  name: 'export',
  usage: '<ledger>',
  summary: 'Write the labels of a ledger with their rows and importances, in the order in which they were learned.',
  places: { ledger: ledgerOfData },
  options: {
    data: optional('the pool of the ledger; a project knows its own, a ledger alone needs it'),
    format: value(
      'what to write: vw, svmlight, csv (a column a feature), table (id, label, importance, text)',
      nameIn('format', sampleFormats),
    ),
    out: optional('file for the sample instead of stdout'),
    weights: optional('svmlight: file for the importances, one a line, for which that format has no place'),
    notes: optional('file for the notes and flags of answers, a table with the row, the label and who answered'),
    parts: partsOption,
    'data-format': dataFormat,
    ...otherReading,
  },
  common: 'data text format out weights notes',
  groups: { 'Reading the pool': ['data-format', ...Object.keys(otherReading)] },
  examples: [
    ['iwal export reviews --format table --out labelled.csv', 'the labels of a project as a table, with ids and texts'],
    ['iwal export news.ledger --data news.svm.gz --format vw --out news.vw', 'for iwal vw and Vowpal Wabbit'],
    [
      'iwal export news.ledger --data news.svm.gz --format svmlight --out news.svm --weights news.weights',
      'for LIBSVM, LightGBM and their kin',
    ],
    [
      'iwal export survey.ledger --data survey.csv --format csv --out labelled.csv',
      'a table, for anything else, and for iwal learn labelled.csv --importance-column importance --ignore-columns id',
    ],
  ],
  async run(values, session) {
    const { ledger, data, format, out, weights, notes } = values;
    if (data === undefined) throw new UsageError('export needs --data: the pool of the ledger');
    if (weights !== undefined && format !== 'svmlight')
      throw new UsageError(`--weights is for svmlight: ${format} text holds the importances itself`);
    if (weights !== undefined && weights === out) throw new UsageError('--weights and --out name one file');
    if (notes !== undefined && [out, weights].includes(notes)) throw new UsageError('--notes names a file of its own');
    for (const file of [ledger, data]) await requireFile(file);
    const reading = await readingOf(data, await asBegun(ledger, { ...values, format: values['data-format'] }, session));
    const targets = [out, weights, notes].map((name) => targetOf(session, name, [ledger, data]));
    const { exportSample } = await import('./run.ts');
    await exportSample(
      { ledger, data: { file: data, options: reading }, format, sample: targets[0], weights: targets[1], notes: targets[2] },
      session,
    );
  },
});
