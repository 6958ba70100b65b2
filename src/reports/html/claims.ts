import { areNumbers, claimsTable } from '../markdown.ts';
import { element, type Markup, text } from '../../figures/svg/markup.ts';
import type { Table } from '../../studies/study.ts';
import type { Claim } from '../../studies/results/claim.ts';
import { figureOf, unmetClaims, verdict } from '../../studies/results/claims.ts';
import type { FigureOfClaim, UnmetClaim, Verdict } from '../../studies/results/claims.ts';

/**
 * Claims on a page: a table in which every claim leads to its figure and every verdict is written out, its sign and colour only repeat
 * it; and under it what does not hold or is undecided, each with its figure and what was tried.
 *
 * Nothing where nothing is claimed; `figures` are the report's files, in order, which are shown on the page.
 */
export function htmlClaims(claims: readonly Claim[], figures: readonly string[]): Markup[] {
  if (claims.length === 0) return [];
  const items = unmetClaims(claims, figures).map(item);
  const heading = element('p', {}, [element('b', {}, [text('What does not hold or is undecided')])]);
  return [table(claims, figures), ...(items.length === 0 ? [] : [heading, element('ul', {}, items)])];
}

/** Class and sign. */
const LOOKS: Readonly<Record<Verdict, readonly [look: string, sign: string]>> = {
  holds: ['holds', '✓'],
  'does not hold': ['fails', '✗'],
  'holds, smaller than d': ['holds', '✓'],
  'no difference larger than d': ['holds', '='],
  undecided: ['unknown', '?'],
  'undecided by design': ['unknown', '?'],
  'not measured': ['unknown', '–'],
  'not decided': ['unknown', '–'],
};

function table(claims: readonly Claim[], figures: readonly string[]): Markup {
  const { rows, ...rest } = claimsTable(claims);
  const marked = rows.map(([said, measured, criterion], c) => [
    { markup: element('span', {}, [text(said), ...linkTo(figureOf(claims[c], figures))]) },
    measured,
    criterion,
    { markup: verdictMark(verdict(claims[c])) },
  ]);
  return htmlTable({ ...rest, rows: marked });
}

/** A verdict in words, with its sign and colour. */
export function verdictMark(found: Verdict): Markup {
  const [look, sign] = LOOKS[found];
  return element('strong', { class: `verdict ${look}` }, [
    element('span', { 'aria-hidden': 'true' }, [text(`${sign} `)]),
    text(found),
  ]);
}

function item({ claim, figure, tried }: UnmetClaim): Markup {
  const words = tried === undefined ? '.' : `. ${tried}`;
  return element('li', {}, [element('i', {}, [text(claim)]), ...linkTo(figure), text(words)]);
}

/** " (figure 2)"; nothing where there is none. */
function linkTo(figure: FigureOfClaim | undefined): Markup[] {
  if (figure === undefined) return [];
  const link = element('a', { href: `#figure-${figure.number}` }, [text(`figure ${figure.number}`)]);
  return [text(' ('), link, text(')')];
}

/** Text, or markup, which is no number. */
type Cell = string | { readonly markup: Markup };

/** A table of a page. */
interface HtmlTable extends Pick<Table, 'title' | 'header'> {
  readonly rows: readonly (readonly Cell[])[];
}

/** A table on a page: a caption, columns of numbers flush right, and room to scroll sideways on a narrow screen. */
export function htmlTable({ title: caption, header, rows }: HtmlTable): Markup {
  const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : '');
  const looks = header.map((_, c) => (c > 0 && areNumbers(rows.map((row) => textOf(row[c]))) ? 'number' : undefined));
  const head = header.map((title, c) => element('th', { scope: 'col', class: looks[c] }, [text(title)]));
  const cellAt = (cell: Cell, c: number): Markup => {
    const content = typeof cell === 'string' ? text(cell) : cell.markup;
    return element(c === 0 ? 'th' : 'td', { scope: c === 0 ? 'row' : undefined, class: looks[c] }, [content]);
  };
  const body = rows.map((row) => element('tr', {}, row.map(cellAt)));
  const table = element('table', {}, [
    element('caption', {}, [text(caption)]),
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, body),
  ]);
  return element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': caption }, [table]);
}
