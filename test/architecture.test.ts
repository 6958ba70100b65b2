/** The house rules that a program can check: which way imports point, and what may be reached for where. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ALONE } from '../.config/alone.ts';
import { LONGEST } from '../.config/longest-first.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
const root = dirname(src);

/** Files of code that a folder holds at most; a deeper one is made when it has a name. */
const ROOM = 20;

/** Folders that may hold more, and why. */
const LARGER: Readonly<Record<string, string>> = {
  'src/entry': 'a file is an entry point of the package',
  'src/losses': 'a file is a part',
};

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** The floors, from the ground: a folder imports those of lower floors only, and of those the ones listed in `allowed`. */
const floors = `
  numerics | files | statistics losses rows | text | updates data figures | optimizers fits |
  learners | reductions | queries | streams | specs | ledger laws | calibration | labelling studies | reports vw | cli entry`
  .split('|')
  .map(words);

/** Folder -> folders it may import, world by world; with `types:` in front, for types only. */
const allowed: Record<string, readonly string[]> = {
  // The ground: arithmetic, and files whatever is in them.
  numerics: [],
  files: ['numerics'],
  statistics: ['numerics'],
  // Scalar: numbers in, a number out.
  losses: ['numerics'],
  updates: ['numerics', 'losses'],
  queries: ['numerics', 'statistics', 'types:rows', 'types:learners'],
  // Vector: loops over one sparse row. No label semantics, no loss.
  rows: ['numerics', 'files'],
  text: ['numerics', 'rows'],
  data: ['numerics', 'files', 'rows', 'text'],
  optimizers: ['numerics', 'rows'],
  // Models fitted to all labels at once, and which model is the best of its labels.
  fits: ['numerics', 'statistics', 'losses', 'rows'],
  // Stream: one example at a time.
  learners: ['numerics', 'files', 'losses', 'updates', 'rows', 'optimizers'],
  reductions: ['numerics', 'statistics', 'losses', 'updates', 'rows', 'optimizers', 'learners'],
  streams: ['numerics', 'statistics', 'losses', 'rows', 'fits', 'learners', 'reductions', 'queries'],
  ledger: ['numerics', 'files', 'statistics', 'types:losses', 'rows', 'data', 'queries', 'streams', 'specs'],
  labelling: words(`
    numerics files types:statistics losses rows data text figures types:learners types:queries streams
    specs ledger`),
  // Study: specs in, figures out, plain data between.
  specs: words('numerics files losses updates rows text optimizers fits learners reductions queries streams'),
  // The laws of the scalar and the vector world, for the registries and for guests.
  laws: ['numerics', 'losses', 'updates', 'rows', 'optimizers', 'queries', 'specs'],
  calibration: ['numerics', 'statistics', 'losses', 'rows', 'types:learners', 'queries', 'streams', 'specs'],
  figures: ['numerics', 'files', 'statistics'],
  // Cells of the kind 'replay' keep a ledger and replay rules on it.
  studies: words(`
    numerics files statistics losses updates rows types:fits data optimizers learners reductions
    queries streams specs ledger calibration figures`),
  reports: ['files', 'figures', 'studies'],
  vw: ['numerics', 'files', 'losses', 'updates', 'rows', 'data', 'optimizers', 'learners', 'reductions'],
  cli: [...floors.slice(0, -1).flat(), '../experiments'],
  // The entry points of the package: lists of what is public.
  entry: words(`
    calibration numerics files text statistics losses updates rows data optimizers learners
    reductions queries streams specs ledger labelling laws studies figures reports`),
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(src, name), 'utf8') }));

const experiments = readdirSync(join(root, 'experiments'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: join('../experiments', name), text: readFileSync(join(root, 'experiments', name), 'utf8') }));

/** Static, dynamic and re-exporting imports of project files, as paths relative to src. */
const imports: Import[] = files.flatMap(({ name, text }) =>
  [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
    (found) => ({
      from: name,
      to: relative(
        src,
        resolve(
          src,
          dirname(name),
          found.slice(2).find((path) => path)!,
        ),
      ),
      typeOnly: Boolean(found[1]),
    }),
  ),
);

const folderOf = (path: string): string => (path.startsWith('..') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0]);

/** Lines of the sources in a folder that are neither blank nor comment. */
function codeLinesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|wat)$/.test(name));
  const isCode = (line: string): boolean => !/^\s*($|\/\/|\/\*|\*|;;)/.test(line);
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')).filter(isCode).length;
}

it('sees the whole house', () => {
  expect(new Set(files.map(({ name }) => folderOf(name)))).toEqual(new Set([...Object.keys(allowed), 'index.ts']));
  expect(imports.length).toBeGreaterThan(100);
});

it('the lists keep to the floors', () => {
  const floorOf = new Map(floors.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)));
  expect([...floorOf.keys()].sort()).toEqual(Object.keys(allowed).sort());
  for (const [folder, lower] of Object.entries(allowed)) {
    for (const name of lower.map((each) => each.replace('types:', ''))) {
      if (name !== '../experiments') expect(floorOf.get(name), `${folder} -> ${name}`).toBeLessThan(floorOf.get(folder)!);
    }
  }
});

it('imports point one way', () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    const [here, there] = [folderOf(from), folderOf(to)];
    if (here === there || here === 'index.ts') return false;
    const may = allowed[here] ?? [];
    return !may.includes(there) && !(typeOnly && may.includes(`types:${there}`));
  });
  expect(wrong).toEqual([]);
});

