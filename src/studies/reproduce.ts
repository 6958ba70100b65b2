/**
 * From a study to its report folder: load the data, run the cells, race, write figures, page and results.
 *
 * Finished cells are kept in `.partial/` until the report stands, so an interrupted run goes on where it stopped. Report
 * files are written whole: figures and results first, the page that shows them last.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../data/whole-file.ts';
import { renderFigure } from '../figures/chart.ts';
import { renderPage } from '../figures/page.ts';
import { alike } from '../figures/styles.ts';
import { packed, type StoredOutcome } from './cell.ts';
import { DataSource } from './data-source.ts';
import { cellHash, ENGINE_VERSION, runCells } from './engine.ts';
import { fingerprintOf } from './fingerprint.ts';
import { race, type RaceResult } from './race.ts';
import type { Split } from './simulate.ts';
import { Store } from './store.ts';
import type { Size, Study } from './study.ts';

export interface ReproduceOptions {
  readonly size: Size;
  /** Runs of every setting; default: as many as the study asks for at this size. */
  readonly seeds?: number | undefined;
  readonly workers: number;
  /** Folder that gets one folder a study. */
  readonly out: string;
  /** Folder of local copies of public datasets; default ../shared/data. */
  readonly dataFolder?: string | undefined;
  readonly cacheFolder: string;
  /** Told after every finished cell. */
  readonly progress: (done: number, of: number) => void;
  /** Told, a sentence at a time, what takes long and what does not stop the run. */
  readonly note: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Runs the study; returns the folder of its report. */
export async function reproduce(study: Study, options: ReproduceOptions): Promise<{ folder: string }> {
  const { size, workers, out, progress, signal } = options;
  const seeds = options.seeds ?? study.seeds[size];
  const folder = join(out, size === 'default' ? study.id : `${study.id}-${size}`);
  const store = new Store<StoredOutcome>(join(folder, '.partial'));
  const { splits, missing } = await load(study, seeds, options);
  const cells = study.cells(size, [...splits.keys()], seeds);
  const fingerprints = new Map([...splits].map(([name, split]) => [name, fingerprintOf(split)]));
  const results = await runCells(cells, splits, fingerprints, { workers, store, progress, signal });
  const races = runRaces(study, size, splits, signal);

  const report = study.report({ size, seeds, splits, missing, results, races });
  const looks = alike(report.figures.map(({ figure }) => figure));
  for (const [f, { file }] of report.figures.entries()) await write(join(folder, file), await renderFigure(looks[f]));
  await write(join(folder, 'results.jsonl'), lines(results.map(({ cell, outcome }) => ({ hash: cellHash(cell, fingerprints), data: fingerprints.get(cell.dataset), cell, ...packed(outcome) }))));
  if (races.length > 0) await write(join(folder, 'timings.jsonl'), lines(races));
  await write(join(folder, 'README.md'), renderPage({ ...report, versions: versions() }));
  store.clear();
  return { folder };
}

async function load(
  study: Study,
  seeds: number,
  { size, dataFolder = join('..', 'shared', 'data'), cacheFolder, note, signal }: ReproduceOptions,
): Promise<{ splits: Map<string, Split>; missing: string[] }> {
  const source = new DataSource({ dataFolder, cacheFolder, note });
  const splits = new Map<string, Split>();
  const missing: string[] = [];
  for (const dataset of study.datasets(size, seeds)) {
    signal.throwIfAborted();
    const split = await dataset.load(source);
    if (split === undefined) missing.push(dataset.name);
    else splits.set(dataset.name, split);
  }
  if (missing.length > 0) note(`not found in ${dataFolder}, so left out: ${missing.join(', ')}`);
  return { splits, missing };
}

function runRaces(study: Study, size: Size, splits: ReadonlyMap<string, Split>, signal: AbortSignal): RaceResult[] {
  return study.races(size).map((each) => {
    signal.throwIfAborted();
    return race(each, splits.get(each.dataset)!, () => performance.now() / 1000);
  });
}

function write(file: string, content: string | Uint8Array): Promise<void> {
  return writeWhole(file, (temporary) => writeFile(temporary, content));
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** What a report was made with; changes of the machine alone leave it as it is. */
function versions(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  return { iwal: version, engine: `${ENGINE_VERSION}` };
}
