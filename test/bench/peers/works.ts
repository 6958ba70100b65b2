import { join } from 'node:path';
import { onThread } from '../../../src/files/on-thread.ts';
import type { PassCost, PassName } from '../kernels.ts';
import { FILES } from './material.ts';
import { measuredProcess } from './measured-process.ts';
import { IWAL, NAMES, PASSES_IN_PYTHON, type Programs } from './programs.ts';

/** What one lap of one program measured. */
export interface Lap extends PassCost {
  /** Of a whole process. */
  readonly megabytes?: number;
}

/** A work of the table: who does it, and how a lap of each is run. */
export interface Entry {
  readonly name: string;
  readonly programs: Readonly<Record<string, (lap: number) => Promise<Lap>>>;
}

/** The step sizes of a sweep. */
const STEPS = Array.from({ length: 32 }, (_, k) => 2 ** (k - 12));
/** Steps of 64 / sqrt(1 + t), invariant updates, rows without a constant. */
const STEP = 64;
const OURS = ['--optimizer', 'gradient-descent', '--eta', `${STEP}`, '--power', '0.5', '--constant', 'none', '--json'];
const PLAIN = ['--sgd', '--invariant', '--power_t', '0.5', '--initial_t', '1'];
const THEIRS = ['--loss_function', 'logistic', '--noconstant', '-b', '18', '-P', '1000000000'];

/** Programs by their names; those that are not there are left out. */
type Rows = Readonly<Record<string, ((lap: number) => Promise<Lap>) | undefined>>;

/** The works of the table in its order; a peer that is not there has no part in any. */
export function worksOf(folder: string, { commands: { vw, sklearn, cxx } }: Programs): Entry[] {
  const iwal =
    (...args: string[]) =>
    () =>
      whole([process.execPath, IWAL, ...args], folder, ourLoss);
  const theirs = (...args: string[]) => (vw === undefined ? undefined : () => whole([vw, ...THEIRS, ...args], folder, theirLoss));
  const learn = (file: string, ...args: string[]) => iwal('learn', file, ...args, '--model', 'a.iwalmodel');
  const fromCache = ['-d', FILES.vw, '--cache_file', FILES.vwCache];
  const sweep = (order: string) => (lap: number) =>
    iwal('study', 'run', studyFile(order), '--workers', '2', '--out', `out-${order}-${lap}`)();
  const sweeping = vw === undefined ? undefined : () => whole(['bash', '-c', sweepOf(vw, fromCache)], folder);
  const inMemory =
    (pass: PassName, kernels: 'wasm' | 'js' = 'wasm') =>
    () =>
      memoryLap(join(folder, FILES.iwal), pass, kernels);
  const inCxx = (pass: PassName | '32 step sizes') =>
    cxx === undefined ? undefined : () => printedLap([cxx, folder, pass], folder);
  const inPython = (pass: PassName) =>
    sklearn === undefined ? undefined : () => printedLap([sklearn, PASSES_IN_PYTHON, 'memory', folder, pass], folder);

  const works: Readonly<Record<string, Rows>> = {
    'svmlight text to model': {
      iwal: learn(FILES.svm, ...OURS, '--no-cache'),
      'iwal --stream': learn(FILES.svm, ...OURS, '--stream'),
      [NAMES.vw]: theirs(...PLAIN, '-l', `${STEP}`, '-d', FILES.vw, '-f', 'a.vwmodel'),
      [NAMES.sklearn]:
        sklearn === undefined
          ? undefined
          : () => whole([sklearn, PASSES_IN_PYTHON, 'text', FILES.svm, 'logistic, naive'], folder, printedLoss),
    },
    'Vowpal Wabbit text to model': {
      iwal: iwal('vw', ...THEIRS, ...PLAIN, '-l', `${STEP}`, '-d', FILES.vw, '-f', 'a.iwalmodel', '--json'),
      [NAMES.vw]: theirs(...PLAIN, '-l', `${STEP}`, '-d', FILES.vw, '-f', 'a.vwmodel'),
    },
    'own cache to model': {
      iwal: learn(FILES.iwal, ...OURS),
      [NAMES.vw]: theirs(...PLAIN, '-l', `${STEP}`, ...fromCache, '-f', 'a.vwmodel'),
      [`${NAMES.vw}, gradient steps`]: theirs(
        ...PLAIN.filter((each) => each !== '--invariant'),
        '-l',
        `${STEP}`,
        ...fromCache,
        '-f',
        'a.vwmodel',
      ),
      [NAMES.cxx]: cxx === undefined ? undefined : () => whole([cxx, 'cache', FILES.iwal, 'a.weights'], folder, printedLoss),
    },
    'own cache to model, default learner': {
      iwal: learn(FILES.iwal, '--constant', 'none', '--json'),
      [NAMES.vw]: theirs('-l', '2', ...fromCache, '-f', 'a.vwmodel'),
      [`${NAMES.vw}, predicting only`]: vw === undefined ? undefined : () => whole([vw, ...THEIRS, '-t', ...fromCache], folder),
    },
    ...Object.fromEntries(
      (['logistic, invariant', 'logistic, naive', 'hinge'] as const).map((pass) => [
        `in memory: ${pass}`,
        {
          iwal: inMemory(pass),
          [NAMES.cxx]: inCxx(pass),
          [NAMES.sklearn]: pass === 'logistic, invariant' ? inPython('logistic, naive') : inPython(pass),
        },
      ]),
    ),
    ...Object.fromEntries(
      (['normalized-adaptive', 'ada-grad', 'ftrl-proximal, l1 = 1'] as const).map((pass) => [
        `in memory: ${pass}`,
        { iwal: inMemory(pass), 'iwal, TypeScript loops': inMemory(pass, 'js'), [NAMES.cxx]: inCxx(pass) },
      ]),
    ),
    ...Object.fromEntries(
      (
        [
          ['logistic, active', 'logistic, invariant'],
          ['hinge, active', 'hinge'],
          ['normalized-adaptive, paced', 'normalized-adaptive'],
        ] as const
      ).map(([active, passive]) => [
        `in memory: ${active}`,
        {
          iwal: inMemory(active),
          'iwal, TypeScript loops': inMemory(active, 'js'),
          'iwal, passive': inMemory(passive),
          [NAMES.cxx]: inCxx(active),
        },
      ]),
    ),
    '32 step sizes, given order': { iwal: sweep('given'), [NAMES.vw]: sweeping, [NAMES.cxx]: inCxx('32 step sizes') },
    '32 step sizes, shuffled': { iwal: sweep('shuffled'), [NAMES.vw]: sweeping, [NAMES.cxx]: inCxx('32 step sizes') },
    'learn one row': { iwal: iwal('learn', FILES.one), Node: () => whole([process.execPath, FILES.empty], folder) },
    'simulate 100 rows': { iwal: iwal('simulate', FILES.hundred), Node: () => whole([process.execPath, FILES.empty], folder) },
  };
  return Object.entries(works).map(([name, rows]) => ({
    name,
    programs: Object.fromEntries(Object.entries(rows).flatMap(([program, lap]) => (lap === undefined ? [] : [[program, lap]]))),
  }));
}

