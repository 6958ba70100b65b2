/** README and the guides are short, complete, and right in what they name; the code of the library's page compiles (test/book runs it). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { losses, optimizers, oracles, queries, updates } from '../src/index.ts';
import { blocksOf, book, documents, root, textOf } from './book/documents.ts';
import { built } from './support/processes/built.ts';
import { temporaryFolder } from './support/processes/temporary.ts';

const { write } = temporaryFolder();
const blocks = blocksOf(textOf('docs/LIBRARY.md'), 'ts');

describe('README and the guides', () => {
  it('README is at most 90 lines', () => expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90));

  it('the numbers below the figure of README are those of the report', () => {
    const linesOf = (report: string): string[] => readFileSync(join(root, 'reports', report, 'README.md'), 'utf8').split('\n');
    const cellsOf = (lines: readonly string[], first: string): string[] =>
      lines
        .map((line) => line.split('|').map((cell) => cell.trim()))
        .find((cells) => cells[1] === first && cells[2] === '10%')!
        .slice(3);
    const lines = linesOf('rcv1-active-full');
    const chosen = /^\| (\S.*?) +\|.*\| chosen \|$/m.exec(lines.join('\n'))![1];
    const told = (rule: string): string[] => {
      const [, above, , factor] = cellsOf(lines, rule);
      return [/^\+(\d\.\d\d) /.exec(above)![1], ...factor.replace(')', '').split(' (')];
    };
    const caption = textOf('README.md').replace(/\s+/g, ' ');
    const [above, times, interval] = told('command line default');
    expect(caption).toContain(`a test error ${above} points above that of the best of 28 passive learners`);
    expect(caption).toContain(`needs ${times} times as many labels for the same error (95% interval ${interval})`);
    const [otherAbove, otherTimes, otherInterval] = told(chosen);
    expect(caption).toContain(`chosen on other documents: ${otherAbove} points and ${otherTimes} times (${otherInterval})`);
    const few = linesOf('budget-frontier');
    const [rival] = cellsOf(few, 'rcv1-like');
    const own = cellsOf(few.slice(few.indexOf('**Test error, mean over seeds**')), 'rcv1-like').at(-2)!;
    expect(caption).toContain(`an error of ${rival} with 10% of the labels chosen by uncertainty, iwal's default ${own}`);
  });

  it('the numbers beside scikit-learn, here and in CHOOSING.md, are those of the report', () => {
    const lines = readFileSync(join(root, 'reports', 'final-fit', 'README.md'), 'utf8').split('\n');
    const cells = (sets: string, over: string): string => {
      const found = lines
        .map((line) => line.split('|').map((cell) => cell.trim()))
        .find((row) => row[1] === sets && row[2] === over);
      return `| ${found!.slice(3, 7).join(' | ')} |`;
    };
    const rival = 'command line default over scikit-learn by uncertainty';
    expect(textOf('README.md')).toContain(cells('nothing was chosen', rival));
    expect(textOf('README.md')).toContain(cells('nothing was chosen', 'command line default over random, fitted'));
    for (const sets of ['nothing was chosen', 'all']) expect(textOf('docs/CHOOSING.md')).toContain(cells(sets, rival));
  });

  it('every document is a chapter, and the front page names the chapters in their order', () => {
    const files = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const chapters = Object.values(book.parts).flat();
    expect(files.map((name) => `docs/${name}`).filter((name) => name !== book.front && !chapters.includes(name))).toEqual([]);
    const parts = textOf(book.front).split(/^## /m).slice(1);
    const named = parts.map((part) => [
      part.split('\n')[0],
      [...part.matchAll(/^- \[.*?\]\((.*?)\)/gm)].map(([, link]) => join('docs', link)),
    ]);
    expect(Object.fromEntries(named)).toEqual(book.parts);
  });

  it('the glossary is in the order of its words', () => {
    const words = [...textOf('docs/GLOSSARY.md').matchAll(/^\| (?!word|---)(.*?) \|/gm)].map(([, word]) =>
      word.replaceAll('_', ' '),
    );
    expect(words.length).toBeGreaterThan(40);
    expect(words).toEqual(words.toSorted((a, b) => a.localeCompare(b, 'en')));
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

  it('library examples compile, and not with a misspelt optimizer', () => {
    const misspelt = blocks[0].replace('normalized-adaptive', 'normalised-adaptive');
    const files = [...blocks, misspelt].map((code, n) => write(`example-${n}.mts`, code));
    const options: ts.CompilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 },
      ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')], paths: { iwal: [built('src/index.d.ts')] } },
    };
    const faults = ts.getPreEmitDiagnostics(ts.createProgram(files, options));
    const said = faults.map(({ file, messageText }) => [file?.fileName, JSON.stringify(messageText)]);
    expect(said).toEqual([[files.at(-1), expect.stringContaining('normalised-adaptive') as string]]);
  });

  it('lists every name of the registries', () => {
    const table = /<!-- registry -->\n([\s\S]*?)<!-- \/registry -->/.exec(textOf('docs/LIBRARY.md'))?.[1] ?? '';
    const listed = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(listed).toEqual([losses, updates, optimizers, queries, oracles].flatMap((registry) => Object.keys(registry)));
  });

  it.each(documents)('$name marks no name with a star or a line, which Markdown and formatters take for emphasis', ({ text }) => {
    const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
    expect([...prose.matchAll(/.*`[^`\n]+`([*_])(?!\1).*/g)].map(([line]) => line)).toEqual([]);
  });

  it.each(documents)('$name names only files and headings that exist', ({ name, text }) => {
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
