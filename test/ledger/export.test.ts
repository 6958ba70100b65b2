/**
 * Laws of export: every format gives the rows, labels and importances back bit for bit, and whoever learns them in their order with a
 * constant step has the weights of the run itself.
 */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDataset } from '../../src/data/index.ts';
import { SparseRowsBuilder } from '../../src/data/sparse-rows-builder.ts';
import { sampleFormats } from '../../src/ledger/export/index.ts';
import { sampleOf } from '../../src/ledger/export/sample.ts';
import { weightLines } from '../../src/ledger/export/svmlight.ts';
import { passiveLearn } from '../../src/streams/passive-learn.ts';
import { ProgressiveValidation } from '../../src/streams/progressive.ts';
import { oracles } from '../../src/streams/oracles/index.ts';
import { annotatorContext, task, type Run } from '../support/active-runs.ts';
import { keptRun } from '../support/ledgers.ts';
import { entriesOf } from '../support/rows.ts';
import { logisticLearner, ruleNames } from '../support/rules.ts';
import { temporaryFolder } from '../support/temporary.ts';

const { path } = temporaryFolder();
const context = annotatorContext();
const hard: Run = { rule: 'iwal-cal', decorators: [oracles.abstaining({ abstainRate: 0.2 }, context), oracles.delayed({ delay: 4 }, context)] };

function written(format: keyof typeof sampleFormats, what: Run = hard) {
  const sample = sampleOf(keptRun(what, 'purchases').entries, task);
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

  it('csv', async () => {
    const { sample, file } = written('csv');
    const { rows, labels } = await readDataset(file, { labels: 'sign', labelColumn: 'label' });
    expect([...labels]).toEqual([...sample.dataset.labels]);
    // The first features, columns 2 and 3, are the id and the importance; the pool's column c comes at c + 3.
    const found = entriesOf(rows).map((row) => Object.fromEntries(row));
    entriesOf(sample.dataset.rows).forEach((row, i) => {
      const shifted = Object.fromEntries(row.filter(([column]) => column !== 0).map(([column, value]) => [column + 3, value]));
      const id = sample.ids[i];
      expect(found[i]).toEqual({ 0: 1, ...(id !== 0 && { 2: id }), 3: Math.fround(sample.dataset.importances[i]), ...shifted });
    });
  });

  it('the tag names the row of the pool', () => {
    const { entries } = keptRun({ rule: 'random' }, 'considered');
    const sample = sampleOf(entries, task);
    const lines = [...sampleFormats.vw(sample)];
    expect(lines.length).toBe(entries.filter((entry) => entry.entry === 'example' && entry.outcome === 'asked').length);
    lines.forEach((line, n) => { expect(line).toMatch(new RegExp(`^-?1 5 ${sample.ids[n]}\\| `)); });
  });
});

describe('learning the sample (law)', () => {
  // Rules that learn more than they buy (oracular-cal, active-cover) or less (selective-sampling) leave something out.
  const purchasesOnly = ruleNames.filter((rule) => !['oracular-cal', 'active-cover', 'selective-sampling'].includes(rule));

  it.each(purchasesOnly)('%s: with a constant step, the weights of the run bit for bit', async (rule) => {
    const { file } = written('vw', { rule });
    const { active } = keptRun({ rule }, 'considered');
    const { rows, labels, importances } = await readDataset(file, { labels: 'sign', bits: 8 });
    const learner = logisticLearner(rows.columns);
    const order = Uint32Array.from(labels, (_, i) => i);
    passiveLearn(learner, { rows, labels, ...(importances && { importances }), order }, new ProgressiveValidation(learner.loss, labels), 0, order.length);
    const weights = active.learner.optimizer.weights();
    expect([...learner.optimizer.weights().subarray(0, weights.length)]).toEqual([...weights]);
    expect(weights.some((w) => w !== 0)).toBe(true);
  });
});

it('a table of more columns than spreadsheets hold is refused', () => {
  const builder = new SparseRowsBuilder();
  builder.add(20_000, 1);
  builder.endRow();
  const rows = builder.build();
  const dataset = { name: 'wide', rows, labels: Float64Array.of(1), importances: Float64Array.of(1) };
  expect(() => [...sampleFormats.csv({ dataset, ids: Uint32Array.of(0) })]).toThrow(/a table of 20000 features is too wide; svmlight and vw text hold them/);
});
