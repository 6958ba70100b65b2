import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import { resealed } from '../support/ledgers.ts';
import { toyTask } from '../support/toy.ts';
import { demandClear, pick, type Bench, type Kind } from './kind.ts';
import { mutated } from './mutations.ts';
import { writePool } from './session.ts';

/** Small inputs, and the commands that read them. */
type Readers = Readonly<Record<string, readonly string[]>>;

const ASKED = '--text body --classes other,complaint --budget 5';
const DATA: Readers = {
  'toy.svm': ['describe toy.svm', 'learn toy.svm --model out', 'simulate toy.svm --budget 5', 'predict toy.iwalmodel toy.svm'],
  'toy.csv': ['learn toy.csv --model out', 'label toy.csv --budget 5 --ledger out.jsonl --batch 2'],
  'toy.vw': ['learn toy.vw --model out', 'vw -d toy.vw', 'vw -d toy.vw -q ab --loss_function logistic'],
  'pool.csv': [`label pool.csv ${ASKED} --ledger out.jsonl --batch 2`, 'learn pool.csv --text body'],
  'pool.jsonl': [`label pool.jsonl ${ASKED} --ledger out.jsonl --batch 2`, 'pool pool.jsonl --text body,tags --out out.svm'],
  'ask.csv': [`label pool.csv ${ASKED} --ledger asked.jsonl --answers ask.csv`],
  'study.json': ['study check study.json'],
  'project/settings.json': ['label --project project --batch 2 --out out.csv'],
};
/** Files with a checksum, which is made right again. */
const SEALED: Readers = {
  'toy.iwal': ['learn toy.iwal --model out', 'simulate toy.iwal --budget 5'],
  'toy.iwalmodel': [
    'model show toy.iwalmodel',
    'predict toy.iwalmodel toy.svm',
    'learn toy.svm --resume toy.iwalmodel --model out',
  ],
  'text.iwalmodel': ['model show text.iwalmodel', 'predict text.iwalmodel pool.csv'],
  'asked.jsonl': [
    'audit asked.jsonl --data pool.csv --text body',
    `label pool.csv ${ASKED} --ledger asked.jsonl --batch 3 --out out.csv`,
  ],
  'classes.iwalmodel': ['model show classes.iwalmodel', 'predict classes.iwalmodel classes.svm'],
};
/** What makes those of the inputs that the program writes. */
const MADE = [
  'generate rcv1-like --documents 20 --out toy.iwal',
  'learn toy.svm --model toy.iwalmodel',
  'learn labelled.csv --text body --model text.iwalmodel',
  'learn classes.svm --reduction one-against-all --model classes.iwalmodel',
  `label pool.csv ${ASKED} --ledger asked.jsonl --batch 3 --out ask.csv`,
  `label pool.csv ${ASKED} --project project --batch 1 --out out.csv`,
];

async function writeInputs({ run }: Bench, folder: string): Promise<string> {
  const write = (name: string, lines: readonly string[]): void => {
    writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  };
  const numbers = Array.from({ length: 6 }, (_, k) => k);
  await writeSvmlight(join(folder, 'toy.svm'), toyTask({ rows: 6, columns: 4, seed: 1 }));
  write('toy.csv', ['label,a,b,"c, d",note', ...numbers.map((k) => `${k % 2},${k},${-k / 4},1e-${k},"it ""is"" ${k}"`)]);
  write(
    'toy.vw',
    numbers.map((k) => `${k % 2 === 0 ? 1 : -1} 0.${k + 1} 'row${k}|a x:${k} y |b:0.5 word${k % 3} z:-1e-3`),
  );
  write(
    'classes.svm',
    numbers.map((k) => `${1 + (k % 3)} ${1 + (k % 4)}:1 5:${k / 8}`),
  );
  write(
    'pool.jsonl',
    numbers.map((k) => JSON.stringify({ id: k, body: `word${k % 3} and ${k}`, year: 2000 + k, tags: ['a', k], label: null })),
  );
  write('labelled.csv', [
    'body,label',
    ...numbers.map((k) => `word${k % 3} and more ${k % 4},${k % 2 === 0 ? 'other' : 'complaint'}`),
  ]);
  writePool(folder);
  const axes = { query: ['passive', 'soft-margin'], width: [0.5, 1] };
  write('study.json', [JSON.stringify({ id: 'small', data: { toy: 'toy.svm' }, axes, seeds: 2 })]);
  for (const line of MADE) demandClear(await run(folder, line.split(' ')), line, [0]);
  return folder;
}

/** Mutates one of these inputs and reads it with one of the commands. */
function fuzzed(readers: Readers, reseal: (bytes: Buffer) => Buffer): Kind {
  return {
    share: 2,
    async trial(bench) {
      const { random, folder, once, run } = bench;
      cpSync(await once('fuzz-inputs', (place) => writeInputs(bench, place)), folder, { recursive: true });
      const [file, commands] = pick(random, Object.entries(readers));
      const place = join(folder, file);
      writeFileSync(place, reseal(mutated(random, readFileSync(place), pick(random, [1, 1, 3]))));
      const command = pick(random, commands);
      demandClear(await run(folder, command.split(' ')), `iwal ${command}`);
      return 1;
    },
  };
}

/** Random mutations of files of data, documents, answers, studies and settings. */
export const fuzzedData = fuzzed(DATA, (bytes) => bytes);

/** Random mutations of caches and models whose checksums and sizes are right. */
export const fuzzedSealed = fuzzed(SEALED, (bytes) => {
  const sealed = Buffer.from(bytes);
  // Their first bytes tell the formats apart: ledger, cache (data/cache/cache-format.ts), model (learners/model-file.ts).
  if (sealed.length < 40) return sealed;
  if (sealed[0] === 0x7b) return Buffer.from(resealed(sealed.toString('latin1')), 'latin1');
  if (sealed.toString('latin1', 0, 4) === 'IWAL') {
    sealed.writeDoubleLE(sealed.length - 32, 16);
    sealed.writeUInt32LE(crc32(sealed.subarray(16)), 12);
  } else {
    sealed.writeDoubleLE(sealed.length, 16);
    sealed.writeUInt32LE(crc32(sealed.subarray(0, -4)), sealed.length - 4);
  }
  return sealed;
});
