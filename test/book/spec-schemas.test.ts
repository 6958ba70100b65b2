/**
 * LAWS of docs/schemas/spec.json and study.json: they take every run of the studies, as it was written and as it is stored, and refuse
 * what the parsers refuse.
 */
import { describe, expect, it } from 'vitest';
import { studies } from '../../experiments/index.ts';
import { parseCell, type Cell } from '../../src/studies/cells/cell.ts';
import { kinds } from '../support/kinds.ts';
import { studyOf } from '../../src/studies/small-study.ts';
import { publishedSchema, refusedBy } from '../support/schemas.ts';
import { descent } from '../support/descent.ts';

const schema = publishedSchema('spec.json');

/** Runs of the studies of which no two have the same kind, names and fields. */
const real = new Map<string, Cell>();
for (const study of Object.values(studies)) {
  const names = study.datasets('default', 1).map(({ name }) => name);
  for (const cell of study.cells('default', names, 1)) real.set(signature(cell), cell);
}

function signature({ kind, run }: Cell): string {
  return JSON.stringify([kind, run], (key, value: unknown) => (typeof value === 'number' ? 0 : key === 'dataset' ? '' : value));
}

describe('docs/schemas/spec.json', () => {
  it('takes the runs of all studies, which are of every kind', () => {
    // No study runs cells of the kind 'calibration' any more: they are stored ones.
    expect(new Set([...real.values()].map(({ kind }) => kind).concat('calibration'))).toEqual(new Set(Object.keys(kinds)));
    expect(refusedBy(schema, [...real.values()])).toEqual([]);
  });

  const run = { ...descent(1), query: { name: 'random', rate: 0.1 }, seed: 1 };
  const cell = { kind: 'active', dataset: 'mine', run };

  it.each([
    ['as it is written', cell],
    [
      'a share for a budget, and an oracle',
      { ...cell, run: { ...run, budget: '10%', oracle: { name: 'noisy', flipRate: 0.1 } } },
    ],
    ['classes that are counted', { ...cell, kind: 'active-classes', run: { ...run, reduction: 'one-against-all', classes: 3 } }],
  ])('takes what the parser takes: %s', (_, given) => {
    expect(() => parseCell(given)).not.toThrow();
    expect(refusedBy(schema, [given])).toEqual([]);
  });

  it.each([
    ['a misspelt loss', { ...cell, run: { ...run, loss: { name: 'logstic' } } }],
    ['a misspelt field', { ...cell, run: { ...run, seeds: 1 } }],
    ['a knob of another rule', { ...cell, run: { ...run, query: { name: 'random', rate: 0.1, width: 1 } } }],
    ['a knob out of its range', { ...cell, run: { ...run, query: { name: 'random', rate: 2 } } }],
    ['no step size', { ...cell, run: { ...run, optimizer: { name: 'gradient-descent' } } }],
    ['a constant that is none', { ...cell, run: { ...run, constant: 'one' } }],
    ['a text for a number', { ...cell, run: { ...run, seed: '1' } }],
    ['an update of another name', { ...cell, run: { ...run, update: 'invariance' } }],
    ['no dataset', { kind: 'active', run }],
    ['a kind that there is not', { ...cell, kind: 'passive' }],
  ])('refuses what the parser refuses: %s', (_, given) => {
    expect(() => parseCell(given)).toThrow();
    expect(refusedBy(schema, [given])).toEqual([given]);
  });
});

describe('docs/schemas/study.json', () => {
  const small = publishedSchema('study.json');
  const study = { id: 'mine', data: { a: 'adult' }, axes: { query: ['passive', 'random'], rate: 0.1, eta0: [1, 4] }, seeds: 3 };

  it('takes a study, and refuses what its parser refuses', () => {
    expect(() => studyOf(study, '.', '')).not.toThrow();
    expect(refusedBy(small, [study])).toEqual([]);
    for (const wrong of [{ ...study, id: 'My study' }, { ...study, seed: 3 }, { ...study, seeds: 0 }, { axes: {} }]) {
      expect(() => studyOf(wrong, '.', '')).toThrow();
      expect(refusedBy(small, [wrong])).toEqual([wrong]);
    }
  });
});
