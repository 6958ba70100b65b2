import type { RunOptions } from '../../../reports/run-study.ts';
import type { Session } from '../../terminal/session.ts';

/** The options that actions on a study share. */
export interface StudyOptions extends Pick<RunOptions, 'seeds' | 'workers' | 'out'> {
  readonly full: boolean;
  readonly fresh: boolean;
  readonly 'dry-run': boolean;
  readonly rerun: boolean;
  /** The file of a study, a program. */
  readonly file: string | undefined;
  /** Of a task in its run folder, from 0. */
  readonly index: number | undefined;
  readonly tasks: number | undefined;
  readonly time: string | undefined;
  readonly sbatch: string | undefined;
  readonly prepare: boolean;
  readonly 'data-dir': string | undefined;
}

/** What `iwal study` can do: one action of it. */
export interface Action {
  readonly summary: string;
  /** What has to follow its name; nothing if absent. */
  readonly takes?: string;
  /** The options it reads. */
  readonly options: readonly (keyof StudyOptions)[];
  run(subject: string, options: StudyOptions, session: Session): Promise<void>;
}
