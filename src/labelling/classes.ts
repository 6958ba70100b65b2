import type { Classes } from '../learners/labels.ts';

/** The two classes that a person or program chooses between: their names, their labels, their keys. */
export interface NamedClass {
  readonly name: string;
  /** As the loss reads it. */
  readonly label: number;
  /** Single keys that stand for it: its number, and its first letter where that means nothing else. */
  readonly keys: readonly string[];
}

/** Negative first. */
export type NamedClasses = readonly [NamedClass, NamedClass];

/** Letters that are commands. */
const RESERVED = ['s', 'u', 'q', 'm'];

/**
 * @example
 * namedClasses(['neg', 'pos'], { negative: -1, positive: 1 })[1] // => { name: 'pos', label: 1, keys: ['2', 'p'] }
 */
export function namedClasses([first, second]: readonly [string, string], { negative, positive }: Classes): NamedClasses {
  const initials = [first, second].map((name) => name[0].toLowerCase());
  const areApart = initials[0] !== initials[1];
  const keys = (n: number): string[] => {
    const isFree = areApart && /^\p{Letter}$/u.test(initials[n]) && !RESERVED.includes(initials[n]);
    return isFree ? [`${n + 1}`, initials[n]] : [`${n + 1}`];
  };
  return [
    { name: first, label: negative, keys: keys(0) },
    { name: second, label: positive, keys: keys(1) },
  ];
}

/** The class of this label. */
export function classOf(classes: NamedClasses, label: number): NamedClass {
  return label === classes[0].label ? classes[0] : classes[1];
}
