import { csvOf, FORMS, formOf, forms, type PredictedRow } from './forms.ts';
import { defineCommand } from '../syntax/command.ts';
import { encodingRemarks } from '../data/file-remarks.ts';
import { requireModel } from '../options/inputs.ts';
import { requireData, requireStreamable, streamOption, noCache, readingOf, readingOptions } from '../options/reading-options.ts';
import { going, meanings, nameIn, partOf, text, value, optional } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { targetOf } from '../options/target.ts';
import { UsageError } from '../terminal/failure.ts';

/** `iwal predict`: what a model says about every row of a file, labelled or not. */
export const command = defineCommand({
  name: 'predict',
  usage: '<model> <data>',
  summary: 'Predict every row of a file, a line each; where all rows have labels, the error is noted on stderr.',
  places: {
    model: partOf('model', value('model, written by iwal learn or iwal label, or the folder of a project', text)),
    data: partOf(
      'data',
      value(
        'data: svmlight, VW or CSV text (also gzipped), .iwal, or documents where the model is of words; ' +
          'of a project its own, if none are named',
        text,
      ),
    ),
  },
  options: {
    out: optional('file for the predictions instead of stdout'),
    form: optional(
      `what to write; as --out ends in .csv or .jsonl, else csv of tables and documents and plain of other data: ${meanings(FORMS)}`,
      nameIn('form', FORMS),
    ),
    keep: going(optional('columns of the data to copy behind each prediction, as in title,url'), { not: ['stream'] }),
    parts: partsOption,
    ...readingOptions,
    ...noCache,
    ...streamOption,
  },
  common: 'out form keep id-column label-column ignore-columns stream',
  groups: { 'Reading files': Object.keys({ ...readingOptions, ...noCache, ...streamOption }) },
  examples: [
    ['iwal predict reviews more.csv --out classes.csv', 'more rows, with the model of a project'],
    [
      'iwal predict a.iwalmodel test.svm.gz > predictions.txt',
      'the predictions; at or above the threshold they mean the positive class',
    ],
    [
      'iwal predict a.iwalmodel new.csv --keep title,url',
      'documents: ids, names of classes, scores, probabilities, and two columns',
    ],
    ['iwal predict a.iwalmodel pool.vw --out predictions.txt', 'unlabelled Vowpal Wabbit text'],
  ],
  async run(values, session) {
    const { model, data, out, keep } = values;
    await requireModel(model);
    await requireData(data, values.stream);
    const reading = await readingOf(data, values);
    if (values.stream) await requireStreamable(data, reading);
    const target = targetOf(session, out, [model, data]);
    const { detectedFormat } = await import('../../data/index.ts');
    const { predictFile, withKept, writeRows } = await import('./run.ts');
    const form = forms[values.form ?? formOf(out, await detectedFormat(data, reading.format))];
    if (keep !== undefined && form === forms.plain) throw new UsageError('--keep is about --form csv or jsonl');
    const write = (lines: readonly string[]): void => {
      if (lines.length === 0) return;
      if (target === undefined) session.data(lines.join('\n'));
      else target.append(`${lines.join('\n')}\n`);
    };
    let { head }: { head: readonly string[] } = form;
    const take = (rows: readonly PredictedRow[]): void => {
      write([...head, ...rows.map(form.line)]);
      head = [];
    };
    const { fileReader } = await import('../data/labelled.ts');
    const asked = values.stream
      ? { asked: reading, read: undefined, take }
      : { asked: reading, read: fileReader(values, session) };
    const { rows, quality, positive, classes = [] } = await predictFile(model, data, asked, session);
    for (const line of encodingRemarks(data)) session.note(line);
    if (!values.stream) {
      const { keptColumns } = await import('../data/several-seen.ts');
      const copied = keep === undefined ? undefined : { option: '--keep', columns: keep, rows: rows.length };
      const kept = copied && (await keptColumns({ file: data, reading }, copied));
      const shown = kept === undefined ? rows : withKept(rows, kept);
      await writeRows(shown, form === forms.csv ? csvOf(classes, kept?.names) : form, write, session);
    }
    await target?.finish();
    if (positive !== undefined && form !== forms.plain && rows.some(({ probability }) => probability !== undefined))
      session.note(`probability is that of ${positive}, whichever class is predicted`);
    if (quality !== undefined) session.note(quality);
  },
});
