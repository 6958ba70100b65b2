import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../src/rows/dataset.ts';
import { readDataset } from '../../src/data/index.ts';
import { SparseRows } from '../../src/rows/sparse-rows.ts';
import { sampleFormats } from '../../src/ledger/export/index.ts';
import { sampleOf, weightLines } from '../../src/ledger/export/sample.ts';
import { passiveLearn } from '../../src/streams/passes/passive-learn.ts';
import { ProgressiveValidation } from '../../src/streams/measures/class-measures.ts';
import { oracles } from '../../src/streams/oracles/index.ts';
import { annotatorContext, task, weightedTask, type Run } from '../support/active-runs.ts';
import { keptRun } from '../support/ledgers.ts';
import { entriesOf, rowOf, rowsOf } from '../support/rows/rows.ts';
import { logisticLearner, ruleNames } from '../support/rules.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

/**
 * Laws of export: every format gives the rows, labels and importances back bit for bit, and whoever learns them in their order
 * with a constant step has the weights of the run itself.
 */

const { path } = temporaryFolder();
const context = annotatorContext();
const hard: Run = {
  rule: 'iwal-cal',
  decorators: [oracles.abstaining({ abstainRate: 0.2 }, context), oracles.delayed({ delay: 4 }, context)],
};

/** How a table is read, and what it says besides features. */
const AS_TABLE = { labels: 'sign', importanceColumn: 'importance', ignoreColumns: ['id'] } as const;

function countedFromOne({ rows, ...rest }: Dataset): Dataset {
  const { offsets, indices, values, columns } = rows;
  return {
    ...rest,
    rows: new SparseRows(
      offsets,
      indices.map((column) => (column === 0 ? 0 : column + 1)),
      values,
      columns + 1,
    ),
  };
}

function written(format: keyof typeof sampleFormats, what: Run = hard) {
  const sample = sampleOf(keptRun(what, 'purchases').entries, what.data ?? task);
  const file = path(`sample.${format === 'svmlight' ? 'svm' : format}`);
  writeFileSync(file, [...sampleFormats[format](sample)].join(''));
  return { sample, file };
}

describe('round trips (law)', () => {
  it('vw', async () => {
    const { sample, file } = written('vw');
    const { rows, labels, importances } = await readDataset(file, { labels: 'sign', bits: 8 });
    expect(entriesOf(rows)).toEqual(entriesOf(sample.dataset.rows));
    expect([...labels]).toEqual([...sample.dataset.labels]);
    expect([...importances!]).toEqual([...sample.dataset.importances]);
    expect(Math.max(...importances!)).toBeGreaterThan(1);
  });

  it('svmlight and its weights', async () => {
    const { sample, file } = written('svmlight');
    const { rows, labels } = await readDataset(file, { labels: 'sign' });
    expect(entriesOf(rows)).toEqual(entriesOf(sample.dataset.rows));
    expect([...labels]).toEqual([...sample.dataset.labels]);
    const weights = [...weightLines(sample)].join('').trimEnd().split('\n');
    expect(weights.map(Number)).toEqual([...sample.dataset.importances]);
  });

  it('csv: from a pool that counts from 1, the same columns; from 0, one further', async () => {
    for (const [data, shift] of [
      [task, 1],
      [countedFromOne(task), 0],
    ] as const) {
      const { sample, file } = written('csv', { ...hard, data });
      const { rows, labels, importances } = await readDataset(file, AS_TABLE);
      const shifted = entriesOf(sample.dataset.rows).map((row) =>
        row.map(([column, value]) => [column === 0 ? 0 : column + shift, value]),
      );
      expect(entriesOf(rows)).toEqual(shifted);
      expect([...labels]).toEqual([...sample.dataset.labels]);
      expect([...importances!]).toEqual([...sample.dataset.importances]);
      expect(readFileSync(file, 'utf8')).toMatch(shift === 1 ? /^id,label,importance,f0,f1,/ : /^id,label,importance,f1,f2,/);
    }
  });

  it('a table names its columns as the pool does, unless it would have two of one name', () => {
    const sample = sampleOf(keptRun({ rule: 'random', data: countedFromOne(task) }, 'considered').entries, countedFromOne(task));
    const names = Array.from({ length: sample.dataset.rows.columns - 2 }, (_, k) => `dose, day ${k + 1}`);
    const header = (of: readonly string[]): string => [...sampleFormats.csv({ ...sample, names: of })][0];
    expect(header(names)).toBe(`id,label,importance,${names.map((name) => `"${name}"`).join(',')}\n`);
    const numbered = `id,label,importance,${names.map((_, k) => `f${k + 1}`).join(',')}\n`;
    expect(header(['label', ...names.slice(1)])).toBe(numbered);
    expect(header(names.slice(1))).toBe(numbered);
  });

  it('the tag names the row of the pool', () => {
    const { entries } = keptRun({ rule: 'random' }, 'considered');
    const sample = sampleOf(entries, task);
    const lines = [...sampleFormats.vw(sample)];
    expect(lines.length).toBe(entries.filter((entry) => entry.entry === 'example' && entry.outcome === 'asked').length);
    lines.forEach((line, n) => expect(line).toMatch(new RegExp(`^-?1 5 ${sample.ids[n]}\\| `)));
  });
});

