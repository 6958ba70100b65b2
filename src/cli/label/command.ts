import { z } from 'zod';
import { defineCommand } from '../syntax/command.ts';
import { UsageError } from '../terminal/failure.ts';
import { requireFile } from '../options/inputs.ts';
import { nameIn, text, value } from '../syntax/option.ts';
import { partsOption } from '../options/parts-option.ts';
import { readingOf, readingOptions } from '../options/reading-options.ts';
import { parameterOptionsOf } from '../options/recipe-options.ts';
import { DEFAULT_RECORD, recordOption } from '../options/record-option.ts';
import { readSpecs, specOptions, stopOptions } from '../options/spec-options.ts';

const PROTOCOLS = { jsonl: 'a question a line on stdout, an answer a line on stdin' };
const parameters = parameterOptionsOf('loss', 'optimizer', 'query');

const DEFAULT_CLASSES = 'negative,positive';

const classNames = text.default(DEFAULT_CLASSES).transform((written, context): readonly [string, string] => {
  const names = written.split(',').map((name) => name.trim());
  if (names.length === 2 && new Set(names).size === 2 && !names.includes('')) return [names[0], names[1]];
  context.addIssue(`must be two different names, as in ham,spam; found '${written}'`);
  return z.NEVER;
});

/**
 * `iwal label`: active learning for real. A person at the terminal, or a program on a pipe, labels the rows that the rule asks
 * about, and a ledger keeps every answer: whatever ends the session, the same command goes on where it stopped.
 */
export const command = defineCommand({
  name: 'label',
  usage: '<pool>',
  summary: 'Label a pool: answer the questions that the query rule asks; the ledger keeps every answer.',
  places: {
    pool: value('rows to choose from; labels in the file are not read: svmlight or VW text (also gzipped), CSV or .iwal', text),
  },
  options: {
    ...parameters,
    ...readingOptions,
    parts: partsOption,
    ledger: value('file that keeps the session; an existing one is continued', text),
    record: recordOption,
    classes: value(`names of the two classes, the negative one first; ${DEFAULT_CLASSES} if absent`, classNames),
    text: value('text file with a line to show for every row', text.optional()),
    protocol: value(
      `for programs: ${Object.entries(PROTOCOLS)
        .map((entry) => entry.join(': '))
        .join('; ')}`,
      nameIn('protocol', PROTOCOLS).optional(),
    ),
    ...specOptions,
    ...stopOptions,
    budget: value(
      'labels that may be bought, or a share of the rows as in 10%; needed, unless the knob of the rule is written. It sets the knob and spreads the labels over the pool',
      specOptions.budget.schema,
    ),
    seed: {
      ...specOptions.seed,
      meaning: `${specOptions.seed.meaning}; people who label the same rows apart from each other need different ones`,
    },
  },
  groups: { 'Parameters of the chosen names': Object.keys(parameters), 'Reading files': Object.keys(readingOptions) },
  examples: [
    [
      'iwal label pool.svm --ledger a.jsonl --text documents.txt --classes sport,other',
      'read documents and press a key for each',
    ],
    ['iwal label pool.csv --text-column title --ledger a.jsonl --budget 200 --mellowness 1e-3', 'at most 200 labels'],
    ['iwal label pool.svm --ledger a.jsonl --protocol jsonl', 'questions and answers as JSON'],
  ],
  async run(values, session) {
    const { pool, ledger, record = DEFAULT_RECORD, classes, protocol, text: texts } = values;
    if (texts !== undefined && values['text-column'] !== undefined)
      throw new UsageError('--text and --text-column exclude each other');
    const reading = await readingOf(pool, values);
    const request = { pool, reading, text: texts, ledger, record, classes, protocol };
    const { begunSpec } = await import('../../labelling/begun-spec.ts');
    const begun = begunSpec(ledger);
    const [spec] = await readSpecs(values, { begun });
    const { requireClassifier } = await import('../data/classifier.ts');
    requireClassifier('label', spec);
    const { labelFile, requireAnswerable } = await import('./run.ts');
    requireAnswerable(request);
    for (const file of [pool, ...(texts === undefined ? [] : [texts])]) await requireFile(file);
    await labelFile({ ...request, spec }, session);
  },
});
