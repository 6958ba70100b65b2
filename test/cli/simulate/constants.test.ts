/**
 * `--constant`, `--warm-up` and coins on the command line: in specs, models and ledgers; and pools that have nothing to learn
 * from.
 */
import { expect, test } from 'vitest';
import { toyFile, eachFolder } from '../../support/processes/cli.ts';
import { resealed } from '../../support/ledgers.ts';

const { path, text, write, iwalHere, done } = eachFolder(async () => {
  await toyFile(path(), 'pool.svm', { rows: 200 });
});

const header = (name: string): { spec: Record<string, unknown>; data: { checksum: string } } =>
  JSON.parse(text(name).split('\n')[0]) as never;

test('learn and predict: the model knows its constant, and is continued with it', async () => {
  await done('learn pool.svm --final online --constant 0.25 --model m');
  expect(await done('model show m')).toMatch(/constant: 0\.25/);
  const bare = '0\n1\n';
  write('bare.svm', bare);
  // Of a row without features the margin is that of the constant alone: its weight times its value.
  const weights = await done('model show m --json');
  const { weight } = (JSON.parse(weights) as { top: { feature: string; weight: number }[] }).top.find(
    ({ feature }) => feature === 'constant',
  )!;
  const { stdout } = await iwalHere('predict m bare.svm');
  expect(Number(stdout.split('\n')[0])).toBeCloseTo(0.25 * weight, 12);
  expect((await iwalHere('learn pool.svm --resume m --constant 1')).stderr).toMatch(/--resume settles --constant: leave it out/);
  const lines = text('pool.svm').split('\n');
  write('first.svm', `${lines.slice(0, 100).join('\n')}\n`);
  write('second.svm', lines.slice(100).join('\n'));
  await done('learn first.svm --final online --constant 0.25 --model m1');
  await done('learn second.svm --resume m1 --model m2');
  expect(await done('model show m2')).toBe(await done('model show m'));
});

test('label goes on with the coins of a ledger that was begun before they were keyed by the pool', async () => {
  const label = 'label pool.svm --ledger old.jsonl --protocol jsonl --query random --rate 0.3';
  await done(label);
  const [first] = text('old.jsonl').split('\n');
  expect(first).toContain('"coins":"pool"');
  write('old.jsonl', resealed(`${first.replace('"coins":"pool",', '')}\n`));
  await done(label);
  expect(header('old.jsonl').spec).not.toHaveProperty('coins');
});
