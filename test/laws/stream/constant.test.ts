import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { piecesWithConstant, withConstant, type Constant, selectRows } from '../../../src/rows/dataset.ts';
import { loadDataset, readDataset, readPieces } from '../../../src/data/index.ts';
import { poolChecksum } from '../../../src/rows/pool-checksum.ts';
import { rcv1Like } from '../../../src/data/rcv1-like.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { textOfRow } from '../../../src/labelling/pool.ts';
import { parseCell, type Cell } from '../../../src/studies/cells/cell.ts';
import { kinds } from '../../support/kinds.ts';
import { simulate } from '../../../src/studies/cells/simulate.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { entriesOf, inText, rowsOf } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { toyTask } from '../../support/toy.ts';
import { descent } from '../../support/descent.ts';

/**
 * LAWS of the constant feature: what it is in the rows, that learners, models and caches mean the same by it, and why it matters.
 */

const toy = toyTask({ rows: 120, seed: 3 });
const { write } = temporaryFolder();
const constants: Constant[] = [1, 0.1, 3, 'none'];

/** The same rows written by hand with a feature 0 of this value, or without one. */
function byHand(rows: SparseRows, value: number): SparseRows {
  return rowsOf(
    entriesOf(rows).map((row) => [[0, value] as const, ...row.filter(([column]) => column !== 0)]),
    rows.columns,
  );
}

const plain = (rows: SparseRows): unknown => ({ entries: entriesOf(rows), columns: rows.columns, norms: [...rows.squaredNorms] });
const valueOf = (constant: Constant): number => (constant === 'none' ? 0 : constant);

describe.each(constants)('the constant %s', (constant) => {
  it('is the first entry of every row, whatever constant the rows had, and all else is as it was', () => {
    for (const from of constants) {
      const { rows } = withConstant(withConstant(toy, from), constant);
      expect(plain(rows)).toEqual(plain(byHand(toy.rows, valueOf(constant))));
    }
  });

  it('put in again changes nothing, not even the object', () => {
    const once = withConstant(toy, constant);
    expect(withConstant(once, constant)).toBe(once);
    expect(withConstant(toy, undefined)).toBe(toy);
  });

  it('put into pieces, each of which is written over by the next, is that of the whole', () => {
    const changed = piecesWithConstant(constant);
    const pieces = [0, 50, 51, 51, 120].flatMap((from, at, all) => {
      if (at === all.length - 1) return [];
      const rows = Uint32Array.from({ length: all[at + 1] - from }, (_, i) => from + i);
      return entriesOf(changed(selectRows(toy, rows, 'piece')).rows);
    });
    expect(pieces).toEqual(entriesOf(withConstant(toy, constant).rows));
  });

  it('is in files of text, read whole and in pieces, that of the dataset', async () => {
    const text = `${entriesOf(toy.rows)
      .map((row, i) => [toy.labels[i], ...row.filter(([j]) => j > 0).map((entry) => entry.join(':'))].join(' '))
      .join('\n')}\n`;
    for (const [name, content] of [
      ['toy.svm', text],
      ['toy.vw', text.replace(/^(\S+)/gm, '$1 |')],
    ]) {
      const file = write(`${String(constant)}-${name}`, content);
      const [given, whole] = [await readDataset(file), await readDataset(file, { constant })];
      expect(plain(whole.rows), name).toEqual(plain(withConstant(given, constant).rows));
      const pieces = [];
      for await (const { rows } of readPieces(file, { constant })) pieces.push(...entriesOf(rows));
      expect(pieces, name).toEqual(entriesOf(whole.rows));
    }
  });

  it('in a spec is learned like a feature of that value in rows made by hand, by every kind that learns', () => {
    const learner = { loss: { name: 'logistic' }, update: 'invariant', seed: 1 } as const;
    const cells = [
      {
        kind: 'active',
        run: { ...learner, optimizer: { name: 'ada-grad', eta0: 0.5 }, query: { name: 'variance-aware', mellowness: 1e-3 } },
      },
      { kind: 'online', run: { ...learner, optimizer: { name: 'normalized', eta0: 0.5 }, passes: 2 } },
      { kind: 'regret', run: { ...learner, optimizer: { name: 'implicit-ftrl', eta0: 1 } } },
    ];
    for (const { kind, run } of cells) {
      const measured = (more: object, rows: SparseRows): unknown => {
        const { run: spec } = parseCell({ kind, dataset: 'toy', run: { ...run, ...more } }) as Cell<'online'>;
        const part = { ...toy, rows };
        return kinds[kind as 'online'].run(spec, { train: part, validation: part, test: part });
      };
      expect(measured({ constant }, toy.rows), kind).toEqual(measured({}, byHand(toy.rows, valueOf(constant))));
    }
  });
});

