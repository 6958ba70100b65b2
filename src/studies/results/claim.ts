import { z } from 'zod';
import { count, decimals, plural, printedSign, rounded } from '../../numerics/display.ts';
import { differences } from '../../statistics/paired-difference.ts';
import { type Estimate, UNKNOWN, meanInterval } from '../../statistics/estimate.ts';
import { wilsonInterval } from '../../statistics/intervals/wilson-interval.ts';
import { median } from '../../statistics/small-samples.ts';

/** How numbers of claims are written, by the name of what they are in. */
export const UNITS = {
  /** Three significant digits. */
  number: significant,
  /** A whole number. */
  count: (x: number): string => count(Math.round(x)),
  /** Mean counts. */
  tenths: (x: number): string => signed(x, 1),
  /** Powers of ten. */
  decades: (x: number): string => `${signed(x, 1)} decades`,
  /** A factor. */
  times: (x: number): string => `${signed(x, 2)} times`,
  /** AUC, NDCG: in [0, 1], the larger the better. */
  quality: (x: number): string => signed(x, 4),
  /** Seconds. */
  seconds: (x: number): string => `${signed(x, 3)} s`,
  /** A share in [0, 1]. */
  share: (x: number): string => `${signed(100 * x, 1)}%`,
  /** A share of few. */
  percent: (x: number): string => `${signed(100 * x, 2)}%`,
  /** A relative change. */
  change: (x: number): string => `${plus(x)}${signed(100 * x, 1)}%`,
  /** A difference of shares. */
  points: (x: number): string => `${plus(x)}${signed(100 * x, 2)} points`,
  /** A difference of numbers. */
  difference: (x: number): string => `${plus(x)}${significant(x)}`,
  /** A difference of qualities. */
  fine: (x: number): string => `${plus(x)}${signed(x, 4)}`,
} as const satisfies Readonly<Record<string, (x: number) => string>>;

/** The name of what a number of a claim is in, which says how it is written. */
export type Unit = keyof typeof UNITS;

/**
 * @example
 * inUnit(-0.0042, 'points') // => '−0.42 points'
 */
export function inUnit(x: number, unit: Unit): string {
  if (Number.isNaN(x)) return 'unknown';
  return Number.isFinite(x) ? UNITS[unit](x) : `${printedSign(x)}∞`;
}

function plus(x: number): string {
  return x < 0 ? '' : '+';
}

function signed(x: number, digits: number): string {
  return `${printedSign(x)}${decimals(Math.abs(x), digits)}`;
}

function significant(x: number): string {
  return `${printedSign(x)}${rounded(Math.abs(x), 3)}`;
}

/**
 * What a source claims, as data: the words of it, what was measured, and how many of the cases have to meet their criteria.
 *
 * Sentence (measuredOf in claims.ts), number and verdict are made from the cases by one function each, never typed: who changes a stored
 * number changes all three.
 */
export interface Claim {
  readonly claim: string;
  /** What was measured, each case beside its criterion; none where nothing was. */
  readonly cases: readonly Case[];
  /** How many of the cases have to meet theirs; all unless said. */
  readonly atLeast?: number;
  /** File of the report's figure in which it can be seen. */
  readonly figure?: string;
  /** Public sets that it is about; by default all of its study. Empty: its study says it of other data. */
  readonly sets?: readonly string[];
  /** Those of them that were missing, so that nothing is decided (studies/report-of.ts). */
  readonly needs?: readonly string[];
  /** So many new seeds, and no others, decide it (looks.ts); absent: one look at 5%. */
  readonly look?: number;
  /** In a sentence: what was tried, and what limits it. Pages say it of a claim that does not hold or is undecided. */
  readonly tried?: string;
}

const unit = z.enum(Object.keys(UNITS) as Unit[]);

/** Numbers as summaries have them: those that JSON does not know are words. */
const number = z.union([z.number(), z.literal(['Infinity', '-Infinity', 'NaN']).transform(Number)]);
/** In memory they are numbers. */
const extended = z.union([number, z.literal([Infinity, -Infinity]), z.nan()]);

/** A claim as a study gives it, and as a summary stores it. */
export const claimSchema = z.object({
  claim: z.string(),
  cases: z.array(
    z.object({
      what: z.string(),
      value: extended,
      low: extended,
      high: extended,
      basis: z.string(),
      unit,
      criterion: z.union(
        [
          z.strictObject({ below: number }),
          z.strictObject({ atMost: number }),
          z.strictObject({ above: number }),
          z.strictObject({ atLeast: number }),
          z.strictObject({ within: z.tuple([number, number]) }),
          z.strictObject({ covers: number }),
        ],
        'one of { below }, { atMost }, { above }, { atLeast }, { within: [low, high] }, { covers } is wanted',
      ),
      compared: z.object({ of: z.tuple([extended, extended]), unit }).exactOptional(),
      matters: z.number().exactOptional(),
    }),
  ),
  atLeast: z.number().exactOptional(),
  figure: z.string().exactOptional(),
  sets: z.array(z.string()).exactOptional(),
  needs: z.array(z.string()).exactOptional(),
  look: z.number().exactOptional(),
  tried: z.string().exactOptional(),
});

/** An estimate, and what its interval is of. */
export interface Measured extends Estimate {
  /** "95% interval over 5 seeds", "one run, no interval". */
  readonly basis: string;
}

