/**
 * LAW of model files: whatever they hold under a right checksum, showing, predicting with and continuing from them ends at once,
 * in a result or in words about the file.
 */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDataset } from '../../../src/data/index.ts';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { learnFile } from '../../../src/cli/learn/run.ts';
import { command as model } from '../../../src/cli/model/command.ts';
import { inspect, page } from '../../../src/cli/model/page.ts';
import { learnerSpec } from '../../../src/cli/models/model.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import { predictFile } from '../../../src/cli/predict/run.ts';
import { readChoices } from '../../../src/cli/options/spec/recipe-options.ts';
import { Target } from '../../../src/cli/options/target.ts';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { plainChoice } from '../../../src/cli/syntax/option.ts';
import { parseVw } from '../../../src/cli/vw/options.ts';
import { runVw } from '../../../src/cli/vw/run.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { reductions } from '../../../src/reductions/index.ts';
import { changes, deep, modelFile, modelParts, strange, tampered } from '../../support/rows/crafted.ts';
import { runs } from '../../support/long.ts';
import { printed, quietSession } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { SOON } from '../../support/processes/started.ts';
import { forAllAwaited } from '../../support/for-all.ts';

const { path, write } = temporaryFolder();
const RUNS = runs(40, 100);

const data = write('a.svm', '1 1:0.5 3:2\n-1 2:1\n1 1:3\n');
const documents = write('documents.csv', 'text,label\nred apple pie,yes\ngreen pear,no\nred pear pie,yes\ngreen apple,no\n');
const classes = write('classes.svm', '1 1:0.5 3:2\n2 2:1\n3 1:3\n2 2:2\n1 3:1\n');
const text = write('a.vw', '1 |a x:0.5 y\n-1 |b z:2\n');
const kinds = [...Object.keys(optimizers), 'vw', 'vw --ftrl'];
const originals = new Map<string, Buffer>();

const vw = (more: readonly string[]) =>
  runVw(text, parseVw(['-d', text, '-b', '4', '--quiet', ...more]), () => undefined, quietSession);

beforeAll(async () => {
  for (const kind of kinds) {
    const file = path('original');
    if (kind.startsWith('vw')) await vw(['-f', file, ...kind.split(' ').slice(1)]);
    else {
      const chosen = readChoices({ loss: [plainChoice('logistic')], optimizer: [plainChoice(kind)] }, {});
      const parts = { loss: chosen.loss[0], optimizer: chosen.optimizer[0] };
      const start = learnerSpec({ ...parts, update: 'invariant', constant: undefined });
      await learnFile(
        { data, reading: {}, read: readDataset, start, passes: 1, model: new Target(file), predictions: undefined },
        quietSession,
      );
    }
    originals.set(kind, readFileSync(file));
  }
});

/** Everything that reads a model; how many of them took this one. Throws what a person would see as a bug. */
async function taken(kind: string, bytes: Buffer): Promise<number> {
  const file = write('crafted', bytes);
  const uses: (() => unknown)[] = [() => page(inspect(file, 5))];
  if (kind.startsWith('vw'))
    uses.push(
      () => vw(['-i', file]),
      () => vw(['-i', file, '-t']),
    );
  else {
    uses.push(() => predictFile(file, data, { asked: {}, read: readDataset }, quietSession));
    uses.push(() =>
      learnFile(
        { data, reading: {}, read: readDataset, start: file, passes: 1, model: undefined, predictions: undefined },
        quietSession,
      ),
    );
  }
  return takenBy(uses);
}

/** How many of these uses succeed; the others say what is wrong, shortly and soon, and none of them calls it a bug. */
async function takenBy(uses: readonly (() => unknown)[]): Promise<number> {
  let accepted = 0;
  const started = performance.now();
  for (const use of uses) {
    try {
      await use();
      accepted++;
    } catch (error) {
      const { message } = verdict(error);
      if (message.includes('bug')) throw error;
      expect(message.length).toBeLessThan(2000);
    }
  }
  expect(performance.now() - started).toBeLessThan(SOON);
  return accepted;
}

