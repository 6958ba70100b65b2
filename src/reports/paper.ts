import { renderPdfFigure } from '../figures/chart/figure-file.ts';
import { alike } from '../figures/model/figure.ts';
import type { Report, Table } from '../studies/study.ts';
import { claimsTable, areNumbers, oneLine, requireRows } from './markdown.ts';
import type { ReportFile } from './write-report.ts';
import { wrapped } from '../figures/model/drawing.ts';

/** Formats of papers: the widths that a figure or a table may have, of a column and of the text, in points. */
export const papers = {
  /** ACM's sigconf: two columns. */
  acm: [240, 504],
  neurips: [396],
} as const satisfies Record<string, readonly number[]>;

/** A format of papers. */
export type PaperName = keyof typeof papers;

/**
 * What a paper takes from a report, one file at a time: every figure as a PDF, and all tables, the claims first, as LaTeX. Equal reports
 * give equal files. Labels of the tables begin with `tab:<id>`.
 *
 * @throws RangeError where a figure cannot be drawn or a row of a table is not as long as its header.
 */
export async function* paperFiles(report: Report, id: string, paper: PaperName): AsyncGenerator<ReportFile> {
  const widths = papers[paper];
  const looks = alike(report.figures.map(({ figure }) => figure));
  for (const [f, { file }] of report.figures.entries())
    yield { name: file.replace(/\.png$/, '.pdf'), content: await renderPdfFigure(looks[f], widths) };
  const tables = report.claims.length === 0 ? [] : [latexTable(claimsTable(report.claims), `tab:${id}-claims`, widths)];
  tables.push(...report.tables.map((table, n) => latexTable(table, `tab:${id}-${n + 1}`, widths)));
  yield { name: 'tables.tex', content: ['% \\usepackage{booktabs,graphicx}\n', ...tables].join('\n') };
}

/** Signs with what LaTeX calls them in formulas, and in text. */
const IN_FORMULAS =
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ρ rho ς varsigma ' +
  'σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega ' +
  '± pm × times ÷ div · cdot ≤ le ≥ ge ≠ ne ≈ approx ∞ infty ∈ in → to ← leftarrow √ surd ∑ sum';
const IN_TEXT =
  "\\ \\textbackslash{} ~ \\textasciitilde{} ^ \\textasciicircum{} ` \\textasciigrave{} \" '' - -{} < $<$ > $>$ | $|$ − $-$ " +
  "° $^{\\circ}$ – -- — --- … \\dots{} ‘ \\textquoteleft{} ’ ' “ `` ” ''";
const CALLED = new Map([...pairs(IN_FORMULAS).map(([sign, name]) => [sign, `$\\${name}$`] as const), ...pairs(IN_TEXT)]);

function pairs(list: string): (readonly [sign: string, name: string])[] {
  return Array.from(list.matchAll(/(\S+) (\S+)/g), ([, sign, name]) => [sign, name]);
}

