/**
 * Vowpal Wabbit 9.11's gd.cc and ftrl.cc, written down once more for comparison: single precision, its own approximations, every
 * entry of a row on its own. Nothing of src/ is used, hashing and parsing included, so that agreement means something.
 */
import { readFileSync } from 'node:fs';

const f = Math.fround;

export interface Emulated {
  readonly averageLoss: number;
  readonly features: number;
  readonly predictions: readonly number[];
}

export interface Variant {
  /** How the logistic step is made: as Vowpal Wabbit approximates Lambert's W, or exactly. */
  readonly logistic?: LogisticStep;
  /** Whether features that share a weight stay entries of their own, as there, or are summed. */
  readonly shared?: 'apart' | 'summed';
}

type LogisticStep = 'approximate' | 'exact';

interface Example {
  readonly label: number;
  readonly importance: number;
  readonly initial: number;
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

type Options = ReadonlyMap<string, string>;

/** Runs a command line of Vowpal Wabbit; `-d` names the data. */
export function emulate(line: readonly string[], { logistic = 'approximate', shared = 'apart' }: Variant = {}): Emulated {
  const { options, terms } = parseOptions(line);
  const apart = readExamples(options, terms);
  const examples = shared === 'apart' ? apart : apart.map(summed);
  const run = options.has('ftrl') ? ftrl(options) : gd(options, logistic);
  const passes = Number(options.get('passes') ?? 1);
  const predictions: number[] = [];
  let [sum, mass, features] = [0, 0, 0];
  for (let pass = 0; pass < passes; pass++) {
    for (const example of examples) {
      const { prediction, loss } = run(example, pass);
      predictions.push(prediction);
      sum += example.importance * loss;
      mass += example.importance;
      features += example.indices.length;
    }
  }
  return { averageLoss: sum / mass, features, predictions };
}

const SHORT: Readonly<Record<string, string>> = {
  '-d': 'data',
  '-b': 'bit_precision',
  '-l': 'learning_rate',
  '-q': 'interactions',
  '-f': 'f',
  '-p': 'p',
};
const SWITCHES = 'k c onethread no_stdin holdout_off sgd adaptive normalized invariant ftrl noconstant'.split(' ');

function parseOptions(line: readonly string[]): { options: Options; terms: readonly string[] } {
  const options = new Map<string, string>();
  const terms: string[] = [];
  for (let k = 0; k < line.length; k++) {
    const name = SHORT[line[k]] ?? line[k].replace(/^-+/, '');
    if (SWITCHES.includes(name)) options.set(name, '');
    else if (name === 'interactions' || name === 'cubic') terms.push(line[++k]);
    else options.set(name, line[++k]);
  }
  return { options, terms };
}

function numberOf(options: Options, name: string, otherwise: number): number {
  return f(Number(options.get(name) ?? otherwise));
}

// Text to numbers

const known = new Map<string, readonly Example[]>();

/** The examples of a file, read once for all runs that read it alike. */
function readExamples(options: Options, terms: readonly string[]): readonly Example[] {
  const key = JSON.stringify([['data', 'bit_precision', 'hash', 'noconstant'].map((name) => options.get(name)), terms]);
  let examples = known.get(key);
  if (examples === undefined) known.set(key, (examples = parseExamples(options, terms)));
  return examples;
}

function parseExamples(options: Options, terms: readonly string[]): Example[] {
  const mask = 2n ** BigInt(options.get('bit_precision') ?? 18) - 1n;
  const hash = options.get('hash') === 'all' ? murmur : hashString;
  return readFileSync(options.get('data')!, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [head, ...sections] = line.split('|');
      const words = head.split(' ').filter((word) => word !== '');
      if (words.length > 0 && (!head.endsWith(' ') || words[words.length - 1].startsWith("'"))) words.pop();
      const spaces = new Map<string, [bigint, number][]>();
      for (const section of sections) addSection(section, spaces, hash);
      const entries = [...spaces.values()].flat();
      if (!options.has('noconstant')) entries.push([11650396n, 1]);
      for (const term of [...terms].sort()) entries.push(...products(term, spaces));
      return {
        label: f(Number(words[0])),
        importance: f(Number(words[1] ?? 1)),
        initial: f(Number(words[2] ?? 0)),
        indices: entries.map(([index]) => Number(index & mask)),
        values: entries.map(([, value]) => value),
      };
    });
}

