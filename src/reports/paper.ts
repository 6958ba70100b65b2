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

/** Characters of the longest line of words that is not broken, and of a header. */
const [WORDS, HEAD] = [28, 8];
/** Sizes of letters with their points, of which a character is about half as wide and a line is 1.2 times as high. */
const SIZES = { small: 9, footnotesize: 8, scriptsize: 7 } as const;
/** Points between columns, and points of rows after which the next float begins: a page has room for them, a header and a caption. */
const [GAP, TALLEST] = [8, 480];
/** Share of its width beyond which a table may be wider than it is estimated to be, and is shrunk where it is. */
const SURE = 0.85;

/**
 * A table as a float of LaTeX with a caption and a label, as several where a page has not room for it; it needs the packages booktabs and
 * graphicx, which shrinks one that is too wide. Numbers are aligned at the decimal point: what stands before it is a column of its own.
 *
 * @param widths - of a column and of the text of the page, in points: the narrowest one in which letters can be large enough decides
 * whether the float is as wide as a column (`table`) or as the page (`table*`)
 * @throws RangeError for a row that is not as long as the header.
 */
export function latexTable({ title, header, rows }: Table, label: string, widths: readonly number[]): string {
  requireRows(header, rows);
  const columns = header.map((head, c) => {
    const cells = rows.map((row) => row[c]);
    return columnOf(head, c > 0, cells);
  });
  const inner = (points: number): number => columns.reduce((sum, { width }) => sum + (width * points) / 2 + GAP, -GAP);
  const tries = widths.flatMap((width) => Object.entries(SIZES).map(([size, points]) => ({ width, size, points })));
  const { width, size, points } = tries.find((each) => inner(each.points) <= each.width) ?? tries.at(-1)!;
  const float = width > widths[0] ? 'table*' : 'table';
  const words = columns.reduce((sum, column) => sum + column.words, 0);
  const spare = Math.max(0, width - inner(points)) / Math.max(1, words);
  const rooms = columns.map((column) => (column.width * points) / 2 + spare * column.words);
  const specs = columns.map(({ spec }, c) => spec ?? `p{${Math.floor(rooms[c])}pt}`);
  const lineHeight = 1.2 * points * Math.min(1, width / inner(points));
  let height = 0;
  const partOf = rows.map((row) => {
    const lines = row.map(({ length }, c) => Math.ceil((length * points) / 2 / rooms[c]));
    height += lineHeight * Math.max(1, ...lines);
    return Math.floor(height / TALLEST);
  });
  const [open, close] = words > 0 || inner(points) > SURE * width ? [FITTED, '}'] : ['', ''];
  const floats = Array.from(new Set([0, ...partOf]), (part) => [
    `\\begin{${float}}\n\\centering\\${size}\\setlength{\\tabcolsep}{${GAP / 2}pt}`,
    `${part === 0 ? '' : AGAIN}\\caption{${latexText(title)}${part === 0 ? `}\\label{${label}}` : ' (continued)}'}`,
    `${open}\\begin{tabular}{@{}${specs.join('')}@{}}`,
    `\\toprule\n${columns.map(({ head }) => head).join(' & ')} \\tabularnewline\n\\midrule`,
    ...partOf.flatMap((each, r) => (each === part ? `${columns.map(({ cells }) => cells[r]).join(' & ')} \\tabularnewline` : [])),
    `\\bottomrule\n\\end{tabular}${close}`,
    `\\end{${float}}\n`,
  ]);
  return floats.flat().join('\n');
}

/** Begins what is shrunk to the width of its float where it is wider, and gives a float the number of the one before. */
const FITTED = '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n';
const AGAIN = '\\addtocounter{table}{-1}';

/** A column as it is set, how many characters it takes, and where its texts are broken those of the longest: it has use for more room. */
function columnOf(title: string, mayBeNumbers: boolean, texts: readonly string[]) {
  const lengthOf = ({ length }: string): number => length;
  const widest = Math.max(0, ...texts.map(lengthOf));
  const isNumber = mayBeNumbers && areNumbers(texts);
  const isProse = !isNumber && widest > WORDS;
  const lines = wrapped(title, Math.max(HEAD, isProse ? WORDS : widest), lengthOf);
  const side = isNumber ? 'c' : 'l';
  const stack = `\\begin{tabular}[b]{@{}${side}@{}}${lines.map(latexText).join('\\\\')}\\end{tabular}`;
  return {
    width: Math.max(isProse ? WORDS : widest, ...lines.map(lengthOf)),
    words: isProse ? widest : 0,
    spec: isNumber ? 'r@{}l' : isProse ? undefined : 'l',
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