function signOf(sign: string): string {
  if (/[#$%&_{}]/.test(sign)) return `\\${sign}`;
  const raised = sign.normalize('NFKD').replace('−', '-');
  if (/[¹²³⁰⁴-⁹⁺⁻₀-₉₊₋]/.test(sign)) return `$${sign < '₀' ? '^' : '_'}{${raised}}$`;
  return CALLED.get(sign) ?? (/[À-ſ]/.test(sign) ? sign : `[U+${sign.codePointAt(0)!.toString(16)}]`);
}

/**
 * Text from outside as one line that pdflatex sets as it is: no command, no end of a cell, signs beyond ASCII by their names. A sign that
 * is in neither list is its number in Unicode.
 *
 * @example
 * latexText('50% of a_1 ≤ −2') // => '50\\% of a\\_1 $\\le$ $-$2'
 */
export function latexText(text: string): string {
  // Two dashes would be one long one, and a bracket or star at the beginning of a cell an argument of the line before.
  const written = oneLine(text).replace(/[\\~^`"<>|#$%&_{}]|-(?=-)|[^\x20-\x7e]/gu, signOf);
  return written.replace(/^[[*]/, '{$&}');
}

/** Characters of the longest line of words, and of a header. */
const [WORDS, HEAD] = [28, 8];
/** Sizes of letters with their points, of which a character is about half as wide, and points between columns. */
const SIZES = { small: 9, footnotesize: 8, scriptsize: 7 } as const;
const GAP = 8;

/**
 * A table as a float of LaTeX with a caption and a label; it needs the packages booktabs and, where it is too wide for the page,
 * graphicx. Numbers are aligned at the decimal point: what stands before it is a column of its own.
 *
 * @param widths - of a column and of the text of the page, in points: the narrowest one in which letters can be large enough decides
 * whether the float is as wide as a column (`table`) or as the page (`table*`)
 * @throws RangeError for a row that is not as long as the header.
 */
export function latexTable({ title, header, rows }: Table, label: string, widths: readonly number[]): string {
  requireRows(header, rows);
  const columns = header.map((head, c) => {
    const cells = rows.map((row) => row[c]);
    return columnOf(head, cells, c > 0);
  });
  const inner = (points: number): number => columns.reduce((sum, { width }) => sum + (width * points) / 2 + GAP, -GAP);
  const tries = widths.flatMap((width) => Object.entries(SIZES).map(([size, points]) => ({ width, size, points })));
  const fit = tries.find(({ width, points }) => inner(points) <= width);
  const { width, size } = fit ?? tries.at(-1)!;
  const float = width > widths[0] ? 'table*' : 'table';
  const tabular = [
    `\\begin{tabular}{@{}${columns.map(({ spec }) => spec).join('')}@{}}`,
    `\\toprule\n${columns.map(({ head }) => head).join(' & ')} \\tabularnewline\n\\midrule`,
    ...rows.map((_, r) => `${columns.map(({ cells }) => cells[r]).join(' & ')} \\tabularnewline`),
    '\\bottomrule\n\\end{tabular}',
  ].join('\n');
  return [
    `\\begin{${float}}\n\\centering\\${size}\\setlength{\\tabcolsep}{${GAP / 2}pt}`,
    `\\caption{${latexText(title)}}\\label{${label}}`,
    fit === undefined ? `\\resizebox{\\linewidth}{!}{%\n${tabular}}` : tabular,
    `\\end{${float}}\n`,
  ].join('\n');
}

/** A column as it is set, and how many characters it takes. */
function columnOf(title: string, texts: readonly string[], mayBeNumbers: boolean) {
  const widest = Math.max(0, ...texts.map(({ length }) => length));
  const isNumber = mayBeNumbers && areNumbers(texts);
  const isProse = !isNumber && widest > WORDS;
  const lines = wrapped(title, Math.max(HEAD, isProse ? WORDS : widest), (text) => text.length);
  const side = isNumber ? 'c' : 'l';
  const stack = `\\begin{tabular}[b]{@{}${side}@{}}${lines.map(latexText).join('\\\\')}\\end{tabular}`;
  return {
    width: Math.max(isProse ? WORDS : widest, ...lines.map(({ length }) => length)),
    spec: isNumber ? 'r@{}l' : isProse ? `p{${WORDS / 2}em}` : 'l',
    head: isNumber ? `\\multicolumn{2}{c}{${stack}}` : stack,
    cells: texts.map((text) => (isNumber ? numberCells(text) : `${isProse ? '\\raggedright ' : ''}${latexText(text)}`)),
  };
}

/** Two cells, up to the decimal point and from it on; words among numbers take both. */
function numberCells(text: string): string {
  const [, whole, rest] = /^([-−+±<>≤≥~]?\s?\d*(?:,\d{3})*)(.*)$/su.exec(text)!;
  if (whole === '' && /^[^.]/.test(rest)) return `\\multicolumn{2}{r}{${latexText(text)}}`;
  return `${latexText(whole)} & ${/^\s/.test(rest) ? '\\ ' : ''}${latexText(rest)}`;
}