/** One thing that was measured, and what it is held against. */
export interface Case extends Measured {
  /** What tells it from the other cases of its claim: a dataset, a rule; empty where it is the only one. */
  readonly what: string;
  readonly unit: Unit;
  readonly criterion: Criterion;
  /** The smallest difference that matters, where it is not that of the unit (looks.ts). */
  readonly matters?: number;
  /** The two numbers that a difference or a ratio is of. */
  readonly compared?: { readonly of: readonly [first: number, second: number]; readonly unit: Unit };
}

/** Of every interval here. */
export const CONFIDENCE = 0.95;

/** Of what comes without chance: arithmetic, and choices among stored numbers. */
export const DETERMINISTIC = 'deterministic, no interval';

const FAILED = 'a run failed, no interval';

/**
 * A number that has no interval; the basis says why.
 *
 * @example
 * exactly(2, 'one run, no interval') // => { value: 2, low: 2, high: 2, basis: 'one run, no interval' }
 */
export function exactly(value: number, basis: string): Measured {
  return { value, low: value, high: value, basis };
}

/**
 * The mean over seeds, sets, …, with Student's 95% interval. Of one number the whole line, of none NaN. Where one is not finite (a
 * run that failed) the mean is not either, and needs no interval.
 *
 * @example
 * const { value, high } = meanOver([1, 2, 3], 'seeds');
 * [value, high.toFixed(2)] // => [2, '4.48']
 */
export function meanOver(numbers: readonly number[], of: string): Measured {
  const basis = `${100 * CONFIDENCE}% interval over ${numbers.length} ${of}`;
  const total = numbers.reduce((sum, x) => sum + x, 0);
  if (numbers.some((x) => !Number.isFinite(x))) return exactly(total, FAILED);
  return { ...meanInterval(numbers, CONFIDENCE), basis };
}

/**
 * The mean of the differences first[i] - second[i], pair by pair. A run that failed is an infinity on the side of the worse, and its
 * method has lost: the difference is infinite. Where both have lost neither is ahead: 0.
 *
 * @throws RangeError for lists of unequal length, and for NaN.
 *
 * @example
 * meanDifference([0.1, Infinity], [0.2, 0.2], 'seeds').value // => Infinity
 */
export function meanDifference(first: readonly number[], second: readonly number[], of: string): Measured {
  const lost = (numbers: readonly number[]): number => numbers.find((x) => !Number.isFinite(x)) ?? 0;
  const [one, other] = [lost(first), lost(second)];
  if (one === 0 && other === 0) return meanOver(differences(first, second), of);
  return exactly(one === other ? 0 : one - other, FAILED);
}

/**
 * The median over seeds, in the range of all of them: of n independent numbers it holds the median of what they are drawn from with
 * probability 1 - 2^(1 - n), infinities included. For numbers that are infinite in some runs and so have no mean.
 *
 * @example
 * rangeOver([1, Infinity, 2], 'seeds') // => { value: 2, low: 1, high: Infinity, basis: 'range of 3 seeds, 75% interval of the median' }
 */
export function rangeOver(numbers: readonly number[], of: string): Measured {
  const confidence = 100 * (1 - 2 / 2 ** numbers.length);
  const basis = `range of ${numbers.length} ${of}, ${Math.floor(confidence)}% interval of the median`;
  if (numbers.length === 0) return { ...UNKNOWN, basis };
  return { value: median(numbers), low: Math.min(...numbers), high: Math.max(...numbers), basis };
}

/**
 * A share of so many, with Wilson's 95% interval.
 *
 * @throws RangeError for more than there are.
 *
 * @example
 * shareOf(1, 200, 'run').high.toFixed(3) // => '0.028'
 */
export function shareOf(count: number, of: number, things: string): Measured {
  return { ...wilsonInterval(count, of, CONFIDENCE), basis: `${100 * CONFIDENCE}% interval, ${count} of ${plural(of, things)}` };
}

/** What an estimate is held against; `covers`: the interval has to hold the number. */
export type Criterion =
  | { readonly below: number }
  | { readonly atMost: number }
  | { readonly above: number }
  | { readonly atLeast: number }
  | { readonly within: readonly [low: number, high: number] }
  | { readonly covers: number };

/** What an estimate and its criterion come to. */
export type Outcome = 'met' | 'failed' | 'open' | 'unmeasured';

/**
 * Whether an estimate meets its criterion: a function of the two alone.
 *
 *   met      every point of the interval [low, high] meets it
 *   failed   no point of the interval does
 *   open     some do: the interval is too wide to decide
 *
 * A number without error is the interval of one point. `covers` is about the interval itself: met where it holds the number, else
 * failed; an interval without an end says nothing. NaN is unmeasured.
 *
 * @example
 * outcomeOf({ value: 0.3, low: 0.1, high: 0.5, criterion: { below: 0.4 } }) // => 'open'
 */
export function outcomeOf({ value, low, high, criterion }: Estimate & { readonly criterion: Criterion }): Outcome {
  if (Number.isNaN(value)) return 'unmeasured';
  if ('covers' in criterion) {
    if (low !== high && (low === -Infinity || high === Infinity)) return 'open';
    return low <= criterion.covers && criterion.covers <= high ? 'met' : 'failed';
  }
  if ('below' in criterion) return decided(high < criterion.below, low >= criterion.below);
  if ('atMost' in criterion) return decided(high <= criterion.atMost, low > criterion.atMost);
  if ('above' in criterion) return decided(low > criterion.above, high <= criterion.above);
  if ('atLeast' in criterion) return decided(low >= criterion.atLeast, high < criterion.atLeast);
  const [from, to] = criterion.within;
  return decided(from <= low && high <= to, high < from || low > to);
}

function decided(isMet: boolean, isFailed: boolean): Outcome {
  if (isMet) return 'met';
  return isFailed ? 'failed' : 'open';
}