/** The example with one entry for each weight. */
function summed(example: Example): Example {
  const sums = new Map<number, number>();
  example.indices.forEach((j, k) => sums.set(j, f((sums.get(j) ?? 0) + example.values[k])));
  return { ...example, indices: [...sums.keys()], values: [...sums.values()] };
}

type Hash = (text: string, seed: bigint) => bigint;

function addSection(section: string, spaces: Map<string, [bigint, number][]>, hash: Hash): void {
  const [name, ...tokens] = section.split(/[ \t]+/);
  const [space, scale = '1'] = name.split(':');
  const seed = space === '' ? 0n : hash(space, 0n);
  const letter = space === '' ? ' ' : space[0];
  const entries = spaces.get(letter) ?? [];
  spaces.set(letter, entries);
  for (const token of tokens.filter((each) => each !== '')) {
    const [feature, text = '1'] = token.split(':');
    const index = hash(feature, seed);
    const isWord = Number.isNaN(Number(text));
    const value = f(f(isWord ? 1 : Number(text)) * f(Number(scale)));
    if (value !== 0) entries.push([isWord ? hash(text, index) : index, value]);
  }
}

/** All combinations of one feature a letter; those of equal letters in order. */
function products(term: string, spaces: Map<string, [bigint, number][]>): [bigint, number][] {
  let sofar: { index: bigint; value: number; last: number }[] = [{ index: 0n, value: 1, last: 0 }];
  Array.from(term).forEach((letter, depth) => {
    const entries = spaces.get(letter) ?? [];
    sofar = sofar.flatMap(({ index, value, last }) =>
      entries.flatMap(([next, x], k) => {
        if (letter === term[depth - 1] && k < last) return [];
        return [{ index: depth === 0 ? next : BigInt.asUintN(64, 16777619n * index) ^ next, value: f(value * x), last: k }];
      }),
    );
  });
  return sofar.map(({ index, value }) => [index, value]);
}

function hashString(text: string, seed: bigint): bigint {
  return /^\d*$/.test(text) ? BigInt.asUintN(64, BigInt(text === '' ? 0 : text) + seed) : murmur(text, seed);
}

function murmur(text: string, seed: bigint): bigint {
  const u32 = (x: bigint): bigint => BigInt.asUintN(32, x);
  const turn = (x: bigint, by: bigint): bigint => u32(x << by) | (x >> (32n - by));
  const mix = (k: bigint): bigint => u32(turn(u32(k * 0xcc9e2d51n), 15n) * 0x1b873593n);
  const bytes = Buffer.from(text);
  let h = u32(seed);
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) h = u32(turn(h ^ mix(BigInt(bytes.readUInt32LE(at))), 13n) * 5n + 0xe6546b64n);
  let tail = 0n;
  for (let k = bytes.length - 1; k >= at; k--) tail = (tail << 8n) | BigInt(bytes[k]);
  h ^= mix(tail) ^ BigInt(bytes.length);
  h = u32((h ^ (h >> 16n)) * 0x85ebca6bn);
  h = u32((h ^ (h >> 13n)) * 0xc2b2ae35n);
  return h ^ (h >> 16n);
}

// Losses: loss, derivative and invariant step u for (p, y, H, S)

interface Loss {
  loss(p: number, y: number): number;
  first(p: number, y: number): number;
  step(p: number, y: number, H: number, S: number): number;
}

