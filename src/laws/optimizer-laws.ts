import { numberIn, type State } from '../numerics/state.ts';
import type { RandomStream } from '../numerics/random.ts';
import { pow } from '../numerics/pow.ts';
import type { Optimizer, OptimizerFactory } from '../optimizers/optimizer.ts';
import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';

/**
 * What a step does to the margin: 'exact', u q; 'share', between nothing and u q (a penalty eats the rest); 'jump', u q up
 * to twice the pull of the features, for a weight that outgrows the ceiling in this step escapes its pull.
 */
export type Move = 'exact' | 'share' | 'jump';

/** An optimizer with the numbers in which the laws are tried. */
export interface Setting {
  readonly name: string;
  readonly factory: OptimizerFactory;
  readonly move: Move;
}

/** Features of the rows on which the laws are tried. */
export const COLUMNS = 12;

/** Rows of 0 to `COLUMNS` entries whose sizes span `decades` orders of magnitude; about one in eight is empty. */
export function sampleRows(random: RandomStream, length: number, decades = 2): SparseRows {
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < length; i++) {
    const density = random.below(8) / 8;
    for (let j = 0; j < COLUMNS; j++) {
      if (random.next() < density) builder.add(j, random.normal() * pow(10, decades * (random.next() - 0.5)));
    }
    builder.endRow();
  }
  return builder.build(COLUMNS);
}

/** One update with a step of random size and direction: everything a learner does, without a loss. */
export function randomUpdate(optimizer: Optimizer, rows: SparseRows, i: number, random: RandomStream): void {
  optimizer.admit(rows, i);
  const q = optimizer.prepare(rows, i, [0.25, 1, 3][random.below(3)], random.normal());
  optimizer.push(rows, i, q > 0 ? random.normal() / q : 0);
  if (random.below(10) === 0) optimizer.beginPass();
}

/** An optimizer with a past. */
export function experienced(factory: OptimizerFactory, rows: SparseRows, random: RandomStream): Optimizer {
  const optimizer = factory(COLUMNS);
  const updates = random.below(30);
  for (let t = 0; t < updates; t++) randomUpdate(optimizer, rows, random.below(rows.length), random);
  return optimizer;
}

/** Another optimizer of the factory in the same state. */
export function clone(factory: OptimizerFactory, optimizer: Optimizer): Optimizer {
  const copy = factory(COLUMNS);
  copy.restore(optimizer.state());
  return copy;
}

/** A step u moves the margin as its setting says, compared with the same update with the step 0. */
function moves({ factory, move }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const still = clone(factory, optimizer);
  const i = random.below(rows.length);
  const h = 3 * random.next();
  const slope = random.normal();
  optimizer.admit(rows, i);
  still.admit(rows, i);
  const q = optimizer.prepare(rows, i, h, slope);
  still.prepare(rows, i, h, slope);
  const prepared = optimizer.margin(rows, i);
  const owed = move === 'jump' ? numberIn(optimizer.state(), 'owed') : 0;
  const u = q > 0 ? (pow(10, 4 * random.next() - 3) * random.normal()) / q : 0;
  optimizer.push(rows, i, u);
  still.push(rows, i, 0);
  const moved = optimizer.margin(rows, i) - still.margin(rows, i);
  const planned = u * q;
  const rounding = 1e-13 * (size(optimizer, rows, i) + size(still, rows, i) + Math.abs(prepared) + Math.abs(planned));
  const low = move === 'exact' ? planned : Math.min(0, planned);
  const high = move === 'exact' ? planned : Math.max(0, planned);
  const slack = rounding + (move === 'jump' ? 2 * owed * length1(rows, i) : 0);
  if (moved >= low - slack && moved <= high + slack) return undefined;
  return `u = ${u}, q = ${q} moved the margin by ${moved} instead of ${planned}`;
}

/** Whether a step of 0 moves weights: a regulariser that shrinks them after the step. */
export function shrinks({ factory }: Setting, random: RandomStream): boolean {
  for (let trial = 0; trial < 50; trial++) {
    const rows = sampleRows(random, 8, 4);
    const optimizer = experienced(factory, rows, random);
    const i = random.below(rows.length);
    optimizer.admit(rows, i);
    optimizer.prepare(rows, i, 1, random.normal());
    const before = optimizer.weights();
    optimizer.push(rows, i, 0);
    if (optimizer.weights().some((w, j) => w !== before[j])) return true;
  }
  return false;
}

