/**
 * What the architecture costs: one passive pass of the generic learner against a loop fused by hand for the same loss, update and
 * optimizer. Both take turns in one process, so that a machine that slows down slows both.
 *
 * The fused loops know their loss and their geometry; what they save are the calls between learner, update, loss and
 * optimizer, and what these may not assume of one another. Numbers that cross a call which the engine does not inline are boxed
 * by it, 16 bytes each; nothing else is allocated per row, and nothing per feature. The engine is as the library finds it.
 */
import { quantile } from '../../src/statistics/small-samples.ts';
import { onThread } from '../../src/files/on-thread.ts';
import { combinations, cost, ENTRIES, genericPass, ROWS, syntheticRows, type Cost } from './combination.ts';

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
  for (const combination of chosen)
    for (const pass of [genericPass(combination), combination.fused]) pass(data.rows, data.labels[combination.loss.labels]);
  for (const combination of chosen) console.log(line(cost(combination, data, LAPS)));
}

/** All combinations, each alone: a quarter of an hour. */
export async function benchCombinations(): Promise<void> {
  const costs: Cost[] = [];
  console.log(`${combinations.length} combinations, each on a thread of its own, medians of ${FEW_LAPS} laps:`);
  for (const index of combinations.keys()) {
    const found = await alone(index, FEW_LAPS);
    costs.push(found);
    console.log(line(found));
  }
  console.log('time by that of the fused loop:');
  console.log(spread('all', costs));
  for (const part of [2, 1, 0]) {
    const names = new Set(costs.map(({ name }) => name.split(', ')[part]));
    for (const name of names)
      console.log(
        spread(
          name,
          costs.filter((each) => each.name.split(', ')[part] === name),
        ),
      );
  }
}

function spread(name: string, costs: readonly Cost[]): string {
  const ratios = costs.map(({ ratio }) => ratio);
  const at = (p: number): string => quantile(ratios, p).toFixed(2);
  const above = ratios.filter((ratio) => ratio > 1.25).length;
  return `${name.padEnd(25)} median ${at(0.5)}, 90% ${at(0.9)}, largest ${at(1)}; ${above} of ${ratios.length} above 1.25`;
}

async function alone(index: number, laps: number): Promise<Cost> {
  const [found] = await onThread<Cost>(
    new URL('./combination-thread.js', import.meta.url),
    { index, laps },
    new AbortController().signal,
  );
  return found;
}

function line({ name, nanosecondsPerRow, ratio, bytesPerRow, largestDifference }: Cost): string {
  return (
    `${name.padEnd(50)} ${nanosecondsPerRow.toFixed(0).padStart(5)} ns a row, ${ratio.toFixed(2)} of the fused loop, ` +
    `${bytesPerRow.toFixed(0)} bytes a row, weights equal to ${largestDifference.toExponential(0)}`
  );
}
