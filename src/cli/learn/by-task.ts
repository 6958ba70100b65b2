import type { reductions } from '../../reductions/index.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import type { ReadFile } from '../data/labelled.ts';
import type { Session } from '../terminal/session.ts';
import { type ClassesRequest, learnClasses, learnRanking, type PairsAsked } from './classes.ts';
import type { learnedPage } from './page.ts';
import { learnFile, type LearnRequest, learnStream } from './run.ts';

/** What is learned beside two classes and numbers. */
export type Task = 'classes' | 'ranking';

/** What any task is learned from. */
interface TaskRequest extends Omit<ClassesRequest, 'read' | 'start'> {
  /** Absent: rows are read a piece at a time, beside learning. */
  readonly read: ReadFile | undefined;
  /** The model to continue from; absent: what is written begins one. */
  readonly resume: string | undefined;
  readonly written: LearnerSpec;
  readonly reduction: string | undefined;
  readonly pairs: PairsAsked;
  /** As LearnRequest has it. */
  readonly final?: LearnRequest['final'];
}

/** Learns it, and tells what came of it. */
export async function learnedBy(
  task: Task | undefined,
  { read, resume, written, reduction, pairs, ...request }: TaskRequest,
  session: Session,
): Promise<Parameters<typeof learnedPage>[0]> {
  if (read === undefined) return learnStream({ ...request, start: resume ?? written }, session);
  if (task === 'ranking') return learnRanking({ ...request, read, start: resume ?? written, pairs }, session);
  if (task === 'classes') {
    const start = resume ?? { ...written, reduction: reduction as keyof typeof reductions };
    return learnClasses({ ...request, read, start }, session);
  }
  return learnFile({ ...request, read, start: resume ?? written }, session);
}
