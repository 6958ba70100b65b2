/** The binary cache: bit for bit what was written, nothing of a damaged file, and fresh when it should be. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeCacheBlocks, writeCache } from '../../../src/data/cache/cache-file.ts';
import { readCache, readCacheInPieces } from '../../../src/data/cache/cache-file.ts';
import { cachedRead } from '../../../src/data/cache/cached-read.ts';
import { DataError } from '../../../src/files/data-error.ts';
import { type Dataset, selectRows } from '../../../src/rows/dataset.ts';
import { loadDataset, readDataset, type DatasetOptions } from '../../../src/data/index.ts';
import { rcv1Like, rcv1LikeBlocks } from '../../../src/data/rcv1-like.ts';
import { entriesOf, rowsOf } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { forAllAwaited } from '../../support/for-all.ts';
import { refusalOf } from '../../support/refusal.ts';

const { path, write, bytes: bytesOf } = temporaryFolder();

const single = fc.float({ noNaN: true, noDefaultInfinity: true });
const row = fc.array(fc.tuple(fc.nat(50), single), { maxLength: 8 });
const costsOfRow = { minLength: 1, maxLength: 3, selector: ([k]: [number, number]): number => k };
const cheapest = (costs: readonly (readonly [k: number, cost: number])[]): number =>
  costs.toSorted(([j, a], [k, b]) => a - b || j - k)[0][0];
const datasets: fc.Arbitrary<Dataset> = fc
  .record({
    name: fc.string(),
    rows: fc.array(row, { maxLength: 9 }),
    labels: fc.array(fc.double({ noDefaultInfinity: true }), { minLength: 9, maxLength: 9 }),
    importances: fc.option(fc.double({ min: 0, max: 1e100, noNaN: true }), { nil: undefined }),
    groups: fc.option(fc.nat(), { nil: undefined }),
    // Costs of 1 to 3 of the classes; of none where there are names alone.
    costs: fc.array(fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -3, max: 3 })), costsOfRow), {
      minLength: 9,
      maxLength: 9,
    }),
    classes: fc.constantFrom('no names', 'names', 'costs', 'names and costs'),
  })
  .filter(({ rows }) => rows.every((entries) => new Set(entries.map(([column]) => column)).size === entries.length))
  .map(({ name, rows, labels, importances, groups, classes, costs }) => {
    const listed = costs.slice(0, rows.length);
    const ends = listed.map((_, i) => listed.slice(0, i + 1).flat().length);
    return {
      name,
      rows: rowsOf(rows, 60),
      labels:
        classes === 'no names'
          ? Float64Array.from(labels.slice(0, rows.length))
          : Float64Array.from(listed, (each) => cheapest(each)),
      ...(classes.startsWith('names') && { classNames: ['ash', 'beech "b"', ''] }),
      ...(classes.endsWith('costs') && {
        costs: {
          offsets: Uint32Array.of(0, ...ends),
          classes: Uint32Array.from(listed.flat(), ([k]) => k),
          costs: Float64Array.from(listed.flat(), ([, cost]) => cost),
          lines: Uint32Array.from(listed, (_, i) => 2 * i + 1),
        },
      }),
      ...(importances !== undefined && { importances: new Float64Array(rows.length).fill(importances) }),
      ...(groups !== undefined && { groups: new Uint32Array(rows.length).fill(groups) }),
    };
  });

const refusal = (file: string): string => refusalOf(DataError, () => readCache(file)) ?? 'none';

/** A dataset without what is not kept: which of its rows have something in the column of labels. */
const plain = ({ labelled: _labelled, rows, ...dataset }: Dataset): object => ({
  ...dataset,
  entries: entriesOf(rows),
  columns: rows.columns,
});

const small = readDataset(write('small.svm', '1 qid:3 1:0.5 2:7\n-1 qid:4 1:2\n'));

