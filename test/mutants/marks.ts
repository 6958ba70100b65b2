/**
 * Which places of the sources a test evaluates: sources are loaded with a mark beside every place where a mistake can be planted, so
 * that a mutant is judged by the tests that come past it and by no others.
 */
import { mutantsOf, type Mutant } from './sites.ts';

declare global {
  /** By source file, 1 at the number of every place that was evaluated since the marks were last taken. */
  var iwalMarks: Record<string, Uint8Array> | undefined;
}

/** Numbers of the places of a file, by `placeOf`. */
export type Places = ReadonlyMap<string, number>;

/** What names the place of a mutant among those of its file. */
export function placeOf({ from, to }: Pick<Mutant, 'from' | 'to'>): string {
  return `${from}-${to}`;
}

export function placesOf(file: string, text: string): Places {
  return new Map([...new Set(mutantsOf(file, text).map(placeOf))].map((place, n) => [place, n]));
}

/** The source with its marks: an expression E becomes `(mark, E)`, which has E's value. */
export function marked(file: string, text: string): string {
  const places = placesOf(file, text);
  const pieces = [...places].flatMap(([place, n]) => {
    const [from, to] = place.split('-').map(Number);
    return [
      { at: from, depth: -to, text: `(iwalMarked[${n}] = 1, ` },
      { at: to, depth: -Infinity, text: ')' },
    ];
  });
  pieces.sort((a, b) => a.at - b.at || a.depth - b.depth);
  const whole: string[] = [`const iwalMarked = (globalThis.iwalMarks ??= {})['${file}'] ??= new Uint8Array(${places.size});`];
  let done = 0;
  for (const piece of pieces) {
    whole.push(text.slice(done, piece.at), piece.text);
    done = piece.at;
  }
  return whole.join('') + text.slice(done);
}

/** Numbers of the places that were evaluated since the last call, by file. */
export function takeMarks(): Record<string, number[]> {
  const taken: Record<string, number[]> = {};
  for (const [file, marks] of Object.entries(globalThis.iwalMarks ?? {})) {
    const numbers = [...marks.keys()].filter((n) => marks[n] === 1);
    if (numbers.length > 0) taken[file] = numbers;
    marks.fill(0);
  }
  return taken;
}
