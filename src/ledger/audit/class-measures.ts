import type { Cells } from '../../statistics/assisted-shares.ts';
import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { ClassEstimates } from '../../statistics/class-estimates.ts';
import type { SeenCount } from '../../statistics/intervals/score-interval.ts';
import { shareEstimate } from '../../statistics/share-estimate.ts';
import { accountOf, errorOf, isWrong, type Phi, type Tallies } from './error-tally.ts';
import type { ExampleEntry } from '../entry.ts';
import { answeredBy, untold, type Evidence } from './evidence.ts';
import { UNTOLD_IMPORTANCE } from './measured-tallies.ts';

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
  const open = new Map<number, ExampleEntry>();
  for (const entry of evidence.entries) {
    const { label, purchase } = answeredBy(entry, open) ?? {};
    if (typeof label !== 'number') continue;
    const { prediction } = purchase!;
    kinds[cellOf(label, prediction)] ??= (other, y) => (y === label && other.prediction === prediction ? 1 : 0);
  }
  for (const k of classes) {
    kinds[`of ${k}`] = (_purchase, y) => (y === k ? 1 : 0);
    kinds[`missed of ${k}`] = ({ prediction }, y) => (y === k && prediction !== k ? 1 : 0);
    kinds[`taken for ${k}`] = ({ prediction }, y) => (y !== k && prediction === k ? 1 : 0);
  }
  const { judge, tallies, left } = evidence;
  const { error, share, ratios } =
    'why' in tallies
      ? uncounted(untold(tallies.why, evidence))
      : countedIn(evidence, accountOf<string>(evidence, left!, { ...kinds, error: isWrong(judge) }), UNTOLD_IMPORTANCE);
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
      ...ratios(k - 1, kindOf(k, k), `taken for ${k}`, `missed of ${k}`),
    })),
    confusion: classes.map((truth) =>
      classes.map((predicted) => share(kindOf(truth, predicted), { label: truth - 1, predicted: [predicted - 1] })),
    ),
  };
}

/** Counts of a ledger's rows by what their predictions and labels are, each from the labels bought. */
interface Counted<Kind extends string> {
  /** Wrong predictions. */
  readonly error: ErrorEstimate;
  /** What these are worth in each of two classes. */
  readonly byClass: ClassEstimates;
  /** The rows of one kind, of all rows, and which they are. */
  readonly share: (kind: Kind, cells: Cells) => ErrorEstimate;
  /** Of class k, from 0: its rows that are predicted so, rows that are taken for it, and those of it that are missed. */
  readonly ratios: (k: number, right: Kind, taken: Kind, missed: Kind) => Pick<ClassShares, 'precision' | 'recall'>;
}

/** Of a ledger that tells no count: nothing, and why. */
export function uncounted(none: ErrorEstimate): Counted<string> {
  return {
    error: none,
    byClass: { smallerClass: NaN, balancedError: none, fScore: none },
    share: () => none,
    ratios: () => ({ precision: none, recall: none }),
  };
}

/** The counts of accounts that were kept; `untoldImportance`: why a budget that ended leaves nothing to tell of importances. */
export function countedIn<Kind extends string>(
  { isComplete, isWeighted, course, bound }: Evidence,
  account: Tallies<Kind | 'error'>,
  untoldImportance: string,
): Counted<Kind> {
  const { tallies, shares } = account;
  const error = errorOf(account, course, bound);
  if (error.kind === 'nothing') return uncounted(error);
  if (error.isStopped && !isComplete && isWeighted === true) return uncounted(noEstimate(untoldImportance, error));
  const guesses = shares?.isOfGuesses ? shares : undefined;
  const seen = (kind: Kind): SeenCount => tallies[kind].seen(course, bound);
  return {
    error,
    byClass: tallies.error.classes(course, bound),
    share: (kind, cells) => {
      const plain = tallies[kind].share(course, bound);
      return shares?.share(cells, course, plain, seen(kind)) ?? plain;
    },
    ratios: (k, ...kinds) => {
      const [right, taken, missed] = kinds.map(seen);
      return {
        precision: guesses?.precision(k, course, error, right) ?? shareEstimate(right, taken, error),
        recall: guesses?.recall(k, course, error, right, missed) ?? shareEstimate(right, missed, error),
      };
    },
  };
}

function cellOf(truth: number, predicted: number): string {
  return `${truth} as ${predicted}`;
}
