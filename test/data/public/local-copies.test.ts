import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { catalogue, type CatalogueEntry, knownDatasets, locate, requireTask } from '../../../src/data/public/local-copies.ts';
import { loadCopy } from '../../../src/studies/data/data-source.ts';
import { temporaryFolder } from '../../support/processes/cli.ts';
import { sharedPath } from '../../support/shared.ts';

/** LAWS of local copies: found where they are, refused where they are not what they should be; and the catalogue itself. */

const ROWS = '1 1:2\n2 2:1\n2 1:1 3:4\n';
const entries = Object.entries(catalogue as Record<string, CatalogueEntry>);

/** A data folder with these files, and a cache beside it. */
function folderWith(files: Readonly<Record<string, string | Buffer>>) {
  const root = temporaryFolder();
  const folder = join(root, 'data');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const caches = {
    cacheFolder: join(root, 'cache'),
    warn: (message: string) => {
      expect.fail(message);
    },
  };
  return { folder, caches };
}

function manifest(...datasets: object[]): string {
  return JSON.stringify({ datasets });
}

const small = { name: 'small', file: 'small.svm', task: 'binary', rows: 3, features: 3 };

describe('the catalogue', () => {
  it.each(entries)('%s is complete', (_, { rows, features, files, licence, positiveRate = 0.5, format }) => {
    expect([rows, features].every((n) => Number.isInteger(n) && n > 0)).toBe(true);
    expect(licence).not.toBe('');
    expect(positiveRate > 0 && positiveRate < 1).toBe(true);
    expect(files.length).toBeGreaterThan(format === 'lyrl2004' ? 1 : 0);
    for (const { url, file, sha256 } of files) {
      expect(new URL(url).protocol).toBe('https:');
      expect(file).toMatch(/^[\w.-]+$/);
      if (sha256 !== undefined) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('no two datasets share a file, but for the topics of RCV1', () => {
    const files = entries.flatMap(([, entry]) => entry.files.map(({ file }) => file));
    expect(files.filter((file, k) => files.indexOf(file) !== k)).toEqual(['rcv1-v2.topics.qrels.gz']);
  });

  it('the two parts of RCV1 are the 804,414 documents, 381,327 of them about CCAT (Lewis et al. 2004)', () => {
    const parts = [catalogue.rcv1_ccat_781k, catalogue.rcv1_ccat_23k];
    expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(804_414);
    expect(Math.round(parts.reduce((sum, { rows, positiveRate = 0 }) => sum + rows * positiveRate, 0))).toBe(381_327);
  });

  it('agrees with the manifest beside the project where both know a dataset (skipped without ../shared)', ({ skip }) => {
    const folder = sharedPath('data');
    if (folder === undefined) skip('no ../shared');
    const common = entries.flatMap(([name, entry]) => {
      const copy = locate(name, [folder!]);
      return copy ? [{ name, entry, copy }] : [];
    });
    expect(common.length).toBeGreaterThan(10);
    for (const { name, entry, copy } of common) {
      expect([name, copy.task, copy.rows, copy.features]).toEqual([name, entry.task, entry.rows, entry.features]);
      if (entry.positiveRate !== undefined) expect(copy.positiveRate).toBeCloseTo(entry.positiveRate, 3);
    }
  });
});

describe('locate', () => {
  it('takes the word of a manifest, in the first folder that has the file', () => {
    const { folder: without } = folderWith({ 'manifest.json': manifest(small) });
    const { folder } = folderWith({ 'manifest.json': manifest({ ...small, md5_gz: '0'.repeat(32) }), 'small.svm': ROWS });
    expect(locate('small', [without, folder])).toEqual({
      name: 'small',
      task: 'binary',
      rows: 3,
      features: 3,
      format: 'svmlight',
      files: [{ path: join(folder, 'small.svm'), checksum: { algorithm: 'md5', hex: '0'.repeat(32) } }],
    });
    expect(locate('small', [without])).toBeUndefined();
    expect(locate('other', [folder])).toBeUndefined();
    expect(Object.keys(knownDatasets([without, folder]))).toEqual([...Object.keys(catalogue), 'small']);
  });

  it('finds datasets of the catalogue under their original names, with the record beside them, or converted', () => {
    const { folder } = folderWith({ 'a9a.t': ROWS, 'a9a.t.sha256': `${'0'.repeat(64)}  a9a.t\n`, 'w8a.svm.gz': ROWS });
    expect(locate('a9a_test', [folder])?.files).toEqual([
      { path: join(folder, 'a9a.t'), checksum: { algorithm: 'sha256', hex: '0'.repeat(64) } },
    ]);
    expect(locate('w8a', [folder])?.files).toEqual([{ path: join(folder, 'w8a.svm.gz'), checksum: undefined }]);
  });

  it('a manifest whose file is missing does not hide the original', () => {
    const { folder } = folderWith({ 'manifest.json': manifest({ ...small, name: 'bodyfat' }), bodyfat: ROWS });
    expect(locate('bodyfat', [folder])?.files).toEqual([{ path: join(folder, 'bodyfat'), checksum: undefined }]);
  });

  it('needs all files of a dataset that comes in several', () => {
    const { folder } = folderWith({ 'lyrl2004_vectors_train.dat.gz': '' });
    expect(locate('rcv1_ccat_23k', [folder])).toBeUndefined();
    writeFileSync(join(folder, 'rcv1-v2.topics.qrels.gz'), '');
    expect(locate('rcv1_ccat_23k', [folder])?.files).toHaveLength(2);
  });

  it.each([
    ['no JSON', '{', /manifest\.json: found .*JSON.*; expected JSON$/],
    ['another structure', '[]', /manifest\.json: found the whole: .*; expected \{ "datasets": /],
    ['an unknown task', manifest({ ...small, task: 'guess' }), /manifest\.json: found datasets\.0\.task: .*"binary"/],
    [
      'a checksum that is none',
      manifest({ ...small, sha256: 'abc' }),
      /found datasets\.0\.sha256: must be 64 hexadecimal digits/,
    ],
  ])('refuses a manifest with %s', (_, text, message) => {
    const { folder } = folderWith({ 'manifest.json': text });
    expect(() => locate('small', [folder])).toThrow(message);
  });
});

describe('loadCopy', () => {
  it('reads two classes whatever their labels are: the larger is positive, or the one the catalogue names', async () => {
    const { folder, caches } = folderWith({ 'manifest.json': manifest(small), 'small.svm': ROWS });
    const copy = locate('small', [folder])!;
    const { name, labels } = await loadCopy(copy, caches);
    expect([name, ...labels]).toEqual(['small', -1, 1, 1]);
    expect([...(await loadCopy({ ...copy, positive: 1 }, caches)).labels]).toEqual([1, -1, -1]);
    await expect(loadCopy({ ...copy, positive: 7 }, caches)).rejects.toThrow(
      'found 2 different labels; expected the two classes of small, of which 7 is the positive one',
    );
    expect([...(await loadCopy({ ...copy, task: 'regression' }, caches)).labels]).toEqual([1, 2, 2]);
  });

  it('a wrong file under the right name is refused with both checksums, even where a cache of the right one exists', async () => {
    const right = gzipSync(ROWS);
    const md5 = (content: Buffer): string => createHash('md5').update(content).digest('hex');
    const { folder, caches } = folderWith({
      'manifest.json': manifest({ ...small, file: 'small.svm.gz', md5_gz: md5(right) }),
      'small.svm.gz': right,
    });
    await loadCopy(locate('small', [folder])!, caches);
    const wrong = gzipSync(ROWS.replace('4', '5'));
    const path = join(folder, 'small.svm.gz');
    writeFileSync(path, wrong);
    await expect(loadCopy(locate('small', [folder])!, caches)).rejects.toThrow(
      `${path}: found the checksum md5 ${md5(wrong)}; expected md5 ${md5(right)}: this is another file, or a damaged one`,
    );
  });

  it.each([
    ['rows', { rows: 4 }, 'found 3 rows; expected the 4 rows of small'],
    ['features', { features: 2 }, 'found feature 3; expected the 2 features of small'],
  ])('a file without a checksum that has other %s is refused', async (_, facts, message) => {
    const { folder, caches } = folderWith({ 'manifest.json': manifest({ ...small, ...facts }), 'small.svm': ROWS });
    await expect(loadCopy(locate('small', [folder])!, caches)).rejects.toThrow(message);
  });

  it('a regression set is no classification set: its task says so, and so do its labels', async () => {
    const { folder, caches } = folderWith({
      'manifest.json': manifest({ ...small, task: 'regression' }),
      'small.svm': ROWS.replace('1 1', '0.5 1').replace('2 2', '3 2'),
    });
    const copy = locate('small', [folder])!;
    expect(() => requireTask(copy, 'binary', 'multiclass')).toThrow(
      `${copy.files[0].path}: found small, a regression dataset; expected a binary or multiclass dataset`,
    );
    expect(() => requireTask(copy, 'regression')).not.toThrow();
    await expect(loadCopy({ ...copy, task: 'binary' }, caches)).rejects.toThrow(
      'found 3 different labels; expected the two classes of small',
    );
  });

  it('loads all public sets beside the project as their manifest says (skipped without ../shared)', async ({ skip }) => {
    const folder = sharedPath('data');
    if (folder === undefined) skip('no ../shared');
    const { caches } = folderWith({});
    for (const name of ['a9a_test', 'german_scale', 'cadata', 'pendigits', 'mq2008_fold1']) {
      const copy = locate(name, [folder!])!;
      const { rows, labels } = await loadCopy(copy, caches);
      expect([name, rows.length, rows.columns]).toEqual([name, copy.rows, copy.features + 2]);
      if (copy.positiveRate !== undefined)
        expect(labels.filter((label) => label > 0).length / copy.rows).toBeCloseTo(copy.positiveRate, 4);
    }
  });
});

describe('RCV1 as published', () => {
  /** Lines as in the original files: two blanks after the number, terms ascending. */
  const VECTORS = ['2286  864:0.0497399253756197 1523:0.044664135988103', '2287  9:1', '2288  864:0.5 47236:0.25'];
  const TOPICS = 'E11 2286 1\nECAT 2286 1\nM11 2286 1\nC24 2287 1\nCCAT 2287 1\nCCAT 2289 1\nCCAT 2288 1\nMCAT 2289 1\n';
  const part = (n: number): string => `lyrl2004_vectors_test_pt${n}.dat.gz`;

  /** Files of the right form have not the right checksums: those are left out here. */
  function located(name: string, folder: string, rows: number) {
    const copy = locate(name, [folder])!;
    return { ...copy, rows, files: copy.files.map(({ path }) => ({ path, checksum: undefined })) };
  }

  it('is assembled from its parts, in order, with +1 for CCAT', async () => {
    const { folder, caches } = folderWith({
      [part(0)]: gzipSync(`${VECTORS[0]}\n`),
      [part(1)]: gzipSync(`${VECTORS[1]}\n`),
      [part(2)]: gzipSync(VECTORS[2]),
      [part(3)]: gzipSync('2289  1:1\n'),
      'rcv1-v2.topics.qrels.gz': gzipSync(TOPICS),
    });
    const copy = located('rcv1_ccat_781k', folder, 4);
    const { name, rows, labels } = await loadCopy(copy, caches);
    expect([name, ...labels]).toEqual(['rcv1_ccat_781k', -1, 1, 1, 1]);
    expect([...rows.offsets]).toEqual([0, 3, 5, 8, 10]);
    expect([...rows.indices]).toEqual([0, 865, 1524, 0, 10, 0, 865, 47_237, 0, 2]);
    expect([...rows.values]).toEqual([1, 0.0497399253756197, 0.044664135988103, 1, 1, 1, 0.5, 0.25, 1, 1].map(Math.fround));
    // The second time from the cache; and not from it where one of the parts has changed.
    expect([...(await loadCopy(copy, caches)).labels]).toEqual([-1, 1, 1, 1]);
    writeFileSync(join(folder, 'rcv1-v2.topics.qrels.gz'), gzipSync(TOPICS.replace('CCAT 2289', 'GCAT 2289')));
    expect([...(await loadCopy(copy, caches)).labels]).toEqual([-1, 1, 1, -1]);
  });

  it('keeps what it assembled as one .iwal file', async () => {
    const { folder, caches } = folderWith({
      'lyrl2004_vectors_train.dat.gz': gzipSync(VECTORS.join('\n')),
      'rcv1-v2.topics.qrels.gz': gzipSync(TOPICS),
    });
    await loadCopy(located('rcv1_ccat_23k', folder, 3), caches);
    expect(existsSync(caches.cacheFolder)).toBe(true);
  });

  it.each([
    [
      'a topics file of other documents',
      VECTORS,
      'CCAT 1 1\n',
      /rcv1-v2\.topics\.qrels\.gz: found no topic of document 2286; expected at least one/,
    ],
    [
      'a topics line that is none',
      VECTORS,
      'CCAT 2286 1\nCCAT x 1\n',
      /rcv1-v2\.topics\.qrels\.gz:2: found "CCAT x 1"; expected "topic document 1"/,
    ],
    ['a vector that is none', ['2286  864:x'], TOPICS, /lyrl2004_vectors_train\.dat\.gz:1:7: found "864:x"/],
    ['another number of documents', VECTORS.slice(1), TOPICS, /found 2 rows; expected the 3 rows of rcv1_ccat_23k/],
  ])('refuses %s', async (_, vectors, topics, message) => {
    const { folder, caches } = folderWith({
      'lyrl2004_vectors_train.dat.gz': gzipSync(vectors.join('\n')),
      'rcv1-v2.topics.qrels.gz': gzipSync(topics),
    });
    await expect(loadCopy(located('rcv1_ccat_23k', folder, 3), caches)).rejects.toThrow(message);
  });

  it('refuses files that are not the published ones', async () => {
    const { folder, caches } = folderWith({
      'lyrl2004_vectors_train.dat.gz': gzipSync(VECTORS.join('\n')),
      'rcv1-v2.topics.qrels.gz': gzipSync(TOPICS),
    });
    const copy = locate('rcv1_ccat_23k', [folder])!;
    const found = createHash('sha256').update(readFileSync(copy.files[0].path)).digest('hex');
    await expect(loadCopy(copy, caches)).rejects.toThrow(
      `found the checksum sha256 ${found}; expected sha256 5468f656d0ba7a83afc7ad44841cf9a53048a5c083eedc005dcdb5cc768924ae`,
    );
  });
});
