import { defineCommand } from '../syntax/command.ts';
import { requireFile } from '../options/inputs.ts';
import { readingOf, readingOptions, takenColumns } from '../options/reading-options.ts';
import { Target } from '../options/target.ts';
import { fileEnding, text, value } from '../syntax/option.ts';
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
    words: value('file for the words, a line a feature, from feature 1', text.optional()),
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
    const targets = [out, ...(words === undefined ? [] : [words])].map((name) => new Target(name, [file]));
    try {
      const { poolFile } = await import('./run.ts');
      const { rows, features } = await session.unlessInterrupted(poolFile(file, reading, targets[0], targets[1]));
      session.print(`${out}: ${count(rows)} documents, ${count(features)} features`);
    } finally {
      for (const target of targets) target.discard();
    }
  },
});
