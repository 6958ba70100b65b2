/**
 * Reference: the counts of 28 public datasets as another program found them (the manifest beside them); skipped without
 * ../shared.
 */
import { describe, expect, it } from 'vitest';
import { describe as describeDataset } from '../../src/rows/describe.ts';
import { readDataset } from '../../src/data/index.ts';
import { reference, sharedPath } from '../support/shared.ts';

interface Entry {
  readonly file: string;
  readonly task: 'binary' | 'multiclass' | 'regression' | 'ranking';
  readonly rows: number;
  /** Largest id; ids count from 1. */
  readonly features: number;
  readonly features_used: number;
  readonly nnz: number;
  readonly queries?: number;
  /** Count of every label, or the extremes of a regression. */
  readonly label_summary: Readonly<Record<string, number>>;
}

const manifest = JSON.parse(reference('data/manifest.json') ?? '{"datasets":[]}') as { datasets: Entry[] };

describe.skipIf(manifest.datasets.length === 0)('public datasets (reference, skipped without ../shared)', () => {
  it('are all there', () => expect(manifest.datasets).toHaveLength(28));

  it.each(manifest.datasets)('$file', async ({ file, task, rows, features, features_used, nnz, queries, label_summary }) => {
    const dataset = await readDataset(sharedPath(`data/${file}`)!, { labels: task === 'binary' ? 'sign' : 'real' });
    const found = describeDataset(dataset);
    expect(found.rows).toMatchObject({ rows, features: features_used, nonZeros: nnz });
    expect(dataset.rows.columns).toBe(features + 2);
    expect(found.groups).toBe(queries);
    if (task === 'regression') expect(found.labels).toMatchObject({ least: label_summary.min, greatest: label_summary.max });
    else expect(Object.fromEntries(found.labels.counts!)).toEqual(label_summary);
  });
});
