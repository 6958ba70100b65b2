/**
 * `npm run faults -- --minutes 10`: tries faults on the built program, as many as fit into the time. Prints of every kind (kinds.ts) how
 * many it tried and how many did harm.
 *
 * Kind and seed decide a trial: `--kind kill-page --seed 17` repeats it. The moment of a kill depends on the machine as well.
 * `--from 1000` begins with another seed than 1.
 *
 * Exit codes: 0 where no fault did harm, 1 otherwise.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomStream } from '../../src/numerics/random.ts';
import type { Bench } from './kind.ts';
import { kinds } from './kinds.ts';
import { serveWorker, Worker } from './worker.ts';

const OPTIONS = {
  minutes: { type: 'string', default: '10' },
  kind: { type: 'string', multiple: true, default: Object.keys(kinds) },
  seed: { type: 'string' },
  from: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} as const;
const USAGE = `npm run faults -- [--minutes 10] [--kind NAME …] [--seed N | --from N]; kinds: ${Object.keys(kinds).join(', ')}`;
/** Trials at the same time, letters of a failure that are printed, and milliseconds of a trial. */
const [LANES, LONGEST, TOO_LONG] = [Math.min(4, availableParallelism()), 3000, 600_000];

const { values } = parseArgs({ options: OPTIONS });
const isWorker = process.send !== undefined;
const home = isWorker ? '' : mkdtempSync(join(tmpdir(), 'iwal-faults-'));
const shared = new Map<string, Promise<unknown>>();

if (isWorker) serveWorker();
else if (values.help || values.kind.some((name) => !Object.hasOwn(kinds, name))) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 1;
} else {
  const total = values.kind.reduce((sum, name) => sum + kinds[name].share, 0);
  for (const name of values.kind)
    if (!(await passes(name, (60_000 * Number(values.minutes) * kinds[name].share) / total))) process.exitCode = 1;
}
if (!isWorker) {
  rmSync(home, { recursive: true, force: true });
  // A session that hangs ends with its input.
  process.exit();
}

/** Tries one kind for so many milliseconds, or one seed; tells whether no fault did harm. */
async function passes(name: string, time: number): Promise<boolean> {
  const why = kinds[name].missing?.();
  if (why !== undefined) {
    console.log(`${name}: skipped, ${why}`);
    return true;
  }
  const end = performance.now() + time;
  let [tried, failed, next] = [0, 0, Number(values.seed ?? values.from)];
  const lane = async (): Promise<void> => {
    const worker = new Worker();
    do {
      const seed = next++;
      try {
        const cases = await trial(name, seed, worker);
        tried += cases;
      } catch (error) {
        tried++;
        failed++;
        const { message, stack = '' } = error as Error;
        console.log(`${name} with seed ${seed}: ${message.slice(0, LONGEST)}\n${stack.split('\n').slice(-5).join('\n')}`);
        console.log(`to repeat it: npm run faults -- --kind ${name} --seed ${seed}`);
      }
    } while (performance.now() < end && values.seed === undefined);
    worker.end();
  };
  await Promise.all(Array.from({ length: values.seed === undefined ? LANES : 1 }, lane));
  console.log(`${name}: ${tried} tried, ${failed} failed`);
  return failed === 0;
}

async function trial(name: string, seed: number, worker: Worker): Promise<number> {
  const folder = join(home, name, `${seed}`);
  mkdirSync(folder, { recursive: true });
  const once: Bench['once'] = <T>(what: string, make: (folder: string) => Promise<T>) => {
    const place = join(home, 'shared', what.replaceAll(' ', '_'));
    mkdirSync(place, { recursive: true });
    if (!shared.has(what)) shared.set(what, make(place));
    return shared.get(what) as Promise<T>;
  };
  const hung = new Promise<never>((_, reject) => {
    setTimeout(reject, TOO_LONG, new Error(`no end within ${TOO_LONG / 1000} s`)).unref();
  });
  const bench = { random: randomStream(seed, name), folder, once, run: worker.run.bind(worker) };
  try {
    return await Promise.race([kinds[name].trial(bench), hung]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
