/** `iwal label` with more than two classes as a process: killed and continued, a project, batches, what simulate and audit make of it. */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CalibrationResult } from '../../../src/cli/calibrate/result.ts';
import type { Audit } from '../../../src/ledger/audit/audit.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { ended, start, eachFolder, linesOf } from '../../support/processes/cli.ts';
import { publishedSchema, refusedBy } from '../../support/schemas.ts';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

const WORDS = {
  sport: ['goal', 'match', 'team', 'league'],
  politics: ['vote', 'party', 'law', 'senate'],
  science: ['cell', 'atom', 'theory', 'planet'],
} as const;
const NAMES = Object.keys(WORDS) as (keyof typeof WORDS)[];
const ROWS = 60;

let truth: string[] = [];

const {
  path,
  text,
  write,
  iwalHere: run,
} = eachFolder(() => {
  const random = randomStream(1, 'documents');
  truth = Array.from({ length: ROWS }, () => NAMES[random.below(3)]);
  const documents = truth.map((name, i) => {
    const words = Array.from({ length: 6 }, () => {
      const of = random.next() < 0.8 ? (name as keyof typeof WORDS) : NAMES[random.below(3)];
      return WORDS[of][random.below(4)];
    });
    return `d${i},${words.join(' ')},${name}`;
  });
  write('docs.csv', `id,text,topic\n${documents.join('\n')}\n`);
});

const answered = (line: string): string => {
  const { question, id } = JSON.parse(line) as { question?: number; id: number };
  return question === undefined ? '' : `${JSON.stringify({ question, label: truth[id] })}\n`;
};

/** Answers by the truth until so many questions are answered, and has the process killed then, the last answer just sent. */
async function answer(line: string, atMost = Infinity): Promise<string> {
  if (atMost === Infinity) return (await run(line, answered)).stderr;
  const child = start(path(), line.split(' '));
  child.stdin!.on('error', () => undefined);
  const exit = ended(child);
  let count = 0;
  for await (const each of createInterface({ input: child.stdout! })) {
    child.stdin!.write(answered(each));
    if (++count === atMost) child.kill('SIGKILL');
  }
  return (await exit).stderr;
}

const LABEL = 'label docs.csv --text text --classes sport,politics,science --budget 12 --protocol jsonl';

