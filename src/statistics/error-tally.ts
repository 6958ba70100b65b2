import { sumOf } from './small-samples.ts';
import { type ErrorEstimate, isPointless, noEstimate, statedEstimate } from './error-estimate.ts';
import { HALF_WIDTH } from '../numerics/elementary.ts';
import { Kept } from '../numerics/state.ts';
import { OpenPurchases } from './open-purchases.ts';
import type { ClassEstimates } from './class-estimates.ts';
import { deviationsFrom, type Doubted, type SeenCount, type SeenMistakes } from './intervals/score-interval.ts';
import { balancedEstimate, shareEstimate } from './share-estimate.ts';

/** Whether more rows may be considered: a run that is over counts to its end, one under way to its last purchase. */
export type Course = 'over' | 'under way';

/** A label that was bought, and whether a model is wrong on it that did not learn it. */
export interface JudgedLabel {
  readonly row: number;
  /** i/p; 0 where it was known before, and its row was not met since. */
  readonly importance: number;
  /** Labels that it stands for, where not all were judged. */
  readonly times: number;
  readonly isWrong: boolean;
  /** The same of a model of fewer labels. */
  readonly isWrongCoarsely: boolean;
}

/** What the labels of earlier passes over the same pool count, in shares of the clock, and the weight of the pass that is told. */
export interface EarlierLabels {
  readonly weight: number;
  /** By row: the sum over these passes of weight i/p / clock. */
  readonly counted: ReadonlyMap<number, number>;
  /** The largest such term of any row considered in them. */
  readonly largest: number;
}

const NO_EARLIER: EarlierLabels = { weight: 1, counted: new Map(), largest: 0 };

/**
 * Labels that the smallest probability has to buy of the clock, at least, for something to be said of a model by its own labels: 50 of
 * the pool, whose last rows a spent budget leaves out.
 */
export const ENOUGH_FOR_MODELS = 45;
/** The budget of `--for both` that buys as many. */
export const BOTH_FOR_MODELS = 85;

/** Standard deviations above the mean that nine in ten of what is about normal stay below. */
const NINE_IN_TEN = 1.281552;

/**
 * A forecast of half the width of the interval of an error e of a model (ErrorTally.ofModel), of so many `labels` of which `spread` are
 * spread evenly, that nine in ten runs keep:
 *
 *   1.35 * 1.96 sqrt(x / n^2 + (1.96 / 2n)^2),     x = e n + 1.28 sqrt(e n),     n = sqrt(spread * labels)
 *
 * The root is the score interval of x mistakes of n labels that weigh alike; nine in ten runs see fewer. n and 1.35 are found by trial: labels
 * that the rule has chosen tell of mistakes too, weights differ, and the lower end is lowered. On six sets of the study dial, with 200, 500
 * and 1,000 labels, 60 and 80% of them spread, 1.35 is the least multiple of .05 that nine in ten runs of each kept.
 */
export function halfWidthOfModel(error: number, spread: number, labels: number): number {
  const n = Math.sqrt(spread * labels);
  const mistakes = error * n + NINE_IN_TEN * Math.sqrt(error * n);
  return (1.35 * HALF_WIDTH * Math.sqrt(mistakes + (HALF_WIDTH / 2) ** 2)) / n;
}

/** What the rows up to some moment come to: `largest`, i/p, and rows of p = 1, `certain`, and of p = 0, `implied`. */
type Clock = Readonly<typeof NO_ROWS>;

const NO_ROWS = { rows: 0, mass: 0, largest: 0, certain: 0, implied: 0 };

/** What the sample looks like, for remarks on it. */
export type SampleShape = Readonly<ReturnType<ErrorTally['shape']>>;

/**
 * The one account of how often a run's predictions were wrong, by the labels it bought: the screen, the last line and the audit
 * of a run all read it here.
 *
 * Its clock counts the rows considered while the budget could pay for one more label, and stops for good at the first row it
 * cannot pay for: what comes after is outside of every statement. While a run is under way the clock stands at its last purchase.
 * That is a stopping time; the row before the next purchase is none, and errors counted there fall short by one purchase on
 * average. In rounds over a pool the clock counts every meeting of a row, and statements are those of the last complete round
 * (streams/rounds.ts).
 *
 * Every row has an importance i of its own (1 unless the data say otherwise; 0 says that it does not count) and was bought with
 * probability p. Source of the interval: score-interval.ts.
 */
