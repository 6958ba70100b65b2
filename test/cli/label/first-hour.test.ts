/**
 * A newcomer's hour, word for word: documents -> project -> 60 labels -> 40 more -> model -> predictions with names -> the Python of
 * the examples, whose scores are those of `predict` to 1e-12.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { built } from '../../support/processes/built.ts';
import { temporaryFolder, iwalHere, linesOf } from '../../support/processes/cli.ts';
import { publishedSchema, refusedBy } from '../../support/schemas.ts';

const examples = fileURLToPath(new URL('../../../examples/documents', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The class of every letter, as the file says it. */
const truth = [...readFileSync(join(examples, 'letters.csv'), 'utf8').matchAll(/,\d{4},(\w+)\r?$/gm)].map(([, kind]) => kind);

interface Line {
  readonly question?: number;
  readonly id: number;
  readonly done?: boolean;
}

/** Answers every question with the truth; gives the rows asked about and the last line. */
async function label(folder: string, args: readonly string[]): Promise<{ asked: number[]; last: Line }> {
  const child = spawn(process.execPath, [built('src/cli/main.js'), 'label', ...args, '--protocol', 'jsonl'], { cwd: folder });
  const asked: number[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as Line;
    if (line.done === true) {
      await new Promise((resolve) => child.on('close', resolve));
      return { asked, last: line };
    }
    asked.push(line.id);
    child.stdin.write(`${JSON.stringify({ question: line.question, label: truth[line.id] })}\n`);
  }
  throw new Error('no last line');
}

test(`from documents to predictions${hasPython ? '' : ' (without Python: there is no python3 here)'}`, async () => {
  const folder = temporaryFolder();
  cpSync(join(examples, 'letters.csv'), join(folder, 'letters.csv'));
  expect(truth).toHaveLength(400);

  const begin = ['letters.csv', '--text', 'body', '--classes', 'other,complaint', '--budget', '60', '--project', 'letters'];
  const first = await label(folder, begin);
  expect([first.asked.length, first.last]).toEqual([60, expect.objectContaining({ labels: 60 })]);
  const more = await label(folder, ['--project', 'letters', '--budget', '40']);
  expect([more.asked.length, more.last]).toEqual([40, expect.objectContaining({ pass: 2, known: 60, labels: 40 })]);
  expect(new Set([...first.asked, ...more.asked]).size).toBe(100);

  const audited = await iwalHere(folder, 'audit letters/ledger.jsonl --data letters.csv --text body');
  expect([audited.code, audited.stdout]).toEqual([0, expect.stringContaining('computed anew: ok')]);

  const model = 'letters/model.iwalmodel';
  const predicted = await iwalHere(folder, `predict ${model} letters.csv --form csv`);
  expect([predicted.code, predicted.stderr]).toEqual([0, 'probability is that of complaint, whichever class is predicted\n']);
  const [head, ...rows] = linesOf(predicted.stdout).map((line) => line.split(','));
  const column = (name: string): string[] => rows.map((row) => row[head.indexOf(name)]);
  const wrong = column('class').filter((name, row) => name !== truth[row]).length;
  expect(wrong / truth.length).toBeLessThan(0.05);

  // Probabilities are calibrated on the labels of both passes whose rows were met in the last one.
  const shown = await iwalHere(folder, `model show ${model} --reliability out.csv`);
  expect(shown.stdout).toContain('calibrated on 95 labels');
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toContain('Reliability on 95 labels');
  const brier = column('probability').map((p, row) => (Number(p) - (truth[row] === 'complaint' ? 1 : 0)) ** 2);
  expect(brier.reduce((sum, each) => sum + each, 0) / truth.length).toBeLessThan(0.02);

  expect((await iwalHere(folder, `model export ${model} --out model.json`)).code).toBe(0);
  const exported = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as object;
  const others = [
    { ...exported, more: 1 },
    { ...exported, idf: undefined },
    { ...exported, 'iwal-model': 2 },
    { ...exported, words: [1] },
  ];
  expect(refusedBy(publishedSchema('model.json'), [exported, ...others])).toEqual(others);
  if (!hasPython) return;
  const { stdout } = spawnSync('python3', [join(examples, 'score.py'), 'model.json', 'letters.csv'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const lines = linesOf(stdout).map((line) => line.split(' ').map(Number));
  expect(lines).toHaveLength(400);
  ['score', 'probability'].forEach((name, k) => {
    column(name).forEach((ours, row) => {
      const theirs = lines[row][k];
      expect(Math.abs(theirs - Number(ours))).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(theirs)));
    });
  });
});