describe('three classes', () => {
  it('calibrate takes the labels of random rows for the pilot, and refuses those that a rule has chosen', async () => {
    await answer(LABEL.replace('12', '30 --query random --project pilot'));
    const { stdout } = await run('calibrate pilot --json --budget 20 --runs 2');
    const { pilot } = JSON.parse(stdout) as CalibrationResult;
    const labels = linesOf(text('pilot/ledger.jsonl')).flatMap((line) => (JSON.parse(line) as { label?: number }).label ?? []);
    expect(pilot.rows).toBe(labels.length);
    expect(Object.entries(pilot.classes!)).toEqual(
      ['sport', 'politics', 'science'].map((name, k) => [name, labels.filter((label) => label === k + 1).length]),
    );

    await answer(`${LABEL} --project chosen`);
    const refused = await run('calibrate chosen');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('has no labels of rows drawn at random to forecast from: soft-margin has chosen its rows');
    await answer('label chosen --fresh 12 --protocol jsonl');
    expect(JSON.parse((await run('calibrate chosen --json --budget 20 --runs 2')).stdout)).toMatchObject({ pilot: { rows: 12 } });
  });

  it('killed after any answer it goes on: the ledger of one process, and that of the simulation', async () => {
    const label = LABEL.replace('--budget 12', '--budget 24');
    const said = await answer(`${label} --ledger whole.jsonl`);
    expect(said).toMatch(/^3 classes by one-against-all: each class against all others\n/);
    for (const atMost of [3, 4, Infinity]) await answer(`${label} --ledger parts.jsonl`, atMost);
    expect(text('parts.jsonl')).toBe(text('whole.jsonl'));

    const simulate = 'simulate docs.csv --text text --label-column topic --classes sport,politics,science --budget 24';
    const simulated = await run(`${simulate} --ledger simulated.jsonl`);
    expect(simulated).toMatchObject({ code: 0, stderr: said.split('\n', 1)[0] + '\n' });
    const entries = (name: string): unknown[] =>
      linesOf(text(name))
        .slice(0, -1)
        // Fields may stand in another order.
        .map((line) => ({ ...(JSON.parse(line) as object), crc: '' }));
    expect(entries('simulated.jsonl')).toEqual(entries('whole.jsonl'));

    const audited = await run('audit simulated.jsonl --data docs.csv --text text --label-column topic');
    expect([audited.code, audited.stderr]).toEqual([0, '']);
    expect(audited.stdout).toMatch(/computed anew: ok/);
    expect(audited.stdout).toMatch(/the true error/);
    expect(audited.stdout).toMatch(
      /^[\d.]+% of the rows are 'sport'; between [\d.]+% and [\d.]+%, with 95% confidence\n[\d.]+% of the rows are 'politics'/,
    );
    expect(audited.stdout).toMatch(/\n {2}class +precision, of the rows predicted so +recall, of its rows\n {2}sport/);

    expect(await run('audit whole.jsonl --certify recall')).toMatchObject({
      code: 2,
      stderr:
        'iwal: --certify recall is about the rows of one class of 3: --positive names it, one of sport, politics, science\n',
    });
    expect((await run('audit whole.jsonl --certify recall --positive sprot')).stderr).toMatch(/did you mean 'sport'\?/);
    expect((await run('audit whole.jsonl --certify recall,error --positive sport')).stdout).toMatch(/recall among the 60 rows/);
  });

  it(
    'a project: batches whose answers name classes, a top-up, a model with a probability a ' +
      `class${hasPython ? ', the same in Python' : ' (without Python: there is no python3 here)'}; other classes are ` +
      'refused',
    async () => {
      const begun = await run(
        'label docs.csv --text text --classes sport,politics,science --budget 10 --project p --batch 4 --out ask.csv',
      );
      expect([begun.code, begun.stderr.includes('sport or politics or science, skip where')]).toEqual([0, true]);
      const [head, ...asked] = linesOf(text('ask.csv'));
      expect(asked[0]).toContain('sport | politics | science');
      const filled = (nameOf: (row: number, at: number) => string): string =>
        [head, ...asked.map((line, at) => line.replace(',,', `,${nameOf(Number(line.split(',')[1]) - 1, at)},`))].join('\n');
      write(
        'wrong.csv',
        filled((row, at) => (at === 2 ? 'sience' : truth[row])),
      );
      expect(await run('label --project p --answers wrong.csv')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /wrong\.csv:4: found the label 'sience', did you mean 'science'\?; expected sport or politics/,
        ) as string,
      });
      write(
        'right.csv',
        filled((row) => truth[row].toUpperCase()),
      );
      expect((await run('label --project p --answers right.csv')).stdout).toMatch(/^4 answers learned, the batch is complete\n/);
      await answer('label --project p --protocol jsonl');
      await answer('label --project p --protocol jsonl --budget 8');
      expect(text(join('p', 'ledger.jsonl'))).toContain('{"entry":"pass","pass":1,');

      expect(await run('label --project p --protocol jsonl --classes sport,politics')).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/begun with sport, politics, science, found sport, politics; leave it out/) as string,
      });
      const predict = 'predict p/model.iwalmodel docs.csv --text text --label-column topic';
      const predicted = linesOf((await run(`${predict} --form csv`)).stdout);
      expect(predicted[0]).toBe('id,class,score,probability,probability of sport,probability of politics,probability of science');
      const cells = predicted.slice(1).map((line) => line.split(','));
      expect(new Set(cells.map(([, name]) => name))).toEqual(new Set(NAMES));
      for (const [, name, , probability, ...each] of cells) {
        expect(each.reduce((sum, p) => sum + Number(p), 0)).toBeCloseTo(1, 12);
        expect(probability).toBe(each[NAMES.indexOf(name as (typeof NAMES)[number])]);
      }

      expect((await run('model show p/model.iwalmodel')).stdout).toMatch(
        /calibrated against all others on 18 labels, .*by their sum/,
      );
      expect((await run('model export p/model.iwalmodel --out m.json')).code).toBe(0);
      expect(JSON.parse(text('m.json'))).toMatchObject({ 'iwal-model': 2, classes: NAMES, reduction: 'one-against-all' });
      expect(refusedBy(publishedSchema('model.json'), [JSON.parse(text('m.json'))])).toEqual([]);
      if (!hasPython) return;
      const python = (script: string, ...args: string[]): string =>
        spawnSync('python3', [join(examples, script), ...args], { cwd: path(), encoding: 'utf8' }).stdout;
      const scored = linesOf(python('documents/score.py', 'm.json', 'docs.csv'));
      scored.forEach((line, i) => {
        const [name, ...probabilities] = line.split(' ');
        expect(name).toBe(cells[i][1]);
        probabilities.forEach((p, k) => {
          expect(Math.abs(Number(p) - Number(cells[i][4 + k]))).toBeLessThan(1e-12);
        });
      });
      const { importance, error } = JSON.parse((await run('audit p/ledger.jsonl --json')).stdout) as Audit;
      const summed = JSON.parse(python('python/ledger.py', 'p/ledger.jsonl')) as { importanceSum: number; error: number };
      expect(summed.importanceSum).toBe(importance.learned);
      expect(summed.error).toBeCloseTo(error.plain!.estimate, 12);
    },
  );
});
