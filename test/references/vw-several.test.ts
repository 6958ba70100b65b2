/**
 * REFERENCES: `iwal vw --oaa` and `--csoaa` against a small implementation that shares nothing with them: maps of names, one class
 * after the other, Vowpal Wabbit's default steps (squared loss (p - y)^2, adaptive, normalized, invariant, 0.5) written out.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/vw/vw.ts';
import { command as model } from '../../src/cli/model/command.ts';
import { verdict } from '../../src/cli/terminal/failure.ts';
import { printed } from '../support/processes/run-command.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const { path, write, text: textOf } = temporaryFolder();
const CLASSES = 3;
const PASSES = 3;

type Features = ReadonlyMap<string, number>;

/** Forty lines of three or four of seven features; classes and costs that a rule makes of them. */
const examples = Array.from({ length: 40 }, (_, i) => {
  const x = new Map<string, number>();
  for (let k = 0; k < 3 + (i % 2); k++) x.set(`f${(i * i + 3 * k * (i + 1)) % 7}`, 1 + ((5 * i + k) % 4) / 2);
  const heat = [...x].reduce((sum, [name, value]) => sum + Number(name[1]) * value, 0);
  return { x, y: 1 + (Math.floor(heat) % CLASSES), costs: [0, 1, 2].map((k) => Math.abs((Math.floor(heat) % CLASSES) - k) / 2) };
});

const range = { low: 0, high: 0 };

/** One class of Vowpal Wabbit's learner. */
class Member {
  readonly #w = new Map<string, number>();
  readonly #g = new Map<string, number>();
  readonly #s = new Map<string, number>();
  #squares = 0;
  #mass = 0;

