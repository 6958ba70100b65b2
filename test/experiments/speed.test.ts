import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speed } from '../../experiments/speed/study.ts';
import { readCache, writeCache } from '../../src/data/cache/cache-file.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { race, type RaceResult } from '../../src/studies/run/race.ts';
import type { Findings } from '../../src/studies/study.ts';
import { temporaryFolder } from '../support/processes/cli.ts';
import { toyTask } from '../support/toy.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

/** The verdicts of speed on hand-made times, its cells and races; and a race itself, in memory and from a file. */

function findings(ratio: number, share: number): Findings {
  const measured = findingsOf(speed, ({ run }) => {
    const queried = (run as Cell<'active'>['run']).query.name === 'passive' ? 1000 : 1000 * share;
    return { curve: [{ examples: 1000, queried, testError: 0.06 }] };
  });
  const races = speed.races('default').map((each): RaceResult => ({
    race: each,
    passive: [1, 2, 3],
    active: [ratio, 2 * ratio, 3 * ratio],
    fractionQueried: share,
  }));
  return { ...measured, races };
}

describe('speed', () => {
  it('cells are legal and distinct at both sizes, and what is raced is what is measured', () => {
    for (const size of ['default', 'full'] as const) {
      const specs = cellsOf(speed, size).map(({ run }) => JSON.stringify(run));
      for (const { passive, active } of speed.races(size))
        for (const spec of [passive, active]) expect(specs).toContain(JSON.stringify(spec));
    }
  });

  it('as fast as on the slides, slower, and a setting that buys too much', () => {
    expect([failing(speed.report(findings(1.04, 0.11))), failing(speed.report(findings(1.05, 0.11))).length]).toEqual([[], 4]);
    expect(failing(speed.report(findings(0.9, 0.2)))).toHaveLength(2);
  });

  it('an active pass that is longer is told by the row, one that is not is not', () => {
    expect(speed.report(findings(2, 0.11)).notes.join()).toMatch(
      /hinge, in memory: an active pass takes 20000000 ns a row longer/,
    );
    expect(speed.report(findings(0.9, 0.11)).notes.join()).not.toMatch(/ns a row/);
  });
});

describe('race', () => {
  const [entry] = speed.races('default').map((each) => ({ ...each, laps: 3 }));

  it('alternates, counts laps after the first of each, and tidies before every one, off the clock', () => {
    const log: string[] = [];
    let now = 0;
    const train = toyTask({ rows: 100, seed: 1 });
    const load = () => {
      log.push('load');
      return train;
    };
    const clock = (): number => {
      log.push('clock');
      return now++;
    };
    const { passive, active, fractionQueried } = race(entry, load, clock, () => log.push('tidy'));
    expect([passive, active]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(fractionQueried).toBeGreaterThan(0);
    expect(log).toEqual(['load', ...Array.from({ length: 8 }, () => ['tidy', 'clock', 'load', 'clock']).flat()]);
  });

  it('buys the same from memory and from a file', async () => {
    const train = toyTask({ rows: 200, seed: 2 });
    const file = join(temporaryFolder(), 'rows.iwal');
    await writeCache(file, train);
    const bought = [() => train, () => readCache(file).dataset].map((load) => race(entry, load, () => 0).fractionQueried);
    expect(bought[0]).toBe(bought[1]);
  });
});
