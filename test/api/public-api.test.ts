/** What the package shows: its entry points, what they load, and the stored report of everything that they export. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { bundled } from '../support/processes/bundled.ts';
import { entryPoints, publicApi } from './public-api.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = entryPoints('.js');

/** Packages that take long to load; each comes with its first use. */
const HEAVY =
  /^(@napi-rs|canvas|chart\.js|chartjs-|cli-progress|dejavu|fastest-levenshtein|hyparquet|ml-matrix|picocolors|piscina|yargs)/;

it('the public API: is the one of the stored report', async () => {
  await expect(
    publicApi(),
    'the public API changed; if that is meant, `npm run api` renews test/api/public-api.md',
  ).toMatchFileSnapshot('public-api.md');
});

describe('entry points', () => {
  it('are those of the package', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string } | string>;
    };
    expect(exports['.']).toEqual({ types: './dist/src/index.d.ts', default: './dist/src/index.js' });
    expect(exports['./*']).toEqual({ types: './dist/src/entry/*.d.ts', default: './dist/src/entry/*.js' });
    expect([...entries.keys()]).toContain('iwal/losses');
  });

  it.each([...entries.keys()])('%s resolves from inside of the package and exports something', async (name) => {
    expect(Object.keys((await import(/* @vite-ignore */ name)) as object)).not.toEqual([]);
  });

  it.each(['iwal/losses', 'iwal/updates', 'iwal/optimizers', 'iwal/queries', 'iwal/statistics'])(
    '%s bundles for a browser: nothing of Node, no package',
    async (name) => {
      const file = entries.get(name)!;
      expect(reached(file).packages).toEqual([]);
      const { code, imports } = await bundled(relative(root, file), 'browser');
      expect([imports, /\b(require|process|Buffer)\b/.exec(code)]).toEqual([[], null]);
      expect(
        Object.keys((await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as object),
      ).toEqual(Object.keys((await import(/* @vite-ignore */ name)) as object));
    },
  );

  it.each([...entries.keys()])('%s loads no heavy package', (name) => {
    expect(reached(entries.get(name)!).packages.filter((each) => HEAVY.test(each))).toEqual([]);
  });

  it('a loss loads little besides the losses', () => {
    const { files } = reached(entries.get('iwal/losses')!);
    expect(files.length).toBeLessThanOrEqual(3);
    expect(files.reduce((bytes, file) => bytes + statSync(file).size, 0)).toBeLessThan(40_000);
  });

  it('the walk sees what there is to see', () => {
    const { files, packages } = reached(entries.get('iwal')!);
    expect(files.length).toBeGreaterThan(10);
    expect(packages.some((name) => builtinModules.includes(name.replace('node:', '')))).toBe(true);
  });
});

/** What importing a built file loads: its files and, by name, everything else, without imports that are made later. */
function reached(start: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    expect(existsSync(file), file).toBe(true);
    files.add(file);
    for (const statement of ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023).statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      if (statement.moduleSpecifier === undefined) continue;
      const { text } = statement.moduleSpecifier as ts.StringLiteral;
      if (text.startsWith('.')) visit(resolve(dirname(file), text));
      else packages.add(text);
    }
  };
  visit(start);
  return { files: [...files], packages: [...packages] };
}
