import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Documents } from '../../data/documents/read-documents.ts';
import { detectedFormat, documentsIn, readDataset } from '../../data/index.ts';
import { excerptOf } from '../../files/printable.ts';
import { poolOf } from '../../labelling/pool.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { readingOf } from '../options/reading-options.ts';
import { predictFile } from '../predict/run.ts';
import { projectAround } from '../project/project.ts';
import type { Session } from '../terminal/session.ts';

/** Documents that are listed of a kind. */
const MOST = 5;

/** Documents of a project's pool: those with the largest probability of the class that is predicted, and with the smallest. */
export type DocumentsSeen = Partial<Readonly<Record<'surest' | 'leastSure', readonly SeenDocument[]>>>;

/** A document of the pool, the class that a model predicts for it, and how probable the model calls that class. */
export interface SeenDocument {
  /** Its id, or the number of its row from 1. */
  readonly id: string;
  readonly class: string;
  readonly probability: number;
  /** Its beginning. */
  readonly text: string;
}

/**
 * The documents of a project's pool that its model is surest and least sure about, labelled ones among them. Nothing where the model is
 * that of no project, where the pool is not there or has no documents, and where the model has no probabilities.
 */
export async function documentsSeen(file: string, session: Session, classes: readonly string[] = []): Promise<DocumentsSeen> {
  const [, positive = '1'] = classes;
  const project = basename(file) === 'model.iwalmodel' ? projectAround(file) : undefined;
  if (project === undefined || !existsSync(project.pool)) return {};
  const { pool } = project;
  // What the classes are called the model knows.
  const said = { ...project.options, classes: undefined, positive: undefined } as Parameters<typeof readingOf>[1];
  const asked = await readingOf(pool, said);
  if (documentsIn(await detectedFormat(pool, asked.format), asked) === undefined) return {};
  let dataset: Dataset & Partial<Documents>;
  const read: typeof readDataset = async (...args) => (dataset = await readDataset(...args));
  const { rows } = await predictFile(file, pool, { asked: { ...asked, labelColumn: 'none' }, read }, session);
  const { texts = [] } = poolOf(pool, dataset!);
  const documents = rows.flatMap(({ id, class: name, probability, scores }, row): SeenDocument[] => {
    if (name === undefined || probability === undefined) return [];
    const isOfOther = scores === undefined && name !== positive;
    return [{ id, class: name, probability: isOfOther ? 1 - probability : probability, text: excerptOf(texts[row]) }];
  });
  const sorted = documents.sort((a, b) => b.probability - a.probability);
  return documents.length === 0 ? {} : { surest: sorted.slice(0, MOST), leastSure: sorted.slice(-MOST).reverse() };
}
