import { locate, type DatasetFacts } from '../../../data/public/local-copies.ts';
import type { Session } from '../../terminal/session.ts';

/** What an action is asked to do. */
export interface Request {
  readonly names: readonly string[];
  /** The data folder asked for. */
  readonly folder: string | undefined;
  readonly mirror: string | undefined;
  readonly json: boolean;
}

/** What `iwal datasets` can do: one file an action. */
export type Action = (request: Request, session: Session) => Promise<void>;

/** What is known of a dataset, as `--json` prints it. */
export interface Summary extends Omit<DatasetFacts, 'positiveRate'> {
  readonly name: string;
  readonly positiveRate: number | null;
  /** Path of the local copy, of its first file where it has several; null without one. */
  readonly here: string | null;
}

/** One dataset of the catalogue in a few facts, for the table and for `--json`. */
export function summaryOf(
  name: string,
  { task, rows, features, positiveRate }: DatasetFacts,
  folders: readonly string[],
): Summary {
  return { name, task, rows, features, positiveRate: positiveRate ?? null, here: locate(name, folders)?.files[0].path ?? null };
}
