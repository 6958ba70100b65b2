/**
 * What a row costs by loss, update and optimizer: one passive pass of the learner. What one would write by hand for one combination is
 * the C++ of `--against cxx` (peers/cxx). Numbers that cross a call which the engine does not inline are boxed by it, 16 bytes each; nothing
 * else is allocated per row, and nothing per feature. The engine is as the library finds it.
 */
import { onThread } from '../../src/files/on-thread.ts';
import { combinations, type Cost } from './combination.ts';

/** Enough for the engine to have compiled the loops long before the lap in the middle. */
const LAPS = 15;

/** All combinations, each alone, on a thread that has seen no other, as in a program with one learner: a quarter of an hour. */
export async function benchCombinations(): Promise<void> {
  console.log(`${combinations.length} combinations, each on a thread of its own, medians of ${LAPS} laps:`);
  for (const index of combinations.keys()) {
    const work = { index, laps: LAPS };
    const url = new URL('./combination-thread.js', import.meta.url);
    const [{ name, nanosecondsPerRow, bytesPerRow }] = await onThread<Cost>(url, work, new AbortController().signal);
    const costs = `${nanosecondsPerRow.toFixed(0).padStart(5)} ns a row, ${bytesPerRow.toFixed(0)} bytes a row`;
    console.log(`${name.padEnd(50)} ${costs}`);
  }
}
