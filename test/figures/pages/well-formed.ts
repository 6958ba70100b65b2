/** Whether markup is well-formed: every element closed in order, attributes quoted, no sign that should have been escaped. */

/** Elements of HTML that hold nothing. */
const VOID = ['meta', 'link', 'br', 'hr', 'img', 'input'];
/** Elements of SVG that may be closed where they open. */
const CLOSED = ['path/', 'rect/', 'circle/'];

/** What is wrong, in words; nothing where all is well. */
export function faults(html: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  let rest = html.replace(/^<!doctype html>/, '');
  while (rest !== '') {
    const content = /^[^<]*/.exec(rest)![0];
    for (const [sign] of content.matchAll(/&(?!(?:amp|lt|gt|quot);)|>/g))
      found.push(`bare ${sign} in "${content.trim().slice(0, 60)}"`);
    rest = rest.slice(content.length);
    if (rest === '') break;
    const tag = /^<(\/?)([a-z][\w-]*)((?: [\w:-]+="[^"<>]*")*)(\/?)>/i.exec(rest);
    if (tag === null) return [...found, `no tag: ${rest.slice(0, 60)}`];
    const [whole, slash, name, attributes, end] = tag;
    const names = [...attributes.matchAll(/ ([\w:-]+)=/g)].map(([, each]) => each);
    if (new Set(names).size < names.length) found.push(`an attribute twice: ${whole}`);
    rest = rest.slice(whole.length);
    if (slash === '/') {
      if (open.pop() !== name) found.push(`</${name}> closes another element`);
    } else if (name === 'script' || name === 'style') {
      const until = rest.indexOf(`</${name}`);
      if (rest.slice(0, until).includes('<!--')) found.push(`a comment opens in ${name}`);
      rest = rest.slice(until + name.length + 3);
    } else if (!VOID.includes(name) && !CLOSED.includes(name + end)) open.push(name);
  }
  return [...found, ...open.map((name) => `<${name}> is not closed`)];
}
