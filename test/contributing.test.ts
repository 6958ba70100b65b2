/** The walk-through of CONTRIBUTING.md, done word for word in a copy of the project; the laws of the registries judge it. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/processes/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { path, text: textOf } = temporaryFolder();
const copy = path('iwal');

const steps = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /```ts file=(\S+)(?: (after|before)="([^"]+)")?\n([\s\S]*?)```/g,
  ),
].map(([, file, where, anchor, code]) => ({ file, where, anchor, code }));

beforeAll(() => {
  mkdirSync(copy);
  for (const part of ['src', 'test', 'experiments', '.config', '.oxlintrc.json', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The laws run the sources: a build as new as these keeps .config/build-first.ts from making one.
  mkdirSync(join(copy, 'dist'));
  for (const { file, where, anchor, code } of steps) {
    const target = join(copy, file);
    if (!where) {
      expect(existsSync(target), `${file} is new`).toBe(false);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
      continue;
    }
    const text = readFileSync(target, 'utf8');
    expect(text, `${file} holds its anchor`).toContain(anchor);
    writeFileSync(
      target,
      where === 'after' ? text.replace(`${anchor}\n`, `${anchor}\n${code}`) : text.replace(anchor, `${code}${anchor}`),
    );
  }
  writeFileSync(join(copy, 'dist/built'), '');
});

describe('the walk-through', () => {
  it('adds a loss, a query rule, an optimizer and a study, a file and a registry line each', () => {
    const files = steps.filter(({ where }) => !where).map(({ file }) => file);
    expect(files).toEqual([
      'src/losses/absolute.ts',
      'src/queries/scalar/half-distance.ts',
      'src/optimizers/least-mean-squares.ts',
      'experiments/chosen-labels/study.ts',
    ]);
    const others = steps.filter(({ where, file }) => where && !file.startsWith('test/'));
    const [imports, lines] = [others.filter(({ where }) => where === 'before'), others.filter(({ where }) => where === 'after')];
    const registries = ['src/losses/index.ts', 'src/queries/index.ts', 'src/optimizers/index.ts', 'experiments/index.ts'];
    for (const each of [imports, lines]) {
      expect(each.map(({ file }) => file)).toEqual(registries);
      expect(each.map(({ code }) => code.trim().split('\n').length)).toEqual(registries.map(() => 1));
    }
  });

  it('compiles, wherever a registry is named, and obeys the linter', () => {
    const sources = ['src', 'test', 'experiments'].flatMap((part) =>
      readdirSync(join(copy, part), { recursive: true, encoding: 'utf8' }).map((name) => join(part, name)),
    );
    const naming = sources.filter((file) => file.endsWith('.ts') && REGISTRY.test(readFileSync(join(copy, file), 'utf8')));
    expect(naming).toContain('test/laws/numerics/bits.test.ts');
    const files = new Set([...naming, ...steps.map(({ file }) => file)]);
    expect(run('oxlint', ['--type-aware', '--type-check', '--tsconfig', 'test/tsconfig.json', ...files])).toContain(' 0 errors');
  });

  it('obeys the laws', () => {
    const files = Object.keys(LAWS).map((file) => `test/${file}`);
    const names = [...new Set(Object.values(LAWS))].join('|');
    const reported = run('vitest', ['run', '--config', '.config/vitest.config.ts', ...files, '-t', names, '--reporter=json']);
    const { testResults } = JSON.parse(reported.slice(reported.indexOf('{'))) as Reported;
    const passed = testResults.map(({ name, assertionResults }) => {
      const file = Object.keys(LAWS).find((each) => name.endsWith(`/${each}`))!;
      const ofIt = assertionResults.filter(({ fullName }) => fullName.includes(LAWS[file]));
      expect(ofIt.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)).toEqual([]);
      return [file, ofIt.length > 3] as const;
    });
    expect(Object.fromEntries(passed)).toEqual(Object.fromEntries(Object.keys(LAWS).map((file) => [file, true])));
  });

  it('answers the question of the study', () => {
    // Nobody reads the declarations of the copy.
    const bundle = "const { bundles } = await import('./.config/bundle.js'); await bundles();";
    const built = spawnSync(process.execPath, ['--input-type=module', '--eval', bundle], { cwd: copy, encoding: 'utf8' });
    expect(built.status, built.stderr).toBe(0);
    const args = ['reproduce', 'chosen-labels', '--seeds', '2', '--out', path('reports')];
    const made = spawnSync(process.execPath, ['dist/src/cli/main.js', ...args], { cwd: copy, encoding: 'utf8' });
    expect(made.status, made.stderr).toBe(0);
    const page = textOf('reports/chosen-labels/README.md');
    expect(page).toMatch(/chosen labels end with a lower test error than labels at random/);
    expect(page).toContain('soft-margin');
  });
});

/** Files of laws, each with the part of the walk-through that it judges. */
const LAWS: Readonly<Record<string, string>> = {
  'laws/scalar/losses.test.ts': 'absolute',
  'laws/scalar/updates.test.ts': 'absolute',
  'laws/scalar/extremes.test.ts': 'absolute',
  'laws/scalar/queries.test.ts': 'half-distance',
  'laws/vector/optimizers.test.ts': 'least-mean-squares',
  'laws/stream/active-learn.test.ts': 'half-distance',
};

/** What a source has that knows the names of a registry: an addition can break the types of no other, and all take a minute. */
const REGISTRY = /(losses|queries|optimizers|experiments)\/index\.ts'|\bRuleName\b|\bParts\[/;

/** What vitest says in JSON. */
interface Reported {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Standard output of a tool of the project, run in the copy. */
function run(tool: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', tool), args, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} failed:\n${stdout}${stderr}`);
  return stdout;
}
