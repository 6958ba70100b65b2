/** LAWS of the laws: every planted mistake is found by one of them. To add a world, list it here. */
import { afterAll, describe, expect, it } from 'vitest';
import { endHunt, hunt, namesOf } from '../support/mutation.ts';
import { ledgerMutations } from './mutations/ledger.ts';
import { lossMutations } from './mutations/losses.ts';
import { optimizerMutations } from './mutations/optimizers.ts';
import { rankingMutations } from './mutations/ranking.ts';
import { blockMutations, reductionMutations } from './mutations/reductions.ts';
import { statisticsMutations } from './mutations/statistics.ts';
import { streamMutations } from './mutations/streams.ts';
import { updateMutations } from './mutations/updates.ts';

afterAll(endHunt);

/** A law that refuses the right formulas would find every mistake. */
describe.each([optimizerMutations, statisticsMutations, reductionMutations, blockMutations, rankingMutations])(
  'without a mistake, $name',
  (world) => {
    it('keep every law', async () => {
      const names = [...new Set(world.mutations.flatMap(namesOf))];
      expect(
        await world.judge(
          (module) => import(new URL(`../../src/${module.replace(/js$/, 'ts')}`, import.meta.url).href) as Promise<unknown>,
          names,
        ),
      ).toBeUndefined();
    });
  },
);

describe.each([
  lossMutations,
  updateMutations,
  optimizerMutations,
  statisticsMutations,
  streamMutations,
  ledgerMutations,
  reductionMutations,
  blockMutations,
  rankingMutations,
])('mutations of $name', (world) => {
  it.for(world.mutations)('$wrong', async (mutation, { annotate }) => {
    const found = await hunt(world, mutation);
    expect(found, 'survives every law').toBeDefined();
    await annotate(`found by ${found}`);
  });
});
