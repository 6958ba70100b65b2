import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programVersion } from '../../../src/files/own-package.ts';
import type { Machine } from './measured.ts';

/** The names under which measurements and pages know the programs. */
export const NAMES = { vw: 'Vowpal Wabbit', sklearn: 'scikit-learn', cxx: 'C++' } as const;

export type Peer = keyof typeof NAMES;

/** What stands for a peer where no path is given; the system's Python is the one whose packages apt installs. */
const USUAL: Readonly<Record<Peer, string>> = { vw: 'vw', sklearn: '/usr/bin/python3', cxx: 'g++' };

export const IWAL = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
/** Sources of programs, below the folder that `npm run bench` runs in. */
export const PASSES_IN_PYTHON = resolve('test/bench/peers/passes.py');
const PASSES_IN_CXX = resolve('test/bench/peers/cxx/main.cpp');

/** The peers that are there, each with the command that runs it, and why the others are not. */
export interface Programs {
  readonly commands: Readonly<Partial<Record<Peer, string>>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly absent: Readonly<Record<string, string>>;
}

/**
 * The peers of a list like `vw=PATH,sklearn,cxx`: Vowpal Wabbit's program, a Python with scikit-learn, a compiler of C++, whose program is
 * built into the folder.
 *
 * @throws RangeError for a name that is none of the three.
 */
export function findPrograms(against: string, folder: string): Programs {
  const commands: Partial<Record<Peer, string>> = {};
  const versions: Record<string, string> = { iwal: programVersion(), Node: process.version.slice(1) };
  const absent: Record<string, string> = {};
  for (const entry of against.split(',')) {
    const [name, path] = entry.split('=', 2) as [string, string?];
    if (!(name in NAMES))
      throw new RangeError(`found '${name}', expected a list of ${Object.keys(NAMES).join(', ')}, as in vw=PATH,sklearn,cxx`);
    const peer = name as Peer;
    try {
      const found = FOUND[peer](path ?? USUAL[peer], folder);
      commands[peer] = found.command;
      versions[NAMES[peer]] = found.version;
    } catch (error) {
      absent[NAMES[peer]] = (error as Error).message.split('\n')[0];
    }
  }
  return { commands, versions, absent };
}

interface Found {
  readonly command: string;
  readonly version: string;
}

const FOUND: Readonly<Record<Peer, (path: string, folder: string) => Found>> = {
  vw: (path) => ({ command: path, version: reported(path, '--version').split(' ')[0] }),
  sklearn: (path) => {
    const version = reported(path, '-c', 'import sklearn, numpy; print(f"{sklearn.__version__} with NumPy {numpy.__version__}")');
    return { command: path, version: `${version}, ${reported(path, '--version')}` };
  },
  cxx: (path, folder) => {
    const program = join(folder, 'passes');
    // Without errno, exp is a function of its argument alone, which the compiler may ask once; -fopenmp-simd adds no thread.
    const flags = ['-O3', '-march=native', '-fno-math-errno', '-fopenmp-simd', '-pthread'];
    reported(path, ...flags, '-o', program, PASSES_IN_CXX);
    return { command: program, version: `g++ ${reported(path, '-dumpfullversion')} ${flags.join(' ')}` };
  },
};

function reported(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** This machine, and how busy others keep it. */
export function machine(): Machine {
  return {
    processor: cpus()[0].model,
    cores: cpus().length,
    gigabytes: Math.round(totalmem() / 1e9),
    system: /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? release(),
    load: loadavg()[0],
  };
}
