import { sumOf } from '../../statistics/small-samples.ts';
import type { Work } from '../../numerics/work.ts';
import { meanEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { Course, EarlierLabels } from '../../statistics/error-tally.ts';
import type { MeanAccount } from '../../statistics/mean-account.ts';
import type { NumberRange } from '../../streams/judge.ts';
import { assistanceOf, floorOf } from '../entry.ts';
import type { Ledger } from '../file/read-ledger.ts';
import { passesOf } from '../passes.ts';
import { recordedSpec } from '../recorded-spec.ts';
import { evidenceIn } from './certificates/certify.ts';
import { classMeasuresOf, type ClassMeasures } from './class-measures.ts';
import { measuresOf, type Measures } from './measures.ts';
import { meanOf, mirrored, type Mean } from './quantities.ts';

/** What is measured of two classes, or of several; of numbers their mean, in shares of their range. */
type Measured = (Measures | ClassMeasures) & { readonly mean?: ErrorEstimate };

/** What the passes before the last one of a ledger tell, and what weights all of them have. */
export interface OverPasses extends EarlierLabels {
  readonly earlier: readonly { readonly weight: number; readonly measured: Measured }[];
  /** The weight of what the last pass tells. */
  readonly told: number;
  /** Labels that the earlier passes spread evenly. */
  readonly spread: number;
  /** Whether guesses that came with the rows are judged, which are the same in every pass. */
  readonly isGuess: boolean;
}

/** Labels that the smallest probability of each pass spreads evenly over the pool; NaN where it is not known beforehand. */
export function spreadOf(passes: readonly Ledger[]): number[] {
  return passes.map(({ header }) => (floorOf(header) ?? NaN) * header.data.rows);
}

/**
 * What is the same in every pass over a pool is estimated over all of them: shares of the classes, the error of the model in the end, and
 * whatever is said of guesses.
 *
 *   T_hat = sum of a_r T_hat_r,     a_r proportional to the smallest probability of pass r, which its budget decided before its first coin,
 *                                   four times that where predictions assist T_hat_r, whose intervals are about half as wide
 *
 * T_hat_r counts the rows that passes before r bought as they are, and is unbiased whatever they were: so is the mean, if nobody bought a
 * further pass because of the estimate. Errors of different passes are uncorrelated.
 *
 * undefined where there is one pass, where rows are met in rounds, which are one run, and where a pass had no smallest probability.
 */
export function* overPasses(ledger: Ledger): Work<OverPasses | undefined> {
  const passes = passesOf(ledger);
  const specs = passes.map(({ file, header }) => recordedSpec(file, header));
  const spread = spreadOf(passes);
  if (passes.length === 1 || spread.includes(NaN) || specs.some(({ rounds, scores }) => (rounds ?? scores) !== undefined))
    return undefined;
  const last = passes.length - 1;
  const even = shares(spread);
  const told = shares(spread.map((each, r) => each * (assistanceOf(passes[r].header) > 0 ? ASSISTED : 1)));
  const earlier: OverPasses['earlier'][number][] = [];
  const counted = new Map<number, number>();
  let largest = 0;
  for (const [r, pass] of passes.slice(0, last).entries()) {
    const evidence = yield* evidenceIn({ ledger: pass, spec: specs[r] });
    const { tallies: found, judge } = evidence;
    if ('why' in found) {
      const mean = found.numbers?.numbers?.estimate('over');
      if (mean === undefined) return undefined;
      earlier.push({ weight: told[r], measured: { ...measuresOf(evidence), mean } });
      continue;
    }
    const { clock, largest: heaviest } = found.account.tallies.error.seen('over').answered;
    largest = Math.max(largest, (even[r] * heaviest) / clock);
    for (const { row, importance, outcome } of evidence.considered)
      if (outcome === 'asked') counted.set(row, (counted.get(row) ?? 0) + (even[r] * importance) / clock);
    const measured = judge.classes === 2 ? measuresOf(evidence) : classMeasuresOf(evidence, pass.header.classes!);
    earlier.push({ weight: told[r], measured });
  }
  const before = sumOf(spread.slice(0, last));
  return { earlier, spread: before, told: told[last], weight: even[last], counted, largest, isGuess: specs[last].guess === true };
}

const ASSISTED = 4;

/** Numbers in shares of their sum. */
function shares(numbers: readonly number[]): number[] {
  const sum = numbers.reduce((all, each) => all + each);
  return numbers.map((each) => each / sum);
}

/** The mean of what the passes say of one number, of which the last one says `now`. */
function meanOver({ earlier, told }: OverPasses, now: ErrorEstimate, of: (measured: Measured) => ErrorEstimate): ErrorEstimate {
  // A pass that has bought every label of the pool tells all.
  if (now.kind === 'counted' && earlier.every(({ measured }) => of(measured).rows <= now.rows)) return now;
  return meanEstimate([...earlier.map(({ weight, measured }) => [weight, of(measured)] as const), [told, now]]);
}

/** The shares of the classes over all passes. */
export function sharesOver(passes: OverPasses, now: readonly ErrorEstimate[]): ErrorEstimate[] {
  const share = (measured: Measured, k: number): ErrorEstimate => {
    if ('classes' in measured) return measured.classes[k].share;
    return k === 1 ? measured.prevalence : mirrored(measured.prevalence);
  };
  return now.map((each, k) => meanOver(passes, each, (measured) => share(measured, k)));
}

/** The error of the predictions: of guesses over all passes, else that of the last one, for what learns predicts otherwise in each. */
export function errorOver(passes: OverPasses, now: ErrorEstimate): ErrorEstimate {
  return passes.isGuess ? meanOver(passes, now, ({ error }) => error) : now;
}

/** The mean of the numbers of this range, over all passes; certified is what the last one certifies. */
export function meanTold(account: MeanAccount, range: NumberRange, course: Course, passes: OverPasses | undefined): Mean {
  const now = account.estimate(course);
  const over = passes === undefined ? now : meanOver(passes, now, ({ mean }) => mean!);
  return meanOf(range, { ...over, labels: now.labels }, account.bounds(CONFIDENCE));
}

/** Of the certified bounds of a mean. */
const CONFIDENCE = 0.95;

/** What is the same in every pass, whatever learns. */
const SHARES = ['prevalence', 'share'];

/** What the last pass has measured, with the mean over all passes in place of each number that is the same in all. */
export function measuredOver<T extends Measured>(passes: OverPasses, now: T): T {
  const mean = (each: unknown, of: (measured: Measured) => unknown, isMeant: boolean): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    if ('kind' in each) return isMeant ? meanOver(passes, each as ErrorEstimate, of as () => ErrorEstimate) : each;
    const parts = Object.entries(each).map(([key, part]): [string, unknown] => {
      const within = (measured: Measured): unknown => (of(measured) as Record<string, unknown>)[key];
      return [key, mean(part, within, isMeant || SHARES.includes(key))];
    });
    return Array.isArray(each) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  };
  return mean(now, (measured) => measured, passes.isGuess) as T;
}