function lossOf(options: Options, logisticStep: LogisticStep): Loss {
  const tau = numberOf(options, 'quantile_tau', 0.5);
  const q = numberOf(options, 'expectile_q', 0.5);
  const squared: Loss = {
    loss: (p, y) => f((p - y) * (p - y)),
    first: (p, y) => f(2 * (p - y)),
    step: (p, y, H, S) => (H * S < 1e-6 ? f(2 * (y - p) * H) : f((f(y - p) * f(1 - f(Math.exp(-2 * f(H * S))))) / S)),
  };
  const share = (p: number, y: number): number => (y < p ? q : f(1 - q));
  const sign: Loss = {
    loss: (p, y) => f(Math.log(f(1 + f(Math.exp(f(-y * p)))))),
    first: (p, y) => f(-y / f(1 + f(Math.exp(f(y * p))))),
    step: (p, y, H, S) => logisticOf(p, y, H, S, logisticStep),
  };
  const mix = (part: (y: number) => number, y: number): number =>
    Math.abs(y) === 1 ? part(y) : f(f(((y + 1) / 2) * part(1)) + f(((1 - y) / 2) * part(-1)));
  const all: Readonly<Record<string, Loss>> = {
    squared,
    classic: { ...squared, step: (p, y, H) => f(2 * (y - p) * H) },
    hinge: {
      loss: (p, y) => f(Math.max(0, 1 - y * p)),
      first: (p, y) => (y * p >= 1 ? 0 : -y),
      step: (p, y, H, S) => (y * p >= 1 ? 0 : f(y * Math.min(H, f((1 - y * p) / S)))),
    },
    logistic: {
      loss: (p, y) => mix((side) => sign.loss(p, side), y),
      first: (p, y) => mix((side) => sign.first(p, side), y),
      step: (p, y, H, S) => mix((side) => sign.step(p, side, H, S), y),
    },
    quantile: {
      loss: (p, y) => (y > p ? f(tau * (y - p)) : f((1 - tau) * (p - y))),
      first: (p, y) => (y === p ? 0 : y > p ? -tau : f(1 - tau)),
      step: (p, y, H, S) =>
        y === p ? 0 : y > p ? Math.min(f(tau * H), f((y - p) / S)) : Math.max(f(-(1 - tau) * H), f((y - p) / S)),
    },
    expectile: {
      loss: (p, y) => f(share(p, y) * squared.loss(p, y)),
      first: (p, y) => f(share(p, y) * squared.first(p, y)),
      step: (p, y, H, S) => squared.step(p, y, f(share(p, y) * H), S),
    },
    poisson: {
      loss: (p, y) => f(2 * (y * (Math.log(y + 1e-6) - p) - (y - Math.exp(p)))),
      first: (p, y) => f(Math.exp(p) - y),
      step: (p, y, H, S) =>
        y > 0 ? f(y * H - f(Math.log1p((Math.exp(p) * Math.expm1(y * H * S)) / y) / S)) : f(-Math.log1p(Math.exp(p) * H * S) / S),
    },
  };
  return all[options.get('loss_function') ?? 'squared'];
}

function logisticOf(p: number, y: number, H: number, S: number, how: LogisticStep): number {
  const d = Math.exp(y * p);
  if (H * S < 1e-6) return f((y * H) / (1 + d));
  if (how === 'exact') return f((y * risen(y * p, H * S)) / S);
  const w = f(lambertGap(H * S + y * p + d));
  return f(-(y * w + p) / S);
}

/** W(e^x) - x, by one step of refinement from a rough start. */
export function lambertGap(x: number): number {
  const start = x >= 1 ? 0.86 * x + 0.01 : Math.exp(0.8 * x - 0.65);
  const r = x >= 1 ? x - Math.log(start) - start : 0.2 * x + 0.65 - start;
  const t = 1 + start;
  const v = 2 * t * (t + (2 * r) / 3);
  return start * (1 + ((r / t) * (v - r)) / (v - 2 * r)) - x;
}

/** d with d + e^u (e^d - 1) = tau, by bisection. */
export function risen(u: number, tau: number): number {
  let [low, high] = [0, Math.min(tau, Math.log1p(tau * Math.exp(-u)))];
  for (let k = 0; k < 100; k++) {
    const d = (low + high) / 2;
    if (d + Math.exp(u) * Math.expm1(d) < tau) low = d;
    else high = d;
  }
  return high;
}

// Learners: an example in, its prediction and loss out

type Run = (example: Example, pass: number) => { prediction: number; loss: number };

/** Clips to the range of the labels seen, or to the fixed one. */
function clipper(options: Options): (p: number, y: number) => number {
  const fixed = ['logistic', 'poisson'].includes(options.get('loss_function') ?? 'squared');
  let [low, high] = fixed ? [-50, 50] : [0, 0];
  return (p, y) => {
    if (!fixed) [low, high] = [Math.min(low, y), Math.max(high, y)];
    return Math.min(Math.max(p, low), high);
  };
}

