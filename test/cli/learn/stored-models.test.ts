/** UNCHANGED: models that version 0.2.0 wrote, one of each kind, are read: they predict as they did then, and learn on. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as model } from '../../../src/cli/model/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const stored = fileURLToPath(new URL('stored-models', import.meta.url));

/** What each learned, and the first line that it predicted of it. */
const MODELS: Readonly<Record<string, readonly [file: string, text: string, first: object]>> = {
  linear: [
    'two.svm',
    '+1 1:1 2:0.5\n-1 1:-1 3:0.25\n+1 2:2\n-1 3:1\n',
    { id: '1', class: '1', score: 1.5319444688864257, probability: 0.8222906351045829 },
  ],
  classes: [
    'three.csv',
    'label,a,b\nash,1,0\nbeech,0,1\ncedar,-1,-1\nash,2,0\nbeech,0,2\n',
    { id: '1', class: 'ash', scores: { ash: 0.5271384073159155, beech: -0.8823405202481261, cedar: -1.915532552604856 } },
  ],
  ranking: [
    'orders.svm',
    '2 qid:1 1:1 2:0.5\n0 qid:1 1:-1\n1 qid:2 2:1\n0 qid:2 1:0.5\n',
    { id: '1', score: 1.1686794921114876 },
  ],
};

test('there is one of each kind', () => {
  expect(readdirSync(stored).sort()).toEqual(
    Object.keys(MODELS)
      .map((kind) => `${kind}.iwalmodel`)
      .sort(),
  );
});

test.each(Object.entries(MODELS))('%s', async (kind, [name, text, first]) => {
  const data = write(name, text);
  const file = path(`${kind}.iwalmodel`);
  cpSync(join(stored, `${kind}.iwalmodel`), file);
  const [line] = (await printed(predict, `${file} ${data} --form jsonl`)).split('\n');
  expect(JSON.parse(line)).toEqual(first);
  const shown = JSON.parse(await printed(model, `show ${file} --json`)) as { examplesLearned: number };
  expect(shown.examplesLearned).toBeGreaterThan(0);
  const again = path(`${kind}-again.iwalmodel`);
  const { learned } = JSON.parse(await printed(learn, `${data} --resume ${file} --model ${again} --json`)) as {
    learned: number;
  };
  expect(learned).toBe(2 * shown.examplesLearned);
  expect(JSON.parse(await printed(model, `show ${again} --json`))).toMatchObject({ examplesLearned: learned });
});
