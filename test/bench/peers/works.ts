import { fileURLToPath } from 'node:url';
import { type PassCost, type PassName, passes as PASSES } from '../kernels.ts';
import { FILES } from './material.ts';
import { measuredProcess } from './measured-process.ts';
import { IWAL, NAMES, PASSES_IN_PYTHON, type Programs } from './programs.ts';

/** What one lap of one program measured. */
export interface Lap extends PassCost {
  /** Of the largest process. */
  readonly megabytes: number;
}

/** How a program does a work. */
export interface Program {
  /** Its command where it may use so many cores; no two laps write the same new file. */
  readonly command: (cores: number, lap: string) => readonly string[];
  /** What it says of itself: what it has learned, and the times of a pass in memory in place of those of the process. */
  readonly said: (stdout: string, stderr: string) => Partial<Lap>;
}

/** A work of the table: who does it. */
export interface Entry {
  readonly name: string;
  readonly programs: Readonly<Record<string, Program>>;
}

/** Runs a program once: on all cores, or on one alone. */
export async function lapOf({ command, said }: Program, cores: number, lap: number, folder: string): Promise<Lap> {
  const alone = cores === 1 ? ['taskset', '-c', '0'] : [];
  const { stdout, stderr, ...cost } = await measuredProcess([...alone, ...command(cores, `${cores}-${lap}`)], folder);
  return { loss: NaN, ...cost, ...said(stdout, stderr) };
}

/** The step sizes of a sweep. */
const STEPS = Array.from({ length: 32 }, (_, k) => 2 ** (k - 12));
/** A process that measures its second pass itself. */
const PASS = fileURLToPath(new URL('./peers/pass.js', import.meta.url));
/** Steps of 64 / sqrt(1 + t), invariant updates, rows without a constant. */
const STEP = 64;
const OURS = ['--optimizer', 'gradient-descent', '--eta', `${STEP}`, '--power', '0.5', '--constant', 'none', '--json'];
const PLAIN = ['--sgd', '--invariant', '--power_t', '0.5', '--initial_t', '1'];
const THEIRS = ['--loss_function', 'logistic', '--noconstant', '-b', '18', '-P', '1000000000'];

/** Programs by their names; those that are not there are left out. */
type Rows = Readonly<Record<string, Program | undefined>>;

/** The works of the table in its order; a peer that is not there has no part in any. */
export function worksOf({ commands }: Pick<Programs, 'commands'>): Entry[] {
  const works = { ...wholes(commands), ...passes(commands), ...simulations(), ...starts() };
  return Object.entries(works).map(([name, rows]) => ({
    name,
    programs: Object.fromEntries(Object.entries(rows).filter((row): row is [string, Program] => row[1] !== undefined)),
  }));
}

function iwal(...args: string[]): Program {
  return { command: () => [process.execPath, IWAL, ...args], said: ourLoss };
}

/** Files, streams and caches to models, and the sweep. */
function wholes({ vw, sklearn, cxx }: Programs['commands']): Readonly<Record<string, Rows>> {
  const theirs = (said: Program['said'], ...args: string[]): Program | undefined =>
    vw === undefined ? undefined : { command: () => [vw, ...THEIRS, ...args], said };
  const toModel = (...args: string[]) => theirs(theirLoss, '-l', `${STEP}`, ...args, '-f', 'a.vwmodel');
  const learn = (file: string, ...args: string[]) => iwal('learn', file, ...args, '--model', 'a.iwalmodel');
  const fromCache = ['-d', FILES.vw, '--cache_file', FILES.vwCache];
  const [inText, inCache] = [['text'], ['cache', FILES.iwal]].map((args) => printing(cxx, ...args, 'a.weights'));
  const sweep = (order: string): Rows => ({
    iwal: {
      command: (cores, lap) => [
        ...[process.execPath, IWAL, 'study', 'run', studyFile(order)],
        ...['--workers', `${cores}`, '--out', `out-${order}-${lap}`],
      ],
      said: () => ({}),
    },
    [NAMES.vw]: vw === undefined ? undefined : { command: (cores) => sweepOf(vw, fromCache, cores), said: () => ({}) },
    [NAMES.cxx]: printing(cxx, '.', '32 step sizes'),
  });
  return {
    'svmlight text to model': {
      iwal: learn(FILES.svm, ...OURS, '--no-cache'),
      [NAMES.vw]: toModel(...PLAIN, '-d', FILES.vw),
      [NAMES.sklearn]:
        sklearn === undefined
          ? undefined
          : { command: () => [sklearn, PASSES_IN_PYTHON, 'text', FILES.svm, 'logistic, naive'], said: learned },
      'iwal describe': iwal('describe', FILES.svm, '--no-cache'),
      [NAMES.cxx]: inShell(`"$@" < ${FILES.svm}`, inText),
    },
    'Vowpal Wabbit text to model': {
      iwal: iwal('vw', ...THEIRS, ...PLAIN, '-l', `${STEP}`, '-d', FILES.vw, '-f', 'a.iwalmodel', '--json'),
      [NAMES.vw]: toModel(...PLAIN, '-d', FILES.vw),
      [NAMES.cxx]: inShell(`"$@" < ${FILES.vw}`, inText),
    },
    'standard input to model': {
      iwal: inShell(`cat ${FILES.svm} | "$@"`, learn('-', ...OURS, '--stream')),
      [NAMES.vw]: inShell(`cat ${FILES.vw} | "$@"`, toModel(...PLAIN)),
      [NAMES.cxx]: inShell(`cat ${FILES.svm} | "$@"`, inText),
    },
    'automatic cache to model, second run': {
      iwal: learn(FILES.svm, ...OURS),
      [NAMES.vw]: toModel(...PLAIN, ...fromCache),
      [NAMES.cxx]: inCache,
    },
    'own cache to model': {
      iwal: learn(FILES.iwal, ...OURS),
      [NAMES.vw]: toModel(...PLAIN, ...fromCache),
      [`${NAMES.vw}, gradient steps`]: toModel(...PLAIN.filter((each) => each !== '--invariant'), ...fromCache),
      [NAMES.cxx]: inCache,
    },
    'own cache to model, default learner': {
      iwal: learn(FILES.iwal, '--constant', 'none', '--json'),
      [NAMES.vw]: theirs(theirLoss, '-l', '2', ...fromCache, '-f', 'a.vwmodel'),
      [`${NAMES.vw}, predicting only`]: theirs(() => ({}), '-t', ...fromCache),
    },
    '32 step sizes, given order': sweep('given'),
    '32 step sizes, shuffled': sweep('shuffled'),
  };
}

