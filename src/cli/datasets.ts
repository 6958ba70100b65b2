import { join } from 'node:path';
import type { CacheOptions } from '../data/cache/cached-read.ts';
import { catalogue, knownDatasets, locate, written } from '../data/public/local-copies.ts';
import type { CatalogueEntry, RemoteFile, DatasetFacts, LocalCopy } from '../data/public/local-copies.ts';
import { fetchFile } from '../data/public/download.ts';
import { readParts } from '../data/readers/svmlight.ts';
import { isSystemError, systemWords } from '../files/contents.ts';
import { DataError } from '../files/data-error.ts';
import { count, percent, plural } from '../numerics/display.ts';
import { lookUp } from '../specs/choices.ts';
import { loadCopy, requireShape, verifyCopy } from '../studies/data/data-source.ts';
import { dataDir, dataFolders, downloadFolder } from './options/inputs.ts';
import { requireWritableFolder } from './options/target.ts';
import { foldersOf } from './study/studies.ts';
import { defineCommand } from './syntax/command.ts';
import { flag, list, named, text, optional, type Values } from './syntax/option.ts';
import { Failure, orFault, UsageError } from './terminal/failure.ts';
import { table } from './terminal/layout.ts';
import type { Session } from './terminal/session.ts';

const HEAD = ['dataset', 'task', 'rows', 'features', 'positive'];

/** `iwal datasets list`: one line a dataset. */
const showAll: Action = async (names, { 'data-dir': folder, json }, session) => {
  if (names.length > 0)
    throw new UsageError(`datasets list takes no name, found '${names[0]}'; datasets info ${names[0]} shows one`);
  const folders = await dataFolders(folder);
  const summaries = Object.entries(knownDatasets(folders)).map(([name, facts]) => summaryOf(name, facts, folders));
  session.print(json ? JSON.stringify(summaries) : listPage(summaries));
};

/** Paths stand after the table: they are long and of all lengths. */
function listPage(summaries: readonly Summary[]): string {
  const places = ['here', ...summaries.map(({ here }) => here ?? '-')];
  return table([HEAD, ...summaries.map(cells)], 'names')
    .map((line, k) => `${line}  ${places[k]}`)
    .join('\n');
}

function cells({ name, task, rows, features, positiveRate }: Summary): string[] {
  return [name, task, count(rows), count(features), positiveRate === null ? '-' : percent(positiveRate)];
}

/** `iwal datasets info`: all that is known of one dataset. */
const showOne: Action = async (names, { 'data-dir': folder, json }, session) => {
  if (names.length !== 1) throw new UsageError(`datasets info takes one name, found ${names.length}`);
  const [name] = names;
  const folders = await dataFolders(folder);
  const summary = summaryOf(name, lookUp('dataset', knownDatasets(folders), name), folders);
  const entry = (catalogue as Readonly<Record<string, CatalogueEntry | undefined>>)[name];
  const object = { ...summary, licence: entry?.licence ?? null, files: entry?.files ?? [] };
  session.print(json ? JSON.stringify(object) : infoPage(summary, entry, folders));
};

function infoPage(
  { name, task, rows, features, positiveRate }: Summary,
  entry: CatalogueEntry | undefined,
  folders: readonly string[],
): string {
  const files = locate(name, folders)?.files ?? [];
  return [
    `${name}: ${task}, ${count(rows)} rows, ${count(features)} ` +
      `features${positiveRate === null ? '' : `, ${percent(positiveRate)} positive`}`,
    ...(entry === undefined ? [] : [`terms of use: ${entry.licence}`]),
    ...(entry?.files ?? []).map(
      ({ url, file, sha256 }) => `original: ${file} from ${url}${sha256 === undefined ? '' : `, sha256 ${sha256}`}`,
    ),
    ...files.map(({ path, checksum }) => `here: ${path}, ${checksum ? written(checksum) : 'no checksum on record'}`),
    ...(files.length > 0 ? [] : [entry === undefined ? 'not here' : `not here: iwal datasets fetch ${name} brings it`]),
  ].join('\n');
}

/** Half a minute of silence ends a download, and so do six hours: the largest file of the catalogue takes them at 130 kB a second. */
const PATIENCE = { patience: 30_000, longest: 6 * 3_600_000 };

/** `iwal datasets fetch`: downloads datasets of the catalogue into the data folder. */
const fetchSome: Action = async (names, { 'data-dir': asked, mirror }, session) => {
  if (names.length === 0) throw new UsageError('datasets fetch needs a name; iwal datasets list shows them');
  const datasets = names.map((name) => ({ name, ...lookUp('dataset to fetch', catalogue, name) }));
  const base = mirror === undefined ? undefined : baseOf(mirror);
  const folder = downloadFolder(asked);
  requireWritableFolder(folder);
  for (const dataset of datasets) {
    for (const original of dataset.files) {
      const remote = base === undefined ? original : { ...original, url: new URL(original.file, base).href };
      await fetchOne(remote, folder, (part) => session.unlessInterrupted(requireDataset(part, dataset, remote)), session);
    }
  }
};

/** What no checksum vouches for has the rows and features of the dataset at least. */
async function requireDataset(
  part: string,
  dataset: CatalogueEntry & { readonly name: string },
  { url }: RemoteFile,
): Promise<void> {
  const read = await orFault(readParts([part], { labels: 'real' }));
  if (read instanceof DataError) throw new DataError({ file: url, line: read.line, found: read.found, legal: read.legal });
  requireShape(url, dataset, read);
}

