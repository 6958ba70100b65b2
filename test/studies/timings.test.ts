import { join } from 'node:path';
import { expect, it } from 'vitest';
import { speed } from '../../experiments/speed/study.ts';
import { storedTimings, TIMINGS } from '../../src/studies/run/race.ts';
import { REPORTS } from '../support/published.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const races = speed.races('default');

it('of a published report are those of its races, and need not be measured again', () => {
  expect(storedTimings(join(REPORTS, 'speed'), races)?.map(({ race }) => race.title)).toEqual(races.map(({ title }) => title));
});

it('of other races, of fewer, or of damaged lines are none', () => {
  const whole = storedTimings(join(REPORTS, 'speed'), races)!;
  const stored = (lines: readonly string[]): typeof whole | undefined => {
    write(TIMINGS, `${lines.join('\n')}\n`);
    return storedTimings(path(''), races);
  };
  const lines = whole.map((each) => JSON.stringify(each));
  expect(stored(lines)).toEqual(whole);
  expect(stored(lines.slice(1))).toBeUndefined();
  expect(stored([lines[0].replace('"laps":15', '"laps":14'), ...lines.slice(1)])).toBeUndefined();
  expect(stored([lines[0].slice(0, -5), ...lines.slice(1)])).toBeUndefined();
  expect(storedTimings(path('nowhere'), races)).toBeUndefined();
});
