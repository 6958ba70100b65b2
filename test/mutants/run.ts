/**
 * Runs test files with a mutant planted, and without one to know how long they take.
 *
 * A run that has no end is told from one that is slow by what the same tests take unmutated: it counts only past `PATIENCE` times
 * that, and `START` seconds for the start of the runner on a busy machine.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Mutant } from './sites.ts';

const PATIENCE = 5;
const START = 30;

/** How tests ended: 'passed' says that the mutant, if there was one, survives them. */
export interface Outcome {
  readonly ended: 'passed' | 'failed' | 'out of time';
  /** The test that failed; the seconds that were waited, and that the unmutated run takes. */
  readonly why: string;
}

/**
 * Runs tests below `root`. A file that does not pass unmutated is left out, with a remark: otherwise every mutant would seem to be
 * found by it.
 */
export function testRunner(root: string): (mutant: Mutant, tests: readonly string[]) => Promise<Outcome> {
  const unmutated = new Map<string, Promise<number | undefined>>();
  const secondsOf = (test: string): Promise<number | undefined> => {
    const known = unmutated.get(test);
    if (known !== undefined) return known;
    const measured = measure(root, test);
    unmutated.set(test, measured);
    return measured;
  };
  return async (mutant, tests) => {
    let seconds = 0;
    const sound: string[] = [];
    for (const test of tests) {
      const taken = await secondsOf(test);
      if (taken === undefined) continue;
      seconds += taken;
      sound.push(test);
    }
    if (sound.length === 0) return { ended: 'passed', why: '' };
    const limit = START + PATIENCE * seconds;
    const outcome = await run(root, sound, limit, mutant);
    if (outcome.ended !== 'out of time') return outcome;
    return { ended: 'out of time', why: `no end in ${limit.toFixed(0)} s, unmutated ${seconds.toFixed(0)} s` };
  };
}

/** Seconds that a test file takes unmutated; undefined where it does not pass. */
async function measure(root: string, test: string): Promise<number | undefined> {
  const begun = performance.now();
  const { ended, why } = await run(root, [test], 1800);
  if (ended !== 'passed') {
    console.error(`${test} does not pass as it is, and judges no mutant: ${why}`);
    return undefined;
  }
  return (performance.now() - begun) / 1000;
}

function run(root: string, tests: readonly string[], limit: number, mutant?: Mutant): Promise<Outcome> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/mutants/vitest.config.ts', '--reporter=json', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, IWAL_MUTANT: JSON.stringify(mutant ?? null) },
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  child.stderr.resume();
  return new Promise((resolve) => {
    const clock = setTimeout(() => {
      resolve({ ended: 'out of time', why: `no end in ${limit} s` });
      process.kill(-child.pid!, 'SIGKILL');
    }, limit * 1000);
    child.on('close', (code) => {
      clearTimeout(clock);
      resolve(code === 0 ? { ended: 'passed', why: '' } : { ended: 'failed', why: firstFailure(root, output) });
    });
  });
}

function firstFailure(root: string, output: string): string {
  try {
    const { testResults } = JSON.parse(output) as {
      testResults: { name: string; status: string; assertionResults: { status: string; title: string }[] }[];
    };
    const file = testResults.find(({ status }) => status === 'failed');
    const test = file?.assertionResults.find(({ status }) => status === 'failed');
    return `${file?.name.slice(root.length) ?? ''}${test === undefined ? '' : `: ${test.title}`}`;
  } catch {
    return 'the tests could not be run';
  }
}
