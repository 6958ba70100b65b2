/**
 * REFERENCES: `iwal vw --oaa` and `--csoaa` against a small implementation that shares nothing with them: maps of names, one class
 * after the other, Vowpal Wabbit's default steps (squared loss (p - y)^2, adaptive, normalized, invariant, 0.5) written out.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/vw/vw.ts';
import { verdict } from '../../src/cli/terminal/failure.ts';
import { printed } from '../support/processes/run-command.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
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

  it('goes without models, --explain and a single class', async () => {
    const args = ['-d', files[kind], `--${kind}`];
    for (const more of [['-f', 'm'], ['-i', 'm'], ['-t']])
      await expect(printed(command, [...args, '3', ...more])).rejects.toThrow(
        'iwal learn --reduction keeps models of several classes',
      );
    await expect(printed(command, [...args, '3', '--explain'])).rejects.toThrow('--explain is for one learner');
    await expect(printed(command, [...args, '1'])).rejects.toThrow('must be a whole number >= 2');
    await expect(printed(command, [...args, '3', '--oaa', '3', '--csoaa', '3'])).rejects.toThrow('exclude each other');
  });
});