describe('reading', () => {
  const { path } = temporaryFolder();
  writeFileSync(path('a.svm'), '1 1:0.5 3:2\n-1\n1 0:4\n');

  it("'none' leaves rows as they are in the file", async () => {
    const { rows } = await readDataset(path('a.svm'), { constant: 'none' });
    expect(inText(entriesOf(rows))).toEqual(['2:0.5 4:2', '', '1:4']);
    expect([0, 1, 2].map((row) => textOfRow({ rows }, row))).toEqual(['3:2 1:0.5', '', '0:4']);
  });

  it('keeps one cache of a file for all constants', async () => {
    const caches = { cacheFolder: path('cache'), warn: (message: string) => expect.fail(message) };
    const loaded = [];
    for (const constant of [undefined, 0.5, 'none', 1] as const)
      loaded.push((await loadDataset(path('a.svm'), { ...(constant !== undefined && { constant }) }, caches)).rows);
    expect(readdirSync(path('cache')).length).toBe(1);
    expect(loaded.map((rows) => entriesOf(rows)[1])).toEqual([[[0, 1]], [[0, 0.5]], [], [[0, 1]]]);
  });
});

it('rows of no other feature have its column alone, and none has no fewer', () => {
  const rows = rowsOf([[]], 0);
  for (const constant of constants) {
    const [whole, piece] = [withConstant({ rows }, constant), piecesWithConstant(constant)({ rows })];
    expect([whole.rows.columns, piece.rows.columns]).toEqual(constant === 'none' ? [0, 0] : [1, 1]);
  }
  const one = withConstant({ rows }, 1);
  for (const bare of [withConstant({ rows: one.rows }, 'none').rows, piecesWithConstant('none')({ rows: one.rows }).rows])
    expect([bare.columns, bare.values.length]).toEqual([1, 0]);
});

it('rows of different constants are different pools', () => {
  expect(new Set(constants.map((constant) => poolChecksum(withConstant(toy, constant).rows))).size).toBe(constants.length);
});

it.each([0, -1, Infinity, NaN, 1e-60, 1e60, 'nothing', null, true])('%s is no constant', (constant) => {
  const spec = { ...descent(1), query: { name: 'passive' }, seed: 1, constant };
  expect(() => parseRunSpec(spec)).toThrow(/constant: a number > 0, finite in single precision, or 'none' is wanted/);
  expect(() => withConstant(toy, constant as Constant)).toThrow(RangeError);
});

it('margin sampling on rows of unit length: a constant of 1 ends it after a few labels, without one it learns', () => {
  const train = rcv1Like({ documents: 800, seed: 1, part: 'train', replicate: 1 });
  const bought = (constant: Constant) =>
    Array.from({ length: 5 }, (_, seed) => {
      const spec = { ...descent(1), query: { name: 'margin', width: 0.3 }, seed, constant };
      return simulate(parseRunSpec(spec), { train }, () => 0).measurement.curve.at(-1)!;
    });
  for (const { queried, progressiveError } of bought(1)) expect([queried < 20, progressiveError > 0.4]).toEqual([true, true]);
  for (const { queried, progressiveError } of bought('none'))
    expect([queried > 100, progressiveError < 0.25]).toEqual([true, true]);
});
