/**
 * REFERENCES: what Vowpal Wabbit 9.11.2 printed (its predictions, -p) of small files that hold what its own test files do not:
 * features that stand several times in a row under --ftrl, rows without a feature, examples without a class. Predictions agree to
 * its single precision.
 */
import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/vw/vw.ts';
import { printed } from '../support/processes/run-command.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const { path, write, text } = temporaryFolder();

const files = {
  repeated: write(
    'repeated.vw',
    `0.5 |a x y x:2 |b z
1.5 2 |a y z |b z z
|a x |b z:3
-1 0.5 |a x:0.5 y |b w
2 |a w w x |b z
0.75 |b z |a x
`,
  ),
  empty: write('empty.vw', '-1 |\n1 |a x y:2\n-1 3 |\n1 |a y z\n-1 |a x\n1 |\n1 |a x z:3\n'),
  classes: write('classes.vw', '1 |a x y\n3 2 |a z w:2\n |a x z\n2 |a y y w\n1 |a x:2\n|a w\n3 |a z y\n2 |b y |a w\n'),
  costs: write(
    'costs.vw',
    `1:0 2:1 3:2 |a x y
3:0.5 2:0 |a z w
1:1 2:0.25 3:0 |a y w:2
2:1 1:0 |a x x
3:0 1:2 |a z
1:0.5 2:0.5 3:1 |b y |a w
`,
  ),
  fewCosts: write('few-costs.vw', '|a x\n3:0 1:2 |a z\n |a w y\n1:0 2:3 |b y\n'),
};

async function predictions(options: string): Promise<number[]> {
  await printed(command, [...options.split(' '), '--quiet', '-p', path('p')]);
  return text('p').trim().split('\n').map(Number);
}

describe.each([
  ['--ftrl', 'repeated', [0, 0.5, 1.5, 1.397542, 1.477407, 1.859779]],
  [
    '--ftrl --ftrl_alpha 0.1 --l1 0.05 --l2 0.1 --loss_function hinge',
    'repeated',
    [0, 0.119205, 0.662584, 0.246097, 0.317474, 0.455427],
  ],
  [
    '--ftrl -q ab --passes 2 --holdout_off',
    'repeated',
    [0, 0.5, 1.5, 0.779508, 1.194878, 2, 2, -1, 1.592075, -0.745554, 2, 0.404501],
  ],
  ['--noconstant', 'empty', [0, 0, 0, 0.158019, 0.316038, 0, 1]],
  ['--noconstant --sgd --invariant -l 0.5 --l1 0.01', 'empty', [0, 0, 0, 0.367094, 0.176919, 0, 0.311743]],
  ['--noconstant --loss_function logistic --sgd -l 0.5 --l2 0.05', 'empty', [0, 0, 0, 0.279836, 0.138596, 0, 0.282404]],
  ['--noconstant --loss_function logistic --normalized -l 0.5', 'empty', [0, 0, 0, 0.088388, 0.176777, 0, 0.547725]],
  ['--oaa 3', 'classes', [1, 1, 3, 1, 1, 3, 3, 3]],
  ['--oaa 3 --loss_function logistic --sgd -l 0.5', 'classes', [1, 1, 3, 3, 1, 3, 3, 3]],
  ['--csoaa 3', 'costs', [1, 2, 1, 1, 1, 3]],
] as const)('%s of %s', (options, name, expected) => {
  it('predicts what Vowpal Wabbit printed', async () => {
    const found = await predictions(`-d ${files[name]} ${options}`);
    expect(found).toHaveLength(expected.length);
    found.forEach((p, i) => expect(Math.abs(p - expected[i]), `line ${i + 1}`).toBeLessThan(3e-5));
  });
});

it('--ftrl: the average loss is of predictions that the label has widened the range for, what is told is not', async () => {
  const told = JSON.parse(await printed(command, `-d ${files.repeated} --ftrl --json`)) as { averageLoss: number };
  expect(told.averageLoss).toBeCloseTo(0.932512, 5);
});

it('models of several classes: predict what Vowpal Wabbit printed with its own: among all classes where none is listed', async () => {
  await printed(command, `-d ${files.classes} --oaa 3 --quiet -f ${path('oaa')}`);
  expect(await predictions(`-d ${files.classes} -t -i ${path('oaa')}`)).toEqual([1, 3, 3, 2, 1, 3, 3, 2]);
  await printed(command, `-d ${files.costs} --csoaa 3 --quiet -f ${path('csoaa')}`);
  expect(await predictions(`-d ${files.fewCosts} -t -i ${path('csoaa')}`)).toEqual([1, 3, 3, 1]);
});
