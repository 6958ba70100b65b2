/** `iwal label` with more than two classes: killed and continued, what simulate and audit make of it, the same in Python. */
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
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
});

it.skipIf(!hasPython)(
  `the Python of the examples has its probabilities and the sums of a second pass${hasPython ? '' : ' (there is no python3 here)'}`,
  async () => {
    await answer(LABEL.replace('12', '10 --project p'));
    await answer('label --project p --protocol jsonl --budget 8');
    const { stdout } = await run('predict p/model.iwalmodel docs.csv --text text --label-column topic --form csv');
    const cells = linesOf(stdout).map((line) => line.split(','));
    expect((await run('model export p/model.iwalmodel --out m.json')).code).toBe(0);
    expect(refusedBy(publishedSchema('model.json'), [JSON.parse(text('m.json'))])).toEqual([]);
    const python = (script: string, ...args: string[]): string =>
      spawnSync('python3', [join(examples, script), ...args], { cwd: path(), encoding: 'utf8' }).stdout;
    for (const [i, line] of linesOf(python('documents/score.py', 'm.json', 'docs.csv')).entries()) {
      const [, name, , probability, ...each] = cells[i + 1];
      const [theirs, ...probabilities] = line.split(' ');
      expect([theirs, probability]).toEqual([name, each[NAMES.indexOf(name as (typeof NAMES)[number])]]);
      expect(each.reduce((sum, p) => sum + Number(p), 0)).toBeCloseTo(1, 12);
      for (const [k, p] of probabilities.entries()) expect(Number(p)).toBeCloseTo(Number(each[k]), 12);
    }
    const { importance, error } = JSON.parse((await run('audit p/ledger.jsonl --json')).stdout) as Audit;
    const summed = JSON.parse(python('python/ledger.py', 'p/ledger.jsonl')) as { importanceSum: number; error: number };
    expect(summed.importanceSum).toBe(importance.learned);
    expect(summed.error).toBeCloseTo(error.plain!.estimate, 12);
  },
);