/** The file of a sweep, which the shell's working folder is that of the data for. */
export function studyFile(order: string): string {
  return `steps-${order}.json`;
}

/** One pass of every step size. */
export function sweepStudy(order: string): object {
  const method = {
    loss: 'logistic',
    update: 'invariant',
    optimizer: 'gradient-descent',
    eta0: STEPS,
    power: 0.5,
    constant: 'none',
  };
  return {
    id: `steps-${order}`,
    kind: 'online',
    data: { documents: { train: FILES.iwal, test: FILES.few } },
    axes: { ...method, order },
    seeds: 1,
  };
}

function sweepOf(vw: string, fromCache: readonly string[]): string {
  const command = [vw, ...THEIRS, ...PLAIN, ...fromCache, '--quiet'].map((each) => `'${each}'`).join(' ');
  return `for step in ${STEPS.join(' ')}; do ${command} -l $step || exit; done`;
}

/** A whole process; its loss is what `lossIn` finds. */
async function whole(
  command: readonly string[],
  folder: string,
  lossIn: (stdout: string, stderr: string) => number = () => NaN,
): Promise<Lap> {
  const { seconds, processor, megabytes, stdout, stderr } = await measuredProcess(command, folder);
  return { seconds, processor, megabytes, loss: lossIn(stdout, stderr) };
}

function ourLoss(stdout: string): number {
  if (!stdout.startsWith('{')) return NaN;
  const reported = JSON.parse(stdout) as { progressiveLoss?: number; averageLoss?: number };
  return reported.progressiveLoss ?? reported.averageLoss ?? NaN;
}

function theirLoss(_stdout: string, stderr: string): number {
  return Number(/average loss = ([\d.]+)/.exec(stderr)?.[1]);
}

function printedLoss(stdout: string): number {
  return (JSON.parse(stdout) as { loss?: number }).loss ?? NaN;
}

/** A process that measures its second pass itself. */
async function printedLap(command: readonly string[], folder: string): Promise<Lap> {
  const { stdout } = await measuredProcess(command, folder);
  return JSON.parse(stdout) as Lap;
}

async function memoryLap(file: string, pass: PassName, kernels: 'wasm' | 'js'): Promise<Lap> {
  const thread = new URL('./peers/pass-thread.js', import.meta.url);
  const [lap] = await onThread<Lap>(thread, { file, pass, kernels }, new AbortController().signal);
  return lap;
}
