import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { DatasetOptions } from '../../data/index.ts';
import { catalogue } from '../../data/public/local-copies.ts';
import { DataError } from '../../files/data-error.ts';
import { roomHere } from '../../rows/building/growing.ts';
import { bytesOf, type Dataset, outlineOf, type Split } from '../../rows/dataset.ts';
import type { Size, Study, StudyDataset } from '../study.ts';
import { cutInThree, cutQueriesInThree, fingerprintOf, type Batch, type DataSource, type Fingerprints } from './data-source.ts';

type Cut = (dataset: Dataset) => Split;

/** A dataset that is made of a public set, and missing where there is no copy of that. */
export function madeOf(set: string, load: (source: DataSource) => Promise<Split | undefined>, name = set): StudyDataset {
  return { name, set, state: (source) => (source.has(set) ? 'here' : 'missing'), load };
}

/** Makes a dataset of a public set by its name, cut in three unless said. */
type PublicSet = (name: string, cut?: Cut) => StudyDataset;

/** Public sets that a source reads so. */
function setsRead(as: 'binary' | 'numbers' | 'classes'): PublicSet {
  return (name, cut = cutInThree) => madeOf(name, async (source) => cutIfThere(await source[as](name), cut));
}

/** A public set of two classes. */
export const twoClassSet = setsRead('binary');
/** A public set whose labels are numbers. */
export const numberSet = setsRead('numbers');
/** A public set of several classes. */
export const severalClassSet = setsRead('classes');

/** A public set of queries, by default cut by queries; `name` may be that of one of several cuts. */
export function queriesOf(name: string, set = name, cut: Cut = cutQueriesInThree): StudyDataset {
  return madeOf(set, async (source) => cutIfThere(await source.queries(set), cut), name);
}

/** A file; without a test file it is cut in three. */
export function fileOf(
  name: string,
  { train, test }: { readonly train: string; readonly test?: string },
  options: DatasetOptions,
  cut: Cut = cutInThree,
): StudyDataset {
  return {
    name,
    state: () => ([train, test].every((file) => file === undefined || existsSync(file)) ? 'here' : 'missing'),
    load: async (source) => {
      const dataset = await source.file(train, options);
      if (test === undefined) return cut(dataset);
      const { classNames } = dataset;
      return { train: dataset, test: await source.file(test, { ...options, ...(classNames && { classNames }) }) };
    },
  };
}

function cutIfThere(dataset: Dataset | undefined, cut: Cut): Split | undefined {
  return dataset && cut(dataset);
}

/** The datasets of a study. */
export interface StudyData {
  /** By name; of data that do not fit into memory together the outlines, but where they are described. */
  readonly splits: ReadonlyMap<string, Split>;
  readonly fingerprints: Fingerprints;
  /** Those that this machine does not have. */
  readonly missing: readonly string[];
  /** One at least. */
  readonly batches: readonly Batch[];
}

/** Share of the memory that data may take: threads have orders of rows, models and ledgers of their own. */
const SHARE = 1 / 3;

/**
 * Loads the datasets of a study one after the other; between two of them Ctrl-C is heard. Where they take more than `room` bytes, by
 * default a third of what memory is left, whoever needs their rows loads them again, a batch at a time.
 */
