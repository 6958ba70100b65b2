import { isKnown } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/file/read-ledger.ts';
import { passesOf } from '../ledger/passes.ts';
import { recordedSpec } from '../ledger/recorded-spec.ts';
import type { Work } from '../numerics/work.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { labelsOf } from '../specs/averaging.ts';
import { buildLearner } from '../specs/build.ts';
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
 * The labels of a ledger that were bought, each with the margin that its row has for a learner which has learned all of them but a tenth, its
 * own among these: as the final model, no label of theirs in it. Labels that were known before are learned by all.
 *
 * Which tenth: every tenth label, in the order in which they were learned. Importances are those of the purchases, of all passes. Labels that
 * rules imply are left out.
 */
export function* crossFitted(ledger: Ledger, rows: SparseRows): Work<JudgedMargin[]> {
  const lessons = lessonsIn(ledger);
  const spec = recordedSpec(ledger.file, ledger.header);
  const sample = lessons.filter(({ importance }) => importance !== undefined);
  const foldOf = new Map(sample.map((lesson, n) => [lesson, n % FOLDS]));
  const judged = new Map<Lesson, JudgedMargin>();
  for (let fold = 0; fold < Math.min(FOLDS, sample.length); fold++) {
    const learner = buildLearner(spec, rows.columns, labelsOf(spec, rows.length));
    const { threshold = 0 } = learner.loss;
    for (const lesson of lessons) {
      if (foldOf.get(lesson) !== fold)
        learner.learn(rows, lesson.row, lesson.label, lesson.learned, undefined, lesson.importance);
    }
    for (const lesson of sample) {
      if (foldOf.get(lesson) !== fold) continue;
      const side = lesson.label > threshold ? 'positive' : 'negative';
      judged.set(lesson, { margin: learner.predict(rows, lesson.row), side, importance: lesson.importance! });
    }
    yield;
  }
  return sample.map((lesson) => judged.get(lesson)!);
}

function lessonsIn(ledger: Ledger): Lesson[] {
  const passes = passesOf(ledger);
  const lessons: Lesson[] = (passes[0].known ?? []).map(({ row, label, importance }) => {
    return { row, label, learned: importance, importance: undefined };
  });
  for (const { entries } of passes) {
    for (const entry of entries) {
      if (entry.entry === 'end' || typeof entry.label !== 'number') continue;
      const { row, label, importance, learnedImportance: learned = importance } = entry;
      if (entry.entry === 'answer' || !isKnown(entry)) lessons.push({ row, label, learned, importance });
    }
  }
  return lessons;
}
