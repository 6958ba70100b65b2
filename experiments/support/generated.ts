import type { Rcv1Part } from '../../src/data/generated/rcv1-like.ts';
import { rcv1LikeOf } from '../../src/studies/data/datasets.ts';
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
export function generatedSets({ train, judge }: Documents, seeds: number): StudyDataset[] {
  const draw = (part: Rcv1Part, replicate: number, documents: number) => ({ seed: 1, part, replicate, documents });
  return seedsUpTo(seeds).map((seed) =>
    rcv1LikeOf(generated(seed), {
      train: draw('train', seed, train),
      validation: draw('validation', 1, judge),
      test: draw('test', 1, judge),
    }),
  );
}
