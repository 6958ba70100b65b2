/** LAWS of the options of `iwal study`: those that an action takes change what it says, and times are shared among the workers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command } from '../../../src/cli/study/command.ts';
import { temporaryFolder, iwalHere } from '../../support/processes/cli.ts';
import { printed } from '../../support/processes/run-command.ts';

/** A study that needs no data, timed elsewhere: ten seconds a cell. */
function timedStudy(): string {
  const folder = temporaryFolder();
  const axes = { streams: 4, rows: 50, share: 0.2, floor: 0.2, probabilities: 'even', confidence: 0.9 };
  writeFileSync(join(folder, 'mine.json'), JSON.stringify({ id: 'mine', kind: 'coins', axes, seeds: 8 }));
  const report = join(folder, 'reports', 'mine');
  mkdirSync(report, { recursive: true });
  const manifest = { id: 'mine', title: 'mine', size: 'default', seeds: 8, cells: 8, file: join(folder, 'mine.json') };
  writeFileSync(join(report, 'study.json'), JSON.stringify(manifest));
  writeFileSync(join(report, 'durations.jsonl'), '{"kind":"coins","seconds":10}\n');
  return folder;
}

it.each([
  [1, 'about 80 s', '1 worker'],
  [4, 'about 20 s', '4 workers'],
])('--workers %d shares the time, of what is left and of what is foretold alike', async (workers, time, on) => {
  const folder = timedStudy();
  const own = [join(folder, 'mine.json'), '--out', join(folder, 'reports'), '--workers', `${workers}`];
  const status = await printed(command, ['status', ...own]);
  expect(status).toContain('0 of 8 cells done, 0 failed, 8 waiting');
  expect(status).toContain(`${time} left on ${on}: iwal study run ${own[0]}`);
  const foretold = await printed(command, ['run', '--dry-run', ...own]);
  expect(foretold).toContain(`${time} on ${on}: by the times of stored runs like them`);
});

it('--seeds is the number of seeds of what is checked and of what would be submitted', async () => {
  const folder = timedStudy();
  expect(await printed(command, `check ${join(folder, 'mine.json')} --seeds 3`)).toBe('mine: 3 cells, no fault found');
  const submitted = await iwalHere(folder, 'study submit mine.json --seeds 3 --tasks 2 --dry-run');
  expect(submitted.stderr).toContain('mine: 3 cells in 2 tasks');
});