it('is read in pieces, between which the thread hears others, to the same dataset', async () => {
  await writeCache(path('pieces.iwal'), rcv1Like({ seed: 1, documents: 50 }));
  let heard = 0;
  let isReading = true;
  const hear = (): void => {
    heard++;
    if (isReading) setImmediate(hear);
  };
  setImmediate(hear);
  const found = await readCacheInPieces(path('pieces.iwal'));
  isReading = false;
  expect(found).toEqual(readCache(path('pieces.iwal')));
  // After the prelude, the body and its checksum.
  expect(heard).toBeGreaterThanOrEqual(3);
});

describe('writeCache and readCache (law)', () => {
  it('give back every array bit for bit, with the name, the width and the source', async () => {
    const source = { path: '/a "b"', size: '7', mtimeNs: '12345678901234567890', options: '[]' };
    await forAllAwaited([datasets, fc.constantFrom(undefined, source)], async (dataset, from) => {
      await writeCache(path('x.iwal'), dataset, from);
      const cached = readCache(path('x.iwal'));
      expect(cached).toEqual({ dataset, source: from });
      expect(Object.keys(cached.dataset).sort()).toEqual(Object.keys(dataset).sort());
    });
  });

  it('write the bytes of before (unchanged): costs, names, importances, queries and a source', async () => {
    const read = await readDataset(write('golden.vw', '1:0 2:1 | a\n2:0 1:0 | a b:2.5\n1:2 2:1 | c\n'), { labels: 'class' });
    const dataset = { ...read, name: 'golden', importances: Float64Array.of(1, 0.5, 2), groups: Uint32Array.of(7, 7, 8) };
    await writeCache(path('golden.iwal'), dataset, { path: '/p', size: '1', mtimeNs: '2', sample: 's', options: '[]' });
    expect(createHash('sha256').update(bytesOf('golden.iwal')).digest('hex')).toBe(
      '604e0a7dc23b6a5037591c324398367ef78700cd79c9eaa350a460f451b83499',
    );
  });

  it('from blocks of rows are byte for byte what they are from all rows at once', async () => {
    const whole = path('whole.iwal');
    const pieces = path('pieces.iwal');
    await writeCache(whole, rcv1Like({ seed: 3, documents: 9000 }));
    await writeCacheBlocks(pieces, rcv1LikeBlocks({ seed: 3, documents: 9000 }));
    expect(readFileSync(pieces).equals(readFileSync(whole))).toBe(true);
    await writeCacheBlocks(pieces, [await small]);
    await writeCache(whole, await small);
    expect(readFileSync(pieces).equals(readFileSync(whole))).toBe(true);
    const rows = await readDataset(write('costly.vw', '1:0 2:1 | a\n2:0 1:0 | a b\n1:2 2:1 |\n'), { labels: 'class' });
    const blocks = [[2], [0, 1], [2, 1]].map((chosen) => selectRows(rows, Uint32Array.from(chosen), rows.name));
    await writeCacheBlocks(pieces, blocks);
    await writeCache(whole, selectRows(rows, Uint32Array.of(2, 0, 1, 2, 1), rows.name));
    expect(readFileSync(pieces).equals(readFileSync(whole))).toBe(true);
    // A first block without any feature.
    const bare = [[], [[1, 2] as const]].map((row, label) => ({
      name: 'bare',
      rows: rowsOf([row], 3),
      labels: Float64Array.of(label),
    }));
    await writeCacheBlocks(pieces, bare);
    expect(entriesOf(readCache(pieces).dataset.rows)).toEqual([[], [[1, 2]]]);
    await expect(writeCacheBlocks(path('none.iwal'), [])).rejects.toThrow('there must be at least one block');
  });

  it('notice every damaged byte and every missing or added one', async () => {
    await writeCache(path('small.iwal'), await small);
    const bytes = bytesOf('small.iwal');
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 1 << (at % 8);
      const message = refusal(write('damaged.iwal', damaged));
      expect(message).toMatch(/damaged\.iwal: found .*; expected a complete \.iwal file of format version 1$/);
    }
    copyFileSync(path('small.iwal'), path('cut.iwal'));
    for (let length = bytes.length - 1; length >= 0; length--) {
      truncateSync(path('cut.iwal'), length);
      expect(refusal(path('cut.iwal'))).toMatch(/found (a file that ends early|\d+ bytes where \d+ were written); expected/);
    }
    expect(refusal(write('longer.iwal', Buffer.concat([bytes, Buffer.of(0)])))).toContain('bytes where');
  });

  it('name a foreign file, another version, a folder and a missing file', async () => {
    await writeCache(path('small.iwal'), await small);
    const bytes = bytesOf('small.iwal');
    bytes.writeUInt32LE(2, 8);
    expect(refusal(write('later.iwal', bytes))).toContain('found format version 2; expected');
    expect(refusal(write('text.iwal', '1 1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9\n'))).toContain('found a file of another kind');
    mkdirSync(path('folder.iwal'));
    expect(refusal(path('folder.iwal'))).toContain('found a folder');
    expect(refusal(path('missing.iwal'))).toContain('found no such file');
  });

  it('leave nothing behind where the file cannot be written', async () => {
    mkdirSync(path('parent/taken.iwal'), { recursive: true });
    await expect(writeCache(path('parent/taken.iwal'), await small)).rejects.toThrow(DataError);
    expect(readdirSync(path('parent'))).toEqual(['taken.iwal']);
    await expect(writeCache(path('nowhere/x.iwal'), await small)).rejects.toThrow(
      /found that it cannot be written \(no such file or directory\)/,
    );
  });
});

