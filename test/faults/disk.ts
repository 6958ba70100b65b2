import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import { ended, start, type Ended } from '../support/processes/started.ts';
import { toyTask } from '../support/toy.ts';
import { demand, demandClear, pick, type Bench, type Kind } from './kind.ts';
import { demandKept, demandSameEnd, setupOf, stepsIn, writePool } from './session.ts';
import { demandSameReport, RUN, writeStudy } from './study.ts';
import { inBatches, overPipe } from './ways.ts';

/** Beside the sources, not beside this file's build. */
const SOURCE = fileURLToPath(new URL('../../../test/faults/disk-faults.c', import.meta.url));

const FAULTS = [
  ['write', 'short'],
  ['write', 'ENOSPC'],
  ['write', 'EIO'],
  ['fsync', 'EIO'],
  ['rename', 'EIO'],
  ['rename', 'ENOSPC'],
] as const;

/** What a disk does to a process: one of the faults, at one of its first calls. */
interface Fault {
  readonly name: string;
  readonly isHarmless: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

async function faultOf({ random, folder, once }: Bench, calls: number): Promise<Fault> {
  const library = await once('disk-faults', (place) => {
    const file = join(place, 'disk-faults.so');
    const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, SOURCE, '-ldl'], { encoding: 'utf8' });
    demand(status === 0, stderr);
    return Promise.resolve(file);
  });
  const [call, how] = pick(random, FAULTS);
  const at = `${1 + random.below(calls)}`;
  return {
    name: `${how} at ${call} ${at}`,
    isHarmless: how === 'short',
    environment: { LD_PRELOAD: library, FAULT_UNDER: folder, FAULT_CALL: call, FAULT_HOW: how, FAULT_AT: at },
  };
}

/** Why no disk can be made to fail here. */
function noCompiler(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux preloads libraries and has a /proc';
  return spawnSync('cc', ['--version']).status === 0 ? undefined : 'there is no cc to compile disk-faults.c';
}

/** A process that a fault ended says which file it could not write. */
function demandTold(end: Ended, { name, isHarmless }: Fault): void {
  demandClear(end, name, isHarmless ? [0] : [0, 1]);
  demand(
    end.code === 0 || /^iwal: [\w./-]+(:| cannot be written:) \S/m.test(end.stderr),
    `${name}: no file is named in ${end.stderr}`,
  );
}

/** Faults of the disk while a session is labelled: what was acknowledged is there, and the session goes on. */
export const disksOfSessions: Kind = {
  share: 1,
  missing: noCompiler,
  async trial(bench) {
    const { random, folder } = bench;
    const way = pick(random, [overPipe, inBatches]);
    const setup = setupOf(random, way);
    writePool(folder);
    const fault = await faultOf(bench, 24);
    const sent = stepsIn(join(folder, setup.ledger));
    let acknowledged = 0;
    const life = { folder, args: setup.args, random, sent, circumstances: () => ({ environment: fault.environment }) };
    const end = await way({ ...life, acknowledged: () => (acknowledged = sent.length) });
    demandTold(end, fault);
    demandKept(join(folder, setup.ledger), sent, acknowledged, `after ${fault.name}`);
    await demandSameEnd(bench, folder, setup, way, `after ${fault.name}`);
    return 1;
  },
};

/** Commands that write one file. */
const WRITERS = [
  { args: ['learn', 'toy.svm', '--model'], out: 'new.iwalmodel' },
  { args: ['predict', 'toy.iwalmodel', 'toy.svm', '--out'], out: 'new.txt' },
  { args: ['pool', 'pool.csv', '--text', 'body', '--out'], out: 'new.svm' },
  { args: ['generate', 'rcv1-like', '--documents', '50', '--out'], out: 'new.iwal' },
  { args: ['export', 'toy.jsonl', '--data', 'toy.svm', '--format', 'vw', '--out'], out: 'new.vw' },
  { args: ['simulate', 'toy.svm', '--budget', '20', '--ledger'], out: 'new.jsonl' },
];

/** The inputs of the commands, and what they write where nothing disturbs them. */
async function writeInputs(folder: string): Promise<void> {
  writePool(folder);
  await writeSvmlight(join(folder, 'toy.svm'), toyTask({ rows: 100, seed: 2 }));
}

async function written({ run }: Bench, folder: string): Promise<Record<string, Buffer>> {
  await writeInputs(folder);
  demandClear(await run(folder, [...WRITERS[0].args, 'toy.iwalmodel']), 'learn', [0]);
  demandClear(await run(folder, [...WRITERS.at(-1)!.args, 'toy.jsonl']), 'simulate', [0]);
  for (const { args, out } of WRITERS) demandClear(await run(folder, [...args, out]), args.join(' '), [0]);
  const names = [...WRITERS.map(({ out }) => out), 'toy.iwalmodel', 'toy.jsonl'];
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Faults of the disk while a command writes a file: the old file, no file or the whole new one is there. */
export const disksOfFiles: Kind = {
  share: 1,
  missing: noCompiler,
  async trial(bench) {
    const { random, folder, once, run } = bench;
    const expected = await once('files', (place) => written(bench, place));
    const { args, out } = pick(random, WRITERS);
    await writeInputs(folder);
    for (const name of ['toy.iwalmodel', 'toy.jsonl']) writeFileSync(join(folder, name), expected[name]);
    const file = join(folder, out);
    const isLedger = args.includes('--ledger');
    const isReplaced = !isLedger && random.next() < 0.5;
    if (isReplaced) writeFileSync(file, 'old');
    const fault = await faultOf(bench, 4);
    const end = await ended(start(folder, [...args, out], { environment: fault.environment }));
    const what = `iwal ${args.join(' ')} ${out}, ${fault.name}`;
    demandTold(end, { ...fault, name: what });
    const found = existsSync(file) ? readFileSync(file) : undefined;
    const isNew = found?.equals(expected[out]) === true;
    if (end.code === 0) demand(isNew, `${what}: exit code 0, and another file`);
    else if (isLedger) demand(found === undefined || isBeginOf(found, expected[out]), `${what}: a ledger of other lines`);
    else
      demand(
        isNew || (isReplaced ? String(found) === 'old' : found === undefined),
        `${what}: left ${String(found?.length)} bytes`,
      );
    if (!isLedger) demandClear(await run(folder, [...args, out]), `after ${what}`, [0]);
    return 1;
  },
};

function isBeginOf(part: Buffer, whole: Buffer): boolean {
  return whole.subarray(0, part.length).equals(part);
}

/** Faults of the disk while a study runs: it goes on to the same report. */
export const disksOfStudies: Kind = {
  share: 1,
  missing: noCompiler,
  async trial(bench) {
    const { folder } = bench;
    await writeStudy(folder);
    const fault = await faultOf(bench, 30);
    demandTold(await ended(start(folder, RUN, { environment: fault.environment })), fault);
    await demandSameReport(bench, folder, `after ${fault.name}`);
    return 1;
  },
};