async function fetchOne(
  remote: RemoteFile,
  folder: string,
  accept: (part: string) => Promise<void>,
  { signal, underBar, note, print }: Session,
): Promise<void> {
  const options = { ...PATIENCE, signal, accept, now: new Date().toISOString() };
  try {
    const { path, checksum, trust } = await underBar(remote.file, (update) =>
      fetchFile(remote, folder, { ...options, onProgress: (done, of) => update(done, of ?? done) }),
    );
    if (trust === 'first')
      note(`${remote.file}: nobody publishes a checksum; ${written(checksum)} is recorded beside it and counts from now on`);
    print(path);
  } catch (error) {
    throw isSystemError(error) ? new Failure(`${join(folder, remote.file)} cannot be written: ${systemWords(error)}`) : error;
  }
}

function baseOf(mirror: string): string {
  if (/^https?:\/\//.test(mirror) && URL.canParse(mirror)) return mirror.endsWith('/') ? mirror : `${mirror}/`;
  throw new UsageError(`--mirror must be an address that begins with http:// or https://, found '${mirror}'`);
}

/**
 * `iwal datasets verify`: holds local copies against the checksums they should have, or, where none is known, against their
 * numbers of rows and features; all are looked at before it fails.
 */
const verifySome: Action = async (names, { 'data-dir': folder }, session) => {
  const { dataFolders: folders, cacheFolder } = await foldersOf(folder);
  const known = knownDatasets(folders);
  const all = (): LocalCopy[] => Object.keys(known).flatMap((name) => locate(name, folders) ?? []);
  const copies = names.length > 0 ? names.map((name) => wanted(name, known, folders)) : all();
  if (copies.length === 0) throw new Failure(`no public datasets in ${inPlaces(folders)}; iwal datasets fetch brings some`);
  const wrong = await session.unlessInterrupted(verifyAll(copies, { cacheFolder, warn: session.note }, session));
  if (wrong > 0) throw new Failure(`${wrong} of ${copies.length} datasets are not what they should be`);
};

/** How many are wrong. */
async function verifyAll(copies: readonly LocalCopy[], caches: CacheOptions, { print, note }: Session): Promise<number> {
  let wrong = 0;
  for (const copy of copies) {
    const shape = await orFault(shapeOf(copy, caches));
    if (shape instanceof DataError) {
      note(shape.message);
      wrong++;
      continue;
    }
    const checks = copy.files.map(({ checksum }) => (checksum ? `${written(checksum)} ok` : 'no checksum on record'));
    print(`${copy.name}: ${[...checks, ...shape].join(', ')}`);
  }
  return wrong;
}

/** Checks the copy; says what was found besides checksums where files have none. */
async function shapeOf(copy: LocalCopy, caches: CacheOptions): Promise<string[]> {
  if (copy.files.every(({ checksum }) => checksum)) {
    await verifyCopy(copy);
    return [];
  }
  const { rows } = await loadCopy(copy, caches);
  return [`${plural(rows.length, 'row')} ok`];
}

function wanted(name: string, known: ReturnType<typeof knownDatasets>, folders: readonly string[]): LocalCopy {
  lookUp('dataset', known, name);
  const copy = locate(name, folders);
  if (copy) return copy;
  const advice = Object.hasOwn(catalogue, name) ? `; iwal datasets fetch ${name} brings it` : '';
  throw new Failure(`${name} is not in ${inPlaces(folders)}${advice}`);
}

function inPlaces(folders: readonly string[]): string {
  return folders.join(' or ') || 'the usual folders';
}

const options = {
  'data-dir': dataDir,
  mirror: optional('fetch: address of a folder that holds the same files, in place of the original addresses'),
  json: flag('list and info: print JSON'),
};
const ACTIONS: Readonly<Record<string, Action>> = { list: showAll, info: showOne, fetch: fetchSome, verify: verifySome };

/** `iwal datasets`: which public datasets there are, where copies of them lie, and how to get them. */
export const command = defineCommand({
  name: 'datasets',
  usage: '<action> [name..]',
  summary: 'Public datasets: list them, show one, fetch some, verify the local copies.',
  places: {
    action: named('action', ACTIONS, Object.keys(ACTIONS).join(', ')),
    name: list('names of datasets; verify takes all local ones if none is given', text),
  },
  options,
  examples: [
    ['iwal datasets list', 'what there is, and what of it is here'],
    ['iwal datasets fetch a9a cadata', 'download two; after Ctrl-C, the same command goes on'],
    ['iwal datasets verify --data-dir ~/data', 'hold all local copies against their checksums'],
  ],
  async run({ action, name: names, ...given }, session) {
    const { mirror, json } = given;
    if (mirror !== undefined && action !== 'fetch') throw new UsageError(`--mirror is for datasets fetch, not for ${action}`);
    if (json && action !== 'list' && action !== 'info')
      throw new UsageError(`--json is for datasets list and info, not for ${action}`);
    await ACTIONS[action](names, given, session);
  },
});

/** What `iwal datasets` can do, with the names of datasets and the options that are written. */
type Action = (names: readonly string[], given: Values<typeof options>, session: Session) => Promise<void>;

/** What is known of a dataset, as `--json` prints it. */
interface Summary extends Omit<DatasetFacts, 'positiveRate'> {
  readonly name: string;
  readonly positiveRate: number | null;
  /** Path of the local copy, of its first file where it has several; null without one. */
  readonly here: string | null;
}

/** One dataset of the catalogue in a few facts, for the table and for `--json`. */
function summaryOf(name: string, { task, rows, features, positiveRate }: DatasetFacts, folders: readonly string[]): Summary {
  return { name, task, rows, features, positiveRate: positiveRate ?? null, here: locate(name, folders)?.files[0].path ?? null };
}
