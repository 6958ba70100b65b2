import { complaint as said } from '../../support/rows/complaint.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeCache } from '../../../src/data/cache/cache-file.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { readDataset, readers, type DatasetOptions, type Format } from '../../../src/data/index.ts';
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import { writeSvmlight } from '../../../src/data/svmlight-writer.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { entriesOf } from '../../support/rows/rows.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

/** Laws of readers, over the whole registry: the same table in every format is the same dataset, and no damage goes unnoticed. */

const { path, write } = temporaryFolder();
const FEATURES = 5;

/** Features 1 to 5, the first and last of which occur in every row. */
const table: Dataset = (() => {
  const random = randomStream(1, 'readers');
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < 300; i++) {
    builder.add(0, 1);
    for (let id = 1; id <= FEATURES; id++) {
      if (id % 4 === 1 || random.next() < 0.5) builder.add(id + 1, random.normal());
    }
    builder.endRow();
  }
  return { name: 'table', rows: builder.build(), labels: Float64Array.from({ length: 300 }, () => 2 * random.below(2) - 1) };
})();

/** How a dataset is written in each format; a format without a way to write it is a compile error. */
const writers: Record<Format, (file: string, dataset: Dataset) => Promise<void> | void> = {
  svmlight: writeSvmlight,
  csv(file, { rows, labels }) {
    const lines = entriesOf(rows).map((row, i) => {
      const cells = new Map(row);
      return [labels[i], ...Array.from({ length: FEATURES }, (_, k) => cells.get(k + 2) ?? 0)].join(',');
    });
    writeFileSync(file, lines.join('\n'));
  },
  vw(file, { rows, labels }) {
    const features = (row: [number, number][]): string =>
      row
        .slice(1)
        .map(([column, value]) => `${column - 1}:${value}`)
        .join(' ');
    writeFileSync(
      file,
      entriesOf(rows)
        .map((row, i) => `${labels[i]} | ${features(row)}\n`)
        .join(''),
    );
  },
  iwal: writeCache,
};

const formats = Object.keys(readers) as Format[];

const complaint = (file: string, options: DatasetOptions): Promise<string> => said(readDataset(file, options));

