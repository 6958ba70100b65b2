/** The code of README and of the guides runs as it stands, against the built package, in an empty folder with the data it names. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { losses, optimizers, oracles, queries, updates } from '../src/index.ts';
import { randomStream } from '../src/numerics/random.ts';
import { built, builtUrl } from './support/built.ts';
import { temporaryFolder } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { path, write } = temporaryFolder();
const guides = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [join('docs', name)] : [])),
].map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
const textOf = (name: string): string => guides.find((guide) => guide.name === name)!.text;
const blocks = [...textOf(join('docs', 'LIBRARY.md')).matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);

describe('README and the guides', () => {
  it('README is at most 120 lines', () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  it('has library examples, the first of at most ten lines', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    expect(
      blocks[0]
        .trim()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(10);
  });

  it.each(blocks.map((code, n): [number, string] => [n + 1, code]))('library example %i runs', (_n, code) => {
    write('train.svm.gz', gzipSync(toyText()));
    const program = write('example.mjs', code.replaceAll("'iwal'", JSON.stringify(builtUrl('src/index.js'))));
    execFileSync(process.execPath, [program], { cwd: path('.') });
    if (code.includes('out.png')) expect(existsSync(path('out.png'))).toBe(true);
  });

  it('library examples compile, and not with a misspelt optimizer', () => {
    const faultsOf = (code: string): string[] => {
      const file = write('example.mts', code);
      const options: ts.CompilerOptions = {
        ...{ strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 },
        ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')], paths: { iwal: [built('src/index.d.ts')] } },
      };
      return ts.getPreEmitDiagnostics(ts.createProgram([file], options)).map(({ messageText }) => JSON.stringify(messageText));
    };
    for (const code of blocks) expect(faultsOf(code)).toEqual([]);
    expect(faultsOf(blocks[0].replace('normalized-adaptive', 'normalised-adaptive')).join()).toContain('normalised-adaptive');
  }, 120_000);

  it('lists every name of the registries', () => {
    const table = /<!-- registry -->\n([\s\S]*?)<!-- \/registry -->/.exec(textOf(join('docs', 'LIBRARY.md')))?.[1] ?? '';
    const listed = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(listed).toEqual([losses, updates, optimizers, queries, oracles].flatMap((registry) => Object.keys(registry)));
  });

  it.each(guides)('$name names only files and headings that exist', ({ name, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => [
      link.split('#')[0],
      link.split('#').at(1) ?? '',
    ]);
    const lost = links.filter(([file, heading]) => {
      const path = file === '' ? join(root, name) : join(root, dirname(name), decodeURI(file));
      return !existsSync(path) || (heading !== '' && !headingsIn(readFileSync(path, 'utf8')).includes(heading));
    });
    expect(lost).toEqual([]);
  });
});

/** As they are linked to: in lower case, words joined by hyphens. */
function headingsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
}

/** Two hundred rows of a task that can be learned. */
function toyText(): string {
  const random = randomStream(1, 'readme');
  return Array.from({ length: 200 }, () => {
    const x = random.normal();
    return `${x + 0.3 * random.normal() > 0 ? '+1' : '-1'} 1:${x} 2:${random.normal()}\n`;
  }).join('');
}
