import type { FreshDraft } from '../../ledger/entry.ts';
import { poolChecksum } from '../../rows/pool-checksum.ts';
import { splitWithConstant, type Split } from '../../rows/selection/split.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { buildAnnotator } from '../../specs/build.ts';
import { labelsFor } from '../../specs/traits/labels-for.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';
import { ClassMeasures, type ByClass } from '../../streams/measures/class-measures.ts';
import { estimateFields, finalText } from '../../streams/measures/error-words.ts';
import { freshEstimate, freshRows, type FreshEstimate } from '../../streams/fresh.ts';
import { judgeOfLoss } from '../../streams/judge.ts';
import { isMistake } from '../../streams/measures/progressive.ts';

/** What fresh labels say of the model in the end, on the rows that it did not learn; the same in words, and by their true labels. */
export interface Fresh extends ReturnType<typeof estimateFields>, Pick<FreshEstimate, 'labels' | 'classes'> {
  /** Rows that the model did not learn. */
  readonly rows: number;
  readonly text: string;
  /** null where there is no such row. */
  readonly trueError: number | null;
  readonly trueClasses: ByClass<number | null>;
}

/** Remembers what a run learns, and buys labels of the other rows when it is over. */
export class FreshBuyer {
  readonly #spec: RunSpec;
  readonly #split: Split;
  readonly #learned = new Set<number>();

  constructor(spec: RunSpec, split: Split) {
    this.#spec = spec;
    this.#split = split;
  }

  answered(i: number, answer: Answer): void {
    if (answer !== 'abstains') this.#learned.add(i);
  }

  /** So many, or all that there are. */
  buy(wanted: number, model: MarginLearner): FreshDraft[] {
    const { rows, labels } = this.#stream();
    const annotator = buildAnnotator(this.#spec, buildLoss(this.#spec), rows, labels);
    return Array.from(this.#rows().subarray(0, wanted), (row): FreshDraft => {
      const answer = annotator.answer(row);
      const prediction = model.predict(rows, row);
      return { entry: 'fresh', row, prediction, label: answer === 'abstains' ? null : answer, cost: annotator.cost(row) };
    });
  }

  judge(bought: readonly FreshDraft[], model: MarginLearner): Fresh {
    const loss = buildLoss(this.#spec);
    const { rows, labels } = this.#stream();
    const left = this.#rows();
    const found = freshEstimate(left.length, judgeOfLoss(loss), bought);
    const truth = new ClassMeasures(loss);
    let mistakes = 0;
    for (const row of left) {
      const p = model.predict(rows, row);
      truth.record(p, labels[row]);
      if (isMistake(loss, p, labels[row])) mistakes++;
    }
    return {
      labels: found.labels,
      rows: left.length,
      ...estimateFields(found.estimate),
      classes: found.classes,
      text: finalText(found),
      trueError: left.length === 0 ? null : mistakes / left.length,
      trueClasses: truth.summary,
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
    return { rows: train.rows, labels: labelsFor(buildLoss(this.#spec), train) };
  }
}
