/**
 * The importance-weighted error of the predictions on bought labels, with its interval, against the true error where that is known.
 *
 *   E = 1/N sum over learned labels of h [prediction wrong]      Var E, estimated = 1/N^2 sum over the same of [wrong] i^2 (1 - p) / p^2
 *
 * i is a row's own importance, N the sum of i over all examples: their number, where the data give none.
 *
 * E estimates the progressive error of this stream: the examples are given, only the coins vary. The interval is E ± 1.96 standard
 * errors, cut off at 0. Where labels are missing, E lacks their errors, and is compared with nothing; likewise where it rests on few
 * wrong predictions: E and its variance then come out small together, and honest samples would look suspicious (on streams of
 * 300 examples the deviations of three rules had means 0.7 to 0.8 away from 0).
 *
 * Source: Horvitz & Thompson (1952); Beygelzimer, Dasgupta & Langford (2009), section 3.
 */
import { effectiveSampleSize } from '../../numerics/statistics.ts';
import { isMistake } from '../../streams/progressive.ts';
import { massOf, type Evidence } from './evidence.ts';
import { inDeviations, judged, unknown, type Verdict } from './verdict.ts';

/** Wrong predictions, counted as in an effective sample size, from which a comparison is made. */
const FEWEST = 30;
/** Standard errors to each side of a 95% interval. */
const HALF_WIDTH = 1.959964;

export interface ErrorEstimate {
  /** Shares in [0, 1] and, where few labels weigh much, above; null where there is nothing to estimate from. */
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly standardError: number | null;
  /** Share of wrong predictions by the true labels; null where nobody knows it. */
  readonly true: number | null;
  readonly check: Verdict;
}

export function errorEstimate(evidence: Evidence): ErrorEstimate {
  const { learned, loss, consideredImportance, weighting, trueError } = evidence;
  if (loss.threshold === undefined) return nothing(trueError, 'the loss predicts no classes');
  if (weighting !== 'inverse-probability') return nothing(trueError, 'this rule weights labels by 1, not by 1/p');
  if (learned.length === 0) return nothing(trueError, 'no label was learned');
  if (consideredImportance === null) return nothing(trueError, 'a ledger of purchases tells the importance considered at its end; --data computes it');
  const mistakes = learned.filter(({ prediction, label }) => isMistake(loss, prediction, label));
  const estimate = massOf(mistakes) / consideredImportance;
  const standardError = Math.sqrt(mistakes.reduce((sum, { probability: p, rowImportance: i }) => sum + i * i * ((1 - p) / p / p), 0)) / consideredImportance;
  const [low, high] = [Math.max(0, estimate - HALF_WIDTH * standardError), estimate + HALF_WIDTH * standardError];
  return { estimate, low, high, standardError, true: trueError, check: comparison(evidence, mistakes, estimate, standardError) };
}

function comparison(evidence: Evidence, mistakes: Evidence['learned'], estimate: number, standardError: number): Verdict {
  const { trueError, isTruthful, abstained, awaited, end, considered, isComplete } = evidence;
  const lacks = (outcome: 'refused' | 'implied', total: number | undefined): boolean =>
    isComplete ? considered.some((entry) => entry.outcome === outcome && entry.rowImportance !== 0) : total !== 0;
  if (trueError === null) return unknown('nobody has told the true labels');
  if (!isTruthful) return unknown('answers need not be the true labels, and the estimate is about the answers');
  if (abstained.length + awaited.length > 0) return unknown(`${abstained.length + awaited.length} purchases have no label, and the estimate lacks their errors`);
  if (lacks('refused', end?.refusedImportance)) return unknown('the budget refused labels, and the estimate lacks their errors');
  if (lacks('implied', end?.implied)) return unknown('examples of p = 0 were left out, and the estimate lacks their errors');
  const effective = mistakes.length === 0 ? 0 : effectiveSampleSize(mistakes.map(({ importance }) => importance));
  if (effective < FEWEST) return unknown(`it rests on ${effective.toFixed(1)} effective mistakes, and fewer than ${FEWEST} do not tell how far it may be off`);
  return judged(inDeviations(estimate - trueError, standardError));
}

function nothing(trueError: number | null, why: string): ErrorEstimate {
  return { estimate: null, low: null, high: null, standardError: null, true: trueError, check: unknown(why) };
}
