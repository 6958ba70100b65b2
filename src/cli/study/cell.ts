import { isDeepStrictEqual } from 'node:util';
import { firstOf } from '../../files/printable.ts';
import { PartsError, requireRecordedParts } from '../../specs/parts/recorded.ts';
import type { Entry } from '../../studies/store/entry.ts';
import type { Manifest } from '../../studies/store/manifest.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import type { Action, StudyOptions } from './action.ts';
import { foldersOf, studyOfReport } from './studies.ts';

/** `iwal study cell`: from the hash of a cell to its spec, data and result, and to the one command that computes it again. */
export const cell: Action = {
  summary: 'spec, data and result of one run',
  takes: 'the hash of a cell',
  options: ['out', 'data-dir', 'rerun', 'file'],
  async run(subject, options, session) {
    const found = await find(subject, options.out, session.note);
    session.print(page(found));
    if (options.rerun) await compare(found, options, session);
  },
};

interface Found {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly entry: Entry;
}

async function find(beginning: string, out: string, note: (message: string) => void): Promise<Found> {
  if (!/^[0-9a-f]{4,16}$/.test(beginning))
    throw new UsageError(`a hash is 16 hexadecimal digits, or its first four or more; found '${beginning}'`);
  const { readManifest, reportFolders } = await import('../../studies/store/manifest.ts');
  const { Store } = await import('../../studies/store/store.ts');
  const found = reportFolders(out).flatMap((folder) =>
    new Store(folder, note)
      .entries()
      .filter(({ hash }) => hash.startsWith(beginning))
      .map((entry): Found => ({ folder, manifest: readManifest(folder)!, entry })),
  );
  const hashes = [...new Set(found.map(({ entry }) => entry.hash))];
  if (hashes.length === 0) throw new UsageError(`no cell below ${out} has a hash that begins with ${beginning}`);
  if (hashes.length > 1) throw new UsageError(`${beginning} is the beginning of ${hashes.length} hashes: ${firstOf(hashes, 4)}`);
  return found[0];
}

function page({
  folder,
  manifest: { id, size, file },
  entry: {
    hash,
    engine,
    data,
    cell: { kind, dataset, run },
    stored,
  },
}: Found): string {
  const { curve, ...rest } = stored;
  const last =
    curve === undefined
      ? {}
      : Object.fromEntries(Object.entries(curve as Record<string, unknown[]>).map(([key, column]) => [key, column.at(-1)]));
  return [
    `cell     ${hash}, kind ${kind}, of ${id}, ${size} size, in ${folder}`,
    `data     ${dataset === undefined ? 'none' : `'${dataset}', fingerprint ${data}`}; engine ${engine}`,
    `spec     ${JSON.stringify(run)}`,
    `result   ${JSON.stringify({ ...last, ...rest })}`,
    `again    iwal study cell ${hash} --rerun${file === null || file.endsWith('.json') ? '' : ` --file ${file}`}`,
  ].join('\n');
}

/** Computes the cell again from its data, and throws a Failure where the result is another one. */
async function compare({ manifest, entry }: Found, options: StudyOptions, session: Session): Promise<void> {
  const { DataSource, fingerprintsOf, measuredOnOtherData } = await import('../../studies/data/data-source.ts');
  const { howToGet, loadData, setsOf } = await import('../../studies/data/datasets.ts');
  const { threads } = await import('../../studies/run/threads.ts');
  const study = await studyOfReport(
    manifest,
    options.file,
    (file) => `iwal study cell ${entry.hash} --rerun --file ${file}`,
    session,
  );
  requireSameParts(entry);
  const { signal, note } = session;
  const { dataset } = entry.cell;
  const source = new DataSource({ ...(await foldersOf(options['data-dir'])), note, signal });
  const wanted = study.datasets(manifest.size, manifest.seeds).filter(({ name }) => name === dataset);
  const { splits } = await session.unlessInterrupted(loadData(wanted, source, signal));
  if (dataset !== undefined && !splits.has(dataset))
    throw new Failure(`the dataset '${dataset}' is not on this machine; ${howToGet(setsOf(wanted))}`);
  const fingerprints = fingerprintsOf(splits);
  if (dataset !== undefined && fingerprints.get(dataset) !== entry.data)
    throw new Failure(measuredOnOtherData(dataset, fingerprints, 'the cell was'));
  const nothing = (): undefined => undefined;
  const work = { cells: [entry.cell], splits, fingerprints, known: [] };
  const [again] = await threads({ workers: 1, keep: nothing, progress: nothing, signal }).run(work);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(again.stored)), entry.stored))
    throw new Failure(`computed again, it differs: ${JSON.stringify(again.stored)}`);
  session.print('computed again: the same result, digit for digit');
}

/** Throws a PartsError unless the own parts of the cell are those that the study has now. */
function requireSameParts({ hash, cell }: Entry): void {
  try {
    requireRecordedParts(cell.run);
  } catch (error) {
    throw error instanceof PartsError ? error.of(`cell ${hash}`) : error;
  }
}
