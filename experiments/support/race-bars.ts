import type { Bar } from '../../src/figures/model/figure.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { canonical } from '../../src/specs/hash.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

/**
 * Bars of a race: median seconds of a pass, with a whisker from the fastest lap to the slowest.
 *
 * One bar a race. Seconds are in no cell: a bar names the cell of the run that is timed, and the command that times it again.
 */
export function raceBars(
  { results }: Findings,
  races: readonly RaceResult[],
  entrant: 'passive' | 'active',
  command: string,
): Bar[] {
  const runs = ofKind(results, 'active');
  return races.map(({ race, [entrant]: seconds }) => {
    const timed = canonical(race[entrant]);
    return {
      height: median(seconds),
      low: Math.min(...seconds),
      high: Math.max(...seconds),
      note: `${seconds.length} laps, timed again by ${command}; what a lap learns is a cell`,
      cells: runs.filter(({ cell }) => cell.dataset === race.dataset && canonical(cell.run) === timed).map(({ hash }) => hash),
    };
  });
}
