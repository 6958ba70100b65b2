import { z } from 'zod';
import { DataError } from '../../files/data-error.ts';
import { load, save, type Model } from '../../learners/model-file.ts';
import { SpecError } from '../../specs/choices.ts';
import { PartsError, requireRecordedParts } from '../../specs/parts/recorded.ts';
import { completePairs, type RankingSpec } from '../../specs/kinds/ranking.ts';
import { Failure } from '../terminal/failure.ts';
import { leading, learnerSpec, LINEAR_FIELDS, type LinearModel } from './linear-model.ts';

const Spec = z.object({
  ...LINEAR_FIELDS,
  kind: z.literal('ranking'),
  pairs: z.object({ name: z.string() }).catchall(z.number()),
});

/**
 * Models of `iwal learn --reduction pairwise-ranking`: a linear model that gives scores, and what its pairs weigh.
 *
 * Errors: those of linear models.
 */
export interface RankingModel extends LinearModel {
  readonly spec: RankingSpec;
}

/** Writes a model of orders; the file appears whole or not at all. */
export async function saveRanking(path: string, { spec, space, columns, state }: Omit<RankingModel, 'file'>): Promise<void> {
  await save(path, { spec: { kind: 'ranking', ...spec, space, columns }, state });
}

/**
 * Reads a model of orders.
 *
 * @throws DataError for another file.
 */
export function loadRanking(file: string): RankingModel {
  const model = rankingIn(file, load(file));
  if (model === undefined)
    throw new Failure(`${file} is no model of a ranking; iwal learn --reduction pairwise-ranking writes one`);
  return model;
}

/** The ranking in a model file; undefined where it holds another kind. */
export function rankingIn(file: string, model: Model): RankingModel | undefined {
  const { spec, state } = leading(model);
  const { success, data } = Spec.safeParse(spec);
  if (!success) return undefined;
  const { loss, update, optimizer, constant, pairs, space, columns } = data;
  try {
    requireRecordedParts(spec);
    const learner = learnerSpec({ loss, update, optimizer, constant });
    return { file, spec: { ...learner, pairs: completePairs(pairs) }, space, columns, state };
  } catch (error) {
    if (error instanceof PartsError) throw error.of(file);
    if (!(error instanceof SpecError)) throw error;
    throw new DataError({ file, found: `a model whose spec is wrong: ${error.message}`, legal: 'a model that iwal learn wrote' });
  }
}