export async function loadData(
  datasets: readonly StudyDataset[],
  source: DataSource,
  signal: AbortSignal,
  room = SHARE * roomHere(),
): Promise<StudyData> {
  const splits = new Map<string, Split>();
  const fingerprints = new Map<string, string>();
  const batches: StudyDataset[][] = [[]];
  const seen = ({ isDescribed }: StudyDataset, split: Split): Split => (isDescribed ? split : outlineOf(split));
  let left = room;
  for (const dataset of datasets) {
    await setImmediate();
    signal.throwIfAborted();
    const split = await dataset.load(source);
    if (split === undefined) continue;
    const bytes = bytesOf(split);
    if (bytes > left && batches.at(-1)!.length > 0) {
      if (batches.length === 1) for (const held of batches[0]) splits.set(held.name, seen(held, splits.get(held.name)!));
      batches.push([]);
      left = room;
    }
    left -= bytes;
    batches.at(-1)!.push(dataset);
    fingerprints.set(dataset.name, fingerprintOf(split));
    splits.set(dataset.name, batches.length === 1 ? split : seen(dataset, split));
  }
  const again = async (batch: readonly StudyDataset[]): Promise<ReadonlyMap<string, Split>> => {
    const loaded = await loadData(batch, source, signal, Infinity);
    const changed = batch.find(({ name }) => loaded.fingerprints.get(name) !== fingerprints.get(name));
    if (changed === undefined) return loaded.splits;
    throw new DataError({ file: changed.name, found: 'other data than when the run began', legal: 'the same until it ends' });
  };
  const missing = datasets.flatMap(({ name }) => (splits.has(name) ? [] : [name]));
  const loads = batches.map((batch) => ({ names: batch.map(({ name }) => name), load: () => again(batch) }));
  return { splits, fingerprints, missing, batches: batches.length === 1 ? inMemory(splits) : loads };
}

/** Data in memory as the one batch that it is. */
export function inMemory(splits: ReadonlyMap<string, Split>): Batch[] {
  return [{ names: [...splits.keys()], load: () => Promise.resolve(splits) }];
}

/** How a set of which the catalogue has no address comes to a machine. */
const BY_HAND =
  'no address to fetch from: put a copy into a folder with a manifest.json and name it with --data-dir (datasets/README.md)';

/**
 * How to get public sets that are not on this machine: the command that downloads those of the catalogue, and what to do about the
 * others.
 *
 * @example
 * howToGet(['a9a', 'w8a']) // => 'iwal datasets fetch a9a w8a brings them'
 */
export function howToGet(sets: readonly string[]): string {
  const known = sets.filter((set) => Object.hasOwn(catalogue, set));
  if (known.length === 0) return `${sets.length === 1 ? 'it has' : 'they have'} ${BY_HAND}`;
  const command = `iwal datasets fetch ${known.join(' ')} brings`;
  if (known.length === sets.length) return `${command} ${known.length === 1 ? 'it' : 'them'}`;
  return `${command} ${known.length} of them; the others have ${BY_HAND}`;
}

/** A study has no cell to run, because none of its public sets is on this machine. */
export class MissingSetsError extends DataError {
  /** The public sets. */
  readonly sets: readonly string[];

  constructor(study: string, sets: readonly string[]) {
    super({
      file: study,
      found: 'none of its public sets on this machine',
      legal: `at least one of ${sets.join(', ')}; ${howToGet(sets)}`,
    });
    this.sets = sets;
  }
}

/**
 * The public sets that datasets are made of, each once.
 *
 * @example
 * setsOf([{ name: 'fold 1', set: 'a9a' }, { name: 'fold 2', set: 'a9a' }, { name: 'w8a' }]) // => ['a9a', 'w8a']
 */
export function setsOf(datasets: readonly Pick<StudyDataset, 'name' | 'set'>[]): string[] {
  return [...new Set(datasets.map(({ name, set = name }) => set))];
}

/**
 * What to say of a study that goes on without these datasets: their public sets, and how to get them.
 *
 * @throws MissingSetsError where the study has no cell without them.
 */
export function withoutSets(
  study: Study,
  { size, seeds }: { readonly size: Size; readonly seeds: number },
  missing: readonly StudyDataset[],
): string {
  const names = study.datasets(size, seeds).map(({ name }) => name);
  const here = names.filter((name) => !missing.some((dataset) => dataset.name === name));
  const sets = setsOf(missing);
  if (study.cells(size, here, seeds).length === 0) throw new MissingSetsError(study.id, sets);
  return `not on this machine, so left out: ${sets.join(', ')}; ${howToGet(sets)}`;
}
