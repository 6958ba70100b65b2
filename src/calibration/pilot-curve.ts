import { permutation, randomStream } from '../numerics/random.ts';
import { finished } from '../numerics/work.ts';
import { withConstant, type Dataset, selected, selectRows, smallerClasses, upTo } from '../rows/dataset.ts';
import { buildLoss, labelsFor } from '../specs/build-learner.ts';
import { buildAnyActiveLearner, isOfSeveral } from '../specs/kinds/active-classes.ts';
import { budgetOf, orderOf, type RunSpec } from '../specs/run.ts';
import { passiveOf } from '../specs/run-spec.ts';
import { effectiveSampleSize } from '../statistics/small-samples.ts';
import { type ByClass, ClassMeasures } from '../streams/measures/class-measures.ts';
import { LabelOracle } from '../streams/oracles/oracle.ts';
import type { Stateful } from '../numerics/state.ts';
import type { AnyActiveLearner } from '../streams/active-learner.ts';
import { activeLearn } from '../streams/passes/active-learn.ts';

/** Errors of a learner on rows of the pilot that it did not learn. */
export interface PilotCurve {
  /** Labels learned, ascending; the last are all rows of a cut. */
  readonly labels: readonly number[];
  /** Error of passive learning after so many, shares in [0, 1]. */
  readonly passive: readonly number[];
  /** The same of the paced rule with as many labels of the rows of a cut; not after all of them, where both are one. */
  readonly active: readonly number[];
  /** Rows that judged: of unequal importances, as many equal ones as tell as much. */
  readonly rows: number;
  /** Error of always the larger class. */
  readonly smallerClass: number;
  /**
   * By the classes: of passive learning after all rows of a cut, and of the rule after as many labels as it was tried with at most;
   * absent where there are more than two.
   */
  readonly byClass?: { readonly passive: ByClass<number | null>; readonly active: ByClass<number | null> };
}

/** A pilot is cut in so many parts: one judges what is learned from the others. */
export const FOLDS = 4;
/** What is learned from them, of their rows. */
const SHARES = [1 / 8, 1 / 4, 1 / 2, 1] as const;

/**
 * The learning curves of a pilot, active and passive, by cross-fitting: the learner and the rule themselves, on the pilot's rows.
 *
 *   e(m) = sum over cuts and parts of the importance of rows of the part that are predicted wrong
 *          / sum over cuts and parts of the importance of its rows,
 *
 * the predictions those of a learner that took m labels of the other parts: the first m of a stream, or m that the paced rule
 * bought. Every row judges once a cut; `cuts` cuts by seeds from that of the spec on. `tried` is called after every part.
 *
 * @throws DivergenceError where learning fails
 */
export function pilotCurve(spec: RunSpec, asRead: Dataset, cuts: number, tried: () => void): PilotCurve {
  const pilot = withConstant(asRead, spec.constant);
  const lessons = pilot.rows.length - Math.ceil(pilot.rows.length / FOLDS);
  const labels = [...new Set(SHARES.map((share) => Math.max(1, Math.round(share * lessons))))];
  const isOfTwo = !isOfSeveral(spec);
  const [passive, active] = [labels.length, labels.length - 1].map((points) =>
    tally(spec, points, isOfTwo ? new ClassMeasures(buildLoss(spec)) : undefined),
  );
  for (let cut = 0; cut < cuts; cut++) {
    const seed = spec.seed + cut;
    const order = permutation(pilot.rows.length, randomStream(seed, 'cut of the pilot'));
    for (let fold = 0; fold < FOLDS; fold++) {
      const part = new Uint8Array(order.length);
      order.forEach((row, at) => (part[row] = at % FOLDS));
      const rows = (isMeant: (row: number) => boolean): Dataset =>
        selectRows(pilot, selected(upTo(order.length), isMeant), 'part');
      const [judges, others] = [rows((row) => part[row] === fold), rows((row) => part[row] !== fold)];
      labels.forEach((m, at) => {
        passive.judge(at, learnerAfter({ ...passiveOf(spec), seed, budget: m }, others, m), judges);
        if (at < labels.length - 1) active.judge(at, learnerAfter({ ...spec, seed, budget: m }, others), judges);
      });
      tried();
    }
  }
  const { importances } = pilot;
  return {
    labels,
    passive: passive.errors(),
    active: active.errors(),
    smallerClass: smallerClasses(pilot.labels, importances),
    ...(isOfTwo && { byClass: { passive: passive.last!.summary, active: active.last!.summary } }),
    rows: importances === undefined ? pilot.rows.length : effectiveSampleSize([...importances]),
  };
}

/** Mistakes by the number of labels that were learned, and after the last by class. */
function tally(spec: RunSpec, points: number, last: ClassMeasures | undefined) {
  const [wrong, all] = [new Float64Array(points), new Float64Array(points)];
  return {
    last,
    judge(at: number, { active, model }: Learned, judges: Dataset): void {
      const { rows, importances } = judges;
      const asLearned = learnedLabels(spec, judges);
      for (let i = 0; i < rows.length; i++) {
        const importance = importances?.[i] ?? 1;
        const p = active.predictionOf(model, rows, i);
        all[at] += importance;
        if (active.judge.isWrong(p, asLearned[i])) wrong[at] += importance;
        if (at === points - 1) last?.record(p, asLearned[i], importance);
      }
    },
    errors: (): number[] => Array.from(wrong, (mistakes, at) => mistakes / all[at]),
  };
}

/** Labels as the learner of a spec reads them: numbers of classes where they are of several. */
function learnedLabels(spec: RunSpec, dataset: Dataset): Float64Array {
  return isOfSeveral(spec) ? dataset.labels : labelsFor(buildLoss(spec), dataset);
}

/** What a stream ends with, and what predicts with it. */
interface Learned {
  readonly active: AnyActiveLearner;
  readonly model: Stateful;
}

const UNJUDGED = { record: () => undefined };

/**
 * The model at the end of a stream of rows, of the first `until` of them, on the budget of the spec. The rows have the constant of the spec already.
 *
 * @throws DivergenceError where learning leaves the numbers
 */
function learnerAfter(spec: RunSpec, pool: Dataset, until = pool.rows.length): Learned {
  const active = buildAnyActiveLearner(spec, pool);
  const oracle = new LabelOracle(learnedLabels(spec, pool), budgetOf(spec, pool.rows.length));
  activeLearn(active, { ...pool, order: orderOf(spec, pool.rows.length) }, oracle, UNJUDGED, 0, until);
  return { active, model: finished(active.final()).learner };
}
