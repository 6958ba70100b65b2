import type { AssistedShares, Cells } from '../../statistics/assisted-shares.ts';
import { noEstimate, type ErrorEstimate, type Scope } from '../../statistics/error-estimate.ts';
import type { Course } from '../../statistics/error-tally.ts';
import type { SeenCount } from '../../statistics/intervals/score-interval.ts';
import { shareEstimate } from '../../statistics/share-estimate.ts';
import { whyNoEstimate } from '../../streams/measures/error-meter.ts';
import { accountOf, errorOf, isWrong, type Phi } from './error-tally.ts';
import { untold, type Evidence } from './evidence.ts';
import { UNTOLD_IMPORTANCE, whyUncounted } from './measured-tallies.ts';

/** One of several classes. */
export interface ClassShares {
  readonly name: string;
  /** Its share of the rows. */
  readonly share: ErrorEstimate;
  /** Of the rows predicted as this class, those that are of it. */
  readonly precision: ErrorEstimate;
  /** Of its rows, those predicted so. */
  readonly recall: ErrorEstimate;
}

/**
 * What the labels of a ledger of several classes say of the predictions that its run made, each before the coin of its row; as Measures
 * says it of two.
 */
export interface ClassMeasures {
  /** Wrong predictions. */
  readonly error: ErrorEstimate;
  /** In their order. */
  readonly classes: readonly ClassShares[];
  /** confusion[true class][predicted class]: shares of all rows. */
  readonly confusion: readonly (readonly ErrorEstimate[])[];
}

/** The error, each class, and the confusion matrix of classes of these names, from the importance-weighted sample. */
export function classMeasuresOf(evidence: Evidence, names: readonly string[]): ClassMeasures {
  const classes = names.map((_, k) => k + 1);
  const kinds: Record<string, Phi> = { never: () => 0 };
  // One account a cell in which a label lies: all others are the same.
  for (const [label, prediction] of answeredCells(evidence))
    kinds[cellOf(label, prediction)] ??= (purchase, y) => (y === label && purchase.prediction === prediction ? 1 : 0);
  for (const k of classes) {
    kinds[`of ${k}`] = (_purchase, y) => (y === k ? 1 : 0);
    kinds[`missed of ${k}`] = ({ prediction }, y) => (y === k && prediction !== k ? 1 : 0);
    kinds[`taken for ${k}`] = ({ prediction }, y) => (y !== k && prediction === k ? 1 : 0);
  }
  const counted = countedIn(evidence, kinds);
  if ('none' in counted) {
    const { none } = counted;
    return {
      error: none,
      classes: names.map((name) => ({ name, share: none, precision: none, recall: none })),
      confusion: classes.map(() => classes.map(() => none)),
    };
  }
  const { error, scope, share, seen, guesses, course } = counted;
  const all = classes.map((k) => k - 1);
  const kindOf = (truth: number, predicted: number): string => {
    const cell = cellOf(truth, predicted);
    return cell in kinds ? cell : 'never';
  };
  return {
    error,
    classes: classes.map((k) => {
      const right = seen(kindOf(k, k));
      return {
        name: names[k - 1],
        share: share(`of ${k}`, { label: k - 1, predicted: all }),
        precision: guesses?.precision(k - 1, course, error, right) ?? shareEstimate(right, seen(`taken for ${k}`), scope),
        recall:
          guesses?.recall(k - 1, course, error, right, seen(`missed of ${k}`)) ??
          shareEstimate(right, seen(`missed of ${k}`), scope),
      };
    }),
    confusion: classes.map((truth) =>
      classes.map((predicted) => share(kindOf(truth, predicted), { label: truth - 1, predicted: [predicted - 1] })),
    ),
  };
}

/** The label and the prediction of every label bought. */
function* answeredCells({ entries }: Evidence): Generator<readonly [label: number, prediction: number], undefined> {
  /** Of purchases without an answer. */
  const predictions = new Map<number, number>();
  for (const entry of entries) {
    if (entry.entry === 'end') continue;
    const { position, label } = entry;
    if (entry.entry === 'example') predictions.set(position, entry.prediction);
    if (typeof label === 'number') yield [label, predictions.get(position)!];
    if (label !== undefined || (entry.entry === 'example' && entry.outcome !== 'asked')) predictions.delete(position);
  }
}

/** Counts of a ledger's rows by what their predictions and labels are, each from the labels bought. */
interface Counted {
  /** Wrong predictions. */
  readonly error: ErrorEstimate;
  /** The rows that all of them are about. */
  readonly scope: Scope;
  /** The rows of one kind, of all rows, and which they are. */
  readonly share: (kind: string, cells: Cells) => ErrorEstimate;
  /** The same as a count, to be divided by others. */
  readonly seen: (kind: string) => SeenCount;
  /** The account of guesses that came with the rows; undefined of other runs. */
  readonly guesses: AssistedShares | undefined;
  readonly course: Course;
}

/** Counts rows of these kinds; `none` in their place, and why, where the ledger does not tell. */
function countedIn(evidence: Evidence, kinds: Readonly<Record<string, Phi>>): Counted | { readonly none: ErrorEstimate } {
  const { judge, query, left, floor, isComplete, isWeighted, end } = evidence;
  const why = whyNoEstimate(query, judge) ?? whyUncounted(evidence);
  if (why !== undefined || left === undefined) return { none: untold(why!, evidence) };
  const account = accountOf<string>(evidence, left, { ...kinds, error: isWrong(judge) });
  const { tallies, shares } = account;
  const course: Course = end === undefined ? 'under way' : 'over';
  const bound = isComplete ? undefined : floor;
  const error = errorOf(account, course, bound);
  if (error.kind === 'nothing') return { none: error };
  if (error.isStopped && !isComplete && isWeighted === true) return { none: noEstimate(UNTOLD_IMPORTANCE, error) };
  const { rows, isStopped, unanswered } = error;
  const scope = { rows, isStopped, unanswered };
  const seen = (kind: string): SeenCount => tallies[kind].seen(course, bound);
  return {
    error,
    scope,
    share: (kind, cells) => {
      const plain = tallies[kind].share(course, bound);
      return shares?.share(cells, course, plain, seen(kind)) ?? plain;
    },
    seen,
    guesses: shares?.isOfGuesses ? shares : undefined,
    course,
  };
}

function cellOf(truth: number, predicted: number): string {
  return `${truth} as ${predicted}`;
}
