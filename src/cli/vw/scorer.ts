import { DataError } from '../../files/data-error.ts';
import type { VwExamples, VwLabels } from '../../vw/examples.ts';
import type { VwLearner } from '../../vw/learner.ts';
import type { VwSeveral } from '../../vw/several.ts';
import type { Scored } from './report.ts';

/** What `iwal vw` drives: it predicts example after example, and learns from those that have a label. */
export interface VwScorer {
  /** What learns; a model file keeps its state. */
  readonly learner: VwLearner | VwSeveral;
  /** What the labels of its examples are. */
  readonly labels: VwLabels;
  /** Throws DataError for labels that it does not learn. */
  requireLabels(file: string, examples: VwExamples): void;
  /** Predicts row i, and learns from it where it has a label and the run is more than a test. */
  score(examples: VwExamples, i: number, testOnly: boolean): Scored;
}

/** One learner, of numbers or of two classes. */
export function numberScorer(learner: VwLearner): VwScorer {
  const { loss } = learner;
  return {
    learner,
    labels: 'numbers',
    requireLabels(file, { labels, lines }) {
      const i = labels.findIndex((y) => !Number.isNaN(y) && !loss.labels.includes(y));
      if (i >= 0) throw new DataError({ file, line: lines[i], found: `the label ${labels[i]}`, legal: loss.labels.legal });
    },
    score({ rows, labels, importances, initials }, i, testOnly) {
      const label = Number.isNaN(labels[i]) ? undefined : labels[i];
      const [importance, initial] = [importances[i], initials[i]];
      const learns = label !== undefined && !testOnly;
      const told = learns && learner.isToldFirst ? learner.predict(rows, i, initial) : undefined;
      const p = learns ? learner.learn(rows, i, label, importance, initial) : learner.predict(rows, i, initial);
      const lost = label === undefined ? 0 : loss.value(p, label);
      return { label, importance, prediction: told ?? p, loss: lost, features: rows.offsets[i + 1] - rows.offsets[i] };
    },
  };
}