it('no file imports itself through others, not for types either', () => {
  const next = new Map(files.map(({ name }) => [name, imports.filter((i) => i.from === name).map((i) => i.to)]));
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) expect.fail(`circle: ${[...path, file].join(' -> ')}`);
    if (finished.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    finished.add(file);
  };
  for (const { name } of files) visit(name, []);
});

it('registries are never read by a sibling', () => {
  const wrong = imports.filter(({ from, to }) => to.endsWith('/index.ts') && dirname(from) === dirname(to));
  expect(wrong).toEqual([]);
});

it('randomness, the clock and the environment are handed over', () => {
  const reach = /Math\.random|Date\.now|new Date|performance\.now|process\.env|process\.hrtime/;
  // The doors of people and of programs have a clock.
  const isDoor = (name: string): boolean => /^(studies|cli)\/|^labelling\/labelling-session/.test(name);
  const wrong = files.filter(({ name, text }) => !isDoor(name) && reach.test(text)).map(({ name }) => name);
  expect(wrong).toEqual([]);
});

it('1/p is written once', () => {
  const found = files.filter(({ text }) => /(?<!\*.*)\/ probability\b/.test(text)).map(({ name }) => name);
  expect(found).toEqual(['streams/decision.ts']);
});

it('powers are squares and those of two: engines differ in the last digit of others', () => {
  const found = [...files, ...experiments].filter(({ text }) => /(?<!^ \* .*|\b2) \*\*=? (?!2(?![\w.]))/m.test(text));
  expect(found.map(({ name }) => name)).toEqual(['numerics/pow.ts']);
});

it('a docstring stands on the symbol that it is about: none above the imports, and no two in a row', () => {
  const wrong = [...files, ...experiments].filter(
    ({ text }) => (text.startsWith('/') && /^import\s/m.test(text)) || /\*\/\s*\/\*\*/.test(text),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('every exported symbol has a docstring', () => {
  const wrong = files.flatMap(({ name, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, n) => {
      const symbol = /^export (?:abstract |async )?(?:const|function\*?|class|interface|type) (\w+)/.exec(line)?.[1];
      // The first overload speaks for all.
      const isDocumented = n > 0 && /\*\/$|^export function /.test(lines[n - 1]);
      return symbol === undefined || isDocumented ? [] : [`${name}:${n + 1} ${symbol}`];
    });
  });
  expect(wrong).toEqual([]);
});

it('no line is longer than 140 columns', () => {
  const others = ['test', 'examples'].flatMap((world) =>
    readdirSync(join(root, world), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => ({ name: join(world, name), text: readFileSync(join(root, world, name), 'utf8') })),
  );
  const wrong = [...files, ...experiments, ...others].flatMap(({ name, text }) =>
    // An @example is one line, and so are a rule of a stylesheet and a regular expression.
    text.split('\n').flatMap((line, n) => {
      const isWhole = /^ \* |^\s*\/.*\/[a-z]*,?;?$/.test(line) || name.endsWith('/style.ts');
      return line.length > 140 && !isWhole ? [`${name}:${n + 1}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

it('tests reach the built program through support/processes/built.ts, which refuses an old build', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const reach = tests.filter((name) => /\.\.\/dist|'dist['/]/.test(readFileSync(join(root, 'test', name), 'utf8')));
  // The first two have a project of their own.
  expect(reach.sort()).toEqual(['build-first.test.ts', 'contributing.test.ts', 'support/processes/built.ts']);
});

it('the code is no longer than it was: what is added is paid for by what it replaces', () => {
  // Lowered with whatever makes it shorter, never raised: most lines of src and of test that are neither blank nor comment.
  for (const [world, most] of Object.entries({ src: 49_359, test: 49_925 }))
    expect(codeLinesIn(join(root, world)), world).toBeLessThanOrEqual(most);
});

it('no folder holds more files than one takes in at a glance', () => {
  const counts = new Map<string, number>();
  for (const world of ['src', 'experiments', 'test']) {
    for (const name of readdirSync(join(root, world), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const folder = dirname(join(world, name));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  expect([...counts].filter(([folder, files]) => files > ROOM && !(folder in LARGER))).toEqual([]);
});

it('test files that change their process have one of their own, and no others', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.test.ts'),
  );
  const change =
    /\b(addParts|loadParts|chooseKernels|vi\.(mock|stub\w+|useFakeTimers)|process\.(on|chdir)|setEnvironmentData)\(|process\.env\.\w+ = /;
  const found = tests.filter((name) => change.test(readFileSync(join(root, 'test', name), 'utf8')));
  expect(found.map((name) => `test/${name}`).sort()).toEqual(ALONE);
});

it('the test files that begin first are there', () =>
  expect(LONGEST.filter((file) => !existsSync(join(root, file)))).toEqual([]));

it('the top level is the agreed one', () => {
  const legal =
    /^(\..*|package\.json|package-lock\.json|tsconfig\.json|src|experiments|examples|datasets|test|reports|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|docs|vendor|node_modules|dist|coverage)$/;
  // What the README's commands leave in a clone is no part of it.
  const left = /^reproduced$|\.(png|svg|csv|log)$/;
  expect(readdirSync(root).filter((name) => !legal.test(name) && !left.test(name))).toEqual([]);
});
