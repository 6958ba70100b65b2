import { zlibSync } from 'fflate';

/**
 * Elements of HTML and SVG as text, which may stand in a page as it is: every text and every value of an attribute is escaped in
 * this file and nowhere else.
 */
export type Markup = string & { readonly __markup: unique symbol };

/** Attributes of an element by name; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Elements that hold nothing: of SVG, and of HTML, where they are not closed. */
const SHAPES = new Set(['path', 'rect', 'circle']);
const SINGLE = new Set(['meta', 'link', 'img', 'input']);

/**
 * An element around what is already markup. Attributes that are undefined are left out; lengths get one decimal.
 *
 * @example
 * element('p', { class: 'a"b', x: 1.25, id: undefined }) // => '<p class="a&quot;b" x="1.3"></p>'
 * element('p', {}, [text('1 < 2 & 3')]) // => '<p>1 &lt; 2 &amp; 3</p>'
 */
export function element(name: string, attributes: Attributes, children: readonly Markup[] = []): Markup {
  if (SHAPES.has(name)) return markup(`<${name}${written(attributes)}/>`);
  const end = SINGLE.has(name) ? '' : `</${name}>`;
  return markup(`<${name}${written(attributes)}>${children.join('')}${end}`);
}

/** Text, escaped. */
export function text(content: string): Markup {
  return markup(escaped(content));
}

/**
 * Data for a script as deflated JSON in base64, a third of it in a page of many points; no text in it can end the script's element.
 *
 * The same data are the same bytes, on every version of Node: nothing of its zlib is used.
 */
export function packed(id: string, data: unknown): Markup {
  const bytes = zlibSync(Buffer.from(JSON.stringify(data)), { level: 9 });
  return element('script', { type: 'text/plain', id }, [markup(Buffer.from(bytes).toString('base64'))]);
}

/** Text that is markup by nature: a style sheet, a script, what this file has made. */
export function markup(content: string): Markup {
  return content as Markup;
}

/** A length in pixels, to a tenth: finer than a screen, and the page stays small. */
export function pixels(value: number): string {
  return `${Math.round(value * 10) / 10 || 0}`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined ? '' : ` ${name}="${escaped(typeof value === 'number' ? pixels(value) : value)}"`,
    )
    .join('');
}

function escaped(content: string): string {
  // XML knows no control characters.
  return (
    content
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\u{fffd}')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
