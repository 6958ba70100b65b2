/** LAWS of `iwal learn --reduction` and of predictions of several classes; and what is refused, with file and line. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LearnedClasses } from '../../../src/cli/learn/classes.ts';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import type { Command } from '../../../src/cli/syntax/command.ts';
import { reductions } from '../../../src/reductions/index.ts';
import { printed, refusalIn } from '../../support/processes/run-command.ts';
import { largestOfThree } from '../../support/rows/largest-of-three.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const NAMES = ['ash', 'beech', 'cedar'];

const examples = largestOfThree('classes', 300);
type Example = (typeof examples)[number];
const all = (line: (example: Example) => string): string => examples.map((each) => `${line(each)}\n`).join('');
const pairs = ({ x }: Example): string => x.map((value, j) => `${j + 1}:${value.toFixed(4)}`).join(' ');

const words = ({ x, y }: Example): string => [NAMES[y - 1], ...x.map((value) => value.toFixed(4))].join(',');
const costs = ({ y }: Example): string => NAMES.map((_, k) => `${k + 1}:${k + 1 === y ? 0 : 1}`).join(' ');
const numbered = all((each) => `${each.y} ${pairs(each)}`);

const files = {
  svm: write('trees.svm', numbered),
  'from 0': write(
    'zero.svm',
    numbered.replace(/^\d/gm, (y) => `${Number(y) - 1}`),
  ),
  vw: write('trees.vw', numbered.replaceAll(/^\d/gm, '$& |')),
  costs: write(
    'costs.vw',
    all((each) => `${costs(each)} | ${pairs(each)}`),
  ),
  csv: write('trees.csv', `label,a,b,c\n${all(words)}`),
  'csv without names': write('bare.csv', all(words)),
};

const refusal = (command: Command, line: string): ReturnType<typeof refusalIn> => refusalIn(path(''), command, line);

const learned = async (line: string): Promise<LearnedClasses> =>
  JSON.parse(await printed(learn, `${line} --json`)) as LearnedClasses;

describe.each(Object.keys(reductions))('%s', (name) => {
  it('learns the same from every way to write the classes', async () => {
    const all = await Promise.all(
      Object.entries(files)
        .filter(([kind]) => kind !== 'costs' && kind !== 'vw')
        .map(([, file]) => learned(`${file} --reduction ${name}`)),
    );
    for (const each of all) expect(each.progressive).toEqual(all[0].progressive);
    expect(all.map(({ classes }) => classes)).toEqual([['1', '2', '3'], ['0', '1', '2'], NAMES, NAMES]);
    expect(all[0].progressive.error).toBeLessThan(0.3);
    const total = all[0].progressive.confusion.flat().reduce((sum, n) => sum + n, 0);
    expect(total).toBe(examples.length);
    const diagonal = all[0].progressive.confusion.reduce((sum, row, k) => sum + row[k], 0);
    expect(1 - diagonal / total).toBeCloseTo(all[0].progressive.error, 12);
  });

  it('costs of 0 and 1 are classes, where costs are learned at all', async () => {
    if (name === 'one-against-all') {
      const [message, code] = await refusal(learn, `${files.costs} --reduction ${name}`);
      expect([message, code]).toEqual([
        'costs.vw: found costs of classes; expected a class on every line for one-against-all; cost-sensitive learns costs',
        1,
      ]);
      return;
    }
    const [costs, classes] = await Promise.all(
      [files.costs, files.vw].map((file) => learned(`${file} --bits 10 --reduction ${name}`)),
    );
    expect(costs.progressive).toEqual(classes.progressive);
    expect(costs.progressive.cost).toBe(costs.progressive.error);
  });

  it('a model is kept, continued bit for bit, and predicts classes by their names', async () => {
    const text = readFileSync(files.csv, 'utf8').trimEnd().split('\n');
    const parts = [text.slice(0, 150), [text[0], ...text.slice(150)]].map((lines, n) =>
      write(`part${n}-${name}.csv`, `${lines.join('\n')}\n`),
    );
    const [whole, first, second] = ['whole', 'first', 'second'].map((each) => path(`${each}-${name}.iwalmodel`));
    await printed(learn, `${files.csv} --reduction ${name} --model ${whole}`);
    await printed(learn, `${parts[0]} --reduction ${name} --model ${first}`);
    await printed(learn, `${parts[1]} --resume ${first} --model ${second}`);
    expect(readFileSync(second).equals(readFileSync(whole))).toBe(true);
    const out = (await printed(predict, `${whole} ${files.csv} --form plain`)).trimEnd().split('\n');
    const right = out.filter((line, i) => line === NAMES[examples[i].y - 1]).length;
    const { test } = await learned(`${files.csv} --reduction ${name} --test ${files.csv}`);
    expect(out.every((line) => NAMES.includes(line))).toBe(true);
    expect(right / examples.length).toBeCloseTo(1 - test!.error, 12);
    const rows = (await printed(predict, `${whole} ${files.csv} --form csv`)).split('\n');
    expect(rows[1]).toMatch(new RegExp(`^1,${out[0]},[-.\\d]*,$`));
  });
});
