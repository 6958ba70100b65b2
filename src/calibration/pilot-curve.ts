import type { MarginLearner } from '../learners/margin-learner.ts';
import type { Loss } from '../losses/loss.ts';
import { permutation, randomStream } from '../numerics/random.ts';
import { finished } from '../numerics/work.ts';
import { withConstant, type Dataset, smallerClass, selected, selectRows, upTo } from '../rows/dataset.ts';
import { buildActiveLearner } from '../specs/build.ts';
import { orderOf, type RunSpec } from '../specs/run.ts';
import { passiveOf } from '../specs/run-spec.ts';
import { labelsFor } from '../specs/build-learner.ts';
import { effectiveSampleSize } from '../statistics/small-samples.ts';
import { type ByClass, ClassMeasures, isMistake } from '../streams/measures/class-measures.ts';
import { LabelOracle } from '../streams/oracles/oracle.ts';
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
  /** By the classes: of passive learning after all rows of a cut, and of the rule after as many labels as it was tried with at most. */
  readonly byClass: { readonly passive: ByClass<number | null>; readonly active: ByClass<number | null> };
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
  const { loss } = buildActiveLearner(passiveOf(spec), pilot).learner;
  const passive = new Tally(labels.length, loss);
  const active = new Tally(labels.length - 1, loss);
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
        passive.judge(at, learnerAfter({ ...passiveOf(spec), seed, budget: m }, others, { until: m, cap: m }), judges);
        if (at < labels.length - 1)
          active.judge(at, learnerAfter({ ...spec, seed, budget: m }, others, { until: others.rows.length, cap: m }), judges);
      });
      tried();
    }
  }
  const { importances } = pilot;
  return {
    labels,
    passive: passive.errors(),
    active: active.errors(),
    smallerClass: smallerClass(pilot.labels, 0, importances),
    byClass: { passive: passive.last.summary, active: active.last.summary },
    rows: importances === undefined ? pilot.rows.length : effectiveSampleSize([...importances]),
  };
}

/** Mistakes by the number of labels that were learned, and after the last by class. */
class Tally {
  readonly #wrong: Float64Array;
  readonly #all: Float64Array;
  readonly last: ClassMeasures;

  constructor(points: number, loss: Loss) {
    this.#wrong = new Float64Array(points);
    this.#all = new Float64Array(points);
    this.last = new ClassMeasures(loss);
  }

  judge(at: number, learner: MarginLearner, judges: Dataset): void {
    const { rows, importances } = judges;
    const asLearned = labelsFor(learner.loss, judges);
    for (let i = 0; i < rows.length; i++) {
      const importance = importances?.[i] ?? 1;
      const p = learner.predict(rows, i);
      this.#all[at] += importance;
      if (isMistake(learner.loss, p, asLearned[i])) this.#wrong[at] += importance;
      if (at === this.#all.length - 1) this.last.record(p, asLearned[i], importance);
    }
  }

  errors(): number[] {
    return Array.from(this.#wrong, (wrong, at) => wrong / this.#all[at]);
  }
}

/** Where a stream ends. */
interface Limits {
  /** Rows of the stream. */
  readonly until: number;
  /** Labels that the oracle sells. */
  readonly cap: number;
}

const UNJUDGED = { record: () => undefined };

/**
 * The learner at the end of a stream of rows. The rows have the constant of the spec already.
 *
 * @throws DivergenceError where learning leaves the numbers
 */
function learnerAfter(spec: RunSpec, pool: Dataset, { until, cap }: Limits): MarginLearner {
  const active = buildActiveLearner(spec, pool);
  const oracle = new LabelOracle(labelsFor(active.learner.loss, pool), cap);
  activeLearn(active, { ...pool, order: orderOf(spec, pool.rows.length) }, oracle, UNJUDGED, 0, until);
  return finished(active.final()).learner;
}