/** Of a model that all take: with any part of the header changed, or any number, it is taken by none or in peace. */
async function expectPeace(original: Buffer, taken: (bytes: Buffer) => Promise<number>): Promise<void> {
  const { header, payload } = modelParts(original);
  expect(modelFile(header, payload).equals(original)).toBe(true);
  expect(await taken(original)).toBe(3);
  await forAllAwaited([fc.nat(), changes], { numRuns: RUNS }, async (at, change) => {
    await taken(modelFile(JSON.stringify(tampered(JSON.parse(header), at, change)), payload));
  });
  await forAllAwaited([fc.nat(), strange], { numRuns: RUNS }, async (at, value) => {
    const changed = Buffer.from(payload);
    changed.writeDoubleLE(value, 8 * (at % Math.floor(payload.length / 8)));
    await taken(modelFile(header, changed));
  });
}

it.each(kinds)('crafted models of %s are taken by none or in peace (law)', async (kind) => {
  await expectPeace(originals.get(kind)!, (bytes) => taken(kind, bytes));
});

/** Models of other making: what is learned from, and how. */
const others: [string, string, readonly string[]][] = [
  ['averaged weights', data, ['--optimizer', 'gradient-descent:eta=0.5', '--average', '0']],
  ['scaled features', data, ['--optimizer', 'gradient-descent:eta=0.5', '--scale', 'unit']],
  ['words', documents, ['--text', 'text', '--ngrams', '2', '--idf', 'running']],
  ['hashed words', documents, ['--text', 'text', '--bits', '6']],
  ...Object.keys(reductions).map((name): [string, string, readonly string[]] => [name, classes, ['--reduction', name]]),
];

it.each(others)('crafted models of %s are taken by none or in peace (law)', async (name, file, options) => {
  const reading = name.includes('words') ? ['--text', 'text'] : [];
  const original = path('original.iwalmodel');
  await printed(learn, [file, ...options, '--model', original]);
  await expectPeace(readFileSync(original), (bytes) => {
    const crafted = write('crafted.iwalmodel', bytes);
    return takenBy([
      () => printed(model, `show ${crafted}`),
      () => printed(predict, [crafted, file, ...reading]),
      () => printed(learn, [file, ...reading, '--resume', crafted]),
    ]);
  });
});

describe('crafted models', () => {
  const refused = async (bytes: Buffer): Promise<string> => {
    const file = write('crafted', bytes);
    try {
      page(inspect(file, 5));
      await predictFile(file, data, { asked: {}, read: readDataset }, quietSession);
    } catch (error) {
      return verdict(error).message.replace(file, 'crafted');
    }
    return 'taken';
  };
  const parts = () => modelParts(originals.get('gradient-descent')!);

  it('say what is wrong', async () => {
    const { header, payload } = parts();
    for (const [bytes, words] of [
      [modelFile('{', payload), /^crafted: found a header that is no JSON; expected the spec and layout of a model$/],
      [modelFile(header, payload, 1e6), /found a header of 1000000 bytes/],
      [modelFile(deep(100_000), payload), /found a header more than 32 levels deep/],
      [modelFile(header.replace('"w":', '"__proto__":'), payload), /found a header with the name '__proto__'/],
      [modelFile(header, payload.subarray(8)), /found a layout of \d+ numbers; expected one of the \d+ that follow it/],
      [modelFile(header.replace('logistic', 'logistik'), payload), /crafted: found a model whose spec is wrong: .*logistik/],
      [modelFile(header.replace(/"columns":\d+/, '"columns":400000000'), payload), /found a state without 400,000,000 weights/],
    ] as const)
      expect(await refused(bytes)).toMatch(words);
  });

  it('a spec with units of features that there are not is told as one', async () => {
    const file = path('scaled.iwalmodel');
    await printed(learn, `${data} --scale unit --model ${file}`);
    const { header, payload } = modelParts(readFileSync(file));
    expect(await refused(modelFile(header.replace('"scale":"unit"', '"scale":"unti"'), payload))).toMatch(
      /^crafted: found a model whose spec is wrong: unknown scale 'unti', did you mean 'unit'\?; there are unit, max; /,
    );
  });

  it('an option of a model cannot steer a run: neither how long it goes on nor what it writes', async () => {
    const { header, payload } = modelParts(originals.get('vw')!);
    for (const option of ['"passes":["1000000000000"]', '"final_regressor":["/tmp/elsewhere"]', '"data":["/dev/zero"]']) {
      const message = await vw([
        '-i',
        write('crafted', modelFile(header.replace('"options":{', `"options":{${option},`), payload)),
      ]).then(
        () => 'taken',
        (error: unknown) => verdict(error).message,
      );
      expect(message).toMatch(/found the option '\w+' in a model; expected a model that iwal vw wrote/);
    }
  });
});