describe('learning the sample (law)', () => {
  // Rules that learn more than they buy (oracular-cal, active-cover) or less (selective-sampling) leave something out.
  const purchasesOnly = ruleNames.filter((rule) => !['oracular-cal', 'active-cover', 'selective-sampling'].includes(rule));

  it.each(
    purchasesOnly.flatMap((rule) =>
      [task, weightedTask].flatMap((pool) =>
        (['vw', 'csv'] as const).map((format) => ({ rule, format, pool, rows: 'importances' in pool ? 'weighted' : 'plain' })),
      ),
    ),
  )('$rule as $format, $rows rows: with a constant step, the weights of the run bit for bit', async ({ rule, format, pool }) => {
    const what = { rule, data: countedFromOne(pool) };
    const { file } = written(format, what);
    const { active } = keptRun(what, 'considered');
    const { rows, labels, importances } = await readDataset(file, format === 'vw' ? { labels: 'sign', bits: 8 } : AS_TABLE);
    const learner = logisticLearner(rows.columns);
    const order = Uint32Array.from(labels, (_, i) => i);
    passiveLearn(
      learner,
      { rows, labels, ...(importances && { importances }), order },
      new ProgressiveValidation(learner.loss, labels),
      0,
      order.length,
    );
    const weights = active.learner.weights();
    expect([...learner.optimizer.weights().subarray(0, weights.length)]).toEqual([...weights]);
    expect(weights.some((w) => w !== 0)).toBe(true);
  });
});

it('a table has the numbers of its rows, each in its own, with and without the constant', () => {
  const dataset = {
    name: 'small',
    rows: rowsOf([[[1, 4]], rowOf(3, (j) => [1, undefined, 5][j]), [[2, 6]], []]),
    labels: Float64Array.of(1, -1, 1, -1),
    importances: Float64Array.of(1, 2, 3, 4),
  };
  const lines = [...sampleFormats.csv({ dataset, ids: Uint32Array.of(7, 8, 9, 3), pool: {}, firstId: 0 })].slice(1);
  expect(lines).toEqual(['7,1,1,4,0\n', '8,-1,2,0,5\n', '9,1,3,0,6\n', '3,-1,4,0,0\n']);
});

it('a table of more columns than spreadsheets hold is refused', () => {
  const table = (features: number) => () => {
    const dataset = {
      name: 'wide',
      rows: rowsOf([[[features, 1]]]),
      labels: Float64Array.of(1),
      importances: Float64Array.of(1),
    };
    return [...sampleFormats.csv({ dataset, ids: Uint32Array.of(0), pool: {}, firstId: 0 })];
  };
  expect(table(20_000)).toThrow(/a table of 20000 features is too wide; svmlight and vw text hold them, --format table/);
  // 16,384 columns with those that lead.
  expect(table(16_381)()[0].split(',')).toHaveLength(16_384);
  expect(table(16_382)).toThrow('a table of 16382 features is too wide');
});
