import { about } from '../../numerics/display.ts';
import { meanText } from '../../ledger/audit/quantities.ts';
import { presentIn } from '../../numerics/present.ts';
import type { NumberRange } from '../../streams/judge.ts';
import { errorWords, finalText, predictionsName } from '../../streams/measures/error-words.ts';
import { passRemarks } from '../pass-words.ts';
import { classOf, type NamedClasses } from '../classes.ts';
import { capital, classLines, reasonOf, sentence, strengthText } from '../question.ts';
import type { Effect, Question, Sight, Standing } from '../question.ts';
import type { Segment } from './highlights.ts';

/** What the page shows: plain data, every text of it meant to be text. */
export interface Shown {
  readonly state: 'asking' | 'over' | 'left';
  readonly pool: string;
  readonly classes: readonly { readonly name: string; readonly keys: readonly string[] }[];
  /** Where answers are numbers, which ones. */
  readonly range?: NumberRange;
  /** The number that an answer has to name. */
  readonly open: number;
  readonly question?: {
    readonly row: number;
    readonly text: readonly Segment[];
    /** What stands beside it; with an address where it is one. */
    readonly columns: readonly { readonly name: string; readonly text: string; readonly href?: string }[];
    readonly why: readonly string[];
    /** What marked words speak for, and what the others; absent for who is blind, whom it would tell the prediction. */
    readonly towards?: readonly [string, string];
    /** Of a fresh label, which is none of the budget's. */
    readonly fresh?: NonNullable<Question['fresh']>;
  };
  readonly progress: Pick<Standing, 'labels' | 'examples' | 'pool'> & { readonly left: number | null };
  /** Progress and error, a line each. */
  readonly standing: readonly string[];
  /** Whether the last answer can be taken back. */
  readonly canUndo: boolean;
  /** The latest last. */
  readonly answers: readonly { readonly number: number; readonly name: string | null; readonly excerpt: string }[];
  /** What the person has to know once. */
  readonly note?: string;
}

/** Why the row is asked about and what its label does, in plain words; a blind person learns no side from them. */
export function whyLines(question: Question, effect: Effect | undefined, classes: NamedClasses, sight: Sight): string[] {
  const { importance, distance, reads, predicted, fresh, guess, classes: several } = question;
  const isNumber = several === 0;
  const isOpen = reads !== 'counts' && distance === 0;
  const prediction = guess
    ? `The guess is ${classOf(classes, predicted).name}.`
    : isOpen
      ? `The model predicts ${classes.length > 2 ? 'no one class' : 'neither class'} yet.`
      : `The model predicts ${classOf(classes, predicted).name}${strengthText(question)}.`;
  if (fresh !== undefined) return presentIn([sentence(reasonOf(question)), sight === 'sees' && prediction]);
  const rows = importance === 1 ? 'this row alone' : `${about(importance)} rows`;
  return presentIn([
    `${sentence(reasonOf(question))} In estimates your label stands for ${rows}.`,
    !guess && !isNumber && effect && effectText(effect, isOpen, classes),
    sight === 'sees' && (guess === true || !isNumber) && prediction,
  ]);
}

/** What the words of a text may speak for: the classes of two, the predicted one of several and all others. */
export function sidesOf({ predicted }: Question, classes: NamedClasses): readonly [string, string] {
  return classes.length > 2 ? [classOf(classes, predicted).name, 'other classes'] : [classes[1].name, classes[0].name];
}

function effectText({ learned, toFlip }: Effect, isOpen: boolean, classes: NamedClasses): string {
  if (isOpen) return `${classes.length > 2 ? 'Any' : 'Either'} label decides what the model predicts here.`;
  if (toFlip === Infinity) return 'No label can change what the model predicts here.';
  if (learned >= toFlip) return 'If the prediction is wrong, your label changes it.';
  return (
    'If the prediction is wrong, your label moves it, but does not change its class: ' +
    `that takes ${about(toFlip / learned)} times its weight.`
  );
}

/**
 * The error and what is certified, in the words of every other screen. Who is asked for numbers is not told their mean, which would be held on
 * to.
 */
export function standingLines(standing: Standing, state: Shown['state']): string[] {
  const { error, mean, stop, band, final } = standing;
  return presentIn([
    ...passRemarks(standing).map(capital),
    mean === undefined && `Error of the ${predictionsName(standing)}: ${errorWords(error)}`,
    mean && state !== 'asking' && capital(meanText(mean)),
    ...classLines(standing.error, standing.classes).map(capital),
    stop && `--stop: ${stop.words}`,
    band !== undefined && capital(band),
    final && capital(finalText(final)),
  ]);
}

/** Columns as the page shows them: an address of the web is a link, and no other address is. */
export function columnsShown(columns: Readonly<Record<string, string>>): NonNullable<Shown['question']>['columns'] {
  return Object.entries(columns).map(([name, text]) => {
    const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
    return { name, text, ...(isAddress && { href: text }) };
  });
}
