import { sumOf } from '../statistics/small-samples.ts';
import type { Loss } from '../losses/loss.ts';
import { clip, log } from '../numerics/elementary.ts';
import { permutation, randomStream } from '../numerics/random.ts';
import type { Work } from '../numerics/work.ts';
import { dot, type SparseRows } from '../rows/sparse-rows.ts';
import {
  calibrated,
  calibratedClasses,
  softmax,
  type Calibration,
  type JudgedMargin,
} from '../statistics/probability-calibration.ts';
import { calibrationOf } from './calibration.ts';
import { columnUnits, COMPARED, EXACT, fitLossOf, GLANCE, JOINT, MANY, fitPath, STRENGTHS, inRange, sampleAt } from './fit.ts';
import type { Fit, Fitted, Sample } from './fit.ts';

/** Labels that take part in the comparison at most. */
const MOST = 8192;
const FOLDS = 4;
/** Folds of what is said of the error of a model, and labels up to which so many are made. */
const FINE = { folds: 20, most: 2048 };
/** Probabilities are judged as if they were within these bounds. */
const CERTAIN = 1e-4;
/** Of the fits whose loss is within this share of the least the strongest is taken. */
const AS_GOOD = 1e-3;
/** Weaker fits are left out once two in a row have lost by this share; of joint fits, of which the weakest take longest, once one has. */
const HOPELESS = 0.05;
/** A score as it is. */
const PLAIN: Calibration = { slope: 1, intercept: 0 };
/** Passes of the online learner over the labels that are compared. */
const PASSES = [1, 5];

/** A model that was compared: what learned online, by its passes over the labels, or a fit, by its strength. */
export interface Candidate {
  readonly name: 'online' | 'fit';
  readonly passes?: number;
  readonly strength?: number;
  /** Mean log loss of held-out labels; of numbers and counts their mean loss. */
  readonly loss: number;
  /** Share of mistakes on them: bought labels are no random sample, so that this is no estimate of an error. */
  readonly error: number;
}

/** Which model is the best of its labels. */
export interface ModelChoice {
  /** Empty where nothing could be compared. */
  readonly candidates: readonly Candidate[];
  /** undefined where nothing could be compared. */
  readonly chosen: Candidate | undefined;
  /** Fitted to all labels; undefined where what learned online is preferred, or nothing can be fitted. */
  readonly fit: Fit | undefined;
  /** The labels compared, by their places in the sample, and the scores that the chosen model had for them without them, K a label. */
  readonly heldOut: { readonly places: Uint32Array; readonly scores: Float64Array };
}

/** Scores of a row, one a class or one alone. */
export type Scores = (i: number, out: Float64Array) => void;

/** What learns online, for folds: a fresh learner that has learned the labels at these places in this order, so many times. */
export type Replay = (places: Uint32Array, passes: number) => Scores;

/** What is compared, and how. */
export interface Contest extends Fitted {
  /** Decides the folds. */
  readonly seed: number;
  readonly replay: Replay;
  /** 'fit': what learned online does not take part; 'online': one pass of it alone does, for what it says of held-out labels. */
  readonly among: 'all' | 'fit' | 'online';
  /** Whether it is only a glance: one pass beside fits of few digits, and none of them of all labels. Absent: no. */
  readonly isGlance?: boolean;
}

/**
 * The best model of the labels by stratified cross-validation in four folds: fits at eight strengths, and the online learner after one
 * and five passes. The least mean log loss of held-out labels decides; of the fits within .1% of it the strongest. The fit of all labels
 * has the strength with which C = 1 / (strength * sum of importances) is that of the folds.
 *
 * Labels of fewer than two classes, or of one class but for a single one, can be compared by nobody: `chosen` is undefined.
 */
