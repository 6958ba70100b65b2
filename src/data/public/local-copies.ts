import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { textOf } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { explained } from '../readers/bytes.ts';

/** A file of a copy. */
export interface LocalFile {
  readonly path: string;
  /** What it has to be; undefined where nobody has said so. */
  readonly checksum: Checksum | undefined;
}

/** What is known of a dataset without its files. */
export type DatasetFacts = Pick<CatalogueEntry, 'task' | 'rows' | 'features' | 'positiveRate'>;

/** A copy of a public dataset in one of the user's folders. */
export interface LocalCopy extends DatasetFacts, Pick<CatalogueEntry, 'positive' | 'format'> {
  readonly name: string;
  readonly files: readonly LocalFile[];
}

const Entry = z.object({
  name: z.string().min(1),
  file: z.string().min(1),
  task: z.enum(['binary', 'multiclass', 'regression', 'ranking'] satisfies Task[]),
  rows: z.int().positive(),
  features: z.int().positive(),
  positive_rate: z.number().min(0).max(1).optional(),
  sha256: hexadecimal(64).optional(),
  md5_gz: hexadecimal(32).optional(),
});
const Manifest = z.object({ datasets: z.array(Entry) });

function hexadecimal(digits: number): z.ZodString {
  return z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`), `must be ${digits} hexadecimal digits`);
}

/**
 * The first copy of a dataset in these folders; undefined where none of them has all of its files.
 *
 * A folder may hold a manifest.json, `{ "datasets": [{ "name", "file", "task", "rows", "features", "md5_gz" or "sha256" … }] }`,
 * whose word counts for the files it names. Without one, a dataset of the catalogue is found under the names of its original
 * files (with the checksum of the catalogue, or the one that was recorded when it was downloaded), or as `<name>.svm.gz`.
 *
 * @throws DataError for a manifest that cannot be read.
 */
export function locate(name: string, folders: readonly string[]): LocalCopy | undefined {
  const candidates = folders.flatMap((folder) => [inManifest(name, folder), inCatalogue(name, folder)]);
  return candidates.find((copy) => copy?.files.every(({ path }) => existsSync(path)));
}

/** All datasets that the folders' manifests or else the catalogue know, by name, whether there is a copy or not. */
export function knownDatasets(folders: readonly string[]): Readonly<Record<string, DatasetFacts>> {
  const entries = folders.toReversed().flatMap(entriesOf);
  return { ...catalogue, ...Object.fromEntries(entries.map((entry) => [entry.name, factsOf(entry)])) };
}

/** Throws a DataError unless the dataset is for one of these tasks. */
export function requireTask({ name, task, files }: LocalCopy, ...legal: readonly Task[]): void {
  if (legal.includes(task)) return;
  throw new DataError({ file: files[0].path, found: `${name}, a ${task} dataset`, legal: `a ${legal.join(' or ')} dataset` });
}

function inManifest(wanted: string, folder: string): LocalCopy | undefined {
  const entry = entriesOf(folder).find(({ name }) => name === wanted);
  if (entry === undefined) return undefined;
  const { name, file, sha256, md5_gz: md5 } = entry;
  const path = join(folder, file);
  const checksum: Checksum | undefined = sha256
    ? { algorithm: 'sha256', hex: sha256 }
    : md5
      ? { algorithm: 'md5', hex: md5 }
      : undefined;
  return { name, ...factsOf(entry), format: 'svmlight', files: [{ path, checksum }] };
}

function factsOf({ task, rows, features, positive_rate: positiveRate }: z.infer<typeof Entry>): DatasetFacts {
  return { task, rows, features, ...(positiveRate !== undefined && { positiveRate }) };
}

function entriesOf(folder: string): readonly z.infer<typeof Entry>[] {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) return [];
  const { success, data, error } = Manifest.safeParse(json(file));
  if (success) return data.datasets;
  const [{ path, message }] = error.issues;
  const found = `${path.join('.') || 'the whole'}: ${message}`;
  throw new DataError({ file, found, legal: '{ "datasets": [{ "name", "file", "task", "rows", "features", … }] }' });
}

function json(file: string): unknown {
  try {
    return JSON.parse(textOf(file));
  } catch (error) {
    throw new DataError({ file, found: (error as Error).message, legal: 'JSON' });
  }
}

function inCatalogue(name: string, folder: string): LocalCopy | undefined {
  if (!Object.hasOwn(catalogue, name)) return undefined;
  const { files, ...facts } = (catalogue as Record<string, CatalogueEntry>)[name];
  const converted = join(folder, `${name}.svm.gz`);
  if (existsSync(converted))
    return { ...facts, name, format: 'svmlight', files: [{ path: converted, checksum: recordedChecksum(converted) }] };
  const originals = files.map(({ file, sha256 }): LocalFile => {
    const path = join(folder, file);
    return { path, checksum: sha256 === undefined ? recordedChecksum(path) : { algorithm: 'sha256', hex: sha256 } };
  });
  return { ...facts, name, files: originals };
}

/**
 * Checksums of files, and the record of one that stands beside a file: `<file>.sha256`, one line "<hex>  <name>" as sha256sum
 * writes and checks it.
 */
export interface Checksum {
  readonly algorithm: 'sha256' | 'md5';
  /** Lower-case hexadecimal. */
  readonly hex: string;
}

/**
 * The checksum of a file.
 *
 * @throws the error of the file system where it cannot be read.
 */
export async function checksumOf(file: string, algorithm: Checksum['algorithm']): Promise<Checksum> {
  const hash = createHash(algorithm);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  } catch (error) {
    throw explained(file, error);
  }
  return { algorithm, hex: hash.digest('hex') };
}

/** Throws a DataError with both checksums unless the file has this one. */
export async function requireChecksum(file: string, wanted: Checksum): Promise<void> {
  const own = await checksumOf(file, wanted.algorithm);
  if (own.hex === wanted.hex) return;
  const found = `the checksum ${written(own)}`;
  throw new DataError({ file, found, legal: `${written(wanted)}: this is another file, or a damaged one` });
}

/** "sha256 5468f6…" */
export function written({ algorithm, hex }: Checksum): string {
  return `${algorithm} ${hex}`;
}

/** The SHA-256 that was recorded for a file; undefined where none was. */
export function recordedChecksum(file: string): Checksum | undefined {
  const record = recordOf(file);
  let text: string;
  try {
    text = textOf(record);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw explained(record, error);
  }
  const [hex] = /^[0-9a-f]{64}(?= )/.exec(text) ?? [];
  if (hex !== undefined) return { algorithm: 'sha256', hex };
  const found = JSON.stringify(text.slice(0, 40));
  throw new DataError({ file: record, line: 1, found, legal: 'a SHA-256 as sha256sum writes it' });
}

/** Records the SHA-256 of a file beside it. */
export async function recordChecksum(file: string, { hex }: Checksum): Promise<void> {
  await writeFile(recordOf(file), `${hex}  ${basename(file)}\n`);
}

function recordOf(file: string): string {
  return `${file}.sha256`;
}

/** What a public dataset is for. */
export type Task = 'binary' | 'multiclass' | 'regression' | 'ranking';

/** A file of a public dataset, and its checksum where its source publishes one. */
export interface RemoteFile {
  readonly url: string;
  /** The file's name in a data folder. */
  readonly file: string;
  readonly sha256?: string;
}

/** What is known of a public dataset without its files. */
export interface CatalogueEntry {
  readonly task: Task;
  readonly rows: number;
  readonly features: number;
  /** Share of positive rows. */
  readonly positiveRate?: number;
  /** The label that is the positive class, where a file has other numbers than -1, 0 and 1; else the larger one is. */
  readonly positive?: number;
  readonly files: readonly RemoteFile[];
  /** 'lyrl2004': the last file says which documents of the others are about the topic CCAT. */
  readonly format: 'svmlight' | 'lyrl2004';
  /** What is known of the terms of use. */
  readonly licence: string;
}

const UCI = 'CC BY 4.0 (UCI repository)';
const UNSTATED = 'not stated by the source';
const STATLIB = 'free for non-commercial purposes (StatLib)';
/** Source: the README of RCV1-v2, A.2. */
const REUTERS =
  'not stated; the vectors are published with the paper, which Reuters allows; the documents need an agreement with Reuters';

const [binary, regression, multiclass] = (['binary', 'regression', 'multiclass'] as const).map(libsvm);

/**
 * Public datasets by name: what they are, where they come from, and how a copy is known to be the right one. One line a dataset.
 *
 * No data is part of the project. LIBSVM's collection (C.-C. Chang and C.-J. Lin) publishes no checksums: there, the first
 * download decides, and its SHA-256 is kept beside the file. The checksums of RCV1 are those of scikit-learn's fetch_rcv1, whose
 * copies of the originals they are of: D. D. Lewis, Y. Yang, T. G. Rose, F. Li, RCV1: A new benchmark collection for text
 * categorization research, JMLR 5 (2004), http://jmlr.csail.mit.edu/papers/volume5/lewis04a/lyrl2004_rcv1v2_README.htm.
 *
 * Rows and features are the published ones; features is the largest id. Positive rates are given where a count is published.
 * The files of LIBSVM's collection state no terms: where the data came from UCI, theirs are given, which are one for all they
 * host.
 */
export const catalogue = {
  a9a: binary('a9a', 32_561, 123, UCI, { positiveRate: 0.2408 }),
  a9a_test: binary('a9a.t', 16_281, 122, UCI, { positiveRate: 0.2362 }),
  w8a: binary('w8a', 49_749, 300, UNSTATED, { positiveRate: 0.0297 }),
  w8a_test: binary('w8a.t', 14_951, 300, UNSTATED),
  mushrooms: binary('mushrooms', 8124, 112, UCI, { positive: 1, positiveRate: 0.482 }),
  german_scale: binary('german.numer_scale', 1000, 24, UCI, { positiveRate: 0.3 }),
  splice: binary('splice', 1000, 60, UCI),
  phishing: binary('phishing', 11_055, 68, UCI, { positiveRate: 0.5569 }),
  'cod-rna': binary('cod-rna', 59_535, 8, UNSTATED),
  ijcnn1: binary('ijcnn1.bz2', 49_990, 22, UNSTATED, { positiveRate: 0.0971 }),
  ijcnn1_test: binary('ijcnn1.t.bz2', 91_701, 22, UNSTATED, { positiveRate: 0.095 }),
  skin_nonskin: binary('skin_nonskin', 245_057, 3, UCI, { positive: 1, positiveRate: 0.2075 }),
  covtype: binary('covtype.libsvm.binary.bz2', 581_012, 54, UCI),
  'real-sim': binary('real-sim.bz2', 72_309, 20_958, UNSTATED),
  rcv1_binary: binary('rcv1_train.binary.bz2', 20_242, 47_236, REUTERS),
  rcv1_binary_test: binary('rcv1_test.binary.bz2', 677_399, 47_236, REUTERS),
  news20_binary: binary('news20.binary.bz2', 19_996, 1_355_191, UNSTATED),
  susy: binary('SUSY.xz', 5_000_000, 18, UCI),
  higgs: binary('HIGGS.xz', 11_000_000, 28, UCI),
  abalone: regression('abalone', 4177, 8, UCI),
  bodyfat: regression('bodyfat', 252, 14, STATLIB),
  cadata: regression('cadata', 20_640, 8, UNSTATED),
  cpusmall: regression('cpusmall', 8192, 12, UNSTATED),
  eunite2001: regression('eunite2001', 336, 16, UNSTATED),
  housing: regression('housing', 506, 13, UNSTATED),
  mg: regression('mg', 1385, 6, UNSTATED),
  mpg: regression('mpg', 392, 7, UCI),
  space_ga: regression('space_ga', 3107, 6, UNSTATED),
  year_prediction: regression('YearPredictionMSD.bz2', 463_715, 90, UCI),
  e2006_tfidf: regression('E2006.train.bz2', 16_087, 150_360, UNSTATED),
  letter_train: multiclass('letter.scale', 15_000, 16, UCI),
  pendigits_train: multiclass('pendigits', 7494, 16, UCI),
  news20: multiclass('news20.bz2', 15_935, 62_061, UNSTATED),
  mnist: multiclass('mnist.bz2', 60_000, 780, UNSTATED),
  rcv1_ccat_781k: lyrl2004(781_265, 370_541, [
    lyrl('lyrl2004_vectors_test_pt0.dat.gz', 5976069, 'ed40f7e418d10484091b059703eeb95ae3199fe042891dcec4be6696b9968374'),
    lyrl('lyrl2004_vectors_test_pt1.dat.gz', 5976066, '87700668ae45d45d5ca1ef6ae9bd81ab0f5ec88cc95dcef9ae7838f727a13aa6'),
    lyrl('lyrl2004_vectors_test_pt2.dat.gz', 5976063, '48143ac703cbe33299f7ae9f4995db49a258690f60e5debbff8995c34841c7f5'),
    lyrl('lyrl2004_vectors_test_pt3.dat.gz', 5976060, 'dfcb0d658311481523c6e6ca0c3f5a3e1d3d12cde5d7a8ce629a9006ec7dbb39'),
  ]),
  rcv1_ccat_23k: lyrl2004(23_149, 10_786, [
    lyrl('lyrl2004_vectors_train.dat.gz', 5976057, '5468f656d0ba7a83afc7ad44841cf9a53048a5c083eedc005dcdb5cc768924ae'),
  ]),
} satisfies Record<string, CatalogueEntry>;

type Known = Pick<CatalogueEntry, 'positiveRate' | 'positive'>;

/** Of the section of LIBSVM's collection that a task has. */
function libsvm(task: Task): (file: string, rows: number, features: number, licence: string, known?: Known) => CatalogueEntry {
  return (file, rows, features, licence, known) => ({
    ...{ task, rows, features, licence },
    files: [{ url: `https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/${task}/${file}`, file }],
    format: 'svmlight',
    ...known,
  });
}

/** CCAT against the rest. What LYRL2004 calls the test part is what online learners train on. */
function lyrl2004(rows: number, positives: number, vectors: readonly RemoteFile[]): CatalogueEntry {
  const topics = lyrl('rcv1-v2.topics.qrels.gz', 5976048, '2a98e5e5d8b770bded93afc8930d88299474317fe14181aee1466cc754d0d1c1');
  return {
    task: 'binary',
    rows,
    features: 47_236,
    positiveRate: positives / rows,
    licence: REUTERS,
    files: [...vectors, topics],
    format: 'lyrl2004',
  };
}

function lyrl(file: string, figshare: number, sha256: string): RemoteFile {
  return { url: `https://ndownloader.figshare.com/files/${figshare}`, file, sha256 };
}
