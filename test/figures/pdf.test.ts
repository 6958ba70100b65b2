import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { renderPdfFigure } from '../../src/figures/chart/figure-file.ts';
import { latexTable, latexText, papers } from '../../src/reports/paper.ts';
import { temporaryFolder } from '../support/processes/cli.ts';
import { figures } from './support/samples.ts';
import { always } from '../laws/statistics/always.ts';

/** Laws of figures and tables for papers: text stays text in embedded fonts, nothing is pixels, and no text of a cell is a command. */

/** The document, with what its streams hold. */
function textOf(pdf: Buffer): string {
  const file = pdf.toString('latin1');
  const streams = [...file.matchAll(/\/Filter \/FlateDecode[^]*?\/Length (\d+)>> stream\n/g)];
  const from = streams.map((found) => [found.index + found[0].length, Number(found[1])]);
  return [file, ...from.map(([at, length]) => inflateSync(pdf.subarray(at, at + length)).toString('latin1'))].join('\n');
}

const widthOf = (pdf: Buffer): number => Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(pdf.toString('latin1'))![1]);
const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

describe.each(Object.entries(figures).map(([name, figure], n) => [name, figure, n] as const))('%s', (_name, figure, n) => {
  it('is the same PDF twice, without a picture and without a font of strokes, and as wide as a paper asks for', async () => {
    const pdf = await renderPdfFigure(figure);
    expect((await renderPdfFigure(figure)).equals(pdf)).toBe(true);
    const text = textOf(pdf);
    expect(text).toMatch(/^%PDF-[^]*\/FontFile2/);
    expect(text).not.toMatch(/\/Subtype\s*\/(Image|Type3)\b|CreationDate/);
    // Every sample for one paper, and every paper for some samples.
    const widths = Object.values(papers)[n % Object.keys(papers).length];
    expect(widthOf(await renderPdfFigure(figure, widths))).toBeLessThanOrEqual(widths.at(-1)! + 1e-3);
  });
});

// Poppler is on most machines of people who write papers, not on all that run tests.
test.skipIf(!hasPoppler)('poppler finds the words, embedded subsets of DejaVu, and no picture', async () => {
  const file = join(temporaryFolder(), 'figure.pdf');
  writeFileSync(file, await renderPdfFigure(figures['learning curves']));
  // DejaVu has a ligature for two f.
  const said = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replaceAll('ﬀ', 'ff');
  for (const words of ['separable, d = 20', 'λ ≤ 10⁻³', 'Bayes error ε*', '10,000', 'off the scale'])
    expect(said).toContain(words);
  const [, , ...fonts] = execFileSync('pdffonts', [file], { encoding: 'utf8' }).trimEnd().split('\n');
  for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+DejaVuSans(-Bold)? +CID TrueType +\S+ +yes yes yes/);
  expect(fonts).toHaveLength(2);
  expect(execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trimEnd().split('\n')).toHaveLength(2);
});

describe('LaTeX', () => {
  it('text is ASCII or a letter with an accent, and every special sign in it is escaped, whatever the text', () => {
    always(fc.string({ unit: fc.constantFrom(...Array.from('a1 \\~^`"<>|#$%&_{}-[*−≤λΩ²₀é日')), maxLength: 30 }), (text) => {
      const written = latexText(text);
      expect(written).toMatch(/^[\x20-\x7eÀ-ſ]*$/);
      expect(written).not.toMatch(/^[[*]|--/);
      // What is left without commands, formulas and groups of one sign holds nothing that LaTeX reads.
      const rest = written.replace(/\\(text[a-z]+\{\}|[#$%&_{}])|\$[^$]+\$|-\{\}|\{[[*]\}/g, '');
      expect(rest).not.toMatch(/[\\~^#$%&_{}<>|]/);
    });
  });

  it('a table has two cells for a number, up to the decimal point and from it on', () => {
    const rows = Object.entries({ a: '−4.6% (−12%)', b: '1,000', c: 'never', d: '.5' });
    const table = { title: '50% & more', header: ['set_1', 'error'], rows };
    expect(latexTable(table, 'tab:x', papers.acm)).toBe(
      String.raw`\begin{table}
\centering\small\setlength{\tabcolsep}{4pt}
\caption{50\% \& more}\label{tab:x}
\begin{tabular}{@{}lr@{}l@{}}
\toprule
\begin{tabular}[b]{@{}l@{}}set\_1\end{tabular} & \multicolumn{2}{c}{\begin{tabular}[b]{@{}c@{}}error\end{tabular}} \tabularnewline
\midrule
a & $-$4 & .6\% ($-$12\%) \tabularnewline
b & 1,000 &  \tabularnewline
c & \multicolumn{2}{r}{never} \tabularnewline
d &  & .5 \tabularnewline
\bottomrule
\end{tabular}
\end{table}
`,
    );
    expect(() => latexTable({ ...table, rows: [['a']] }, 'tab:x', papers.acm)).toThrow('a row of 1 cells under a header of 2: a');
  });

  it('goes on where a page has no room for all rows, with its number and without a second label', () => {
    const rows = Array.from({ length: 120 }, (_, r) => [`row ${r}.`, r % 2 === 0 ? 'words '.repeat(40) : '']);
    const floats = latexTable({ title: 'T', header: ['a', 'b'], rows }, 'tab:x', papers.neurips).split('\\end{table}');
    const continued = floats.slice(1, -1).map((each) => each.includes('{-1}\\caption{T (continued)}\n'));
    expect([...new Set(continued), floats.join('').match(/\\label/g)!.length]).toEqual([true, 1]);
    expect(floats.join('').match(/row \d+\./g)).toEqual(rows.map(([name]) => name));
    expect(floats.length).toBeGreaterThan(5);
  });

  it('is as wide as the page where a column is too narrow, and shrunk where the page is', () => {
    const wide = (columns: number): string =>
      latexTable({ title: '', header: Array.from({ length: columns }, () => 'a header'), rows: [] }, 'tab:x', papers.acm);
    expect([4, 8, 40].map((n) => [wide(n).slice(0, 14), wide(n).includes('resizebox')])).toEqual([
      ['\\begin{table}\n', false],
      ['\\begin{table*}', false],
      ['\\begin{table*}', true],
    ]);
  });
});