export function* choose(given: Sample, { seed, replay, among, isGlance = false, ...what }: Contest): Work<ModelChoice> {
  const { loss, classes, joint } = what;
  const sample = inRange(given);
  const fitLoss = fitLossOf(loss);
  const drawn = permutation(sample.labels.length, randomStream(seed, 'folds'))
    .slice(0, MOST)
    .filter((n) => sample.importances[n] > 0);
  const foldOf = foldsOf(drawn, sample.labels, FOLDS, hasClasses(loss, classes));
  const isWhole = sample.labels.length <= MOST;
  const folds = foldOf.reduce((most, fold) => Math.max(most, fold), 0) + 1;
  const none = { candidates: [], chosen: undefined, fit: undefined, heldOut: { places: drawn, scores: new Float64Array() } };
  if (folds < 2) return none;
  const judge = judgeOfHeldOut(sample, drawn, foldOf, what);
  /** The labels of the other folds, in the order of their answers. */
  const others = (fold: number): Uint32Array => drawn.filter((_, at) => foldOf[at] !== fold).sort();

  const online = isGlance || among === 'online' ? [1] : among === 'fit' && fitLoss !== undefined ? [] : PASSES;
  const compared: { readonly candidate: Candidate; readonly scores: Float64Array; readonly near?: Fit | undefined }[] = [];
  for (const passes of online) {
    const scores = judge.scores();
    for (let fold = 0; fold < folds; fold++) {
      judge.score(fold, replay(others(fold), passes), scores);
      yield;
    }
    compared.push({ candidate: { name: 'online', passes, ...judge.judged(scores) }, scores });
  }
  if (fitLoss !== undefined && among !== 'online') {
    const units = columnUnits(sample);
    const enough = isGlance ? GLANCE.enough : joint ? JOINT.compared : isWhole ? COMPARED : MANY;
    const paths = Array.from({ length: folds }, (_, fold) =>
      fitPath(sampleAt(sample, others(fold)), units, { ...what, loss: fitLoss }),
    );
    let [lost, least] = [0, Infinity];
    for (const strength of isGlance ? GLANCE.strengths : STRENGTHS) {
      const scores = judge.scores();
      const fits: Fit[] = [];
      for (const [fold, path] of paths.entries()) {
        fits[fold] = yield* path.at(strength, enough);
        judge.score(fold, scoresOf(sample, fits[fold].members), scores);
      }
      const candidate: Candidate = { name: 'fit', strength, ...judge.judged(scores, joint) };
      compared.push({ candidate, scores, near: joint && fits[0] });
      least = Math.min(least, candidate.loss);
      lost = candidate.loss > above(least, HOPELESS) ? lost + 1 : 0;
      if (lost === (joint ? 1 : 2)) break;
    }
  }
  const candidates = compared.map(({ candidate }) => candidate);
  const chosen = best(candidates);
  // A model that leaves the range of numbers is none.
  if (chosen.loss === Infinity) return { ...none, candidates };
  const { scores, near } = compared[candidates.indexOf(chosen)];
  const heldOut = { places: drawn, scores };
  if (chosen.name === 'online' || isGlance) return { candidates, chosen, fit: undefined, heldOut };
  const inFold = sumOf(sampleAt(sample, drawn).importances) * (1 - 1 / folds);
  const strengthOf = (labels: Float64Array): number => (chosen.strength! * inFold) / sumOf(labels);
  const few = isWhole ? undefined : sampleAt(sample, drawn.slice().sort());
  const start = near ?? (few && (yield* fitted(few, { ...what, strength: strengthOf(few.importances) })));
  const fit = yield* fitted(sample, { ...what, strength: strengthOf(sample.importances), start });
  return { candidates, chosen, fit, heldOut };
}

/**
 * The mistakes of the model that was chosen on labels that it did not learn, for what is said of its error: it is fitted again without
 * each twentieth of the labels, from where it ended. Rows that are the same are in one fold. Of more than 2,048 labels the four folds of
 * the comparison tell both. `sample`, `contest` and `choice`: as `choose` had them, and what it came to; there is a chosen model.
 *
 * Of the labels compared, by their places in the sample: 1 where the model is `wrong`, fitted without the twentieth that a label is in,
 * and the same without its quarter, `coarse`.
 */