function gd(options: Options, logisticStep: LogisticStep): Run {
  const named = ['sgd', 'adaptive', 'normalized', 'invariant'].some((name) => options.has(name));
  const [adaptive, normalized, invariant] = ['adaptive', 'normalized', 'invariant'].map((name) => !named || options.has(name));
  const plain = !adaptive && !normalized;
  const power = numberOf(options, 'power_t', 0.5);
  const initial = numberOf(options, 'initial_t', plain ? 1 : 0);
  const eta0 = f(numberOf(options, 'learning_rate', adaptive && normalized ? 0.5 : 10) * (plain ? initial ** power : 1));
  const decay = numberOf(options, 'decay_learning_rate', 1);
  const [l1, l2] = [numberOf(options, 'l1', 0), numberOf(options, 'l2', 0)];
  const exponent = !adaptive && power === 0.5 ? -1 : power - 1;
  const loss = lossOf(options, logisticStep);
  const clip = clipper(options);
  const size = 2 ** Number(options.get('bit_precision') ?? 18);
  const [w, g, n, r] = [0, 1, 2, 3].map(() => new Float32Array(size));
  g.fill(adaptive ? initial : 0);
  let [t, squares, mass, contraction, gravity] = [initial, initial, initial, 1, 0];

  return ({ label: y, importance, initial: start, indices, values }, pass) => {
    let margin = 0;
    indices.forEach((j, k) => {
      const weight = Math.sign(w[j]) * Math.max(f(Math.abs(w[j]) - gravity), 0);
      margin = f(margin + f(weight * values[k]));
    });
    const p = clip(f(start + f(margin * contraction)), y);
    t += importance;
    const value = loss.loss(p, y);
    const gradient = loss.first(p, y);
    const square = f(importance * f(gradient * gradient));
    if (!(value > 0) || square === 0) return { prediction: p, loss: value };

    let S = 0;
    let length = 0;
    indices.forEach((j, k) => {
      const x2 = f(values[k] * values[k]);
      let rate = 1;
      if (adaptive) {
        g[j] += f(square * x2);
        rate = power === 0.5 ? f(1 / Math.sqrt(g[j])) : f(g[j] ** -power);
      }
      if (normalized) {
        if (Math.abs(values[k]) > n[j]) {
          if (n[j] > 0) w[j] *= f(f(x2 / f(n[j] * n[j])) ** exponent);
          n[j] = Math.abs(values[k]);
        }
        length = f(length + f(x2 / f(n[j] * n[j])));
        rate = f(rate * f(f(n[j] * n[j]) ** exponent));
      }
      r[j] = rate;
      S = f(S + f(x2 * rate));
    });
    squares += importance * length;
    mass += importance;
    const common = normalized ? f((squares / mass) ** exponent) : 1;
    S = f(S * common);
    let H = f(f(eta0 * decay ** pass) * importance);
    if (!adaptive) H = f(H * f(t ** -power));
    let u = S === 0 ? 0 : invariant ? loss.step(p, y, H, S) : f(-H * gradient);
    if (l1 + l2 > 0 && Math.abs(u) > 1e-8) {
      const step = -u / gradient;
      contraction *= 1 - l2 * step;
      gravity += l1 * step;
      u = f(u / contraction);
    }
    indices.forEach((j, k) => {
      w[j] += f(f(u * common) * f(values[k] * r[j]));
    });
    return { prediction: p, loss: value };
  };
}

function ftrl(options: Options): Run {
  const [alpha, beta] = [numberOf(options, 'ftrl_alpha', 0.5), numberOf(options, 'ftrl_beta', 1)];
  const [l1, l2] = [numberOf(options, 'l1', 0), numberOf(options, 'l2', 0)];
  const loss = lossOf(options, 'approximate');
  const clip = clipper(options);
  const size = 2 ** Number(options.get('bit_precision') ?? 18);
  const [w, z, n] = [0, 1, 2].map(() => new Float32Array(size));
  return ({ label: y, importance, initial, indices, values }) => {
    const margin = indices.reduce((sum, j, k) => f(sum + f(w[j] * values[k])), initial);
    const p = clip(margin, y);
    const first = f(loss.first(p, y) * importance);
    indices.forEach((j, k) => {
      const gradient = f(first * values[k]);
      const grown = f(n[j] + f(gradient * gradient));
      z[j] += f(gradient - f(f(f(Math.sqrt(grown) - Math.sqrt(n[j])) / alpha) * w[j]));
      n[j] = grown;
      w[j] = Math.abs(z[j]) <= l1 ? 0 : -(z[j] - Math.sign(z[j]) * l1) / (l2 + (beta + Math.sqrt(grown)) / alpha);
    });
    return { prediction: p, loss: loss.loss(p, y) };
  };
}
