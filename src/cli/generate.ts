/** `iwal generate`: writes a generated data set, whole or not at all. */
import { RCV1_PARTS, type Rcv1LikeOptions, type Rcv1Part } from '../data/rcv1-like.ts';
import type { Dataset } from '../data/dataset.ts';
import { receive } from '../studies/shipping.ts';
import { defineCommand } from './command.ts';
import type { Message } from './generate-thread.ts';
import { count } from './layout.ts';
import { fileEnding, nameIn, number, value } from './option.ts';
import type { Progress } from './progress.ts';
import type { Session } from './session.ts';
import { Target } from './target.ts';
import { onThread } from './thread.ts';

const GENERATORS = { 'rcv1-like': 'documents like those of RCV1, CCAT against the rest' };
const ENDINGS = ['.svm', '.svm.gz', '.iwal'];

export const command = defineCommand({
  name: 'generate',
  usage: '<generator>',
  summary: 'Write a generated data set: svmlight text, gzipped if the name says so, or the binary .iwal format.',
  places: {
    generator: value(Object.entries(GENERATORS).map((entry) => entry.join(': ')).join('; '), nameIn('generator', GENERATORS)),
  },
  options: {
    documents: number({ meaning: 'how many; by default as many as the real part has', from: 1, whole: true }),
    seed: number({ meaning: 'decides vocabulary, topics and documents', from: 0, to: Number.MAX_SAFE_INTEGER, whole: true, default: 1 }),
    part: value(`independent draws from one population: ${Object.keys(RCV1_PARTS).join(', ')}`, nameIn('part', RCV1_PARTS).default('train')),
    out: value(`file to write, ending in ${ENDINGS.join(', ')}`, fileEnding(ENDINGS)),
  },
  examples: [['iwal generate rcv1-like --documents 20000 --out train.svm.gz', 'documents to try simulate on']],
  async run({ documents, seed, part, out }, session) {
    const size = documents ?? RCV1_PARTS[part as Rcv1Part];
    const target = new Target(out);
    const bar = await session.progress('documents');
    try {
      const dataset = await draw({ documents: size, seed, part: part as Rcv1Part }, bar, session);
      await session.unlessInterrupted(target.fill((path) => write(path, dataset)));
      bar.stop();
      session.print(`${out}: ${count(dataset.rows.length)} documents`);
    } finally {
      bar.stop();
      target.discard();
    }
  },
});

async function draw(options: Rcv1LikeOptions & { readonly documents: number }, bar: Progress, { signal }: Session): Promise<Dataset> {
  const messages = await onThread<Message>(new URL('./generate-thread.js', import.meta.url), options, signal, (message) => {
    if ('documents' in message) bar.update(message.documents, options.documents);
  });
  return messages.flatMap((message) => ('dataset' in message ? [rebuilt(message.dataset)] : []))[0];
}

/** What came from a thread has lost its classes. */
function rebuilt(dataset: Dataset): Dataset {
  return receive(new Map([['', { train: dataset }]])).get('')!.train;
}

async function write(path: string, dataset: Dataset): Promise<void> {
  if (path.endsWith('.iwal')) {
    const { writeCache } = await import('../data/cache.ts');
    await writeCache(path, dataset);
  } else {
    const { writeSvmlight } = await import('../data/svmlight-writer.ts');
    await writeSvmlight(path, dataset);
  }
}
