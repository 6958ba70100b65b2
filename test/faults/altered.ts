import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import type { RandomStream } from '../../src/numerics/random.ts';
import { resealed } from '../support/ledgers.ts';
import type { Ended } from '../support/processes/started.ts';
import { toyTask } from '../support/toy.ts';
import { demand, demandClear, pick, type Bench, type Kind } from './kind.ts';
import { mutated } from './mutations.ts';
import { writePool } from './session.ts';
import { inBatches, overPipe } from './ways.ts';

const DOCUMENTS = ['pool.csv', '--text', 'body'];
const ASKED = ['label', ...DOCUMENTS, '--classes', 'other,complaint', '--budget', '8', '--model', 'out.iwalmodel', '--ledger'];

/** The ledgers that are altered: what writes each, over which data. */
const LEDGERS = [
  { name: 'considered.jsonl', data: DOCUMENTS, way: overPipe, more: [] },
  { name: 'purchases.jsonl', data: DOCUMENTS, way: overPipe, more: ['--record', 'purchases'] },
  { name: 'fresh.jsonl', data: DOCUMENTS, way: overPipe, more: ['--fresh', '3'] },
  { name: 'batches.jsonl', data: DOCUMENTS, way: inBatches, more: [] },
  { name: 'simulated.jsonl', data: ['toy.svm'], more: ['--budget', '10'] },
  { name: 'knob.jsonl', data: ['toy.svm'], more: ['--query', 'iwal-cal', '--mellowness', '1e-3', '--record', 'purchases'] },
];

type Name = (typeof LEDGERS)[number]['name'];

interface Originals {
  readonly folder: string;
  /** What audit says of each. */
  readonly audits: ReadonlyMap<Name, Ended>;
}

async function written({ run }: Bench, folder: string): Promise<Originals> {
  writePool(folder);
  await writeSvmlight(join(folder, 'toy.svm'), toyTask({ rows: 60, seed: 4 }));
  const audits = new Map<Name, Ended>();
  for (const { name, data, way, more } of LEDGERS) {
    const end =
      way === undefined
        ? await run(folder, ['simulate', ...data, ...more, '--ledger', name])
        : await way({ folder, args: [...ASKED, name, ...more] });
    demandClear(end, `the session of ${name}`, [0]);
    const audit = await run(folder, ['audit', name, '--data', ...data]);
    demandClear(audit, `the audit of ${name}`, [0]);
    audits.set(name, audit);
  }
  return { folder, audits };
}

/** What somebody does to a ledger who knows what it says, as characters of single bytes. */
const ALTERATIONS: readonly ((random: RandomStream, text: string) => string)[] = [
  // Lines that change places, lines that are missing at the end, zeros behind it.
  (random, text) => {
    const lines = text.split('\n').slice(0, -1);
    const at = random.below(lines.length);
    lines.splice(at, 2, ...lines.slice(at, at + 2).reverse());
    return `${lines.join('\n')}\n`;
  },
  (random, text) => text.slice(0, text.lastIndexOf('\n', random.below(text.length)) + 1),
  (random, text) => text.slice(0, text.length - random.below(2)) + '\0'.repeat(1 + random.below(9)),
  // Another number, another word, a field less.
  (random, text) => {
    const { index, 0: number } = pick(random, [...text.matchAll(/-?\b\d[\d.e+-]*/g)]);
    const value = Number(number);
    const other = pick(random, [0, 1, -value, value + 1, value - 1, 2 * value, value * (1 + 2 ** -40), random.below(9)]);
    return `${text.slice(0, index)}${other}${text.slice(index + number.length)}`;
  },
  (random, text) => {
    const words = [...text.matchAll(/"\w+"/g)];
    const [{ index, 0: word }, { 0: other }] = [pick(random, words), pick(random, words)];
    return text.slice(0, index) + other + text.slice(index + word.length);
  },
  (random, text) => {
    const { index, 0: field } = pick(random, [...text.matchAll(/,"\w+":[^,{}[\]]+/g)]);
    return text.slice(0, index) + text.slice(index + field.length);
  },
  (random, text) => mutated(random, Buffer.from(text, 'latin1'), 1).toString('latin1'),
];

/** Fields that audit takes as recorded: which version wrote the ledger, who answered when, how many questions came together. */
const RECORDED = ['crc', 'iwal', 'annotator', 'time', 'note', 'batch', 'after'];

/** What the whole lines of a ledger say, but for what is taken as recorded. */
function contentOf(text: string): string[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const said = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(Object.entries(said).filter(([name]) => !RECORDED.includes(name)));
    });
}

/** One alteration of a ledger, by somebody who makes the checksums right or does not. */
export const altered: Kind = {
  share: 2,
  async trial(bench) {
    const { random, folder, once, run } = bench;
    const { folder: home, audits } = await once('ledgers', (place) => written(bench, place));
    const { name, data, way, more } = pick(random, LEDGERS);
    const original = readFileSync(join(home, name), 'latin1');
    const changed = pick(random, ALTERATIONS)(random, original);
    const text = random.next() < 0.7 ? resealed(changed) : changed;
    if (text === original) return 0;
    for (const file of ['pool.csv', 'toy.svm']) copyFileSync(join(home, file), join(folder, file));
    writeFileSync(join(folder, name), text, 'latin1');

    const audit = await run(folder, ['audit', name, '--data', ...data]);
    demandClear(audit, `audit of ${name}`, [0, 1]);
    const clean = audits.get(name)!;
    const isTold = audit.code !== 0 || audit.stderr !== clean.stderr;
    demand(isTold || isShorter(text, original, audit, clean), `audit of ${name} accepts${differences(text, original)}`);

    for (const args of [
      ['export', name, '--data', ...data, '--format', 'csv', '--out', 'out.csv'],
      ['replay', name, '--data', ...data],
    ])
      demandClear(await run(folder, args), args.join(' '));
    if (way !== undefined) {
      const label = await run(folder, [...ASKED, name, ...more, '--batch', '2', '--out', 'ask.csv']);
      demandClear(label, `label with an altered ${name}`);
    }
    return 1;
  },
};

/** Whether a ledger says what it said, or what a session said before its end, which the audit tells. */
function isShorter(text: string, original: string, audit: Ended, clean: Ended): boolean {
  const [found, whole] = [contentOf(text), contentOf(original)];
  if (!found.every((line, k) => line === whole[k])) return false;
  return found.length === whole.length || audit.stdout !== clean.stdout;
}

/** The first line that is another one. */
function differences(text: string, original: string): string {
  const [found, whole] = [text.split('\n'), original.split('\n')];
  const at = found.findIndex((line, k) => line !== whole[k]);
  return ` line ${at + 1}:\n${found[at]}\ninstead of\n${whole[at]}`;
}
