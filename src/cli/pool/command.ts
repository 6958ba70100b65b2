import { defineCommand } from '../syntax/command.ts';
import { requireFile } from '../options/inputs.ts';
import { readingOf, readingOptions, takenColumns } from '../options/reading-options.ts';
import { targetOf } from '../options/target.ts';
import { fileEnding, text, value, optional } from '../syntax/option.ts';
import { count } from '../../numerics/display.ts';

const ENDINGS = ['.svm', '.svm.gz'];

/** `iwal pool`: documents as rows of numbers, for programs that take no text. */
export const command = defineCommand({
  name: 'pool',
  usage: '<documents>',
  summary: 'Turn documents into a pool file, svmlight text: a feature a word, tf-idf weights, rows of length 1.',
  places: { documents: value('documents: .csv, .tsv or .jsonl with --text, .txt with a document a line (also gzipped)', text) },
  options: {
    out: value(
      `file for the pool, ending in ${ENDINGS.join(' or ')}; labels that are no two classes or numbers are 0`,
      fileEnding(ENDINGS),
    ),
    words: optional('file for the words, a line a feature, from feature 1'),
    ...readingOptions,
  },
  groups: { 'Reading files': Object.keys(readingOptions) },
  examples: [
    [
      'iwal pool documents.csv --text title,abstract --out pool.svm --words words.txt',
      'a pool, and what its features are called',
    ],
    ['iwal pool documents.txt --ngrams 2 --bits 20 --out pool.svm.gz', 'hashed, for vocabularies that do not fit the memory'],
  ],
  async run(values, session) {
    const { documents: file, out, words } = values;
    await requireFile(file);
    const columns = await takenColumns(file, values, { command: 'pool', labels: 'unread' }, session);
    const reading = await readingOf(file, { ...values, ...columns });
    const target = targetOf(session, out, [file]);
    const named = targetOf(session, words, [file]);
    const { poolFile } = await import('./run.ts');
    const { rows, features } = await session.unlessInterrupted(poolFile(file, reading, target, named));
    session.print(`${out}: ${count(rows)} documents, ${count(features)} features`);
  },
});
