import type { Audit } from '../ledger/audit/audit.ts';
import type { ClassEstimates } from '../statistics/class-estimates.ts';
import type { Remark, ExampleEntry, EndEntry } from '../ledger/entry.ts';
import type { ErrorEstimate } from '../statistics/error-estimate.ts';
import type { QueryRule } from '../queries/query.ts';
import type { Answer } from '../streams/oracles/annotator.ts';
import { about } from '../numerics/display.ts';
import type { FreshEstimate } from '../streams/fresh.ts';
import { estimateText, isSaid, type ShareOfClass, smallClassText } from '../streams/measures/error-words.ts';

/** A question: a row whose label the rule wants, and why; and how things stand when it is asked. */
export interface Question extends Pick<ExampleEntry, 'position' | 'row' | 'prediction' | 'probability' | 'importance'> {
  /** Counts what was asked and not taken back, from 1. */
  readonly number: number;
  /** The label of the predicted class; of numbers the guess. */
  readonly predicted: number;
  /** How many classes there are; 0 where answers are numbers. */
  readonly classes: number;
  /** What the rule goes by, and the two numbers it may go by. */
  readonly reads: QueryRule['reads'];
  readonly distance: number;
  readonly weightToFlip: number;
  /** Whether what is predicted is a guess that came with the row; absent: the model predicts. */
  readonly guess?: true;
  /** Whether it is one of several that wait, of which no more is known than what was decided; absent: the model as it is asks. */
  readonly isOfSeveral?: true;
  /** Of a fresh label, which nothing learns (fresh-labels.ts): the how many-th it is, and how many are wanted; else absent. */
  readonly fresh?: { readonly number: number; readonly wanted: number };
}

/** What a session has come to. */
export interface Standing
  extends
    Pick<Audit, 'examples' | 'labels' | 'empty' | 'known' | 'outside' | 'mean' | 'isOverPasses'>,
    Pick<EndEntry, 'consideredImportance' | 'importanceSum' | 'refusedImportance'> {
  /** Examples of the pool; in rounds those of all rounds. */
  readonly pool: number;
  /** The round under way or last complete, from 1, and the rows that each meets; absent where every row is met once. */
  readonly round?: { readonly number: number; readonly rows: number };
  /** In a further pass: its number, from 0, and how many labels are known from those before; absent in the first. */
  readonly pass?: number;
  /** What the budget still holds, questions that wait for their answers paid for; Infinity without a budget. */
  readonly labelsLeft: number;
  /** Questions that wait for their answers; absent where none does. */
  readonly awaited?: number;
  /** Whether guesses that came with the rows are judged; absent: predictions of what learns are. */
  readonly guess?: true;
  /** Of the predictions, by the labels bought. */
  readonly error: ErrorEstimate;
  /** Of both classes likewise; absent where nothing is said of them. */
  readonly classes?: ClassEstimates;
  /** The share of each class in the rows, of two the positive one alone; absent where nothing is said of the error. */
  readonly shares?: readonly ShareOfClass[];
  /** What is certified of the error, in words; absent where nothing is yet, and where the session waits for a certificate. */
  readonly band?: string;
  /** What a session that waits for a certificate has certified, and whether that is what it waits for. */
  readonly stop?: { readonly words: string; readonly isReached: boolean };
  /** Of the model in the end, by fresh labels; absent where there are none. */
  readonly final?: FreshEstimate;
}

/** An answer that was given: how many came before it, which row it is about, its label; null for a skip. */
export interface PastAnswer {
  readonly number: number;
  readonly row: number;
  readonly label: number | null;
}

/** What a label would do to the prediction of its own row. */
export interface Effect {
  /** What the label will be learned with. */
  readonly learned: number;
  /** What the label against the prediction needs to flip it; Infinity where nothing does. */
  readonly toFlip: number;
}

/** Whether who answers is told what the model predicts. */
export type Sight = 'blind' | 'sees';

/** Words as a sentence of their own. */
export function sentence(words: string): string {
  return `${capital(words)}.`;
}

/** Words with a capital. */
export function capital(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}

/** What is wrong with an answer, and what is legal. */
export class AnswerError extends Error {}

/** What else an answer says. */
interface Said {
  /** The number of an earlier answer that this one takes the place of. */
  readonly correct?: number;
  readonly remark?: Remark;
}

/** What comes back. */
export type Reply =
  ({ readonly kind: 'answer'; readonly answer: Answer } & Said) | { readonly kind: 'undo' } | { readonly kind: 'quit' };

/** Why the row is asked about, in one sentence. */
export function reasonOf({ probability, reads, distance, weightToFlip, classes, guess, fresh, isOfSeveral }: Question): string {
  if (fresh !== undefined)
    return (
      `drawn at random from the rows that the model has not learned: label ${fresh.number} of ${fresh.wanted} that tells ` +
      `the model's error, and is not learned`
    );
  const chance = probability === 1 ? 'asked with probability 1' : `asked with probability ${about(probability)}`;
  if (isOfSeveral) return chance;
  if (reads === 'counts') return `${chance}: this rule asks about all rows with the same probability`;
  if (guess) return `${chance}: rows are asked about most where it is least certain whether guesses are right`;
  if (classes > 2) {
    if (distance === 0) return `${chance}: the model prefers no single class yet`;
    if (reads === 'prediction') return `${chance}: the predicted class leads the next one by ${about(distance)}`;
    if (weightToFlip === Infinity) return `${chance}: no weight on another label would change the prediction`;
    return `${chance}: a weight of ${about(weightToFlip)} on another label would change the prediction`;
  }
  if (distance === 0) return `${chance}: the model has no evidence for either class yet`;
  if (reads === 'prediction') return `${chance}: the prediction is ${about(distance)} from the threshold between the classes`;
  if (weightToFlip === Infinity) return `${chance}: no weight on the other label would flip the prediction`;
  return `${chance}: a weight of ${about(weightToFlip)} on the other label would flip the prediction`;
}

/** How strongly: the margin of two classes, the lead of one of several: " (+1.2)". */
export function strengthText({ classes, distance, reads, prediction }: Question): string {
  if (classes > 2) return reads === 'counts' ? '' : ` (leads by ${about(distance)})`;
  return ` (${prediction > 0 ? '+' : ''}${about(prediction)})`;
}

/** What stands beside the error where one class is small: one line, or none. */
export function classLines(error: ErrorEstimate, classes: ClassEstimates | undefined): string[] {
  return classes === undefined || !isSaid(error) ? [] : smallClassText(classes, estimateText);
}
