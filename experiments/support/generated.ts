import type { Rcv1Part } from '../../src/data/rcv1-like.ts';
import type { Dataset, Split } from '../../src/rows/dataset.ts';
import type { Rcv1Documents } from '../../src/studies/data/data-source.ts';
import type { StudyDataset } from '../../src/studies/study.ts';
import { seedsUpTo } from './seeds.ts';

/** Name of these datasets, before the number of the seed. */
export const GENERATED = 'rcv1-like';

/** Documents of a training stream and of each judging part. */
export interface Documents {
  readonly train: number;
  readonly judge: number;
}

/** The name of the dataset of this seed. */
export function generated(seed: number): string {
  return `${GENERATED} ${seed}`;
}

/** Documents like RCV1: one vocabulary, one validation and one test part, and for every seed a training stream of its own. */
export function generatedSets(documents: Documents, seeds: number): StudyDataset[] {
  return seedsUpTo(seeds).map((seed) => drawn(generated(seed), documents, seed, 1));
}

/** Name of the datasets to choose on, before the number of the seed. */
export const DEVELOPMENT = 'development';
/** Training streams to choose on, behind those of all seeds that are reported. */
const DEVELOPMENT_STREAMS = 1_000_000;

/** The name of the dataset to choose on with this seed. */
export function development(seed: number): string {
  return `${DEVELOPMENT} ${seed}`;
}

/** Other documents of the same kind, training streams and judging parts: to choose on what is reported of the ones above. */
export function developmentSets(documents: Documents, seeds: number): StudyDataset[] {
  return seedsUpTo(seeds).map((seed) => drawn(development(seed), documents, DEVELOPMENT_STREAMS + seed, 2));
}

function drawn(name: string, { train, judge }: Documents, stream: number, judges: number): StudyDataset {
  const draw = (part: Rcv1Part, replicate: number, documents: number) => ({ seed: 1, part, replicate, documents });
  return rcv1LikeOf(name, {
    train: draw('train', stream, train),
    validation: draw('validation', judges, judge),
    test: draw('test', judges, judge),
  });
}

/** Generated documents, one draw for each part. */
export function rcv1LikeOf(name: string, parts: { readonly [P in keyof Split]: Rcv1Documents }): StudyDataset {
  const draws = Object.entries(parts);
  return {
    name,
    state: (source) => (draws.every(([, documents]) => source.hasRcv1Like(documents)) ? 'here' : 'to be made'),
    load: async (source) => {
      const split: Record<string, Dataset> = {};
      for (const [part, documents] of draws) split[part] = await source.rcv1Like(documents);
      return split as unknown as Split;
    },
  };
}