export function* heldOutMistakes(
  given: Sample,
  { replay, ...what }: Omit<Contest, 'among'>,
  { chosen, fit, heldOut: { places, scores } }: ModelChoice,
): Work<Record<'wrong' | 'coarse', Uint8Array> & { readonly places: Uint32Array }> {
  const sample = inRange(given);
  const foldOf = Uint8Array.from(foldsOf(places, sample.labels, FINE.folds, hasClasses(what.loss, what.classes)));
  const judge = judgeOfHeldOut(sample, places, foldOf, what);
  const coarse = judge.mistakes(scores);
  if (places.length > FINE.most) return { places, wrong: coarse, coarse };
  const refitted = (others: Uint32Array): Work<Fit> => {
    const part = sampleAt(sample, others);
    const strength = (fit!.strength * sumOf(sample.importances)) / sumOf(part.importances);
    return fitted(part, { ...what, strength, start: fit });
  };
  const firstOf = new Map<string, number>();
  places.forEach((n, at) => {
    const row = rowText(sample.rows, sample.picked[n]);
    if (!firstOf.has(row)) firstOf.set(row, at);
    foldOf[at] = foldOf[firstOf.get(row)!];
  });
  const fine = judge.scores();
  for (let fold = 0; fold < FINE.folds; fold++) {
    const others = places.filter((_, at) => foldOf[at] !== fold).sort();
    if (others.length === places.length) continue;
    const scored = fit === undefined ? replay(others, chosen!.passes!) : scoresOf(sample, (yield* refitted(others)).members);
    judge.score(fold, scored, fine);
    yield;
  }
  return { places, wrong: judge.mistakes(fine), coarse };
}

/** What a row says, to be compared. */
function rowText({ offsets, indices, values }: SparseRows, i: number): string {
  const [from, to] = [offsets[i], offsets[i + 1]];
  return `${indices.subarray(from, to).join()} ${values.subarray(from, to).join()}`;
}

interface FitRequest extends Fitted {
  readonly strength: number;
  readonly start?: Fit | undefined;
}

/**
 * The fit of a sample at one strength; `start` is where a fit of fewer labels has ended. The fit of more labels than are compared starts
 * near its end, at the fit of those that were, and stops where its objective is known to be near enough.
 */
export function* fitted(sample: Sample, { strength, start, ...what }: FitRequest): Work<Fit> {
  const path = fitPath(inRange(sample), columnUnits(sample), { ...what, loss: fitLossOf(what.loss)! }, start);
  if (start === undefined)
    for (const stronger of STRENGTHS.filter((each) => each > strength))
      yield* path.at(stronger, what.joint ? JOINT.compared : COMPARED);
  return yield* path.at(strength, what.joint ? JOINT.exact : sample.labels.length > MOST ? MANY : EXACT);
}

function best(candidates: readonly Candidate[]): Candidate {
  const least = candidates.reduce((a, b) => (b.loss < a.loss ? b : a));
  if (least.name === 'online') return least;
  // From strong to weak.
  return candidates.find(({ name, loss }) => name === 'fit' && loss <= above(least.loss, AS_GOOD))!;
}

/** A loss that is greater by this share; those of counts may be negative. */
function above(loss: number, share: number): number {
  return loss * (1 + share * Math.sign(loss));
}

function hasClasses(loss: Loss, classes: number | undefined): boolean {
  return classes !== undefined || (loss.threshold !== undefined && loss.labels === 'sign');
}

/** The fold of each label drawn: the labels of a class are dealt out in turn, to no more folds than the second largest class has labels. */
function foldsOf(drawn: Uint32Array, labels: Float64Array, most: number, isByClass: boolean): Uint8Array {
  const seen = new Map<number, number>();
  const counts = new Map<number, number>();
  const classOf = (n: number): number => (isByClass ? labels[n] : 0);
  for (const n of drawn) counts.set(classOf(n), (counts.get(classOf(n)) ?? 0) + 1);
  const [first = 0, second = isByClass ? 0 : first] = Array.from(counts.values()).sort((a, b) => b - a);
  const folds = Math.min(most, second);
  return Uint8Array.from(drawn, (n) => {
    const before = seen.get(classOf(n)) ?? 0;
    seen.set(classOf(n), before + 1);
    return folds < 2 ? 0 : before % folds;
  });
}

function scoresOf({ rows }: Sample, members: readonly Float64Array[]): Scores {
  return (i, out) => {
    for (let k = 0; k < members.length; k++) out[k] = dot(rows, i, members[k]);
  };
}

