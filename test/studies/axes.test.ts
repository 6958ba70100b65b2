/** LAWS of flat axes and small studies: what they stand for, and what they refuse. */
import { expect, it } from 'vitest';
import { fieldsOf, specsOn, stepParameters } from '../../src/studies/cells/axes.ts';
import { combinations, parseCell } from '../../src/studies/cells/cell.ts';
import { SpecError } from '../../src/specs/choices.ts';
import { kinds } from '../support/kinds.ts';
import type { Split } from '../../src/rows/dataset.ts';
import { DataSource } from '../../src/studies/data/data-source.ts';
import { type SmallStudy, studyOf } from '../../src/studies/small-study.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
/** Of small studies, as far as they have to be named. */
const KINDS = { classes: { reduction: 'one-against-all' }, ranking: { pairs: { name: 'ndcg', cutOff: 5 } } } as const;

const specs = (...parameters: Parameters<typeof specsOn>): unknown[] => combinations(specsOn(...parameters));

it('a parameter goes to every choice that takes it, and to no other', () => {
  const found = specs('active', {
    query: ['passive', 'variance-aware', { name: 'iwal-cal', mellowness: 7 }],
    eta0: [1, 4],
    mellowness: [0.1, 0.2],
  });
  expect(found.map((spec) => (spec as { query: object }).query)).toEqual(
    [1, 4].flatMap(() => [
      { name: 'passive' },
      { name: 'variance-aware', mellowness: 0.1 },
      { name: 'variance-aware', mellowness: 0.2 },
      { name: 'iwal-cal', mellowness: 7 },
    ]),
  );
});

it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  '%s: what is left out has a default that runs, where there is one',
  (kind) => {
    const needed: Record<string, Record<string, unknown>> = {
      regret: { optimizer: 'implicit-ftrl' },
      classes: { reduction: 'one-against-all' },
      calibration: { query: 'variance-aware', pilot: 100, fraction: 0.1, draws: 1, streams: 1 },
      forecast: { query: 'soft-margin', pace: {}, pilot: 20, holdout: 0.5, budgets: ['10%'], cuts: 1, streams: 1 },
      displacement: { prediction: 0, label: 1, importance: 1, sensitivity: 1 },
      'active-classes': { reduction: 'one-against-all' },
      costs: { rule: { name: 'every-cost' } },
      certificate: { query: 'random', rate: 0.1, floor: 0.1, rows: 10, confidence: 0.95 },
      coins: { streams: 1, rows: 10, share: 0.1, floor: 0.1, probabilities: 'even', confidence: 0.95 },
      replay: { query: 'random', rate: 0.1, rows: 10, ledger: { query: { name: 'passive' } } },
      shards: { shards: 2 },
      bound: { lossName: 'squared', eta: 1 },
      gap: { probes: 2, power: 1, lowest: 0, highest: 1 },
      integrator: { lossName: 'squared', prediction: 0, label: 1, tau: 1, method: 'midpoint', doublings: 1 },
      way: { lossName: 'squared', prediction: 0, label: 1, tau: 1, places: 2 },
      importances: { way: 'weight', learners: 1, shift: 1, features: 1, lowest: 0, highest: 1 },
      rates: { method: 'Newton', l2: 1, steps: 1, digits: 1 },
      assisted: { predictor: 'model', budget: 20, runs: 1 },
      comparison: { first: 'useless', second: 'useless', way: 'random', budget: 20, limit: 0.1, runs: 1 },
      dial: { explore: 1, budget: 20, runs: 1 },
      dyadic: { lossName: 'squared', way: 'recomputed', lowest: 0, highest: 1 },
      'tree-scores': { reduction: 'scoring-filter-tree', eta0: 1 },
    };
    const dataset = 'admit' in kinds[kind] ? { dataset: 'toy' } : {};
    for (const run of specs(kind, needed[kind] ?? {})) {
      const seed = fieldsOf(kind).includes('seed') ? { seed: 1 } : {};
      expect(() => parseCell({ kind, ...dataset, run: { ...(run as object), ...seed } })).not.toThrow();
    }
  },
);

it('the cells of a small study are those of the grid, seeds varying fastest', () => {
  const axes = { query: ['passive', 'variance-aware'], eta0: [1, 4], mellowness: [0.1, 0.2] } as const;
  const run = { ...specsOn('active', axes), seed: [1, 2, 3] };
  const grown = combinations({ kind: 'active', dataset: ['a', 'b'], run }).map(parseCell);
  const small = studyOf({ id: 'small', data: { a: 'adult', b: 'adult' }, axes }, '.', '').cells('default', ['a', 'b'], 3);
  expect(JSON.stringify(small)).toBe(JSON.stringify(grown));
  expect(small.slice(0, 4).map(({ run: spec }) => (spec as { seed: number }).seed)).toEqual([1, 2, 3, 1]);
  const withoutSeeds = studyOf(
    { id: 'small', kind: 'comparator', data: { a: 'adult' }, axes: { loss: 'squared' } },
    '.',
    '',
  ).cells('default', ['a'], 3);
  expect(withoutSeeds).toHaveLength(1);
});

it('small studies of classes read classes, those of orders cut files by queries', async () => {
  const file = (name: string, label: (i: number) => string): string =>
    write(name, Array.from({ length: 80 }, (_, i) => `${label(i)} 1:${i} 2:${i % 7}\n`).join(''));
  const data = { some: file('some.svm', (i) => `${i % 4}`), lists: file('lists.svm', (i) => `${i % 3} qid:${i >> 2}`) };
  const source = new DataSource({ cacheFolder: path('cache'), dataFolders: [], note: () => undefined });
  const load = (kind: 'classes' | 'ranking', name: keyof typeof data): Promise<Split | undefined> =>
    studyOf({ id: 'small', kind, data: { [name]: data[name] }, axes: KINDS[kind] }, '.', '')
      .datasets('default', 1)[0]
      .load(source);
  const { train, test } = (await load('classes', 'some'))!;
  expect(train.classNames).toEqual(['0', '1', '2', '3']);
  expect(new Set(train.labels)).toEqual(new Set([1, 2, 3, 4]));
  expect(test!.rows.length).toBe(20);
  const lists = (await load('ranking', 'lists'))!;
  const parts = [lists.train, lists.validation!, lists.test!].map(({ groups }) => new Set(groups));
  expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(20);
  expect(lists.test!.rows.length).toBe(20);
});

it('step parameters are those of optimizers', () => {
  expect([stepParameters().has('eta0'), stepParameters().has('mellowness')]).toEqual([true, false]);
});

it('types follow from the registries', () => {
  defineStudy({
    id: 'x',
    data: { a: 'a.svm' },
    axes: { query: ['passive', { name: 'iwal-cal', mellowness: 1 }], eta0: [1, 2], budget: 5 },
    seeds: 3,
  });
  // @ts-expect-error: a typo in an axis
  const axis: SmallStudy = { id: 'x', axes: { etaO: 1 } };
  // @ts-expect-error: no such query rule
  const rule: SmallStudy = { id: 'x', axes: { query: ['passiv'] } };
  // @ts-expect-error: a parameter of another rule
  const foreign: SmallStudy = { id: 'x', axes: { query: { name: 'passive', mellowness: 1 } } };
  // @ts-expect-error: a typo in a key
  const key: SmallStudy = { id: 'x', sedes: 3 };
  for (const each of [axis, rule, foreign, key])
    expect(() => studyOf({ data: { a: 'nowhere' }, ...each }, '.', '')).toThrow(SpecError);
});
