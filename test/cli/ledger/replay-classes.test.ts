/** LAWS of `iwal replay` on ledgers of several classes: what simulate measures, where the ledger holds the labels. */
import { expect, it } from 'vitest';
import { command as replay } from '../../../src/cli/replay/command.ts';
import type { Replayed } from '../../../src/cli/replay/run.ts';
import { command as simulate } from '../../../src/cli/simulate/command.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { printed, refusal } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const random = randomStream(1, 'replayed classes');
const pool = write(
  'pool.csv',
  `label,a,b,c\n${Array.from({ length: 200 }, () => {
    const x = [0, 0, 0].map(() => random.normal());
    return `${['ash', 'beech', 'cedar'][x.indexOf(Math.max(...x))]},${x.join(',')}\n`;
  }).join('')}`,
);
const ledger = path('all.ledger');
const several = ['--reduction', 'one-against-all'];

it('other rules and learners of three classes are replayed; the page says what they are of; rules of two classes are refused', async () => {
  await printed(simulate, [pool, ...several, '--query', 'passive', '--ledger', ledger]);
  // Replayed runs learn online.
  const online = ['--final', 'online', '--refit', 'none'];
  const asked = ['--query', 'soft-margin', '--budget', '40'];
  const { runs } = JSON.parse(await printed(replay, [ledger, '--data', pool, ...asked, '--json'])) as Replayed;
  const direct = JSON.parse(await printed(simulate, [pool, ...several, ...online, ...asked, '--json'])) as Record<string, number>;
  const trueError: unknown = expect.closeTo(direct.progressiveError, 14);
  expect(runs).toMatchObject([{ result: 'direct run', labels: direct.queried, rows: direct.examples, trueError }]);
  const page = await printed(replay, `${ledger} --data ${pool} --loss hinge,squared --optimizer ada-grad`);
  expect(page).toMatch(/^kept of: one-against-all of 3 classes, logistic loss/m);
  expect(page).toMatch(/^hinge, ada-grad: one-against-all of 3 classes, hinge loss/m);
  expect(page).toMatch(/beside the run of the ledger, on the same rows: [+−-]?\d+\.\d\d points of error, counted/);
  expect(await refusal(replay, `${ledger} --data ${pool} --query committee`)).toEqual({
    message: expect.stringContaining('keeps learners of two classes') as string,
    code: 2,
  });
});
