import { clip } from '../../../numerics/elementary.ts';
import type { Work } from '../../../numerics/work.ts';
import { CellMeans, confidenceOf } from '../../../statistics/cell-means.ts';
import { CertifiedCount as Account } from '../../../statistics/certificates/certified-count.ts';
import { NO_ROUND, whyNoEstimate } from '../../../streams/measures/error-meter.ts';
import type { Judge } from '../../../streams/judge.ts';
import { isKnown, type ExampleEntry } from '../../entry.ts';
import type { Evidence } from '../evidence.ts';

/** Counts that can be certified, each with what is counted. */
export const TARGETS = {
  error: 'wrong predictions',
  positives: 'rows of the positive class',
  missed: 'rows of the positive class that were predicted negative',
  recall: 'of the rows of the positive class, the share that the labels bought hold',
} as const;

/** A count that can be certified, by its name. */
export type Target = keyof typeof TARGETS;

/** What is asked for. */
export interface CertificateRequest {
  readonly targets: readonly Target[];
  /** In (0, 1). */
  readonly confidence: number;
}

/** Bounds on one count, among the rows considered while the budget could pay for a label. */
export interface CertifiedCount {
  readonly target: Target;
  readonly confidence: number;
  /** Rows considered, or their importance where they have some. */
  readonly rows: number;
  /** Counted among the labels that came: for recall the positives. */
  readonly seen: number;
  /** In rows; recall in [0, 1]. */
  readonly low: number;
  readonly high: number;
}

/** The counts, or why there are none. */
export type Certification = { readonly counts: readonly CertifiedCount[] } | { readonly why: string };

/**
 * Certified counts of a ledger: bounds that hold at every look at once, whenever and why ever the run was stopped, but with a
 * probability of 1 - confidence for each count. Only the coins are random; nothing is assumed of the data
 * (statistics/certificates/certificate.ts).
 *
 * Rows count up to the first whose price the budget did not hold, in rounds up to the last complete one. Answers that never came, or have not come, count as what would
 * be worst. A row of importance i counts as i rows.
 *
 * Of guesses that came with the rows, each of them known before the first coin, the residuals are certified:
 *
 *   Z = sum of i g + sum of i (z - g)      g: the mean z that earlier labels of rows guessed alike have (statistics/cell-means.ts)
 *
 * g is fixed before the coin of its row, and z - g in [-1, 1]: the martingale of differences bounds the second sum, whatever the guesses
 * are worth. Whether g or 0 stands is decided by the header (assistanceOf), before any label.
 *
 * Over the rows of several ledgers, whose coins are independent and which have no row in common (merged.ts sees
 * to that), the martingales multiply. Their grid is that of the ledger that was begun first, which stands first; what a later one
 * does not allow is retired.
 *
 * The first ledger that certifies nothing is why there is nothing.
 */
export function* certified(ledgers: readonly Evidence[], { targets, confidence }: CertificateRequest): Work<Certification> {
  for (const evidence of ledgers) {
    const why = whyNot(evidence, targets);
    if (why !== undefined) return { why };
  }
  const counts: CertifiedCount[] = [];
  for (const target of targets) counts.push(yield* certifiedCount(ledgers, target, confidence));
  return { counts };
}

function whyNot(
  { query, judge, floor, left, isComplete, isWeighted, round, examples }: Evidence,
  targets: readonly Target[],
): string | undefined {
  const why = whyNoEstimate(query, judge);
  if (why !== undefined) return why;
  const ofOne = targets.find((target) => target !== 'error');
  if (judge.positiveClass === undefined && ofOne !== undefined)
    return `${ofOne} is about the rows of one class, and of ${judge.classes} none is named (--positive)`;
  if (floor === undefined)
    return (
      'no smallest probability was known before the first question; runs with --floor, or whose budget sets the knob, have ' +
      'one'
    );
  if (left === undefined) return 'prices differ between rows, and how far the budget went is known with --data only';
  if (round !== undefined && examples < round) return NO_ROUND;
  if (!isComplete && isWeighted === true)
    return 'a ledger of purchases does not tell the importances of the rows that were not bought; --data computes them';
  return undefined;
}

