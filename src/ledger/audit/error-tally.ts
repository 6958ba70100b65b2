import { AssistedShares } from '../../statistics/assisted-shares.ts';
import { confidenceOf } from '../../statistics/cell-means.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { MeanAccount } from '../../statistics/mean-account.ts';
import { ErrorTally, type Course } from '../../statistics/error-tally.ts';
import { sideOf, type Judge } from '../../streams/judge.ts';
import type { AnswerEntry, EndEntry, Entry, ExampleEntry } from '../entry.ts';
import type { LabelsLeft } from '../replay/recorded-oracle.ts';
import type { Entries } from '../entries.ts';
import type { Known } from '../known.ts';

/** A number in [0, 1] of a purchase and its label, fixed before its coin was tossed: what is counted. */
export type Phi = (purchase: ExampleEntry, label: number) => number;

interface Counted extends Pick<Known, 'judge' | 'isComplete' | 'isWeighted' | 'round' | 'assistance' | 'c' | 'floor'> {
  readonly entries: Entries;
}

/** 1 where the prediction was wrong. */
export function isWrong(judge: Judge): Phi {
  return ({ prediction }, label) => (judge.isWrong(prediction, label) ? 1 : 0);
}

/** What is said of the mistakes: of guesses that came with the rows, what their account says. */
export function errorOf(account: Tallies<'error'>, course: Course, floor: number | undefined): ErrorEstimate {
  const { error } = account.tallies;
  const plain = error.estimate(course, floor);
  return account.shares?.isOfGuesses ? account.shares.share('wrong', course, plain, error.seen(course, floor)) : plain;
}

/** Accounts of a ledger, one for each of `phis` (`Tallies`), with that of the classes. */
export function accountOf<K extends string>(counted: Counted, left: LabelsLeft, phis: Readonly<Record<K, Phi>>): Tallies<K> {
  const account = new Tallies(counted, left, phis);
  for (const entry of counted.entries) account.see(entry);
  return account;
}

/**
 * Accounts of a ledger, one for each of `phis`: its entries, told to the tally that a live run keeps (statistics/error-tally.ts).
 *
 * A ledger of purchases leaves rows out. How many they were is known from the positions, and the budget could pay for them if it
 * could for the next purchase: `left` must not depend on the row there. Where rows have importances of their own, the clock of
 * such a ledger is known at its end, if the budget lasted until then.
 *
 * Where the shares of classes are assisted (statistics/assisted-shares.ts), their account is told the same.
 */
export class Tallies<K extends string> {
  readonly #tallied: readonly { readonly name: string; readonly phi: Phi; readonly tally: ErrorTally }[];
  readonly #judge: Judge;
  readonly #left: LabelsLeft;
  readonly #isUnreported: boolean;
  /** Rows of a round; Infinity where every row is met once. */
  readonly #round: number;
  /** Of the classes; undefined where the plain accounts are quoted. */
  readonly shares: AssistedShares | undefined;
  /** Of labels that are numbers; undefined of classes. */
  readonly numbers: MeanAccount | undefined;
  /** What is told: in rounds the accounts where the last complete one ended. */
  #told: readonly ErrorTally[] | undefined;
  /** Of purchases without an answer. */
  readonly #purchases = new Map<number, ExampleEntry>();
  #next = 0;
  #spent = 0;
  /** Importance of the rows that have an entry, where that of the others is known at the end only. */
  #reported = 0;

  constructor(
    { judge, isComplete, isWeighted = false, round = Infinity, assistance = 0, c, floor }: Omit<Counted, 'entries'>,
    left: LabelsLeft,
    phis: Readonly<Record<K, Phi>>,
  ) {
    this.#tallied = Object.entries<Phi>(phis).map(([name, phi]) => ({ name, phi, tally: new ErrorTally(c) }));
    this.#judge = judge;
    this.#left = left;
    this.#isUnreported = isWeighted && !isComplete;
    this.#round = round;
    this.shares = assistance > 0 ? new AssistedShares(judge.classes!, assistance) : undefined;
    this.numbers = judge.range && new MeanAccount(floor);
    if (round < Infinity) this.#told = this.#tallied.map(() => new ErrorTally());
  }

  get tallies(): Readonly<Record<K, ErrorTally>> {
    return Object.fromEntries(this.#tallied.map(({ name, tally }, n) => [name, this.#told?.[n] ?? tally])) as Record<
      K,
      ErrorTally
    >;
  }

  get #assisted(): AssistedShares | MeanAccount | undefined {
    return this.shares ?? this.numbers;
  }

  /** Takes the next entry in. */
  see(entry: Entry): void {
    switch (entry.entry) {
      case 'example':
        this.#consider(entry);
        break;
      case 'answer':
        this.#answer(entry);
        break;
      case 'end':
        this.#end(entry);
    }
  }

  #consider(entry: ExampleEntry): void {
    const { position, row, probability, prediction, rowImportance = 1, label, distance } = entry;
    this.#comeTo(position, row);
    for (const { tally } of this.#tallied) tally.consider(rowImportance, probability);
    const confidence = distance === undefined ? 0 : confidenceOf(distance);
    this.#assisted?.consider(rowImportance, probability, this.#judge.predictedClass(prediction), confidence);
    this.#reported += rowImportance;
    this.#next++;
    if (entry.outcome !== 'asked') return;
    this.#spent += entry.cost!;
    for (const { tally } of this.#tallied) tally.buy(position);
    this.#assisted?.buy(position);
    if (typeof label === 'number') this.#measure(entry, label);
    else if (label === undefined) this.#purchases.set(position, entry);
  }

  #answer({ position, label, refund = 0 }: AnswerEntry): void {
    this.#spent -= refund;
    const purchase = this.#purchases.get(position)!;
    this.#purchases.delete(position);
    if (label !== null) this.#measure(purchase, label);
  }

  #measure(purchase: ExampleEntry, label: number): void {
    const side = sideOf(this.#judge, label);
    this.#assisted?.answer(purchase.position, this.#judge.classOf(label));
    for (const [n, { phi, tally }] of this.#tallied.entries()) {
      const z = phi(purchase, label);
      tally.measure(purchase.position, z, side);
      this.#told?.[n].measure(purchase.position, z, side);
    }
  }

  #end({ examples, consideredImportance = examples }: EndEntry): void {
    if (examples > this.#next) this.#comeTo(examples, 0);
    if (this.#isUnreported) for (const { tally } of this.#tallied) tally.passOver(0, consideredImportance - this.#reported);
    if (this.#told !== undefined) this.#complete();
  }

  /** A round is complete. */
  #complete(): void {
    this.#told = this.#tallied.map(({ tally }) => tally.complete());
  }

  /** The rows up to this one that have no entry were considered too. */
  #comeTo(position: number, row: number): void {
    const boundary = position - (position % this.#round);
    if (boundary > 0 && boundary >= this.#next && boundary < position) this.#comeTo(boundary, row);
    const isSpent = this.#left(row, this.#spent) < 1;
    const passed = position - this.#next;
    this.#next = position;
    if (isSpent) this.#assisted?.stop();
    if (isSpent || passed > 0)
      for (const { tally } of this.#tallied) {
        if (isSpent) tally.stop();
        tally.passOver(passed, this.#isUnreported ? 0 : passed);
      }
    if (position > 0 && position % this.#round === 0) this.#complete();
  }
}
