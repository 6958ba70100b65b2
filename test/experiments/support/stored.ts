/** What is stored of the published reports, as the findings that their reports are made from. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { studies } from '../../../experiments/index.ts';
import { outlineOf, type Split } from '../../../src/rows/dataset.ts';
import { ofKind } from '../../../src/studies/results/results.ts';
import type { RaceResult } from '../../../src/studies/run/race.ts';
import { type Entry, resultOf } from '../../../src/studies/store/entry.ts';
import { readManifest } from '../../../src/studies/store/manifest.ts';
import type { Findings } from '../../../src/studies/study.ts';
import { publishedFiles, publishedResults, REPORTS } from '../../support/published.ts';
import { toyTask } from '../../support/toy.ts';

/** The published reports. */
export const folders = [...publishedFiles.keys()].map((name) => {
  const folder = join(REPORTS, name);
  return { name, folder, manifest: readManifest(folder)! };
});

/**
 * The lines of a report, taken as they are: that each is sealed, meets its schema and has the hash of its cell is a law of
 * stored-results.test.ts.
 */
export function storedEntries(name: string): Entry[] {
  return publishedResults(name)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { hash, engine, data, cell, ...stored } = JSON.parse(line) as Omit<Entry, 'stored'>;
      return { hash, engine, data, cell, stored };
    });
}

/**
 * What is stored of a study, on data that are not those it was measured on, without entries but where the study says that it reads them: origins
 * do not depend on them.
 */
export function storedFindings({ name, folder, manifest: { id, size, seeds } }: (typeof folders)[number]): Findings {
  const entries = storedEntries(name);
  const results = entries.map(resultOf);
  const whole = toyTask({ rows: 40, seed: 1 });
  const outline = outlineOf({ train: whole }).train;
  const described = new Set(studies[id].datasets(size, seeds).flatMap((each) => (each.isDescribed ? each.name : [])));
  // As many rows as the longest run has considered: whether a run ended before its stream is read off them.
  const longest = new Map<string, number>();
  for (const { cell, outcome } of ofKind(results, 'active'))
    if ('measurement' in outcome)
      longest.set(cell.dataset, Math.max(longest.get(cell.dataset) ?? 0, outcome.measurement.curve.at(-1)!.examples));
  const splits = new Map(
    entries.flatMap(({ cell: { dataset } }): [string, Split][] => {
      if (dataset === undefined) return [];
      const part = described.has(dataset) ? whole : outline;
      const { length, nonZeros } = part.rows;
      const told = { length: { value: longest.get(dataset) ?? length }, nonZeros: { value: nonZeros } };
      const rows = Object.create(part.rows, told) as typeof part.rows;
      return [[dataset, { train: { ...part, rows }, validation: part, test: part }]];
    }),
  );
  const timings = join(folder, 'timings.jsonl');
  const races = existsSync(timings)
    ? readFileSync(timings, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as RaceResult)
    : [];
  return { size, seeds, splits, missing: [], results, races };
}
