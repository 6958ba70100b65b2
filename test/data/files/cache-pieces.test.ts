/** LAWS of .iwal files read a piece at a time, here or by a thread: the rows of the whole file, and of one that is damaged no end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCache } from '../../../src/data/cache/cache-file.ts';
import { writeCache } from '../../../src/data/cache/cache-file.ts';
import { cachePieces } from '../../../src/data/readers/iwal-file.ts';
import { rcv1Like } from '../../../src/data/rcv1-like.ts';
import { DataError } from '../../../src/files/data-error.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { changes, iwalFile, iwalParts, strange, tampered } from '../../support/rows/crafted.ts';
import { runs } from '../../support/long.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { forAllAwaited } from '../../support/for-all.ts';
import { rowOf, rowsOf } from '../../support/rows/rows.ts';

const { path, write, bytes: bytesOf } = temporaryFolder();

/** Who reads: this thread, whatever the size; another one. */
const READERS = [
  ['here', Infinity],
  ['by a thread', 0],
] as const;

/** All pieces put together; each is copied when it comes, for it is good until the next one is asked for. */
async function together(file: string, leastShared?: number): Promise<Dataset & { readonly pieces: number }> {
  const offsets = [0];
  const parts = { indices: [], values: [], squaredNorms: [], labels: [], importances: [], groups: [] } as Record<
    string,
    number[]
  >;
  const add = (name: string, numbers: Iterable<number> = []): void => {
    for (const each of numbers) parts[name].push(each);
  };
  let pieces = 0;
  let last: Dataset | undefined;
  for await (const piece of cachePieces(file, leastShared)) {
    const { rows } = piece;
    const before = offsets.at(-1)!;
    for (const offset of rows.offsets.subarray(1)) offsets.push(before + offset);
    for (const name of ['indices', 'values', 'squaredNorms'] as const) add(name, rows[name]);
    for (const name of ['labels', 'importances', 'groups'] as const) add(name, piece[name]);
    pieces++;
    last = piece;
  }
  const { importances, groups } = parts;
  return {
    pieces,
    ...(last && { name: last.name }),
    ...{ offsets, ...parts },
    importances: importances.length === 0 ? undefined : importances,
    groups: groups.length === 0 ? undefined : groups,
  } as unknown as Dataset & { readonly pieces: number };
}

function plain({ name, rows, labels, importances, groups }: Dataset): object {
  const { offsets, indices, values, squaredNorms } = rows;
  return {
    name: offsets.length > 1 ? name : undefined,
    ...{
      offsets: [...offsets],
      indices: [...indices],
      values: [...values],
      squaredNorms: [...squaredNorms],
      labels: [...labels],
    },
    importances: importances && [...importances],
    groups: groups && [...groups],
  };
}

function ofLengths(...lengths: readonly number[]): Dataset {
  const rows = rowsOf(lengths.map((length) => rowOf(length, (j) => 1 + (j % 7))));
  return { name: 'lengths', rows, labels: new Float64Array(lengths.length).fill(1) };
}

const documents = rcv1Like({ seed: 1, documents: 4000 });
const DATASETS: readonly (readonly [string, Dataset])[] = [
  ['documents', documents],
  [
    'importances and groups',
    {
      ...documents,
      importances: documents.labels.map((_, i) => i % 3),
      groups: Uint32Array.from(documents.labels, (_, i) => Math.floor(i / 7)),
    },
  ],
  ['a row longer than a piece', ofLengths(3, 300_000, 0, 2, 270_000)],
  ['rows without entries', ofLengths(0, 0, 0)],
  ['no rows', ofLengths()],
];

describe.each(READERS)('the pieces of a .iwal file, read %s (law)', (_, leastShared) => {
  it.each(DATASETS)('are its rows: %s', async (_, dataset) => {
    await writeCache(path('whole.iwal'), dataset);
    const { pieces, ...found } = await together(path('whole.iwal'), leastShared);
    expect(found).toEqual(plain(readCache(path('whole.iwal')).dataset));
    if (dataset.rows.nonZeros > 2 ** 18) expect(pieces).toBeGreaterThan(1);
  });

  it('a byte that is another one is found before the end, wherever it stands, and in the words of the whole', async () => {
    await writeCache(path('sound.iwal'), { ...rcv1Like({ seed: 2, documents: 300 }) });
    const sound = bytesOf('sound.iwal');
    for (let at = 32; at < sound.length; at += Math.ceil(sound.length / 25)) {
      const damaged = Buffer.from(sound);
      damaged[at] ^= 16;
      write('damaged.iwal', damaged);
      const refused: unknown = await together(path('damaged.iwal'), leastShared).catch((error: unknown) => error);
      expect(refused, `byte ${at}`).toBeInstanceOf(DataError);
      expect((refused as DataError).message).toMatch(/a complete \.iwal file of format version 1$/);
    }
  });

  it('stops where the reader stops asking', async () => {
    await writeCache(path('left.iwal'), documents);
    for await (const { rows } of cachePieces(path('left.iwal'), leastShared)) {
      expect(rows.length).toBeGreaterThan(0);
      break;
    }
  });

  it('no such file', async () => {
    await expect(together(path('missing.iwal'), leastShared)).rejects.toThrow(/missing\.iwal: found no such file/);
  });
});

await writeCache(path('a.iwal'), ofLengths(2, 0, 3, 1));
const { header, rest } = iwalParts(bytesOf('a.iwal'));

describe('crafted .iwal files in pieces (law)', () => {
  /** Both ways to read agree on whether a file is sound, and on what it holds. */
  async function requireAgreement(bytes: Buffer): Promise<void> {
    const file = write('crafted.iwal', bytes);
    let whole: Dataset | undefined;
    try {
      whole = readCache(file).dataset;
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      await expect(together(file)).rejects.toThrow(
        /crafted\.iwal: found .*; expected a complete \.iwal file of format version 1$/,
      );
    }
    if (whole === undefined) return;
    expect(await together(file)).toEqual({ ...plain(whole), pieces: whole.rows.length > 0 ? 1 : 0 });
  }

  it('any part of the header changed', async () => {
    await forAllAwaited([fc.nat(), changes], { numRuns: runs(500, 100) }, (at, change) =>
      requireAgreement(iwalFile(JSON.stringify(tampered(JSON.parse(header), at, change)), rest)),
    );
  });

  it('any number of any array changed', async () => {
    await forAllAwaited([fc.nat(), strange], { numRuns: runs(500, 100) }, (at, value) => {
      const changed = Buffer.from(rest);
      changed.writeDoubleLE(value, 8 * (at % (rest.length / 8)));
      return requireAgreement(iwalFile(header, changed));
    });
  });
});
