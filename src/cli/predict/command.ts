import { writeFile } from 'node:fs/promises';
import { defineCommand } from '../syntax/command.ts';
import { requireFile } from '../options/inputs.ts';
import { text, value } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { readingOf, readingOptions } from '../options/reading-options.ts';
import { Target } from '../options/target.ts';

/** `iwal predict`: what a model says about every row of a file, labelled or not. */
export const command = defineCommand({
  name: 'predict',
  usage: '<model> <data>',
  summary: 'Predict every row of a file, a line each; where all rows have labels, the error is noted on stderr.',
  places: {
    model: value('model, written by iwal learn', text),
    data: value('data: svmlight, VW or CSV text (also gzipped), or .iwal', text),
  },
  options: {
    out: value('file for the predictions instead of stdout', text.optional()),
    parts: partsOption,
    ...readingOptions,
  },
  groups: { 'Reading files': Object.keys(readingOptions) },
  examples: [
    ['iwal predict a.iwalmodel test.svm.gz > predictions.txt', 'the predictions; above the threshold means the positive class'],
    ['iwal predict a.iwalmodel pool.vw --out predictions.txt', 'unlabelled Vowpal Wabbit text'],
  ],
  async run(values, session) {
    const { model, data, out } = values;
    for (const file of [model, data]) await requireFile(file);
    const reading = await readingOf(data, values);
    const target = out === undefined ? undefined : new Target(out);
    try {
      const { predictFile } = await import('./run.ts');
      const { predictions, quality } = await predictFile(model, data, reading, session);
      if (target === undefined) session.print(predictions.join('\n'));
      else await target.fill((path) => writeFile(path, predictions.join('\n') + '\n'));
      if (quality !== undefined) session.note(quality);
    } finally {
      target?.discard();
    }
  },
});
