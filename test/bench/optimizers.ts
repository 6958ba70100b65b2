/**
 * What a row costs by loss, update and optimizer: one passive pass of the learner. What one would write by hand for one combination is
 * the C++ of `--against cxx` (peers/cxx). Numbers that cross a call which the engine does not inline are boxed by it, 16 bytes each; nothing
 * else is allocated per row, and nothing per feature. The engine is as the library finds it.
 */
import { onThread } from '../../src/files/on-thread.ts';
import { combinations, cost, ENTRIES, pass, ROWS, syntheticRows, type Cost } from './combination.ts';

const LAPS = 51;
/** Enough for the engine to have compiled the loops long before the lap in the middle. */
const FEW_LAPS = 15;

/**
 * Every optimizer, loss and update at least once: first alone, on a thread that has seen no other, as in a program with one
 * learner; then where all have met all others and every call has many targets, as in a long study of many methods.
 */
export async function benchOptimizers(): Promise<void> {
  const chosen = combinations.filter(({ loss, update, name }) => {
    const isSame = [loss.name === 'logistic', update.name === 'invariant', name.endsWith('gradient-descent')].filter(
      Boolean,
    ).length;
    return isSame >= 2 || name === 'logistic, naive, ftrl-proximal with l1' || name === 'logistic, naive, rda with l1';
  });
  console.log(`one pass over ${ROWS} rows of ${ENTRIES} entries; medians of ${LAPS} laps\nalone:`);
  for (const combination of chosen) console.log(line(await alone(combinations.indexOf(combination), LAPS)));
  console.log('together:');
  const data = syntheticRows();
  for (const combination of chosen) pass(combination, data.rows, data.labels[combination.loss.labels]);
  for (const combination of chosen) console.log(line(cost(combination, data, LAPS)));
}

/** All combinations, each alone: a quarter of an hour. */
export async function benchCombinations(): Promise<void> {
  console.log(`${combinations.length} combinations, each on a thread of its own, medians of ${FEW_LAPS} laps:`);
  for (const index of combinations.keys()) console.log(line(await alone(index, FEW_LAPS)));
}

async function alone(index: number, laps: number): Promise<Cost> {
  const [found] = await onThread<Cost>(
    new URL('./combination-thread.js', import.meta.url),
    { index, laps },
    new AbortController().signal,
  );
  return found;
}

function line({ name, nanosecondsPerRow, bytesPerRow }: Cost): string {
  return `${name.padEnd(50)} ${nanosecondsPerRow.toFixed(0).padStart(5)} ns a row, ${bytesPerRow.toFixed(0)} bytes a row`;
}