  margin(x: Features): number {
    return [...x].reduce((sum, [name, value]) => sum + (this.#w.get(name) ?? 0) * value, 0);
  }

  predict(x: Features): number {
    return Math.min(range.high, Math.max(range.low, this.margin(x)));
  }

  learn(x: Features, y: number): void {
    const p = this.predict(x);
    if (p === y) return;
    let sum = 0;
    for (const [name, value] of x) {
      this.#g.set(name, (this.#g.get(name) ?? 0) + (2 * (p - y) * value) ** 2);
      const scale = this.#s.get(name) ?? 0;
      if (value > scale) {
        if (scale > 0) this.#w.set(name, (this.#w.get(name)! * scale) / value);
        this.#s.set(name, value);
      }
      this.#squares += (value / this.#s.get(name)!) ** 2;
      sum += value * this.#along(name, value);
    }
    this.#mass++;
    const common = Math.sqrt(this.#mass / this.#squares);
    const step = ((y - p) * (1 - Math.exp(-sum * common))) / sum;
    for (const [name, value] of x) this.#w.set(name, (this.#w.get(name) ?? 0) + step * this.#along(name, value));
  }

  #along(name: string, value: number): number {
    return value / (Math.sqrt(this.#g.get(name)!) * this.#s.get(name)!);
  }
}

const withConstant = (x: Features): Features => new Map([...x, ['Constant', 1]]);

function see(y: number): void {
  range.low = Math.min(range.low, y);
  range.high = Math.max(range.high, y);
}

/** Predictions of all passes, and the mean loss. */
function byHand(kind: 'oaa' | 'csoaa'): { predictions: number[]; loss: number } {
  [range.low, range.high] = [0, 0];
  const members = Array.from({ length: CLASSES }, () => new Member());
  const predictions: number[] = [];
  let loss = 0;
  for (const { x: features, y, costs } of Array.from({ length: PASSES }, () => examples).flat()) {
    const x = withConstant(features);
    const scores = members.map((member) => (kind === 'oaa' ? member.predict(x) : member.margin(x)));
    const best = scores.indexOf(kind === 'oaa' ? Math.max(...scores) : Math.min(...scores));
    predictions.push(best + 1);
    loss += kind === 'oaa' ? Number(best + 1 !== y) : costs[best] - Math.min(...costs);
    if (kind === 'oaa') [-1, 1].forEach(see);
    members.forEach((member, k) => {
      if (kind === 'csoaa') see(costs[k]);
      member.learn(x, kind === 'oaa' ? (k + 1 === y ? 1 : -1) : costs[k]);
    });
  }
  return { predictions, loss: loss / predictions.length };
}

const listed = (x: Features): string => [...x].map((pair) => pair.join(':')).join(' ');
const files = {
  oaa: write('oaa.vw', examples.map(({ x, y }) => `${y} | ${listed(x)}\n`).join('')),
  csoaa: write(
    'csoaa.vw',
    examples.map(({ x, costs }) => `${costs.map((c, k) => `${k + 1}:${c}`).join(' ')} | ${listed(x)}\n`).join(''),
  ),
};

describe.each(['oaa', 'csoaa'] as const)('--%s', (kind) => {
  it('predicts the same classes in every pass, with the same mean loss', async () => {
    const out = path(`${kind}.txt`);
    const args = `-d ${files[kind]} --${kind} ${CLASSES} --passes ${PASSES} --holdout_off -p ${out}`.split(' ');
    const { averageLoss } = JSON.parse(await printed(command, [...args, '--json'])) as { averageLoss: number };
    const { predictions, loss } = byHand(kind);
    expect(readFileSync(out, 'utf8').trim().split('\n').map(Number)).toEqual(predictions);
    expect(averageLoss).toBeCloseTo(loss, 12);
    expect(loss).toBeGreaterThan(0.05);
    expect(loss).toBeLessThan(0.6);
  });

  it('refuses class 0, classes beyond K, and the other kind of labels, with file and line', async () => {
    const refused = async (text: string): Promise<string> => {
      const error: unknown = await printed(command, ['-d', write('bad.vw', text), `--${kind}`, '3']).catch(
        (reason: unknown) => reason,
      );
      return verdict(error).message.replaceAll(`${path('')}/`, '');
    };
    const good = kind === 'oaa' ? '1' : '1:0 2:1';
    const [zero, beyond, other] = kind === 'oaa' ? ['0', '4', '1:0'] : ['0:1', '4:1', '1'];
    expect(await refused(`${good} | a\n${zero} | b\n`)).toMatch(/^bad\.vw:2:1: found "0/);
    expect(await refused(`${good} | a\n${beyond} | b\n`)).toMatch(/^bad\.vw:2:1: found "4/);
    expect(await refused(`${other} | a\n`)).toMatch(/^bad\.vw:1: found/);
  });

  it('goes without --explain and a single class', async () => {
    const args = ['-d', files[kind], `--${kind}`];
    await expect(printed(command, [...args, '3', '--explain'])).rejects.toThrow('--explain is for one learner');
    await expect(printed(command, [...args, '1'])).rejects.toThrow('must be a whole number >= 2');
    await expect(printed(command, [...args, '3', '--oaa', '3', '--csoaa', '3'])).rejects.toThrow('exclude each other');
  });

  it('keeps models: split anywhere they continue bit for bit, and a test learns nothing', async () => {
    const lines = readFileSync(files[kind], 'utf8').trimEnd().split('\n');
    const [first, second] = [lines.slice(0, 17), lines.slice(17)].map((part, k) =>
      write(`${kind}-${k}.vw`, `${part.join('\n')}\n`),
    );
    const [whole, half, joined, out] = ['whole', 'half', 'joined', 'out'].map((name) => path(`${kind}-${name}`));
    const run = (args: string): Promise<string> => printed(command, args);
    await run(`-d ${files[kind]} --${kind} ${CLASSES} --quiet -f ${whole}`);
    await run(`-d ${first} --${kind} ${CLASSES} --quiet -f ${half}`);
    const tested = await run(`-d ${second} -t -i ${half} --json`);
    expect(await run(`-d ${second} -t -i ${half} --json -p ${out}`)).toBe(tested);
    await run(`-d ${second} -i ${half} --quiet -f ${joined}`);
    expect(readFileSync(joined).equals(readFileSync(whole))).toBe(true);
    const shown = await printed(model, `show ${whole}`);
    expect(shown).toContain(`several: ${kind}, classes ${CLASSES}`);
    expect(shown).toMatch(/hash \d+, class [123]/);
    await expect(run(`-d ${second} -i ${half} --${kind} 4`)).rejects.toThrow(
      `was made with ${kind} ${CLASSES}, the command line asks for 4`,
    );
  });

  it('predicts lines without a label, which it neither learns nor counts', async () => {
    const lines = readFileSync(files[kind], 'utf8').trimEnd().split('\n');
    const bare = lines.map((line) => line.slice(line.indexOf('|')));
    const mixed = write(`${kind}-mixed.vw`, `${bare[0]}\n${lines.map((line, i) => `${line}\n${bare[i]}`).join('\n')}\n`);
    const result = async (
      file: string,
      name: string,
    ): Promise<{ averageLoss: number; examples: number; predicted: string[] }> => {
      const told = await printed(command, ['-d', file, `--${kind}`, `${CLASSES}`, '--json', '-p', path(name)]);
      const { averageLoss, examples } = JSON.parse(told) as { averageLoss: number; examples: number };
      return { averageLoss, examples, predicted: textOf(name).trim().split('\n') };
    };
    const [alone, among] = [await result(files[kind], 'alone'), await result(mixed, 'among')];
    expect([among.averageLoss, among.examples]).toEqual([alone.averageLoss, 2 * alone.examples + 1]);
    expect(among.predicted.filter((_, i) => i % 2 === 1)).toEqual(alone.predicted);
  });
});

it.each(['', '-C 0.5', '--sgd --invariant -l 0.3 --l1 1e-3 --l2 1e-3', '--ftrl --l1 0.01'])(
  '--oaa %s: every class is a learner of its own, of the same settings',
  async (options) => {
    const args = ['--loss_function', 'logistic', ...options.split(' ').filter((word) => word !== '')];
    const out = path('own.txt');
    const predictions = async (file: string, ...more: string[]): Promise<number[]> => {
      await printed(command, ['-d', file, ...args, ...more, '--quiet', '-p', out]);
      return readFileSync(out, 'utf8').trim().split('\n').map(Number);
    };
    const alone: number[][] = [];
    for (let k = 1; k <= CLASSES; k++) {
      const text = examples.map(({ x, y }) => `${y === k ? 1 : -1} | ${listed(x)}\n`).join('');
      alone.push(await predictions(write(`own-${k}.vw`, text)));
    }
    const largest = examples.map((_, i) => Math.max(...alone.map((scores) => scores[i])));
    const expected = examples.map((_, i) => alone.findIndex((scores) => scores[i] === largest[i]) + 1);
    expect(await predictions(files.oaa, '--oaa', `${CLASSES}`)).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(1);
  },
);
