/** Which test files import a source file: a mutant is planted as a module is loaded, and a test that does not load it is blind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders below src that are drawn from where none are named: what everything else rests on. */
export const FOLDERS = [
  ...['optimizers', 'streams', 'statistics', 'numerics', 'ledger', 'losses'],
  ...['updates', 'queries', 'rows', 'reductions', 'learners', 'specs'],
];

/** They load copies of the sources from the disk, where no mutant is, or start the built program, which holds none. */
const BLIND = [
  ...['readme', 'book/commands', 'book/commands-labelling', 'book/schemas'],
  ...['cli/corpus', 'cli/kernels', 'cli/own-parts', 'cli/data/datasets', 'cli/data/large-files', 'cli/ledger/ledger-interrupt'],
  ...['cli/label/first-hour', 'cli/label/label', 'cli/label/label-browser', 'cli/label/label-page', 'cli/study/reproduce'],
  ...['studies/cluster/clusters-page', 'studies/cluster/slurm'],
].map((name) => `test/${name}.test.ts`);

/** A test file and every file that it loads, with the number of imports between the two. */
export interface TestFile {
  readonly name: string;
  readonly loads: ReadonlyMap<string, number>;
}

/** Test files below `root`, all that `npm test` runs. */
export function testFiles(root: string): TestFile[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((name) => name.endsWith('.test.ts') && !BLIND.includes(name))
    .sort()
    .map((name) => ({ name, loads: loadedBy(root, name) }));
}

/** Those that load a file, by the number of imports between the two, the fewest first; of equally near ones those that load least. */
export function testsOf(file: string, tests: readonly TestFile[]): TestFile[][] {
  const near: TestFile[][] = [];
  for (const test of tests) {
    const depth = test.loads.get(file);
    if (depth !== undefined) (near[depth] ??= []).push(test);
  }
  return near.filter(Boolean).map((each) => each.sort((a, b) => a.loads.size - b.loads.size));
}

function loadedBy(root: string, test: string): Map<string, number> {
  const loads = new Map([[test, 0]]);
  for (const [file, depth] of loads)
    for (const next of importsOf(root, file)) if (!loads.has(next) && existsSync(join(root, next))) loads.set(next, depth + 1);
  return loads;
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
