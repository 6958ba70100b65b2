import type { reductions } from '../../reductions/index.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import type { ReadFile } from '../data/large-files.ts';
import type { Session } from '../terminal/session.ts';
import type { ClassesRequest } from './classes.ts';
import type { PairsAsked } from './ranking.ts';

/** What is learned beside two classes and numbers. */
export type Task = 'classes' | 'ranking';

/** What any task is learned from. */
export interface TaskRequest extends Omit<ClassesRequest, 'read' | 'start'> {
  /** Absent: rows are read a piece at a time, beside learning. */
  readonly read: ReadFile | undefined;
  /** The model to continue from; absent: what is written begins one. */
  readonly resume: string | undefined;
  readonly written: LearnerSpec;
  readonly reduction: string | undefined;
  readonly pairs: PairsAsked;
  /** As LearnRequest has it. */
  readonly final: 'best' | 'fit' | 'online';
}

/** Learns it; what came of it as one object, and as the lines to print. */
export async function learnedBy(
  task: Task | undefined,
  { read, resume, written, reduction, pairs, ...request }: TaskRequest,
  session: Session,
): Promise<{ readonly learned: object; readonly page: string }> {
  if (read === undefined) {
    const [{ learnStream }, { learnedPage }] = await Promise.all([import('./stream.ts'), import('./page.ts')]);
    const learned = await learnStream({ ...request, start: resume ?? written }, session);
    return { learned, page: learnedPage(learned) };
  }
  if (task === 'ranking') {
    const [{ learnRanking }, { rankingPage }] = await Promise.all([import('./ranking.ts'), import('./ranking-page.ts')]);
    const learned = await learnRanking({ ...request, read, start: resume ?? { learner: written, pairs } }, session);
    return { learned, page: rankingPage(learned) };
  }
  if (task === 'classes') {
    const [{ learnClasses }, { classPage }] = await Promise.all([import('./classes.ts'), import('./class-page.ts')]);
    const start = resume ?? { ...written, reduction: reduction as keyof typeof reductions };
    const learned = await learnClasses({ ...request, read, start }, session);
    return { learned, page: classPage(learned) };
  }
  const [{ learnFile }, { learnedPage }] = await Promise.all([import('./run.ts'), import('./page.ts')]);
  const learned = await learnFile({ ...request, read, start: resume ?? written }, session);
  return { learned, page: learnedPage(learned) };
}
