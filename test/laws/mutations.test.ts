/** LAWS of the laws: every planted mistake is found by one of them. To add a world, list it here. */
import { describe, expect, it } from 'vitest';
import { hunt } from '../support/mutation.ts';
import { ledgerMutations } from './mutations/ledger.ts';
import { lossMutations } from './mutations/losses.ts';
import { streamMutations } from './mutations/streams.ts';
import { updateMutations } from './mutations/updates.ts';

describe.each([lossMutations, updateMutations, streamMutations, ledgerMutations])('mutations of $name', (world) => {
  it.for(world.mutations)('$wrong', async (mutation, { annotate }) => {
    const found = await hunt(world, mutation);
    expect(found, 'survives every law').toBeDefined();
    await annotate(`found by ${found}`);
  });
});
