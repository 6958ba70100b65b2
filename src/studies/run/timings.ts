import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { textOf } from '../../files/contents.ts';
import { shallow } from '../../files/nesting.ts';
import { canonical } from '../../specs/hash.ts';
import type { Race, RaceResult } from './race.ts';

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
  const stored = textOf(file).trimEnd().split('\n').map(resultIn);
  if (stored.length !== races.length) return undefined;
  const found = races.flatMap((race, n) => {
    const result = stored[n];
    // As JSON has it: fields that are undefined are not there.
    const wanted = JSON.parse(JSON.stringify(race)) as Race;
    return result !== undefined && canonical(result.race) === canonical(wanted) ? [result] : [];
  });
  return found.length === races.length ? found : undefined;
}

function resultIn(line: string): RaceResult | undefined {
  try {
    return Line.parse(JSON.parse(line)) as unknown as RaceResult;
  } catch {
    return undefined;
  }
}
