import { isKnown } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/file/read-ledger.ts';
import { passesOf } from '../ledger/passes.ts';
import { recordedSpec } from '../ledger/recorded-spec.ts';
import type { Work } from '../numerics/work.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { labelsOf } from '../specs/averaging.ts';
import { classLearner } from '../specs/kinds/active-classes.ts';
import type { NamedClassesSpec } from '../specs/kinds/any-run.ts';
import { buildLearner } from '../specs/build-learner.ts';
import { buildReduction } from '../specs/reduction.ts';
import type { JudgedMargin } from '../statistics/probability-calibration.ts';

/** A label that a session has learned. */
interface Lesson {
  readonly row: number;
  readonly label: number;
  /** What it was learned with, and what it stands for in the sample; undefined where it was known before and stands for nothing. */
  readonly learned: number;
  readonly importance: number | undefined;
}

const FOLDS = 10;

/**
 * The labels of a ledger that were bought, each with the margin that its row has for a learner which has learned all of them but a tenth,
 * its own among these: as the final model, no label of theirs in it. Labels that were known before are learned by all.
 *
 * Which tenth: every tenth label, in the order in which they were learned. Importances are those of the purchases, of all passes. Labels
 * that rules imply are left out.
 */
export function* crossFitted(ledger: Ledger, rows: SparseRows): Work<JudgedMargin[]> {
  const spec = recordedSpec(ledger.file, ledger.header);
  return yield* eachByOthers(lessonsIn(ledger), () => {
    const learner = buildLearner(spec, rows.columns, labelsOf(spec, rows.length));
    const { threshold = 0 } = learner.loss;
    return {
      learn({ row, label, learned, importance }) {
        learner.learn(rows, row, label, learned, undefined, importance);
      },
      judge: ({ row, label, importance }): JudgedMargin => ({
        margin: learner.predict(rows, row),
        side: label > threshold ? 'positive' : 'negative',
        importance: importance!,
      }),
    };
  });
}

/**
 * The same of several classes, a list a class: the score of the class for the row of each label, which is positive where it is of the
 * class. Empty for reductions without a score a class.
 */
export function* crossFittedClasses(ledger: Ledger, spec: NamedClassesSpec, rows: SparseRows): Work<JudgedMargin[][]> {
  const { classes } = spec;
  if (buildReduction(spec, classes, 0).scoresOf === undefined) return [];
  const judged = yield* eachByOthers(lessonsIn(ledger), () => {
    const reduction = buildReduction(spec, classes, rows.columns);
    const learn = classLearner(reduction);
    return {
      learn({ row, label, learned }) {
        learn(rows, row, label, learned);
      },
      judge({ row, label, importance }) {
        const scores = new Float64Array(classes);
        reduction.scoresOf!(rows, row, scores);
        return { scores, label, importance: importance! };
      },
    };
  });
  return Array.from({ length: classes }, (_, k) =>
    judged.map(({ scores, label, importance }): JudgedMargin => {
      return { margin: scores[k], side: label === k + 1 ? 'positive' : 'negative', importance };
    }),
  );
}

/** A learner that has learned some labels and judges others. */
interface FoldLearner<T> {
  readonly learn: (lesson: Lesson) => void;
  readonly judge: (lesson: Lesson) => T;
}

/** What a learner says of each label of the sample that has learned all of them but a tenth, this one among these. */
function* eachByOthers<T>(lessons: readonly Lesson[], newLearner: () => FoldLearner<T>): Work<T[]> {
  const sample = lessons.filter(({ importance }) => importance !== undefined);
  const foldOf = new Map(sample.map((lesson, n) => [lesson, n % FOLDS]));
  const judged = new Map<Lesson, T>();
  for (let fold = 0; fold < Math.min(FOLDS, sample.length); fold++) {
    const { learn, judge } = newLearner();
    for (const lesson of lessons) if (foldOf.get(lesson) !== fold) learn(lesson);
    for (const lesson of sample) if (foldOf.get(lesson) === fold) judged.set(lesson, judge(lesson));
    yield;
  }
  return sample.map((lesson) => judged.get(lesson)!);
}

function lessonsIn(ledger: Ledger): Lesson[] {
  const passes = passesOf(ledger);
  const lessons: Lesson[] = [];
  for (const { row, label, importance } of passes[0].known ?? [])
    if (label !== null) lessons.push({ row, label, learned: importance, importance: undefined });
  for (const { entries } of passes) {
    for (const entry of entries) {
      if (entry.entry === 'end' || typeof entry.label !== 'number') continue;
      const { row, label, importance, learnedImportance: learned = importance } = entry;
      if (entry.entry === 'answer' || !isKnown(entry)) lessons.push({ row, label, learned, importance });
    }
  }
  return lessons;
}