describe('loadDataset', () => {
  const warnings: string[] = [];
  const caches = { cacheFolder: path('caches'), warn: (message: string) => void warnings.push(message) };
  const load = async (file: string, options: DatasetOptions = {}): Promise<unknown> =>
    entriesOf((await loadDataset(file, options, caches)).rows);
  const cacheFiles = (): string[] => readdirSync(caches.cacheFolder).map((name) => `${caches.cacheFolder}/${name}`);

  it('keeps a cache and reads it as long as size, time, contents and options stay', async () => {
    const file = write('data.svm', '1 1:5\n');
    utimesSync(file, 1000, 1000);
    const expected = await load(file);
    const [cache] = cacheFiles();
    const { mtimeNs, ino } = statSync(cache, { bigint: true });
    expect(await load(file)).toEqual(expected);
    expect(statSync(cache, { bigint: true })).toMatchObject({ mtimeNs, ino });

    // Other rows under the same source: proof that the next reading comes from the cache.
    const { source } = readCache(cache);
    await writeCache(cache, await small, source);
    expect(await load(file)).toEqual(entriesOf((await small).rows));

    for (const [text, seconds] of [
      ['1 1:6\n', 1000],
      ['1 1:6\n', 1001],
      ['1 1:66\n', 1001],
    ] as const) {
      write('data.svm', text);
      utimesSync(file, seconds, seconds);
      expect(await load(file)).toEqual(entriesOf((await readDataset(file)).rows));
    }
    expect(cacheFiles()).toEqual([cache]);
    await load(file, { labels: 'sign' });
    expect(cacheFiles()).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it('makes a cache anew that an earlier version made without a sample of the contents', async () => {
    const file = write('earlier.svm', '1 1:5\n');
    const expected = await load(file);
    const cache = cacheFiles().find((name) => name.includes('earlier'))!;
    const { sample, ...source } = readCache(cache).source!;
    expect(sample).toMatch(/^[0-9a-f]{32}$/);
    await writeCache(cache, await small, source);
    expect(await load(file)).toEqual(expected);
    expect(readCache(cache).source).toEqual({ ...source, sample });
  });

  it('sees other contents of the same size and time in any of the places it looks at, in a small file everywhere (law)', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `1 1:${10_000 + i}\n`);
    const file = write('sampled.svm', lines.join(''));
    utimesSync(file, 1000, 1000);
    await load(file);
    for (const at of [0, 1, 7000, 12_345, 19_999]) {
      write('sampled.svm', lines.with(at, '1 1:77777\n').join(''));
      utimesSync(file, 1000, 1000);
      expect(((await load(file)) as unknown[])[at]).toEqual([
        [0, 1],
        [2, 77777],
      ]);
    }
  });

  it('sees by the time, or by the size, a change where it does not look', async () => {
    const content = Buffer.alloc(2_000_000, 'x');
    const file = write('large.svm', content);
    const options = { cacheFolder: path('caches of large'), warn: (line: string) => expect.fail(line) };
    const dataset = await small;
    let read = 0;
    const reading = () => cachedRead(file, {}, options, () => Promise.resolve((read++, dataset)));
    const readAgain = async (): Promise<boolean> => {
      const before = read;
      await reading();
      return read > before;
    };
    expect([await readAgain(), await readAgain()]).toEqual([true, false]);
    const { mtime } = statSync(file);
    // Between the first piece of 2^13 bytes and the second, 2,000,000 / 63 from it.
    content[20_000] = 0x79;
    write('large.svm', content);
    utimesSync(file, mtime, new Date(mtime.getTime() + 1));
    expect([await readAgain(), await readAgain()]).toEqual([true, false]);
    const seen = statSync(file).mtime;
    write('large.svm', content.subarray(0, -1));
    utimesSync(file, seen, seen);
    expect([await readAgain(), await readAgain()]).toEqual([true, false]);
  });

  it('keeps nothing of a file that changed while it was read', async () => {
    const file = write('growing.svm', '1 1:1\n');
    const cacheFolder = path('caches of growing');
    const warnings: string[] = [];
    const kept: string[] = [];
    const options = { cacheFolder, warn: (line: string) => warnings.push(line), kept: (cache: string) => kept.push(cache) };
    const dataset = await small;
    const reading = (more: () => void) =>
      cachedRead(file, {}, options, () => {
        more();
        return Promise.resolve(dataset);
      });
    expect(await reading(() => write('growing.svm', '1 1:1\n-1 2:1\n'))).toBe(dataset);
    expect([warnings, kept, existsSync(cacheFolder)]).toEqual([[], [], false]);
    await reading(() => undefined);
    expect(kept.length).toBe(1);
    expect(readdirSync(cacheFolder).length).toBe(1);
    // It is fresh now: nothing is read.
    await reading(() => expect.fail('read again'));
  });

  it('gives one cache to readers and writers that come at once, and tells who kept it', async () => {
    const file = write('shared.svm', '1 1:5\n-1 2:3\n');
    const kept: string[] = [];
    const all = await Promise.all(
      Array.from({ length: 8 }, () => loadDataset(file, {}, { ...caches, kept: (cache) => void kept.push(cache) })),
    );
    const expected = await readDataset(file);
    for (const dataset of [...all, await loadDataset(file, {}, caches)]) expect(dataset).toEqual(expected);
    expect(new Set(kept).size).toBe(1);
    expect(warnings).toEqual([]);
  });

  it('keeps classes with their names and costs: a cached read is the read itself', async () => {
    const files: [name: string, text: string, more?: DatasetOptions][] = [
      ['costs.vw', '1:0.5 2:1 3:0 | a:1\n2:1 1:1 | b\n3:0 | c\n'],
      ['costs.vw', '1:0.5 2:1 3:0 | a:1\n2:1 1:1 | b\n3:0 | c\n', { classNames: ['x', 'y', 'z', 'w'] }],
      ['numbers.svm', '7 1:1\n-2 1:2\n7 2:1\n'],
      ['names.csv', 'label,a\nBeech,1\nash,2\nbeech,3\n'],
      ['names.csv', 'label,a\nBeech,1\nash,2\nbeech,3\n', { classNames: ['cedar', 'beech', 'ash'] }],
    ];
    for (const [name, text, more] of files) {
      const options = { ...more, labels: 'class' } as const;
      const file = existsSync(path(name)) ? path(name) : write(name, text);
      const direct = await readDataset(file, options);
      const kept: string[] = [];
      for (let n = 0; n < 2; n++) {
        const read = await loadDataset(file, options, { ...caches, kept: (cache) => kept.push(cache) });
        expect(plain(read)).toEqual(plain(direct));
      }
      expect(kept).toHaveLength(1);
      // The same where the cache is handed over as a dataset of its own.
      expect(plain(await readDataset(kept[0], options))).toEqual(plain(direct));
    }
  });

  it(
    'is a dataset of its own: its classes by name in any order, its costs in their own, and numbers for who asks for ' +
      'numbers',
    async () => {
      const keep = async (name: string, text: string): Promise<string> => {
        await writeCache(path(`${name}.iwal`), await readDataset(write(name, text), { labels: 'class' }));
        return path(`${name}.iwal`);
      };
      const trees = await keep('trees.csv', 'label,a\nbeech,1\nash,2\n');
      const classNames = ['oak', 'Beech', 'ASH'];
      expect((await readDataset(trees, { labels: 'class', classNames })).labels).toEqual(Float64Array.of(2, 3));
      await expect(readDataset(trees, { labels: 'class', classNames: ['ash', 'birch'] })).rejects.toThrow(
        'found the class "beech" in row 0, did you mean \'birch\'?; expected one of ash, birch',
      );
      const signs = await keep('signs.svm', '1 1:1\n-1 1:2\n');
      expect((await readDataset(signs, { labels: 'sign' })).labels).toEqual(Float64Array.of(1, -1));
      expect(await readDataset(signs, { labels: 'real' })).not.toHaveProperty('classNames');
      const costly = await keep('dear.vw', '1:0 2:1 |\n1:1 2:0 |\n');
      expect(await readDataset(costly, { labels: 'class', classNames: ['a', 'b', 'c'] })).toMatchObject({
        classNames: ['a', 'b', 'c'],
      });
      await expect(readDataset(costly, { labels: 'class', classNames: ['2', '1', '0'] })).resolves.toHaveProperty('costs');
      await writeCache(path('named.iwal'), { ...(await readDataset(costly, { labels: 'class' })), classNames: ['a', 'b'] });
      await expect(readDataset(path('named.iwal'), { labels: 'class', classNames: ['b', 'a'] })).rejects.toThrow(
        'found costs of the classes a, b; expected those of b, a',
      );
      expect(await readDataset(costly, { labels: 'real' })).not.toHaveProperty('costs');
    },
  );

  it('has no place for texts: they are read every time', async () => {
    const file = write('texts.csv', 'label,x,words\n1,2,hello\n-1,3,you\n');
    const before = cacheFiles();
    for (let n = 0; n < 2; n++)
      expect((await loadDataset(file, { textColumn: 'words' }, caches)).texts).toEqual(['hello', 'you']);
    expect(cacheFiles()).toEqual(before);
  });

  it('reads again, warns and mends where a cache is damaged', async () => {
    const file = write('other.svm', '1 1:5\n');
    const expected = await load(file);
    const cache = cacheFiles().find((name) => name.includes('other'))!;
    truncateSync(cache, 100);
    expect(await load(file)).toEqual(expected);
    expect(warnings.splice(0)).toEqual([expect.stringMatching(/^a cache is read again from its source: .*100 bytes where/)]);
    expect(readCache(cache).dataset.rows.length).toBe(1);
  });

  it('warns and goes on where no cache can be kept', async () => {
    const blocked = { ...caches, cacheFolder: `${write('a-file', '')}/folder` };
    const dataset = await loadDataset(write('third.svm', '1 1:5\n'), {}, blocked);
    expect(dataset.rows.length).toBe(1);
    expect(warnings.splice(0)).toEqual([expect.stringMatching(/^a dataset was read but not cached: /)]);
  });

  it('keeps nothing of a file it refuses, and takes a .iwal file as it is', async () => {
    const before = cacheFiles();
    await expect(load(write('bad.svm', '1 x\n'))).rejects.toThrow(DataError);
    await expect(load(path('gone.svm'))).rejects.toThrow('found no such file');
    await writeCache(path('own.iwal'), await small);
    expect(await loadDataset(path('own.iwal'), {}, caches)).toEqual(await small);
    expect(cacheFiles()).toEqual(before);
  });
});
