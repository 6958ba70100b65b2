/** LAW of stored results: cells whose rows have kernels become what is stored, byte for byte. */
import { expect, it } from 'vitest';
import { rcv1Like } from '../../src/data/rcv1-like.ts';
import type { Split } from '../../src/rows/dataset.ts';
import { packed, parseCell, runCell } from '../../src/studies/cells/cell.ts';
import { publishedResults } from '../support/published.ts';
import '../support/kinds.ts';

interface Line extends Record<string, unknown> {
  readonly cell: { readonly dataset: string; readonly run: { readonly optimizer: { readonly name: string } } };
}

/** What a line says besides the outcome. */
const IDENTITY = new Set(['hash', 'engine', 'data', 'cell', 'digest']);

const draw = (part: 'train' | 'validation' | 'test', documents: number) => rcv1Like({ seed: 1, part, documents });
const split: Split = { train: draw('train', 60_000), validation: draw('validation', 5000), test: draw('test', 5000) };
const lines = publishedResults('rcv1-active')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .filter(({ cell }) => cell.dataset === 'rcv1-like 1');

it.each(['gradient-descent', 'averaged', 'ada-grad', 'normalized-adaptive'])('%s', (name) => {
  expect(split.train.rows.kernels).toBeDefined();
  const line = lines.find(({ cell }) => cell.run.optimizer.name === name)!;
  const stored = Object.fromEntries(Object.entries(line).filter(([key]) => !IDENTITY.has(key)));
  const outcome = runCell(parseCell(line.cell), new Map([['rcv1-like 1', split]]));
  expect(JSON.stringify(packed(outcome))).toBe(JSON.stringify(stored));
});
