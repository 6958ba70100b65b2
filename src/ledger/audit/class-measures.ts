import type { Cells } from '../../statistics/assisted-shares.ts';
import { noEstimate, type ErrorEstimate, type Scope } from '../../statistics/error-estimate.ts';
import type { Course } from '../../statistics/error-tally.ts';
import type { SeenCount } from '../../statistics/intervals/score-interval.ts';
import { shareEstimate } from '../../statistics/share-estimate.ts';
import { whyNoEstimate } from '../../streams/measures/error-meter.ts';
import { accountOf, errorOf, isWrong, type Phi, type Tallies } from './error-tally.ts';
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
  const counted = countedByKind(evidence, kinds);
  if ('none' in counted) {
    const { none } = counted;
    return {
      error: none,
      classes: names.map((name) => ({ name, share: none, precision: none, recall: none })),
      confusion: classes.map(() => classes.map(() => none)),
    };
  }
  const { error, share, seen, ratios } = counted;
  const all = classes.map((k) => k - 1);
  const kindOf = (truth: number, predicted: number): string => {
    const cell = cellOf(truth, predicted);
    return cell in kinds ? cell : 'never';
  };
  return {
    error,
    classes: classes.map((k) => ({
      name: names[k - 1],
      share: share(`of ${k}`, { label: k - 1, predicted: all }),
      ...ratios(k - 1, seen(kindOf(k, k)), seen(`taken for ${k}`), seen(`missed of ${k}`)),
    })),
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
interface Counted<Kind extends string> {
  /** Wrong predictions. */
  readonly error: ErrorEstimate;
  /** The rows that all of them are about. */
  readonly scope: Scope;
  /** The rows of one kind, of all rows, and which they are. */
  readonly share: (kind: Kind, cells: Cells) => ErrorEstimate;
  /** The same as a count, to be divided by others. */
  readonly seen: (kind: Kind) => SeenCount;
  /** Of class k, from 0: how many of its rows are predicted so, how many rows are taken for it, how many of it are missed. */
  readonly ratios: (
    k: number,
    right: SeenCount,
    taken: SeenCount,
    missed: SeenCount,
  ) => Pick<ClassShares, 'precision' | 'recall'>;
}

/** Counts rows of these kinds; `none` in their place, and why, where the ledger does not tell. */
function countedByKind(
  evidence: Evidence,
  kinds: Readonly<Record<string, Phi>>,
): Counted<string> | { readonly none: ErrorEstimate } {
  const { judge, query, left } = evidence;
  const why = whyNoEstimate(query, judge) ?? whyUncounted(evidence);
  if (why !== undefined || left === undefined) return { none: untold(why!, evidence) };
  return countedIn(evidence, accountOf<string>(evidence, left, { ...kinds, error: isWrong(judge) }), UNTOLD_IMPORTANCE);
}

/** The same from accounts that were kept; `untoldImportance`: why a budget that ended leaves nothing to tell of importances. */
export function countedIn<Kind extends string>(
  { floor, isComplete, isWeighted, end }: Evidence,
  account: Tallies<Kind | 'error'>,
  untoldImportance: string,
): Counted<Kind> | { readonly none: ErrorEstimate } {
  const { tallies, shares } = account;
  const course: Course = end === undefined ? 'under way' : 'over';
  const bound = isComplete ? undefined : floor;
  const error = errorOf(account, course, bound);
  if (error.kind === 'nothing') return { none: error };
  if (error.isStopped && !isComplete && isWeighted === true) return { none: noEstimate(untoldImportance, error) };
  const { rows, isStopped, unanswered } = error;
  const scope = { rows, isStopped, unanswered };
  const guesses = shares?.isOfGuesses ? shares : undefined;
  const seen = (kind: Kind): SeenCount => tallies[kind].seen(course, bound);
  return {
    error,
    scope,
    share: (kind, cells) => {
      const plain = tallies[kind].share(course, bound);
      return shares?.share(cells, course, plain, seen(kind)) ?? plain;
    },
    seen,
    ratios: (k, right, taken, missed) => ({
      precision: guesses?.precision(k, course, error, right) ?? shareEstimate(right, taken, scope),
      recall: guesses?.recall(k, course, error, right, missed) ?? shareEstimate(right, missed, scope),
    }),
  };
}

function cellOf(truth: number, predicted: number): string {
  return `${truth} as ${predicted}`;
}