/** `prepare` leaves the margin where `base` says, from where it was, and after a step `base` knows of the step. */
function preparesToBase({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const i = random.below(rows.length);
  optimizer.admit(rows, i);
  const before = optimizer.margin(rows, i);
  const q = optimizer.prepare(rows, i, 1, random.normal());
  const base = optimizer.base(rows, i, before);
  const after = optimizer.margin(rows, i);
  if (!Object.is(after, base)) return `prepare moved the margin from ${before} to ${after}, base says ${base}`;
  optimizer.push(rows, i, q > 0 ? random.normal() / q : 0);
  const answered = optimizer.base(rows, i, before);
  const fresh = clone(factory, optimizer).base(rows, i, before);
  return Object.is(answered, fresh) ? undefined : `after the step base says ${answered} instead of ${fresh}`;
}

/** `sensitivity` is the q of `prepare`, bit for bit. */
function foretellsSensitivity({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const i = random.below(rows.length);
  const slope = random.normal();
  const foretold = optimizer.sensitivity(rows, i, slope);
  optimizer.admit(rows, i);
  const q = optimizer.prepare(rows, i, 1, slope);
  return Object.is(foretold, q) ? undefined : `foretold q = ${foretold}, prepared ${q}`;
}

/** `admit` tells whether it changed anything. */
function admitsOpenly({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const before = structuredClone(optimizer.state());
  const answered = optimizer.admit(rows, random.below(rows.length));
  const found = difference(before, optimizer.state());
  return answered === (found !== undefined)
    ? undefined
    : `admit says ${answered}, and of the state ${found ?? 'nothing'} changed`;
}

/** What is not adaptive prepares and foretells the same for every slope. */
function readsNoSlope({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  if (optimizer.adaptive) return undefined;
  const twin = clone(factory, optimizer);
  const i = random.below(rows.length);
  const foretold = [optimizer, twin].map((each) => each.sensitivity(rows, i, random.normal()));
  const prepared = [optimizer, twin].map((each) => {
    each.admit(rows, i);
    return each.prepare(rows, i, 1, random.normal());
  });
  if (!Object.is(foretold[0], foretold[1]) || !Object.is(prepared[0], prepared[1]))
    return `q = ${foretold.join(' and ')}, ${prepared.join(' and ')}`;
  return difference(optimizer.state(), twin.state());
}

/** Questions change nothing. */
function asksWithoutTouching({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const before = structuredClone(optimizer.state());
  for (let i = 0; i < rows.length; i++) {
    optimizer.margin(rows, i);
    optimizer.predict(rows, i);
    optimizer.sensitivity(rows, i, random.normal());
  }
  optimizer.weights().fill(1);
  scribble(optimizer.state());
  return difference(before, optimizer.state());
}

/** `predict` is the dot product with `weights`. */
function predictsWithItsWeights({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const i = random.below(rows.length);
  const weights = optimizer.weights();
  let sum = 0;
  for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) sum += weights[rows.indices[k]] * rows.values[k];
  const p = optimizer.predict(rows, i);
  return Math.abs(p - sum) <= 1e-13 * size(optimizer, rows, i) ? undefined : `predict = ${p}, weights give ${sum}`;
}

/** A copy made from the state does the same as the original from there on, bit for bit. */
function resumes({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const copy = clone(factory, optimizer);
  const sameDraws = random.clone();
  for (let t = 0; t < 10; t++) {
    const i = t % rows.length;
    randomUpdate(optimizer, rows, i, random);
    randomUpdate(copy, rows, i, sameDraws);
  }
  return difference(optimizer.state(), copy.state());
}

/**
 * What it was asked and told before shows in its state alone: in a new pass, with another state restored over it and about
 * other rows it answers as a fresh copy does that was never asked anything, bit for bit.
 */
function answersAfresh({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const others = sampleRows(random, rows.length, 4);
  const optimizer = experienced(factory, rows, random);
  const later = clone(factory, optimizer);
  later.beginPass();
  const stranger = experienced(factory, others, random).state();
  const slope = random.normal();
  const happenings: readonly (() => void)[] = [
    () => undefined,
    () => optimizer.beginPass(),
    () => optimizer.restore(stranger),
    () => optimizer.restore(later.state()),
  ];
  for (const [n, happens] of happenings.entries()) {
    const i = random.below(rows.length);
    optimizer.sensitivity(rows, i, slope);
    optimizer.margin(rows, i);
    happens();
    for (const [asked, j] of [
      [rows, i],
      [others, i],
      [rows, (i + 1) % rows.length],
    ] as const) {
      const found = optimizer.base(asked, j, 0.5);
      const wanted = clone(factory, optimizer).base(asked, j, 0.5);
      if (!Object.is(found, wanted)) return `base says ${found} instead of ${wanted} after happening ${n}`;
      const q = optimizer.sensitivity(asked, j, slope);
      const fresh = clone(factory, optimizer).sensitivity(asked, j, slope);
      if (!Object.is(q, fresh)) return `foretells q = ${q} instead of ${fresh} after happening ${n}`;
      optimizer.margin(rows, i);
    }
  }
  return undefined;
}

/** Squares of gradients that leave the numbers make q NaN, foretold and prepared: the learner then names the example. */
function tellsOverflow({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  if (!optimizer.adaptive) return undefined;
  for (let i = 0; i < rows.length; i++) {
    if (rows.offsets[i] === rows.offsets[i + 1]) continue;
    const slope = random.normal() < 0 ? -1e200 : 1e200;
    const foretold = optimizer.sensitivity(rows, i, slope);
    const twin = clone(factory, optimizer);
    twin.admit(rows, i);
    const q = twin.prepare(rows, i, 1, slope);
    if (!Number.isNaN(foretold) || !Number.isNaN(q)) return `slope ${slope}: foretold q = ${foretold}, prepared ${q}`;
  }
  return undefined;
}

/**
 * Coordinates, where an optimizer declares some, are its weights up to their factor, and an example changes those of its features
 * alone. (Where it folds the factor, all change; no experience here is that long.)
 */
function keepsCoordinates({ factory }: Setting, rows: SparseRows, random: RandomStream): string | undefined {
  const optimizer = experienced(factory, rows, random);
  const { coordinates } = optimizer;
  if (coordinates === undefined) return undefined;
  const i = random.below(rows.length);
  const before = coordinates.values.slice();
  optimizer.admit(rows, i);
  const { factor } = coordinates;
  optimizer.prepare(rows, i, 1, random.normal());
  for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) before[rows.indices[k]] = NaN;
  optimizer.push(rows, i, random.normal());
  const strayed = before.findIndex((value, j) => !Number.isNaN(value) && value !== coordinates.values[j]);
  if (strayed >= 0) return `coordinate ${strayed}, which the row does not have, went from ${before[strayed]} (factor ${factor})`;
  const weights = optimizer.weights();
  const wrong = weights.findIndex((w, j) => Math.abs(w - coordinates.factor * coordinates.values[j]) > 1e-13 * Math.abs(w));
  return wrong < 0
    ? undefined
    : `weight ${wrong} is ${weights[wrong]}, by its coordinate ${coordinates.factor * coordinates.values[wrong]}`;
}

/** Where two states differ, or undefined. Numbers are compared bit for bit, NaN and -0 included. */
export function difference(a: State, b: State, path = ''): string | undefined {
  if (Object.keys(a).join() !== Object.keys(b).join()) return `${path}: ${Object.keys(a).join()} and ${Object.keys(b).join()}`;
  for (const [name, left] of Object.entries(a)) {
    const right = b[name];
    const here = `${path}.${name}`;
    if (left instanceof Float64Array && right instanceof Float64Array) {
      const at = left.length === right.length ? left.findIndex((value, j) => !Object.is(value, right[j])) : 0;
      if (at >= 0) return `${here}[${at}]: ${left[at]} and ${right[at]}`;
    } else if (typeof left === 'object' && typeof right === 'object') {
      const found = difference(left as State, right as State, here);
      if (found !== undefined) return found;
    } else if (!Object.is(left, right)) return `${here}: ${JSON.stringify(left)} and ${JSON.stringify(right)}`;
  }
  return undefined;
}

/** Overwrites every array of a state that was handed out. */
function scribble(state: State): void {
  for (const value of Object.values(state)) {
    if (value instanceof Float64Array) value.fill(7);
    else if (typeof value === 'object') scribble(value);
  }
}

function length1(rows: SparseRows, i: number): number {
  return rows.values.subarray(rows.offsets[i], rows.offsets[i + 1]).reduce((sum, x) => sum + Math.abs(x), 0);
}

/** sum |w_i x_i| over the shown weights and the margin: what rounding errors of row i scale with. */
function size(optimizer: Optimizer, rows: SparseRows, i: number): number {
  const weights = optimizer.weights();
  let sum = Math.abs(optimizer.margin(rows, i)) + Number.MIN_VALUE;
  for (let k = rows.offsets[i]; k < rows.offsets[i + 1]; k++) sum += Math.abs(weights[rows.indices[k]] * rows.values[k]);
  return sum;
}

/**
 * The laws of optimizers (src/optimizers/optimizer.ts), as functions from an optimizer to a counterexample (or undefined): the law
 * tests run them over the whole registry, the mutation check over planted mistakes that they have to find, and `brokenLaw` over
 * optimizers of one's own.
 */
export const optimizerLaws = {
  moves,
  preparesToBase,
  foretellsSensitivity,
  admitsOpenly,
  readsNoSlope,
  asksWithoutTouching,
  predictsWithItsWeights,
  resumes,
  answersAfresh,
  tellsOverflow,
  keepsCoordinates,
} as const;