/** Judges scores of labels, by their places in the sample, that were held out in folds. */
function judgeOfHeldOut(
  { picked, labels, importances }: Sample,
  places: Uint32Array,
  foldOf: Uint8Array,
  { loss, classes }: Fitted,
) {
  const width = classes ?? 1;
  const plain = Array.from({ length: width }, () => PLAIN);
  const judgeOf = (scores: Float64Array, joint?: true): Judged => {
    if (!hasClasses(loss, classes)) return byLoss(loss, scores);
    // Losses without probabilities get them from a logistic curve a class, which the labels of the other folds decide.
    const curves = loss.probability === undefined ? Array.from({ length: FOLDS }, (_, fold) => curvesWithout(fold, scores)) : [];
    const curvesAt = (at: number): readonly Calibration[] => curves.at(foldOf[at]) ?? plain;
    if (classes === undefined) return byProbability(loss, scores, (at) => curvesAt(at)[0]);
    return byClass(
      width,
      scores,
      joint ? (own) => softmax({ slope: 1 }, own) : (own, at) => calibratedClasses(curvesAt(at), own),
    );
  };
  const curvesWithout = (fold: number, scores: Float64Array): Calibration[] =>
    Array.from({ length: width }, (_, k) => {
      const others: JudgedMargin[] = [];
      places.forEach((n, at) => {
        if (foldOf[at] === fold) return;
        const isPositive = classes === undefined ? labels[n] > (loss.threshold ?? 0) : labels[n] === k + 1;
        others.push({
          margin: scores[at * width + k],
          side: isPositive ? 'positive' : 'negative',
          importance: importances[n],
        });
      });
      return calibrationOf(others) ?? PLAIN;
    });
  return {
    scores: () => new Float64Array(places.length * width),
    /** Fills in the scores of the labels of a fold. */
    score(fold: number, scoresOf: Scores, scores: Float64Array): void {
      const out = new Float64Array(width);
      places.forEach((n, at) => {
        if (foldOf[at] !== fold) return;
        scoresOf(picked[n], out);
        scores.set(out, at * width);
      });
    },
    /** Mean loss and share of mistakes. */
    judged(scores: Float64Array, joint?: true): Pick<Candidate, 'loss' | 'error'> {
      const judge = judgeOf(scores, joint);
      let [total, mistakes, whole] = [0, 0, 0];
      places.forEach((n, at) => {
        const each = judge(at, labels[n]);
        total += importances[n] * each.loss;
        mistakes += importances[n] * (each.isMistake ? 1 : 0);
        whole += importances[n];
      });
      return { loss: Number.isFinite(total) ? total / whole : Infinity, error: mistakes / whole };
    },
    /** 1 where the scores are wrong. */
    mistakes(scores: Float64Array): Uint8Array {
      const judge = judgeOf(scores);
      return Uint8Array.from(places, (n, at) => (judge(at, labels[n]).isMistake ? 1 : 0));
    },
  };
}

function byLoss(loss: Loss, scores: Float64Array): Judged {
  const { threshold } = loss;
  return (at, label) => {
    const isMistake = threshold !== undefined && scores[at] >= threshold !== label > threshold;
    return { loss: loss.value(scores[at], label), isMistake };
  };
}

/** Log loss of two classes, by the probability that a score stands for, or by a curve. */
function byProbability(loss: Loss, scores: Float64Array, curveAt: (at: number) => Calibration): Judged {
  const { threshold = 0 } = loss;
  return (at, label) => {
    const positive = loss.probability?.(scores[at]) ?? calibrated(curveAt(at), scores[at]);
    return judgement(label > threshold ? positive : 1 - positive, scores[at] >= threshold !== label > threshold);
  };
}

/** The same of several. */
function byClass(
  classes: number,
  scores: Float64Array,
  probabilities: (own: Float64Array, at: number) => readonly number[],
): Judged {
  return (at, label) => {
    const own = scores.subarray(at * classes, (at + 1) * classes);
    return judgement(probabilities(own, at)[label - 1], own.indexOf(Math.max(...own)) !== label - 1);
  };
}

type Judged = (at: number, label: number) => ReturnType<typeof judgement>;

function judgement(p: number, isMistake: boolean) {
  return { loss: -log(clip(p, CERTAIN, 1 - CERTAIN)), isMistake };
}
