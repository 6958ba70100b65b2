import { folded } from '../data/documents/classes.ts';
import { classesOf, type Classes } from '../losses/loss.ts';
import { decimal } from '../numerics/decimals.ts';
import { rounded } from '../numerics/display.ts';
import { buildLoss } from '../specs/build-learner.ts';
import { isOfSeveral } from '../specs/kinds/active-classes.ts';
import type { RunSpec } from '../specs/run.ts';
import { judgeOfNumbers, type NumberRange } from '../streams/judge.ts';

/** A class that a person or program may choose: its name, its label, its keys. */
export interface NamedClass {
  readonly name: string;
  /** As the learner reads it: what the loss calls one of two classes, the number of one of several. */
  readonly label: number;
  /** Single keys that stand for it: its number, and its first letter where that means nothing else. */
  readonly keys: readonly string[];
}

/** In their order, two or more: the negative one of two first. None where answers are numbers of a `range`. */
export type NamedClasses = readonly NamedClass[] & { readonly range?: NumberRange };

/** Answers that are numbers. */
export function numbersOf(range: NumberRange): NamedClasses {
  return Object.assign([], { range });
}

/**
 * The label of an answer: a class by its name, upper and lower case alike, 1.0 and 1 too, or a number of the range; undefined where it is
 * none.
 *
 * @example
 * [answerOf(numbersOf([0, 10]), ' 7.5 '), answerOf(numbersOf([0, 10]), '11')] // => [7.5, undefined]
 */
export function answerOf(classes: NamedClasses, written: string): number | undefined {
  const said = decimal(written.trim());
  if (classes.range !== undefined) return judgeOfNumbers(classes.range).isLabel(said) ? said : undefined;
  const named = classes.find(({ name }) => folded(name) === folded(written));
  return (named ?? classes.find(({ name }) => decimal(name) === said))?.label;
}

/** What an answer may be, in words, the names with this between them: "no or yes", "a number from 0 to 10". */
export function legalAnswers(classes: NamedClasses, between = ' or '): string {
  const { range } = classes;
  return range ? `a number from ${range[0]} to ${range[1]}` : classes.map(({ name }) => name).join(between);
}

/** Letters that are commands. */
const RESERVED: readonly string[] = ['s', 'u', 'q', 'm'];
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');
const DIGITS = Array.from('123456789');

/** Most classes that have a key each whatever they are called: nine digits, and the letters that are no commands. */
export const MOST_KEYS = 9 + 26 - RESERVED.length;

/**
 * Two classes, the negative one first.
 *
 * @example
 * namedClasses(['neg', 'pos'], { negative: -1, positive: 1 })[1] // => { name: 'pos', label: 1, keys: ['2', 'p'] }
 */
export function namedClasses(names: readonly [string, string], { negative, positive }: Classes): NamedClasses {
  return withKeys(names, [negative, positive], ['1', '2']);
}

/**
 * Several classes: their labels are their numbers, from 1. A class that is called by a digit has that one for a key, the others have
 * those that are left in their order.
 *
 * @example
 * numberedClasses(['news', 'sport', 'notes'])[1] // => { name: 'sport', label: 2, keys: ['2'] }
 */
export function numberedClasses(names: readonly string[]): NamedClasses {
  const numbers = names.map((_, k) => k + 1);
  return withKeys(names, numbers, digitsOf(names));
}

/** Names, labels and keys of the classes of a run. */
export function choicesOf(names: readonly string[], spec: RunSpec): NamedClasses {
  return isOfSeveral(spec) ? numberedClasses(names) : namedClasses([names[0], names[1]], classesOf(buildLoss(spec)));
}

/** A digit a class, none where there are no more. */
function digitsOf(names: readonly string[]): (string | undefined)[] {
  const free = DIGITS.filter((digit) => !names.includes(digit));
  return names.map((name) => (/^[0-9]$/.test(name) ? name : free.shift()));
}

function withKeys(names: readonly string[], labels: readonly number[], digits: readonly (string | undefined)[]): NamedClasses {
  const letters = lettersOf(names, digits);
  return names.map((name, k) => ({ name, label: labels[k], keys: [digits[k], letters[k]].filter((key) => key !== undefined) }));
}

/**
 * A letter a class, no two alike and none a command: the first one of a name that begins as no other does; for those without a digit
 * else another letter of the name, or any that is free.
 */
function lettersOf(names: readonly string[], digits: readonly (string | undefined)[]): (string | undefined)[] {
  const initials = names.map((name) => name[0].toLowerCase());
  const isKey = (letter: string): boolean => /^\p{Letter}$/u.test(letter) && !RESERVED.includes(letter);
  const letters = initials.map((initial, k) =>
    isKey(initial) && initials.every((other, each) => each === k || other !== initial) ? initial : undefined,
  );
  const taken = new Set(letters);
  return letters.map((letter, k) => {
    if (letter !== undefined || digits[k] !== undefined) return letter;
    const free = [...Array.from(names[k].toLowerCase()), ...ALPHABET].find(
      (each) => ALPHABET.includes(each) && isKey(each) && !taken.has(each),
    );
    if (free !== undefined) taken.add(free);
    return free;
  });
}

/** The class of this label; a number is called as it is written. */
export function classOf(classes: NamedClasses, label: number): NamedClass {
  if (classes.range !== undefined) return { name: String(rounded(label, 7)), label, keys: [] };
  return classes.find((each) => each.label === label)!;
}
