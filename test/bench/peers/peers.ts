import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { median } from '../../../src/statistics/small-samples.ts';
import { measureGrowth } from './growth.ts';
import { makeMaterial } from './material.ts';
import type { Growth, Run, Work } from './measured.ts';
import { findPrograms, machine } from './programs.ts';
import { publish, storedMeasurements } from './publish.ts';
import { lapOf, studyFile, sweepStudy, worksOf, type Entry, type Lap } from './works.ts';

export interface PeersOptions {
  /** As in `vw=PATH,sklearn,cxx`. */
  readonly against: string;
  readonly documents: number;
  readonly laps: number;
  /** The longest text of the growth, a power of ten; the stream goes ten times beyond. */
  readonly growth: number;
  /** Only works whose names match this regular expression. */
  readonly only: string;
  /** Folder of reports that gets the measurements and their page. */
  readonly out: string | undefined;
}

/**
 * What a user would pick instead, on the same documents in one run: whole processes and passes in memory, the programs of a work in
 * turn. Peers that are absent are named, and the rest is measured.
 */
export async function benchPeers({ against, documents, laps, growth, only, out }: PeersOptions, folder: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const on = machine();
  const programs = findPrograms(against, folder);
  const { versions, absent } = programs;
  for (const [program, why] of Object.entries(absent)) console.log(`${program} is left out: ${why}`);
  console.log(
    Object.entries(versions)
      .map((entry) => entry.join(' '))
      .join('; '),
  );
  console.error(`writing ${documents} documents`);
  const material = await makeMaterial(folder, documents, growth, programs);
  for (const order of ['given', 'shuffled']) writeFileSync(join(folder, studyFile(order)), JSON.stringify(sweepStudy(order)));
  const entries = worksOf(programs);
  // A part of the works is measured beside what the last run has of the others.
  const stored = out === undefined || only === '' ? undefined : storedMeasurements(out);
  const works = new Map(stored?.works.map((work) => [work.name, work]));
  const keep = async (grown: readonly Growth[]): Promise<void> => {
    if (out === undefined) return;
    const known = entries.flatMap(({ name }) => works.get(name) ?? []);
    await publish(out, { day, machine: on, versions, absent, laps, documents, ...material, works: known, growth: grown });
  };
  for (const entry of entries.filter(({ name }) => new RegExp(only).test(name))) {
    const work = await measuredWork(entry, laps, folder);
    works.set(work.name, work);
    for (const run of work.runs) console.log(lineOf(work, run));
    // What ends early leaves what it has measured.
    await keep(stored?.growth ?? []);
  }
  if (growth > 0) await keep(await measureGrowth(folder, growth, programs));
}

/** Laps of all programs in turn, each on all cores and on one alone, behind one that warms files and caches up and is forgotten. */
async function measuredWork({ name, programs }: Entry, laps: number, folder: string): Promise<Work> {
  const all = Object.entries(programs).map(([program, run]) => ({ program, run, together: [] as Lap[], alone: [] as Lap[] }));
  for (let lap = 0; lap <= laps; lap++)
    for (const { program, run, together, alone } of all) {
      together[lap] = await lapOf(run, availableParallelism(), lap, folder);
      alone[lap] = await lapOf(run, 1, lap, folder);
      console.error(`${name}, ${program}: ${together[lap].seconds.toFixed(3)} s, on one core ${alone[lap].seconds.toFixed(3)} s`);
    }
  return { name, runs: all.map(({ program, together, alone }) => runOf(program, together.slice(1), alone.slice(1))) };
}

function runOf(program: string, laps: readonly Lap[], alone: readonly Lap[]): Run {
  const [{ loss, bought }] = laps;
  return {
    program,
    seconds: laps.map(({ seconds }) => seconds),
    alone: alone.map(({ seconds }) => seconds),
    processor: laps.map(({ processor }) => processor),
    megabytes: laps.map(({ megabytes }) => megabytes),
    ...(!Number.isNaN(loss) && { loss }),
    ...(bought !== undefined && { bought }),
  };
}

function lineOf({ name, runs: [ours] }: Work, { program, seconds, alone = [], loss }: Run): string {
  const ratio = (of: readonly number[] = [], by: readonly number[]): string =>
    `${median(by).toFixed(3).padStart(8)} s (${ours.program} ${median(of.map((each, lap) => each / by[lap])).toFixed(2)})`;
  return (
    `${name.padEnd(38)} ${program.padEnd(30)} ${ratio(ours.seconds, seconds)}, on one core ${ratio(ours.alone, alone)}` +
    (loss === undefined ? '' : `; loss ${loss.toFixed(5)}`)
  );
}
