/**
 * `npm run mutants -- --seed 1 --count 100`: plants random small mistakes (sites.ts) in the folders whose mathematics everything
 * rests on, one at a time, and runs the tests that should find each. Prints one line a mutant and, at the end, how many were found:
 * by a test that failed, and by a run without an end (run.ts), which is a mistake found too.
 *
 * A mutant is judged by all tests of `npm test` that come past its place (passers.ts), the nearest first, until one fails or
 * `--seconds` of them have passed. Some mutants change nothing that anybody could see: they survive, and the score is told as found.
 *
 * `--skip 40` goes on with a draw behind its first 40.
 *
 * `--at src/numerics/pow.ts:40` judges all mutants of a line in place of a draw, so that a test can be held against a survivor.
 *
 * Exit codes: 0 when at least `--least` of 100 were found, 1 otherwise.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { judge } from './judge.ts';
import { mutantsOf, type Mutant } from './sites.ts';
import { FOLDERS } from './tests.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    skip: { type: 'string', default: '0' },
    least: { type: 'string', default: '0' },
    folder: { type: 'string', multiple: true, default: FOLDERS },
    seconds: { type: 'string', default: '600' },
    at: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const USAGE =
  'npm run mutants -- [--seed 1] [--count 100] [--skip 0] [--least 95, default 0] [--seconds 600] [--folder optimizers …] ' +
  '[--at file:line …] [--list]';

const drawn = values.at?.flatMap(mutantsAt) ?? draw(values.folder.flatMap(mutantsBelow), Number(values.count), values.seed);
if (values.help) console.log(USAGE);
else if (values.list) for (const mutant of drawn) console.log(reported(mutant));
else await judgeAll(drawn);

async function judgeAll(mutants: readonly Mutant[]): Promise<void> {
  const count = { SURVIVES: 0, found: 0, 'no end': 0 };
  const judgement = judge(root, Number(values.seconds));
  for (const mutant of mutants) {
    const { ended, why } = await judgement.of(mutant);
    count[ended]++;
    console.log(`${ended.padEnd(8)} ${reported(mutant)}  (${why})`);
  }
  judgement.end();
  const found = count.found + count['no end'];
  console.log(
    `${found} of ${mutants.length} mutants found, ${count.found} by a test that failed and ${count['no end']} by a run ` +
      `without an end (seed ${values.seed})`,
  );
  if (found * 100 < mutants.length * Number(values.least)) process.exitCode = 1;
}

function mutantsBelow(folder: string): Mutant[] {
  return (
    readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      // A thread runs as it was built, whatever is planted in its source.
      .filter((name) => name.endsWith('.ts') && !name.endsWith('-thread.ts'))
      .sort()
      .flatMap((name) => mutantsIn(`src/${folder}/${name}`))
  );
}

/** Those of one line, `file:line`. */
function mutantsAt(place: string): Mutant[] {
  const [file, line] = place.split(':');
  return mutantsIn(file).filter((mutant) => mutant.line === Number(line));
}

function mutantsIn(file: string): Mutant[] {
  return mutantsOf(file, readFileSync(join(root, file), 'utf8'));
}

function draw(mutants: readonly Mutant[], count: number, seed: string): Mutant[] {
  const order = permutation(mutants.length, randomStream(seed, 'mutants')).subarray(Number(values.skip), count);
  return Array.from(order, (n) => mutants[n]);
}

function reported({ file, line, original, replacement }: Mutant): string {
  return `${file}:${line}  ${original}  ->  ${replacement}`;
}
