import type { AnswerEntry, ExampleEntry, Outcome } from './entry.ts';

/** Numbers of an entry, by place: those that every example has, those that it may have, and one of answers. */
export const FIELDS = [
  'position',
  'row',
  'probability',
  'coin',
  'importance',
  'prediction',
  'errorRate',
  'sensitivity',
  'weightToFlip',
  'gap',
  'label',
  'cost',
  'rowImportance',
  'learnedImportance',
  'knob',
  'minimumProbability',
  'pass',
  'distance',
  'after',
] as const satisfies readonly (keyof ExampleEntry | keyof AnswerEntry)[];

/** The name of a number. */
export type Field = (typeof FIELDS)[number];

/** How many of them every example has: the first ones. */
export const REQUIRED = 7;
/** How many an example can have: all but the last. */
export const OF_EXAMPLE = FIELDS.length - 1;

/** Outcomes by number. */
export const OUTCOMES: readonly Outcome[] = ['asked', 'passed', 'refused', 'implied'];
/** In the place of an outcome: an answer. */
export const ANSWERED = OUTCOMES.length;

/** The place of a number. */
export function placeOf(name: Field): number {
  return FIELDS.indexOf(name);
}

/** Beside the bits of the fields: the label is null, nobody could tell. */
export const ABSTAINED = 1 << FIELDS.length;

/**
 * An example or an answer as plain numbers, filled in anew for every entry: between a line and its object (file/example-line.ts) or
 * memory (entries.ts) nothing is allocated.
 */
export class PackedEntry {
  /** By place; what `found` does not name says nothing. */
  readonly values = new Float64Array(FIELDS.length);
  /** A bit for the place of each number that there is, and ABSTAINED. */
  found = 0;
  /** The outcome by number, or ANSWERED. */
  kind = 0;
  /** The model's name: its first 8 hexadecimal digits, and the others. */
  modelHigh = 0;
  modelLow = 0;
}
