import { setImmediate } from 'node:timers/promises';
import type { DataSource } from './data-source.ts';
import type { Split } from '../../rows/selection.ts';
import type { StudyDataset } from '../study.ts';

/**
 * Loads the datasets of a study one after the other; those that this machine does not have are named. Between two of them Ctrl-C
 * is heard.
 */
export async function loadData(
  datasets: readonly StudyDataset[],
  source: DataSource,
  signal: AbortSignal,
): Promise<{ splits: Map<string, Split>; missing: string[] }> {
  const splits = new Map<string, Split>();
  const missing: string[] = [];
  for (const dataset of datasets) {
    await setImmediate();
    signal.throwIfAborted();
    const split = await dataset.load(source);
    if (split === undefined) missing.push(dataset.name);
    else splits.set(dataset.name, split);
  }
  return { splits, missing };
}