describe.each(formats)('the reader of %s (law)', (format) => {
  const file = path(`table${readers[format].extensions[0]}`);

  it('gives the dataset that was written', async () => {
    await writers[format](file, table);
    const { name, rows, labels } = await readDataset(file, { labels: 'sign' });
    expect({ name, labels, entries: entriesOf(rows), norms: rows.squaredNorms }).toEqual({
      name: table.name,
      labels: table.labels,
      entries: entriesOf(table.rows),
      norms: table.rows.squaredNorms,
    });
    expect(rows.columns).toBeGreaterThanOrEqual(table.rows.columns);
  });

  it('reads canonical rows that start with the constant, all on shared memory', async () => {
    const { rows, labels } = await readDataset(file);
    expect(rows.length).toBe(labels.length);
    for (const row of entriesOf(rows)) {
      expect([row[0], row.every(([, value]) => value !== 0 && Number.isFinite(value))]).toEqual([[0, 1], true]);
      expect(row.every(([column], k) => k === 0 || column > row[k - 1][0])).toBe(true);
    }
    for (const array of [rows.offsets, rows.indices, rows.values, rows.squaredNorms, labels]) {
      expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  it('refuses what is no file of examples', async () => {
    const folder = path(`folder-${format}`);
    mkdirSync(folder);
    const missing = path('missing');
    expect(await complaint(missing, { format })).toBe(`${missing}: found no such file; expected the path of a readable file`);
    expect(await complaint(folder, { format })).toBe(`${folder}: found a folder; expected the path of a file`);
    expect(await complaint(write('empty', ''), { format })).toMatch(
      /empty: found (no examples|a file that ends early); expected /,
    );
    expect(await complaint(write('noise', Buffer.from([7, 0, 255, 10, 128])), { format })).toMatch(/: found /);
  });

  it('refuses labels of more than two classes in a two-class task', async () => {
    const classes = { ...table, labels: Float64Array.from(table.labels, (_, i) => i % 3) };
    const other = path(`classes.${format}`);
    await writers[format](other, classes);
    const message = await complaint(other, { format, labels: 'sign' });
    expect(message).toMatch(/found .*2.*; expected a label that is 0 or 1 after the labels before/);
    expect((await readDataset(other, { format, labels: 'real' })).labels.slice(0, 3)).toEqual(Float64Array.of(0, 1, 2));
  });

  it('two classes may be any two numbers that are named; the second, or the positive one, becomes +1', async () => {
    const other = path(`named.${format}`);
    await writers[format](other, { ...table, labels: table.labels.map((y) => (y > 0 ? 2 : 1)) });
    const read = async (more: DatasetOptions): Promise<Float64Array> =>
      (await readDataset(other, { format, labels: 'sign', ...more })).labels;
    expect(await read({ classes: ['1', '2'] })).toEqual(table.labels);
    expect(await read({ classes: ['1', '2'], labels: 'real' })).toEqual(table.labels);
    expect(await read({ classes: ['2', '1'] })).toEqual(table.labels.map((y) => -y));
    expect(await read({ classes: ['1', '2'], positive: '1' })).toEqual(table.labels.map((y) => -y));
    expect(await read({ positive: '2' })).toEqual(table.labels);
    for (const [more, complaint_] of [
      [{ classes: ['1', '3'] }, /named\.\w+.*found .*2.*; expected /],
      [{ classes: ['1', '2'], positive: '3' }, /found the positive class "?3"?(, did you mean .*)?; expected one of 1, 2$/],
      [{ positive: 'ham' }, /ham/],
    ] as const)
      expect(await complaint(other, { format, labels: 'sign', ...more })).toMatch(complaint_);
  });
});

describe.each(formats.filter((format) => format !== 'iwal'))('compressed text of %s (law)', (format) => {
  const plain = path(`plain${readers[format].extensions[0]}`);

  it('is the same dataset, whatever the name says and in however many members', async () => {
    await writers[format](plain, table);
    const bytes = readFileSync(plain);
    const expected = entriesOf((await readDataset(plain)).rows);
    const members = [bytes.subarray(0, 100), bytes.subarray(100)].map((part) => gzipSync(part));
    const contents = { 'a.gz': gzipSync(bytes), b: gzipSync(bytes), c: Buffer.concat(members), 'd.gz': bytes };
    for (const [name, content] of Object.entries(contents)) {
      expect(entriesOf((await readDataset(write(name, content), { format })).rows)).toEqual(expected);
    }
  });

  it('is refused when it ends early or is damaged, wherever', async () => {
    const bytes = gzipSync(readFileSync(plain));
    const cut = write('cut.gz', bytes);
    for (let length = bytes.length - 1; length >= 2; length = Math.floor(length * 0.7)) {
      truncateSync(cut, length);
      expect(await complaint(cut, { format })).toContain('found a gzip stream that ends early');
    }
    for (const at of [3, 20, bytes.length >> 1, bytes.length - 6]) {
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 0x55;
      expect(await complaint(write('damaged.gz', damaged), { format })).toMatch(/found/);
    }
  });

  it.for(['bzip2', 'xz'])('is unpacked by the program %s, and refused when it ends early', async (program, { skip }) => {
    if (spawnSync(program, ['--version']).error) skip(`no program ${program} on this machine`);
    await writers[format](plain, table);
    const expected = entriesOf((await readDataset(plain)).rows);
    const packed = spawnSync(program, ['-c'], { input: readFileSync(plain) }).stdout;
    expect(entriesOf((await readDataset(write('packed', packed), { format })).rows)).toEqual(expected);
    expect(await complaint(write('cut', packed.subarray(0, packed.length >> 1)), { format })).toContain(
      `found damaged ${program} data (${program}:`,
    );
  });

  it.each([
    ['zip', 'PK\x03\x04'],
    ['zstd', '\x28\xb5\x2f\xfd'],
  ])('names %s data', async (name, magic) => {
    const file = write('packed', Buffer.from(magic, 'latin1'));
    expect(await complaint(file, { format })).toBe(`${file}: found ${name} data; expected plain text, gzip, bzip2 or xz`);
  });
});

it('readDataset: refuses an unknown ending and an unknown format, with the nearest name', async () => {
  const ending = await complaint('x.libsvn', {});
  expect(ending).toContain(
    "x.libsvn: found the ending '.libsvn', which no reader knows, did you mean '.libsvm'?; expected one of .svm,",
  );
  const format = await complaint('x.svm', { format: 'svmligt' as Format });
  expect(format).toContain("x.svm: found the format 'svmligt', did you mean 'svmlight'?; expected one of svmlight, csv");
});