export class ErrorTally extends Kept {
  /** The row last considered, and the clock, also as it stood at the last purchase. */
  readonly #now = { ...NO_ROWS, isStopped: false, settled: { ...NO_ROWS }, i: 0, p: 0 };
  /** Purchases without an answer, by their keys. */
  readonly #open = new OpenPurchases();
  readonly #sums = {
    bought: 0,
    answered: 0,
    weighted: 0,
    variance: 0,
    wrong: 0,
    right: 0,
    /** H and V of what was right. */
    weightedRight: 0,
    varianceRight: 0,
    /** H, V and S of four counts, three numbers each: of positive rows wrong ones and right ones, of negative rows likewise. */
    cells: new Float64Array(12),
    importance: 0,
    heaviest: 0,
    positive: 0,
  };

  readonly #c: number | undefined;

  /** `c`: standard errors to each side of intervals; 1.96 if absent. */
  constructor(c?: number) {
    super();
    this.#c = c;
    this.keep(this.#now, { open: this.#open }, this.#sums);
  }

  /** Labels that every estimate stands on. */
  get answered(): number {
    return this.#sums.answered;
  }

  /** Rows on the clock. */
  rows(course: Course): number {
    return this.#clock(course).rows;
  }

  /** The budget cannot pay for the next row: nothing after it counts. */
  stop(): void {
    this.#now.isStopped = true;
  }

  /** A row of importance i was considered, and its label would be bought with probability p. */
  consider(i: number, p: number): void {
    const now = this.#now;
    if (now.isStopped) return;
    now.rows++;
    now.i = i;
    now.p = p;
    if (p === 1 || i === 0) now.certain++;
    if (i === 0) return;
    now.mass += i;
    if (p === 0) now.implied++;
    else if (i / p > now.largest) now.largest = i / p;
  }

  /** So many rows of unknown probability were considered, and none of them bought; `mass` sums their importances. */
  passOver(rows: number, mass: number): void {
    if (this.#now.isStopped) return;
    this.#now.rows += rows;
    this.#now.mass += mass;
  }

  /** The label of the row last considered was paid for; until it is answered under this key it may be a mistake or not. */
  buy(key: number): void {
    if (this.#now.isStopped) return;
    this.#settle();
    this.#open.add(key, this.#now.i, this.#now.p);
    this.#sums.bought++;
  }

  /** The account as it stands where a round over the pool is complete, which only answers to its own purchases change. */
  complete(): ErrorTally {
    const copy = new ErrorTally(this.#c);
    copy.restore(this.state());
    copy.#settle();
    return copy;
  }

  #settle(): void {
    const { rows, mass, largest, certain, implied } = this.#now;
    Object.assign(this.#now.settled, { rows, mass, largest, certain, implied });
  }

  /**
   * The label of a purchase came: whether the prediction made before it was wrong, and which of two classes it is; undefined where
   * there are more. Others are not counted.
   */
  answer(key: number, prediction: 'wrong' | 'right', side: 'positive' | 'negative' | undefined): void {
    this.measure(key, prediction === 'wrong' ? 1 : 0, side);
  }

  /** The same for any number z in [0, 1] of the row, fixed before its coin: what share of a mistake it is. */
  measure(key: number, z: number, side: 'positive' | 'negative' | undefined): void {
    if (!this.#open.take(key)) return;
    const { i, p } = this.#open;
    const importance = i / p;
    const sums = this.#sums;
    sums.answered++;
    sums.importance += importance;
    sums.heaviest = Math.max(sums.heaviest, importance);
    if (side === 'positive') sums.positive += importance;
    else if (side === undefined) sums.positive = NaN;
    sums.right += i * (1 - z);
    sums.wrong += i * z;
    sums.weighted += importance * z;
    sums.variance += (importance * z) ** 2 * (1 - p);
    sums.weightedRight += importance * (1 - z);
    sums.varianceRight += (importance * (1 - z)) ** 2 * (1 - p);
    if (side === undefined) return;
    const at = side === 'positive' ? 0 : 6;
    this.#count(at, i * z, importance * z, p);
    this.#count(at + 3, i * (1 - z), importance * (1 - z), p);
  }

  #count(at: number, wrong: number, weight: number, p: number): void {
    this.#sums.cells[at] += weight;
    this.#sums.cells[at + 1] += weight * weight * (1 - p);
    this.#sums.cells[at + 2] += wrong;
  }

  /** What these labels say; `floor` is the smallest probability that any row could have, where only purchases are known. */
  estimate(course: Course, floor?: number): ErrorEstimate {
    const { rows, implied } = this.#clock(course);
    const scope = { rows, isStopped: this.#now.isStopped, unanswered: this.#open.size };
    if (implied > 0) return noEstimate('examples of p = 0 were left out, and nothing is known of their errors', scope);
    if (this.#sums.answered === 0) return noEstimate('no label was learned', scope);
    return statedEstimate(this.#doubting(this.#seen(course, floor)), scope);
  }

  /** The mistakes themselves, and the rows without one. */
  seen(course: Course, floor?: number): SeenCount {
    const seen = this.#seen(course, floor);
    const { weightedRight: weighted, varianceRight: variance } = this.#sums;
    const rest = { ...seen, weighted, variance, wrong: seen.right, right: seen.wrong };
    return { ...this.#doubting(seen), rest: this.#doubting(rest) };
  }

  /**
   * The same as `estimate` for shares that may be large, which H/tau is too noisy for: H over what all labels weigh
   * (share-estimate.ts).
   */
  share(course: Course, floor?: number): ErrorEstimate {
    const estimate = this.estimate(course, floor);
    if (estimate.kind === 'nothing' || estimate.kind === 'at most') return estimate;
    const { rest, ...counted } = this.seen(course, floor);
    return shareEstimate(counted, rest, estimate);
  }

  /**
   * The same of two classes: what an error is worth where one of them is small. NaN and nothing where there are more than two, and
   * where there is no estimate of the error.
   */
  classes(course: Course, floor?: number): ClassEstimates {
    const error = this.estimate(course, floor);
    const { smallerClass } = this.shape(course);
    if (error.kind === 'nothing' || Number.isNaN(smallerClass)) {
      const none = noEstimate(error.why ?? 'there are not two classes', error);
      return { smallerClass: NaN, balancedError: none, fScore: none };
    }
    const seen = this.#seen(course, floor);
    const cell = (at: number): Doubted => {
      const [weighted, variance, wrong] = this.#sums.cells.subarray(at, at + 3);
      return this.#doubting({ ...seen, weighted, variance, wrong, right: seen.wrong + seen.right - wrong });
    };
    const [missed, found, taken, left] = [0, 3, 6, 9].map(cell);
    const [positive, negative] = [
      { wrong: missed, right: found },
      { wrong: taken, right: left },
    ];
    return {
      smallerClass,
      balancedError: balancedEstimate([positive, negative], error),
      fScore: shareEstimate(found, this.seen(course, floor), error, 2),
    };
  }

  /**
   * The error on new rows of the model that was fitted to these labels, by cross-validation: every label judges a model that did not learn
   * it, and counts 1/p, for the labels bought are no random sample. Approximate: which rows were bought depends on the other labels.
   *
   *   E = sum of i/p over mistakes / tau      V = sum of (i/p)^2 over them: the coins, and the draw of the rows from all there could be
   *
   * Of several passes over a pool v is what the label counts in the mean of their sums.
   *
   * E is rather too high: a label that was asked for stands alone in its region, and a model without it is worse than one of as few
   * labels would be (means of 50 runs with 500 labels: by 0.8 points on reuters21578_acq, by 3 on imdb_binary). The interval is that of
   * score-interval.ts, its lower end lowered by twice what a model of three quarters of the labels has more mistakes.
   */
  ofModel(labels: readonly JudgedLabel[], course: Course, { weight, counted, ...earlier } = NO_EARLIER): ErrorEstimate {
    const { mass: clock, rows, ...now } = this.#clock(course);
    const largest = Math.max(weight * now.largest, clock * earlier.largest);
    const weights = labels.map(({ row, importance, times }) => times * (weight * importance + clock * (counted.get(row) ?? 0)));
    const scope = { rows, isStopped: false, unanswered: this.#open.size, labels: weights.filter((each) => each > 0).length };
    const spread = clock === 0 ? 0 : clock / largest;
    if (!(spread >= ENOUGH_FOR_MODELS))
      return noEstimate(
        `labels spread evenly: ${Math.floor(spread)}, and it takes ${ENOUGH_FOR_MODELS}: --for both with ` +
          `--budget ${BOTH_FOR_MODELS} spreads as many, --fresh 50 asks for 50 more labels`,
        scope,
      );
    const count = (isWrong: (label: JudgedLabel) => boolean): SeenMistakes => {
      const wrong = weights.filter((_, n) => isWrong(labels[n]));
      return { clock, weighted: sumOf(wrong), variance: sumOf(wrong.map((v) => v * v)), largest, wrong: 0, right: 0 };
    };
    const answered = count(({ isWrong }) => isWrong);
    const estimate = statedEstimate(this.#doubting(answered), scope);
    const fewer = (count(({ isWrongCoarsely }) => isWrongCoarsely).weighted - answered.weighted) / clock;
    const said = { ...estimate, low: Math.max(0, estimate.low! - 2 * Math.max(0, fewer)) };
    if (said.kind !== 'point' || !isPointless(answered, { low: said.low, high: said.high! }, scope)) return said;
    return { ...said, kind: 'range', value: null, middle: said.value! };
  }

  /** How many standard deviations the mistakes seen lie from a share of mistakes that is known. */
  deviationsFrom(share: number, course: Course, floor?: number): number {
    return deviationsFrom(share, this.#seen(course, floor));
  }

  /**
   * H/tau as it is, unbiased where every purchase is answered, and its standard error sqrt(V)/tau: for sums and comparisons, not
   * to be shown.
   */
  plain(course: Course): { readonly estimate: number; readonly standardError: number } {
    const { clock, weighted, variance } = this.#seen(course, undefined);
    return { estimate: weighted / clock, standardError: Math.sqrt(variance) / clock };
  }

  /** What the sample looks like. */
  shape(course: Course) {
    const { bought, answered, heaviest, importance } = this.#sums;
    const positive = this.#sums.positive / importance;
    return {
      /** On the clock, and how many of them were bought. */
      ...{ rows: this.#clock(course).rows, bought },
      /** The importance of the heaviest label, and its share of the whole; 0 without labels. */
      ...{ heaviest, heaviestShare: answered === 0 ? 0 : heaviest / importance },
      /** Weighted share of the smaller class among the answers; NaN without them, and where there are more than two classes. */
      smallerClass: Math.min(positive, 1 - positive),
    };
  }

  #clock(course: Course): Clock {
    return course === 'under way' && !this.#now.isStopped ? this.#now.settled : this.#now;
  }

  #seen(course: Course, floor: number | undefined): SeenMistakes {
    const { rows, mass, largest, certain } = this.#clock(course);
    const atMost = floor === undefined ? largest : Math.max(largest, 1 / floor);
    return {
      clock: mass,
      weighted: this.#sums.weighted,
      variance: this.#sums.variance,
      largest: certain === rows ? 0 : atMost,
      wrong: this.#sums.wrong,
      right: this.#sums.right,
      c: this.#c,
    };
  }

  /** The same, and with every purchase that has no answer counted as a mistake. */
  #doubting(answered: SeenMistakes): Doubted {
    let { weighted, variance } = answered;
    for (const { i, p } of this.#open) {
      weighted += i / p;
      variance += (i / p) * (i / p) * (1 - p);
    }
    return { answered, doubted: { ...answered, weighted, variance } };
  }
}
