import { expect, it } from 'vitest';
import { studies } from '../../experiments/index.ts';
import { verdict } from '../../src/studies/results/claims.ts';
import { SEEDS, withoutData } from './support/hand-made.ts';

/** LAW: a study claims nothing where none of its sets is there. */

/** Those that always have a result: all or some of what they run on is generated, or needs no set. */
const GENERATED = ['rcv1-active', 'label-complexity', 'label-frontier', 'speed', 'certificate', 'shards'];

const all = Object.entries(studies).filter(
  ([id, study]) => !GENERATED.includes(id) && study.datasets('default', SEEDS).length > 0,
);

it.each(all)('%s', (_, study) => {
  const { claims } = study.report(withoutData(study));
  expect(claims.filter((claim) => verdict(claim) !== 'not measured')).toEqual([]);
});
