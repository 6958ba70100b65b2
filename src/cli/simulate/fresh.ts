import type { FreshDraft } from '../../ledger/entry.ts';
import { poolChecksum } from '../../rows/pool-checksum.ts';
import type { Split } from '../../rows/dataset.ts';
import { splitWithConstant } from '../../rows/constant.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { buildAnnotator, NO_POOL } from '../../specs/build.ts';
import { buildAnyActiveLearner, isOfSeveral } from '../../specs/kinds/active-classes.ts';
import { labelsFor } from '../../specs/traits/labels-for.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { Stateful } from '../../numerics/state.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';
import { ClassMeasures, type ByClass } from '../../streams/measures/class-measures.ts';
import { estimateFields, finalText } from '../../streams/measures/error-words.ts';
import { freshEstimate, freshRows, type FreshEstimate } from '../../streams/fresh.ts';

/** What fresh labels say of the model in the end, on the rows that it did not learn; the same in words, and by their true labels. */
export interface Fresh extends ReturnType<typeof estimateFields>, Pick<FreshEstimate, 'labels' | 'classes'> {
  /** Rows that the model did not learn. */
  readonly rows: number;
  readonly text: string;
  /** null where there is no such row. */
  readonly trueError: number | null;
  /** Absent where there are more than two classes. */
  readonly trueClasses?: ByClass<number | null>;
}

/** Remembers what a run learns, and buys labels of the other rows when it is over; of two classes or of several. */
export class FreshBuyer {
  readonly #spec: RunSpec;
  readonly #split: Split;
  readonly #learned = new Set<number>();
  /** Built for no rows: it tells what a model says of a row, and whether that is wrong. */
  readonly #active: AnyActiveLearner;

  constructor(spec: RunSpec, split: Split) {
    this.#spec = spec;
    this.#split = split;
    this.#active = buildAnyActiveLearner(spec, NO_POOL);
  }

  answered(i: number, answer: Answer): void {
    if (answer !== 'abstains') this.#learned.add(i);
  }

  /** So many, or all that there are. */
  buy(wanted: number, model: Stateful): FreshDraft[] {
    const { rows, labels } = this.#stream();
    const annotator = buildAnnotator(this.#spec, buildLoss(this.#spec), rows, labels);
    return Array.from(this.#rows().subarray(0, wanted), (row): FreshDraft => {
      const answer = annotator.answer(row);
      const prediction = this.#active.predictionOf(model, rows, row);
      return { entry: 'fresh', row, prediction, label: answer === 'abstains' ? null : answer, cost: annotator.cost(row) };
    });
  }

  judge(bought: readonly FreshDraft[], model: Stateful): Fresh {
    const { rows, labels } = this.#stream();
    const left = this.#rows();
    const found = freshEstimate(left.length, this.#active, bought);
    const truth = isOfSeveral(this.#spec) ? undefined : new ClassMeasures(buildLoss(this.#spec));
    let mistakes = 0;
    for (const row of left) {
      const p = this.#active.predictionOf(model, rows, row);
      truth?.record(p, labels[row]);
      if (this.#active.isWrong(p, labels[row])) mistakes++;
    }
    return {
      labels: found.labels,
      rows: left.length,
      ...estimateFields(found.estimate),
      classes: found.classes,
      text: finalText(found),
      trueError: left.length === 0 ? null : mistakes / left.length,
      ...(truth && { trueClasses: truth.summary }),
    };
  }

  #rows(): Uint32Array {
    const { rows } = this.#split.train;
    const { seed } = this.#spec;
    const isLearned = (row: number): boolean => this.#learned.has(row);
    return freshRows({ seed, rows: rows.length, checksum: poolChecksum(rows), pass: 0, isLearned });
  }

  #stream() {
    const { train } = splitWithConstant(this.#split, this.#spec);
    return { rows: train.rows, labels: isOfSeveral(this.#spec) ? train.labels : labelsFor(buildLoss(this.#spec), train) };
  }
}
