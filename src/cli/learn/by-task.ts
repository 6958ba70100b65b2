import type { reductions } from '../../reductions/index.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import type { ReadFile } from '../data/labelled.ts';
import type { Session } from '../terminal/session.ts';
import type { ClassesRequest } from './classes.ts';
import type { learnedPage } from './page.ts';
import type { LearnRequest } from './learned.ts';
import type { PairsAsked } from './ranking.ts';

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
  if (read === undefined) {
    const { learnStream } = await import('./stream.ts');
    return learnStream({ ...request, start: resume ?? written }, session);
  }
  if (task === 'ranking') {
    const { learnRanking } = await import('./ranking.ts');
    return learnRanking({ ...request, read, start: resume ?? { learner: written, pairs } }, session);
  }
  if (task === 'classes') {
    const { learnClasses } = await import('./classes.ts');
    const start = resume ?? { ...written, reduction: reduction as keyof typeof reductions };
    return learnClasses({ ...request, read, start }, session);
  }
  const { learnFile } = await import('./run.ts');
  return learnFile({ ...request, read, start: resume ?? written }, session);
}
