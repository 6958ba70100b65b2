import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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
    const fault = await faultOf(bench, 12);
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

/** Commands that write one file, the last of their arguments. */
const WRITERS = [
  ['learn', 'toy.svm', '--model', 'new.iwalmodel'],
  ['predict', 'toy.iwalmodel', 'toy.svm', '--out', 'new.txt'],
  ['pool', 'pool.csv', '--text', 'body', '--out', 'new.svm'],
  ['generate', 'rcv1-like', '--documents', '50', '--out', 'new.iwal'],
];

/** Runs the commands where nothing disturbs them. */
async function written({ run }: Bench, folder: string): Promise<string> {
  writePool(folder);
  await writeSvmlight(join(folder, 'toy.svm'), toyTask({ rows: 100, seed: 2 }));
  for (const args of [[...WRITERS[0].slice(0, -1), 'toy.iwalmodel'], ...WRITERS])
    demandClear(await run(folder, args), args.join(' '), [0]);
  return folder;
}

/** Faults of the disk while a command writes a file: the old file or the whole new one is there. */
export const disksOfFiles: Kind = {
  share: 1,
  missing: noCompiler,
  async trial(bench) {
    const { random, folder, once } = bench;
    const args = pick(random, WRITERS);
    const file = join(folder, args.at(-1)!);
    cpSync(await once('files', (place) => written(bench, place)), folder, { recursive: true });
    const expected = readFileSync(file);
    writeFileSync(file, 'old');
    const fault = await faultOf(bench, 4);
    const what = `iwal ${args.join(' ')}, ${fault.name}`;
    const end = await ended(start(folder, args, { environment: fault.environment }));
    demandTold(end, { ...fault, name: what });
    const found = readFileSync(file);
    demand(found.equals(expected) || (end.code !== 0 && String(found) === 'old'), `${what}: left ${found.length} bytes`);
    return 1;
  },
};

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
