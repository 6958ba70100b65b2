/**
 * Which test files answer for a source file: those that are named for its folder and reach it by their imports. A mutant is
 * planted as a module is loaded, so that a test that does not import the file, however far round, cannot see it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders below src, and the tests that answer for each, the fastest to find something first. */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  optimizers: [
    'test/laws/defaults',
    'test/laws/optimizers',
    'test/laws/blocks',
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
    'test/laws/stopping',
    'test/ledger/replay',
    'test/ledger/audit',
    'test/ledger/measures',
    'test/labelling/session',
  ],
  statistics: [
    'test/references/statistics',
    'test/laws/statistics',
    'test/laws/certificates',
    'test/references/confidence-sequences',
    'test/laws/saving-factor',
    'test/laws/stopping',
    'test/laws/paired-difference',
    'test/laws/error-estimate',
  ],
  numerics: [
    'test/data/decimals',
    'test/laws/pow',
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
    'test/ledger/example-line',
    'test/ledger/writing-progress',
    'test/ledger/replay',
    'test/ledger/ledger-file',
    'test/ledger/audit',
    'test/laws/error-estimate',
    'test/ledger/export',
    'test/ledger/read-ledger',
    'test/ledger/entries',
    'test/ledger/certified',
    'test/ledger/measures',
    'test/ledger/other-run',
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

/** They load copies of the source from the disk, where no mutant is. */
const BLIND = ['test/laws/mutations.test.ts', 'test/laws/mutants.test.ts'];

/** Test files of a source file: those of its folder, one after the other, then the rest. Both relative to the root. */
export interface TestsOf {
  readonly own: readonly string[];
  readonly rest: readonly string[];
}

/** Finds the tests of a source file below `root`. */
export function testFinder(root: string): (file: string) => TestsOf {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .filter((name) => !BLIND.includes(name))
    .sort();
  const reached = new Map(tests.map((test) => [test, reachedFrom(root, test)]));
  return (file) => {
    const folder = file.split('/')[1];
    const that = (prefixes: readonly string[]): string[] =>
      [...new Set(prefixes.flatMap((prefix) => tests.filter((test) => test.startsWith(prefix))))].filter((test) =>
        reached.get(test)!.has(file),
      );
    const own = that(FOLDERS[folder]);
    return { own, rest: that(REST[folder] ?? ALL).filter((test) => !own.includes(test)) };
  };
}

/** Every file that is loaded with `file`, itself included. */
function reachedFrom(root: string, file: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next) || !existsSync(join(root, next))) continue;
    reached.add(next);
    waiting.push(...importsOf(root, next));
  }
  return reached;
}

const memo = new Map<string, readonly string[]>();

/** Files of the project that a file imports, in whatever way it is written. */
function importsOf(root: string, file: string): readonly string[] {
  const known = memo.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(root, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import|import\()\s*'(\.[^']*\.ts)'/g)].map(([, path]) => join(dirname(file), path));
  memo.set(file, found);
  return found;
}
