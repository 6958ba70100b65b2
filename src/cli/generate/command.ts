import { MOST_ENTRIES } from '../../data/cache/cache-file.ts';
import { RCV1_PARTS } from '../../data/rcv1-like.ts';
import { defineCommand } from '../syntax/command.ts';
import { Failure } from '../terminal/failure.ts';
import type { Work } from './thread.ts';
import { count } from '../../numerics/display.ts';
import { fileEnding, meanings, named, nameIn, value, whole } from '../syntax/option.ts';
import { targetOf } from '../options/target.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';

const GENERATORS = { 'rcv1-like': 'documents like those of RCV1, CCAT against the rest' };
const ENDINGS = ['.svm', '.svm.gz', '.iwal'];
/** Documents of 79 entries on average that the binary format can number. */
const MOST_DOCUMENTS = Math.floor(MOST_ENTRIES / 79);

/** `iwal generate`: writes a generated data set, whole or not at all. */
export const command = defineCommand({
  name: 'generate',
  usage: '<generator>',
  summary: 'Write a generated data set: svmlight text, gzipped if the name says so, or the binary .iwal format.',
  places: { generator: named('generator', GENERATORS, meanings(GENERATORS)) },
  options: {
    documents: whole(1, 'how many; by default as many as the real part has'),
    seed: whole(0, 'decides vocabulary, topics and documents', { to: Number.MAX_SAFE_INTEGER, default: 1 }),
    part: value(
      `independent draws from one population: ${Object.keys(RCV1_PARTS).join(', ')}`,
      nameIn('part', RCV1_PARTS).default('train'),
    ),
    out: value(`file to write, ending in ${ENDINGS.join(', ')}`, fileEnding(ENDINGS)),
  },
  examples: [['iwal generate rcv1-like --documents 20000 --out train.svm.gz', 'documents to try simulate on']],
  async run({ documents, seed, part, out }, session) {
    const size = documents ?? RCV1_PARTS[part];
    if (out.endsWith('.iwal') && size > MOST_DOCUMENTS) {
      throw new Failure(
        `the binary format holds ${count(MOST_DOCUMENTS)} documents, not ${count(size)}; svmlight text holds any number`,
      );
    }
    const target = targetOf(session, out);
    await session.underBar('documents', (update) =>
      target.fill(async (path) => {
        const work: Work = { options: { documents: size, seed, part }, path };
        await onThread<number>(threadFile('cli/generate/thread'), work, session.signal, (done) => update(done, size));
      }),
    );
    session.print(`${out}: ${count(size)} documents`);
  },
});