/** The program as "$@" of a line of the shell. */
function inShell<P extends Program | undefined>(line: string, program: P): P {
  return program && { ...program, command: (...to) => ['bash', '-c', line, 'bash', ...program.command(...to)] };
}

/** Passes over rows in memory. */
function passes({ sklearn, cxx }: Programs['commands']): Readonly<Record<string, Rows>> {
  const ours = (pass: PassName, kernels = 'wasm') => printing(process.execPath, PASS, FILES.iwal, pass, kernels);
  const inPython = (pass: PassName) => printing(sklearn, PASSES_IN_PYTHON, 'memory', '.', pass);
  const besides: Partial<Record<PassName, Rows>> = {
    'logistic, invariant': { [NAMES.sklearn]: inPython('logistic, naive') },
    'logistic, naive': { [NAMES.sklearn]: inPython('logistic, naive') },
    hinge: { [NAMES.sklearn]: inPython('hinge') },
    'logistic, active': { 'iwal, passive': ours('logistic, invariant') },
    'hinge, active': { 'iwal, passive': ours('hinge') },
    'normalized-adaptive, paced': { 'iwal, passive': ours('normalized-adaptive') },
  };
  return Object.fromEntries(
    (Object.keys(PASSES) as PassName[]).map((pass) => [
      `in memory: ${pass}`,
      { iwal: ours(pass), 'iwal, TypeScript loops': ours(pass, 'js'), [NAMES.cxx]: printing(cxx, '.', pass), ...besides[pass] },
    ]),
  );
}

/** A program that says of itself what it measured, as JSON. */
function printing(program: string | undefined, ...args: string[]): Program | undefined {
  return program === undefined
    ? undefined
    : { command: () => [program, ...args], said: (stdout) => JSON.parse(stdout) as Partial<Lap> };
}

/** Active learning of half a million rows: with and without a ledger, and rules beside each other. */
function simulations(): Readonly<Record<string, Rows>> {
  const simulate = (args: (cores: number, lap: string) => string[]): Program => ({
    command: (...lap) => [
      process.execPath,
      IWAL,
      'simulate',
      FILES.part,
      '--constant',
      'none',
      '--budget',
      '1000',
      ...args(...lap),
    ],
    said: () => ({}),
  });
  const compared = ['--compare', 'soft-margin,random,variance-aware', '--seeds', '10'];
  return {
    'active learning: with a ledger': {
      iwal: simulate((_cores, lap) => ['--ledger', `${lap}.ledger`]),
      'iwal, ledger of purchases': simulate((_cores, lap) => ['--ledger', `${lap}.purchases`, '--record', 'purchases']),
      'iwal, no ledger': simulate(() => []),
    },
    'active learning: 3 rules x 10 seeds': { iwal: simulate((cores) => [...compared, '--workers', `${cores}`]) },
  };
}

function starts(): Readonly<Record<string, Rows>> {
  const Node: Program = { command: () => [process.execPath, FILES.empty], said: () => ({}) };
  return {
    'learn one row': { iwal: iwal('learn', FILES.one), Node },
    'simulate 100 rows': { iwal: iwal('simulate', FILES.hundred), Node },
  };
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

/** As many runs of one step size at a time as there are cores, each with one thread. */
function sweepOf(vw: string, fromCache: readonly string[], cores: number): string[] {
  const each = [vw, ...THEIRS, ...PLAIN, ...fromCache, '--quiet', '--onethread', '-l'];
  return ['bash', '-c', `printf '%s\\n' ${STEPS.join(' ')} | xargs -P ${cores} -n 1 "$@"`, 'bash', ...each];
}

function ourLoss(stdout: string): Partial<Lap> {
  if (!stdout.startsWith('{')) return {};
  const { progressiveLoss, averageLoss } = JSON.parse(stdout) as { progressiveLoss?: number; averageLoss?: number };
  return { loss: progressiveLoss ?? averageLoss ?? NaN };
}

function theirLoss(_stdout: string, stderr: string): Partial<Lap> {
  return { loss: Number(/average loss = ([\d.]+)/.exec(stderr)?.[1]) };
}

/** Of a process that is measured as a whole. */
function learned(stdout: string): Partial<Lap> {
  return { loss: (JSON.parse(stdout) as { loss?: number }).loss ?? NaN };
}
