import { areNumbers } from '../../figures/model/markdown.ts';
import { element, text, type Markup } from '../../figures/svg/markup.ts';

/** A table of a page. */
export interface HtmlTable {
  readonly caption: string;
  readonly header: readonly string[];
  /** Cells as markup, and as text where a column's kind is to be seen. */
  readonly rows: readonly (readonly (string | { readonly markup: Markup; readonly text: string })[])[];
}

/** A table on a page: a caption, columns of numbers flush right, and room to scroll sideways on a narrow screen. */
export function htmlTable({ caption, header, rows }: HtmlTable): Markup {
  const textOf = (cell: HtmlTable['rows'][number][number]): string => (typeof cell === 'string' ? cell : cell.text);
  const looks = header.map((_, c) => (c > 0 && areNumbers(rows.map((row) => textOf(row[c]))) ? 'number' : undefined));
  const head = header.map((title, c) => element('th', { scope: 'col', class: looks[c] }, [text(title)]));
  const body = rows.map((row) =>
    element(
      'tr',
      {},
      row.map((cell, c) =>
        element(c === 0 ? 'th' : 'td', { scope: c === 0 ? 'row' : undefined, class: looks[c] }, [
          typeof cell === 'string' ? text(cell) : cell.markup,
        ]),
      ),
    ),
  );
  const table = element('table', {}, [
    element('caption', {}, [text(caption)]),
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, body),
  ]);
  return element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': caption }, [table]);
}
