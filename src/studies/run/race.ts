import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeCache } from '../../data/cache/cache-file.ts';
import { textOf } from '../../files/contents.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { makeFolder } from '../../files/durable.ts';
import { shallow } from '../../files/nesting.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import { temporaryIn } from '../../files/owner.ts';
import type { Batch } from '../data/data-source.ts';
import { withConstant, type Dataset, upTo } from '../../rows/dataset.ts';
import { buildLearner, labelsFor } from '../../specs/build-learner.ts';
import { buildActiveLearner } from '../../specs/build.ts';
import { canonical } from '../../specs/hash.ts';
import type { RunSpec } from '../../specs/run.ts';
import { ProgressiveValidation } from '../../streams/measures/class-measures.ts';
import { LabelOracle } from '../../streams/oracles/oracle.ts';
import { activeLearn } from '../../streams/passes/active-learn.ts';
import { passiveLearn } from '../../streams/passes/passive-learn.ts';

/**
 * A race: the time of one active pass against one passive pass over the same rows, in one process and alternating, so that
 * a machine that slows down slows both. Rows come in file order, as they would from a disk; where they do come from a file,
 * a lap reads all of it first.
 *
 * The passive entrant is the plain online learner (streams/passes/passive-learn.ts), not the active loop asked to buy everything.
 */
export interface Race {
  readonly title: string;
  readonly dataset: string;
  readonly passive: RunSpec;
  readonly active: RunSpec;
  /** Counted laps of each, after one uncounted. */
  readonly laps: number;
  /** What a lap begins with: rows that are in memory (the default), or a binary file of them, which is read on the clock. */
  readonly rows?: 'in memory' | 'from a file';
}

/** The times of a race. */
export interface RaceResult {
  readonly race: Race;
  /** Seconds of each lap. */
  readonly passive: readonly number[];
  readonly active: readonly number[];
  /** Share of the labels the active entrant bought. */
  readonly fractionQueried: number;
}

/** `load` brings the rows for every lap, on the clock; `tidy` frees what the lap before left behind, off the clock. */
export function race(entry: Race, load: () => Dataset, clock: () => number, tidy: () => void = () => undefined): RaceResult {
  const order = upTo(load().labels.length);

  const lap = (spec: RunSpec, learn: (train: Dataset) => void): number => {
    tidy();
    const start = clock();
    learn(withConstant(load(), spec.constant));
    return clock() - start;
  };

  const passiveLap = (): number =>
    lap(entry.passive, (train) => {
      const learner = buildLearner(entry.passive, train.rows.columns);
      const labels = labelsFor(learner.loss, train);
      const evaluator = new ProgressiveValidation(learner.loss, labels, train.importances);
      passiveLearn(learner, { ...train, labels, order }, evaluator, 0, labels.length);
    });

  let fractionQueried = 0;
  const activeLap = (): number =>
    lap(entry.active, (train) => {
      const active = buildActiveLearner(entry.active, train);
      const { loss } = active.learner;
      const labels = labelsFor(loss, train);
      const oracle = new LabelOracle(labels);
      const evaluator = new ProgressiveValidation(loss, labels, train.importances);
      activeLearn(active, { ...train, order }, oracle, evaluator, 0, labels.length);
      fractionQueried = oracle.sold / labels.length;
    });

  passiveLap();
  activeLap();
  const passive: number[] = [];
  const active: number[] = [];
  for (let lap = 0; lap < entry.laps; lap++) {
    passive.push(passiveLap());
    active.push(activeLap());
  }
  return { race: entry, passive, active, fractionQueried };
}

/** The file of a report that holds the times of its races, one a line. */
export const TIMINGS = 'timings.jsonl';

const seconds = z.array(z.number().positive()).min(1);
const Line = z.object({
  race: z.record(z.string(), shallow),
  passive: seconds,
  active: seconds,
  fractionQueried: z.number().min(0).max(1),
});

/**
 * The times that a finished report holds of these very races; undefined where it holds none, others, or damaged ones: then they
 * are to be measured.
 */
export function storedTimings(folder: string, races: readonly Race[]): RaceResult[] | undefined {
  const file = join(folder, TIMINGS);
  if (!existsSync(file)) return undefined;
  const stored = textOf(file)
    .trimEnd()
    .split('\n')
    .map((line) => ifPossible(() => Line.parse(JSON.parse(line)) as unknown as RaceResult));
  if (stored.length !== races.length) return undefined;
  const found = races.flatMap((race, n) => {
    const result = stored[n];
    // As JSON has it: fields that are undefined are not there.
    const wanted = JSON.parse(JSON.stringify(race)) as Race;
    return result !== undefined && canonical(result.race) === canonical(wanted) ? [result] : [];
  });
  return found.length === races.length ? found : undefined;
}

/** What the thread of a race is given: the rows, or the binary file that holds them. */
export interface Start {
  readonly race: Race;
  readonly rows: Dataset | { readonly file: string };
}

/** Runs races one after the other, each on a thread of its own: side by side they would slow each other. */
export async function runRaces(
  races: readonly Race[],
  batches: readonly Batch[],
  { cacheFolder, signal }: { readonly cacheFolder: string; readonly signal: AbortSignal },
): Promise<RaceResult[]> {
  const results: RaceResult[] = [];
  for (const race of races) {
    const splits = await batches.find(({ names }) => names.includes(race.dataset))!.load();
    const { train } = splits.get(race.dataset)!;
    const run = (rows: Start['rows']): Promise<RaceResult[]> => {
      const start: Start = { race, rows };
      return onThread<RaceResult>(threadFile('studies/run/race-thread'), start, signal);
    };
    results.push(
      ...(race.rows === 'from a file' ? await withFile(train, cacheFolder, (file) => run({ file })) : await run(train)),
    );
  }
  return results;
}

/** The dataset as a binary file, for as long as the work takes. */
async function withFile<T>(dataset: Dataset, folder: string, work: (file: string) => Promise<T>): Promise<T> {
  makeFolder(folder);
  const temporary = temporaryIn(folder);
  try {
    const copy = join(temporary, 'race.iwal');
    await writeCache(copy, dataset);
    return await work(copy);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
