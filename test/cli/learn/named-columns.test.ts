/**
 * LAWS of models of tables: columns and classes keep their names, in predictions, on the screen and in exports; a table whose columns
 * are others, or stand elsewhere, is refused with what to do.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as model } from '../../../src/cli/model/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import { spaceRead } from '../../../src/cli/models/feature-space.ts';
import type { Command } from '../../../src/cli/syntax/command.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { iwalHere, linesOf } from '../../support/processes/cli.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { publishedSchema, refusedBy } from '../../support/schemas.ts';

const { path, write, text, bytes } = temporaryFolder();
const hasPython = spawnSync('python3', ['--version']).status === 0;
const scoreProgram = fileURLToPath(new URL('../../../examples/documents/score.py', import.meta.url));

const random = randomStream(1, 'named columns');
const rows = Array.from({ length: 200 }, () => {
  const [age, weight, dose] = [random.next(), random.next(), random.next()].map((x) => x.toFixed(3));
  return { age, weight, dose, outcome: Number(age) + Number(weight) > 1 ? 'ill' : 'well' };
});
type Column = keyof (typeof rows)[number];

function table(name: string, columns: readonly Column[], header: readonly string[] = columns): string {
  return write(
    name,
    [header, ...rows.map((row) => columns.map((column) => row[column]))].map((cells) => `${cells.join(',')}\n`).join(''),
  );
}

const ALL = ['age', 'weight', 'dose', 'outcome'] as const;
const known = table('known.csv', ALL);
const unknown = table('unknown.csv', ['age', 'weight', 'dose']);
const learned = printed(learn, `${known} --label-column outcome --classes well,ill --model ${path('m')}`);

async function run(command: Command, line: string): Promise<string> {
  await learned;
  return printed(command, line);
}

describe('a model of a table', () => {
  it('predicts classes by their names, and reads labels by them', async () => {
    const [header, ...lines] = linesOf(await run(predict, `${path('m')} ${unknown} --form csv`));
    expect(header).toBe('id,class,score,probability');
    for (const line of lines) {
      const [, name, score] = line.split(',');
      expect(name).toBe(Number(score) >= 0 ? 'ill' : 'well');
    }
    await run(predict, `${path('m')} ${known} --label-column outcome --form csv --out ${path('p.csv')}`);
    expect(text('p.csv')).toBe([header, ...lines, ''].join('\n'));
  });

  it('with the class named by --positive last, whatever the order of --classes', async () => {
    await run(learn, `${known} --label-column outcome --classes ill,well --positive ill --model ${path('positive')}`);
    expect(await run(predict, `${path('positive')} ${unknown} --form csv`)).toBe(
      await run(predict, `${path('m')} ${unknown} --form csv`),
    );
  });

  it.each([
    [['ill', 'well'], 'ILL', ['well', 'ill']],
    [['well', 'ill'], 'Ill', ['well', 'ill']],
    [['2', '1'], '2.0', ['1', '2']],
  ] as const)(
    'of classes %o with the positive one written %s, where a cache has no names',
    async (classes, positive, expected) => {
      expect(await spaceRead(known, { classes, positive }, {})).toMatchObject({ classes: expected });
    },
  );

  it('is the same model whether the table is held or streamed', async () => {
    const numbers = write('numbers.csv', readFileSync(known, 'utf8').replace(/ill$/gm, '1').replace(/well$/gm, '-1'));
    await run(learn, `${numbers} --label-column outcome --model ${path('held')}`);
    await run(learn, `${numbers} --label-column outcome --stream --model ${path('streamed')}`);
    expect(bytes('streamed').equals(bytes('held'))).toBe(true);
    const streamed = await run(predict, `${path('m')} ${unknown} --form csv --stream`);
    expect(streamed).toBe(await run(predict, `${path('m')} ${unknown} --form csv`));
  });

  it('learns on with the names it has', async () => {
    await run(learn, `${known} --label-column outcome --resume ${path('m')} --model ${path('again')}`);
    expect(await run(model, `show ${path('again')}`)).toContain('features: columns age, weight, dose\n');
  });

  it(`is exported${hasPython ? ', and scored in Python' : ' (not scored: there is no python3 here)'}`, async () => {
    await run(model, `export ${path('m')} --out ${path('m.json')}`);
    const exported = JSON.parse(text('m.json')) as {
      readonly beside: readonly { readonly column: string }[];
    };
    expect(exported).toMatchObject({ classes: ['well', 'ill'], words: [] });
    expect(exported.beside.map(({ column }) => column)).toEqual(['age', 'weight', 'dose']);
    expect(refusedBy(publishedSchema('model.json'), [exported])).toEqual([]);
    if (!hasPython) return;
    const { stdout } = spawnSync('python3', [scoreProgram, path('m.json'), unknown], { encoding: 'utf8' });
    const scores = linesOf(await run(predict, `${path('m')} ${unknown} --form csv`)).slice(1);
    linesOf(stdout).forEach((line, i) => expect(Number(line)).toBeCloseTo(Number(scores[i].split(',')[2]), 12));
  });

  it('takes files whose features have no names as they are', async () => {
    const bare = write('bare.csv', rows.map(({ age, weight, dose }) => `${age},${weight},${dose}\n`).join(''));
    const svm = write('bare.svm', rows.map(({ age, weight, dose }) => `1:${age} 2:${weight} 3:${dose}\n`).join(''));
    const expected = await run(predict, `${path('m')} ${unknown} --form csv`);
    expect(await run(predict, `${path('m')} ${bare} --label-column none --form csv`)).toBe(expected);
    expect(await run(predict, `${path('m')} ${svm} --form csv`)).toBe(expected);
  });
});

it('a model of a labelling session has them too', async () => {
  const line = `label ${unknown} --classes well,ill --budget 12 --ledger ${path('l.jsonl')} --model ${path('labelled')} --protocol jsonl`;
  const { code } = await iwalHere(path(''), line, (each) => {
    const { question, id } = JSON.parse(each) as { question?: number; id: number };
    return question === undefined ? '' : `${JSON.stringify({ question, label: rows[id - 1].outcome })}\n`;
  });
  expect(code).toBe(0);
  const shown = await run(model, `show ${path('labelled')}`);
  expect(shown).toContain('features: columns age, weight, dose\n');
  expect(shown).toContain('classes: well (weights below 0) and ill (above)');
});
