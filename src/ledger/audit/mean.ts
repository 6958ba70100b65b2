import { count, decimals, plural, significant } from '../../numerics/display.ts';
import { restoreInto, stateOf, type State, type Stateful } from '../../numerics/state.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { Course } from '../../statistics/error-tally.ts';
import { MeanAccount } from '../../statistics/mean-account.ts';
import type { NumberRange } from '../../streams/judge.ts';
import { FEWEST } from '../../streams/measures/error-words.ts';
import { floorOf, type Draft, type Header } from '../entry.ts';
import type { LabelsLeft } from '../replay/recorded-oracle.ts';
import type { Quantity } from './quantities.ts';

/** Of the certified bounds of a mean. */
const CONFIDENCE = 0.95;

/** The mean of the numbers of the rows considered, in their own units, and what it stands on. */
export interface Mean extends Quantity {
  /** Rows that it is about, or their importance where they have some. */
  readonly rows: number;
  readonly labels: number;
  /** Purchases that have no answer. */
  readonly unanswered: number;
  /** Whether a budget ended before the rows did. */
  readonly isStopped: boolean;
}

/** Keeps the account of a run whose labels are numbers, by its entries: live as they are written, and in an audit as they are read. */
export class MeanTally implements Stateful {
  readonly #range: NumberRange;
  readonly #isGuessed: boolean;
  readonly #left: LabelsLeft;
  readonly #account: MeanAccount;
  readonly #sums = { spent: 0 };

  /** `left`: labels that the budget still holds before a row. */
  constructor(range: NumberRange, header: Header, left: LabelsLeft) {
    this.#range = range;
    this.#isGuessed = (header.spec as RunSpec).guess === true;
    this.#left = left;
    this.#account = new MeanAccount(floorOf(header));
  }

  /** Takes the next entry in. */
  see(entry: Draft): void {
    if (entry.entry === 'end') return;
    const { position, row, label, rowImportance = 1 } = entry;
    if (entry.entry === 'answer') this.#sums.spent -= entry.refund ?? 0;
    else {
      if (this.#left(row, this.#sums.spent) < 1) this.#account.stop();
      this.#account.consider(rowImportance, entry.probability, this.#isGuessed ? this.#share(entry.prediction) : undefined);
      if (entry.outcome !== 'asked') return;
      this.#sums.spent += entry.cost!;
      this.#account.buy(position);
    }
    if (typeof label === 'number') this.#account.answer(position, this.#share(label));
  }

  /** The mean as it stands. */
  mean(course: Course): Mean {
    const { labels, open, isStopped } = this.#account;
    const { value, low, high } = this.#account.estimate(course);
    const quoted = labels >= FEWEST || low === high;
    const certified = this.#account.bounds(CONFIDENCE);
    const inUnits = (share: number): number => this.#range[0] + share * this.#span;
    const said = (share: number): number | null => (quoted ? inUnits(share) : null);
    return {
      name: 'mean',
      ...{ value: said(value), low: said(low), high: said(high) },
      certified: certified === undefined ? null : [inUnits(certified[0]), inUnits(certified[1])],
      ...{ quoted, rows: this.#account.rows(course), labels, unanswered: open, isStopped },
    };
  }

  state(): State {
    return stateOf({ account: this.#account, sums: this.#sums });
  }

  restore(state: State): void {
    restoreInto({ account: this.#account, sums: this.#sums }, state);
  }

  get #span(): number {
    return this.#range[1] - this.#range[0];
  }

  #share(y: number): number {
    return Math.min(1, Math.max(0, (y - this.#range[0]) / this.#span));
  }
}

/** The tally of a run whose labels are numbers; undefined of all others. */
export function meanTallyOf(header: Header, left: LabelsLeft): MeanTally | undefined {
  const { range } = header.spec as RunSpec;
  return range && new MeanTally(range, header, left);
}

/** What programs are told of a mean. */
export function meanFields({ value, low, high, certified }: Mean) {
  return { value, low, high, certified: certified && ([...certified] as [number, number]) };
}

/**
 * A mean in words: the same on every screen, in every summary and in the audit. As many decimals as the interval is exact to.
 *
 * @example
 * const scope = { name: 'mean', quoted: true, rows: 500, labels: 60, unanswered: 0, isStopped: false };
 * meanText({ ...scope, value: 6.312, low: 6.12, high: 6.5, certified: [5.8, 6.83] }) // => 'mean of the numbers: estimated 6.31, 95% interval 6.12 to 6.50 (approximate); certified with 95% confidence, at any look: 5.80 to 6.83'
 */
export function meanText({ value, low, high, certified, rows, labels, unanswered, isStopped }: Mean): string {
  const [from, to] = value === null ? (certified ?? [0, 1]) : [low!, high!];
  let digits = 0;
  for (let half = (to - from) / 2; half > 0 && half < 10 && digits < 12; half *= 10) digits++;
  const text = (x: number): string => (to > from ? decimals(x, digits) : significant(x, 6));
  const estimate =
    value === null
      ? `no estimate (${plural(labels, 'number')}; an interval takes ${FEWEST})`
      : low === high
        ? `${text(value)}, counted on ${plural(rows, 'row')}: every number was asked for`
        : `estimated ${text(value)}, 95% interval ${text(low!)} to ${text(high!)} (approximate)`;
  return [
    `mean of the numbers: ${estimate}`,
    ...(unanswered > 0 ? [`${count(unanswered)} bought without an answer, from one end of the range to the other`] : []),
    ...(certified === null || (value !== null && low === high)
      ? []
      : [`certified with 95% confidence, at any look: ${text(certified[0])} to ${text(certified[1])}`]),
    ...(isStopped ? [`on the first ${count(rows)} rows, as far as the budget went`] : []),
  ].join('; ');
}