function* certifiedCount(ledgers: readonly Evidence[], target: Target, confidence: number): Work<CertifiedCount> {
  const isOfGuesses = ledgers.every(({ assistance = 0 }) => assistance > 1);
  const account = new Account(ledgers[0].floor!, isOfGuesses ? 'differences' : 'counts');
  const sums: Sums = { guessed: 0, seen: 0, others: 0 };
  let first = 0;
  for (const evidence of ledgers) {
    yield* tell(account, sums, evidence, target, first);
    first += evidence.examples;
  }
  // Every row was met once a round, and counts once a row.
  const [rounds = 1] = ledgers.map(completeRounds);
  const rows = account.rows / rounds;
  const inRange = (z: number): number => clip(z, sums.seen, account.rows - sums.others);
  const bounds = account.bounds(confidence);
  const [low, high] = (isOfGuesses ? bounds.map((bound) => inRange(sums.guessed + bound)) : bounds).map(
    (bound) => bound / rounds,
  );
  const common = { target, confidence, rows, seen: sums.seen };
  if (target !== 'recall') return { ...common, low, high };
  // Without a positive that was seen, nothing speaks against others; without any that could be, all of none were.
  return { ...common, low: high === 0 ? 1 : sums.seen / high, high: low === 0 ? 1 : sums.seen / low };
}

/** Rounds over the pool that a ledger has completed; 1 where every row is met once. */
function completeRounds({ round, examples }: Evidence): number {
  return round === undefined ? 1 : Math.max(1, Math.floor(examples / round));
}

/** Entries a piece of the work. */
const PIECE = 10_000;

/** Sum of i g, and importance of the labels that came, each row once: of those that are counted, and of the others. */
type Sums = Record<'guessed' | 'seen' | 'others', number>;

/** Tells the rows of a ledger to the account that a live run keeps, which knows the one at position 0 as `first`. */
function* tell(account: Account, sums: Sums, evidence: Evidence, target: Target, first: number): Work<void> {
  const { entries, judge, round, assistance = 0 } = evidence;
  const means = account.values === 'differences' ? new CellMeans(judge.classes!, assistance, true) : undefined;
  const left = evidence.left!;
  // The draws of a round depend on each other: what is certified holds where a round is complete.
  const examples = round === undefined ? evidence.examples : evidence.examples - (evidence.examples % round);
  /** Purchases without an answer. */
  const open = new Map<number, { readonly entry: ExampleEntry; readonly cell: number; readonly guess: number }>();
  let [next, spent, n] = [0, 0, 0];
  let isOver = false;
  for (const entry of entries) {
    if (n++ % PIECE === 0) yield;
    if (entry.entry === 'end') break;
    const { position, label } = entry;
    if (position >= examples) continue;
    if (entry.entry === 'example') {
      const { row, probability, rowImportance = 1, prediction, distance } = entry;
      isOver ||= left(row, spent) < 1;
      if (isOver) break;
      // Rows that have no entry were considered, with a probability of at least the floor, and not bought.
      account.passOver(position - next);
      next = position + 1;
      account.consider(probability, rowImportance);
      const predicted = judge.predictedClass(prediction);
      const cell = predicted * assistance + (distance === undefined ? 0 : confidenceOf(distance));
      const guess = means === undefined ? 0 : expected(target, predicted, means.guesses(cell), judge.positiveClass);
      sums.guessed += rowImportance * guess;
      if (entry.outcome !== 'asked') continue;
      spent += entry.cost!;
      account.buy(first + position);
      open.set(position, { entry, cell, guess });
    } else spent -= entry.refund ?? 0;
    if (label === undefined) continue;
    const { entry: purchase, cell, guess } = open.get(position)!;
    open.delete(position);
    if (label === null) continue;
    const { prediction, probability, importance, rowImportance = 1 } = purchase;
    const z = Number(isCounted(target, judge, prediction, label));
    account.answer(first + position, z - guess);
    means?.add(cell, judge.classOf(label), importance, importance ** 2 * (1 - probability));
    // In rounds a row that was bought is met again.
    if (round === undefined || !isKnown(purchase)) sums[z === 1 ? 'seen' : 'others'] += rowImportance;
  }
  if (!isOver && left(0, spent) >= 1) account.passOver(examples - next);
}

/** The mean of what is counted, of rows predicted as a class whose labels have these shares. */
function expected(target: Target, predicted: number, shares: Float64Array, positive = 0): number {
  if (target === 'error') return 1 - shares[predicted];
  return target === 'missed' && predicted === positive ? 0 : shares[positive];
}

function isCounted(target: Target, judge: Judge, prediction: number, label: number): boolean {
  if (target === 'error') return judge.isWrong(prediction, label);
  return judge.isPositive(label) && (target !== 'missed' || judge.isWrong(prediction, label));
}
