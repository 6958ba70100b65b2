/**
 * `npm run mutants -- --seed 1 --count 100`: plants random small mistakes (sites.ts) in the folders whose mathematics everything
 * rests on, one at a time, and runs the tests that should find each. Prints one line a mutant and, at the end, how many were
 * found.
 *
 * The tests of the mutant's folder are run first, the others that read the source only where those found nothing. A run without
 * an end is a mistake found. Mutants that change nothing anybody could see stand in equivalent.ts with their proof and are not
 * drawn.
 *
 * Exit codes: 0 when at least `--least` of 100 were found, 1 otherwise.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { isEquivalent } from './equivalent.ts';
import { mutantsOf, type Mutant } from './sites.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders below src, and the tests that answer for each, the fastest to find something first. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  optimizers: [
    'test/laws/optimizers',
    'test/references/optimizers',
    'test/laws/learners',
    'test/laws/extreme-specs',
    'test/laws/errata',
    'test/laws/model-file',
    'test/laws/fused-loops',
  ],
  streams: [
    'test/laws/decisions',
    'test/laws/oracles',
    'test/laws/row-importances',
    'test/laws/error-estimate',
    'test/laws/coins',
    'test/laws/warm-up',
    'test/laws/active-learn',
    'test/laws/degenerate-streams',
    'test/laws/honesty',
    'test/laws/run-spec',
    'test/ledger/replay',
    'test/ledger/audit',
    'test/labelling/session',
  ],
  statistics: [
    'test/references/statistics',
    'test/laws/statistics',
    'test/laws/certificates',
    'test/references/confidence-sequences',
    'test/laws/error-estimate',
  ],
  numerics: [
    'test/references/statistics',
    'test/laws/statistics',
    'test/laws/error-estimate',
    'test/laws/losses',
    'test/laws/updates',
    'test/laws/run-spec',
    'test/laws/extremes',
  ],
  // Not test/ledger/background-ledger: it starts the built thread.
  ledger: [
    'test/laws/ledgers',
    'test/ledger/line',
    'test/ledger/writing-progress',
    'test/ledger/replay',
    'test/ledger/ledger-file',
    'test/ledger/audit',
    'test/laws/error-estimate',
    'test/ledger/export',
    'test/ledger/read-ledger',
    'test/labelling/session',
  ],
};

/** What is run where a folder's own tests found nothing: all tests that read the source and not the built program. */
const ALL = [
  'test/laws',
  'test/references',
  'test/ledger',
  'test/labelling',
  'test/data',
  'test/studies',
  'test/experiments',
  'test/figures',
];

/** The same for folders that only some tests can see: what takes longest to say something stands last, or is left out. */
const REST: Readonly<Record<string, readonly string[] | undefined>> = {
  optimizers: [
    'test/laws/active-learn',
    'test/laws/committees',
    'test/laws/row-importances',
    'test/laws/constant',
    'test/references',
    'test/experiments/s',
    'test/studies/kinds',
  ],
  statistics: ['test/ledger/audit', 'test/labelling/session', 'test/experiments', 'test/studies/kinds', 'test/figures/curves'],
  numerics: [
    'test/laws/learners',
    'test/laws/active-learn',
    'test/laws/coins',
    'test/laws/committees',
    'test/laws/model-file',
    'test/laws/oracles',
    'test/laws/queries',
    'test/laws/row-importances',
    'test/references',
    'test/experiments',
    'test/studies/entries',
    'test/studies/kinds',
  ],
};

/** Seconds after which a run counts as one without an end. */
const PATIENCE = 300;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    least: { type: 'string', default: '95' },
    folder: { type: 'string', multiple: true, default: Object.keys(FOLDERS) },
    list: { type: 'boolean', default: false },
  },
});

const drawn = draw(values.folder.flatMap(mutantsBelow), Number(values.count), values.seed);
if (values.list) for (const mutant of drawn) console.log(told(mutant));
else await judge(drawn);

async function judge(mutants: readonly Mutant[]): Promise<void> {
  const survivors: Mutant[] = [];
  const waiting = [...mutants];
  const next = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const by = await finder(mutant);
      console.log(`${by === undefined ? 'SURVIVES' : 'found   '} ${told(mutant)}${by === undefined ? '' : `  (${by})`}`);
      if (by === undefined) survivors.push(mutant);
    }
  };
  await Promise.all([next(), next()]);
  const found = mutants.length - survivors.length;
  console.log(`${found} of ${mutants.length} mutants found (seed ${values.seed})`);
  if (found * 100 < mutants.length * Number(values.least)) process.exitCode = 1;
}

/** What found the mutant, or undefined. */
async function finder(mutant: Mutant): Promise<string | undefined> {
  const [, folder] = mutant.file.split('/');
  const own = FOLDERS[folder];
  for (const tests of [...own.map((test) => [test]), REST[folder] ?? ALL]) {
    const found = await run(mutant, tests);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Runs tests with the mutant planted; what they said where they failed. */
function run(mutant: Mutant, tests: readonly string[]): Promise<string | undefined> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/mutants/vitest.config.ts', '--reporter=json', ...tests];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, IWAL_MUTANT: JSON.stringify(mutant) },
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  child.stderr.resume();
  return new Promise((resolve) => {
    const clock = setTimeout(() => {
      resolve('never ends');
      process.kill(-child.pid!, 'SIGKILL');
    }, PATIENCE * 1000);
    child.on('close', (code) => {
      clearTimeout(clock);
      resolve(code === 0 ? undefined : firstFailure(output));
    });
  });
}

function firstFailure(output: string): string {
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

function mutantsBelow(folder: string): Mutant[] {
  return readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .flatMap((name) => mutantsOf(`src/${folder}/${name}`, readFileSync(join(root, 'src', folder, name), 'utf8')))
    .filter((mutant) => !isEquivalent(mutant));
}

function draw(mutants: readonly Mutant[], count: number, seed: string): Mutant[] {
  return Array.from(permutation(mutants.length, randomStream(seed, 'mutants')).subarray(0, count), (n) => mutants[n]);
}

function told({ file, line, original, replacement }: Mutant): string {
  return `${file}:${line}  ${original}  ->  ${replacement}`;
}
