import { z } from 'zod';
import { losses } from '../../src/losses/index.ts';
import type { Loss } from '../../src/losses/loss.ts';
import { sigmoid } from '../../src/numerics/elementary.ts';
import { pow } from '../../src/numerics/pow.ts';
import { randomStream, type RandomStream } from '../../src/numerics/random.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { curveOf, type DatalessKind, measured } from '../../src/studies/cells/kinds/kind.ts';
import { implicit, invariant, naive, type UpdateRule } from '../../src/updates/rules.ts';

/** The update of each way, and which factors (0: a, 1: b) move in which turn. A turn begins with the prediction as it is then. */
export const WAYS = {
  'gradient step': [naive, [[0, 1]]],
  'closed form once': [invariant, [[0, 1]]],
  recomputed: [invariant, [[0], [1]]],
  'recomputed, implicit': [implicit, [[0], [1]]],
} as const satisfies Record<string, readonly [UpdateRule, readonly (readonly number[])[]]>;
export type Way = keyof typeof WAYS;

const schema = z.strictObject({
  lossName: z.enum(['squared', 'logistic']),
  way: z.enum(Object.keys(WAYS) as [Way, ...Way[]]),
  /** Step sizes 2^k, k from `lowest` to `highest`. */
  lowest: z.int(),
  highest: z.int(),
  seed: z.int(),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** One step size: losses, null where learning diverged, and the shares of steps that overran the label or raised the loss of a dyad. */
export interface Trial {
  readonly eta0: number;
  readonly validationLoss: number | null;
  readonly testLoss: number | null;
  readonly overran: number;
  readonly raised: number;
}

const [RANK, COLUMNS, TRAIN, JUDGE] = [3, 20, 10_000, 2_000];
/** Standard deviations: of the noise of numbers, and of the weights that learning begins with, 0 being a saddle point. */
const [NOISE, BEGIN] = [0.3, 0.3];
/** A dyad is in the positive class with probability sigmoid(3 p), p the true prediction. */
const STEEPNESS = 3;
/** Importances are spread evenly on the scale of logarithms, from 1 to this. */
const MOST_IMPORTANCE = 100;
const ROUNDING = 1e-9;

/** x and z. */
type Rows = readonly Float64Array[];
/** a and b, a row for each r. */
type Model = readonly [a: readonly Float64Array[], b: readonly Float64Array[]];
interface Dyad {
  readonly rows: Rows;
  readonly y: number;
  readonly h: number;
}

/**
 * The dyadic (bilinear) model p = sum over r of (a_r.x)(b_r.z), learned in one pass over generated dyads with steps eta0 / sqrt(t). A turn
 * that moves the factors F takes, with p and the products as they are then,
 *
 *   q = sum over F of the squared norm of dp/d(factor),  s = update(loss, p, y, h eta q) / q,  a_r += s (b_r.z) x,  b_r += s (a_r.x) z
 *
 * p is linear in one factor, so that a turn of one moves it by s q; a turn of both moves it by s q + s^2 |x|^2 |z|^2 p.
 *
 * Source: Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011), which built the recomputed update for such models.
 */
export const dyadic: DatalessKind<Spec, Spec, { readonly curve: readonly Trial[] }> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  run(spec) {
    const truth = modelOf(randomStream(spec.seed, 'truth'), 1);
    const [train, validation, test] = (['train', 'validation', 'test'] as const).map((part) =>
      dyads(randomStream(spec.seed, part), part === 'train' ? TRAIN : JUDGE, truth, spec.lossName),
    );
    const steps = Array.from({ length: spec.highest - spec.lowest + 1 }, (_, k) => pow(2, spec.lowest + k));
    return { curve: steps.map((eta0) => trial(spec, eta0, { train, validation, test })) };
  },
  measured: measured({ curve: curveOf('eta0', 'validationLoss', 'testLoss', 'overran', 'raised') }),
  quantities: { 'lowest test loss': ({ curve }) => Math.min(...curve.map(({ testLoss }) => testLoss ?? Infinity)) },
};

/** So many rows of normal numbers. */
function normals(draws: RandomStream, rows: number, deviation: number): Float64Array[] {
  return Array.from({ length: rows }, () => Float64Array.from({ length: COLUMNS }, () => deviation * draws.normal()));
}

function modelOf(draws: RandomStream, deviation: number): Model {
  return [normals(draws, RANK, deviation), normals(draws, RANK, deviation)];
}

function dyads(draws: RandomStream, count: number, truth: Model, lossName: Spec['lossName']): Dyad[] {
  return Array.from({ length: count }, (): Dyad => {
    const rows = normals(draws, 2, 1 / Math.sqrt(COLUMNS));
    const p = predict(truth, rows);
    const [noise, coin] = [NOISE * draws.normal(), draws.next()];
    const y = lossName === 'squared' ? p + noise : coin < sigmoid(STEEPNESS * p) ? 1 : -1;
    return { rows, y, h: pow(MOST_IMPORTANCE, draws.next()) };
  });
}

function inner(u: Float64Array, v: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < u.length; j++) sum += u[j] * v[j];
  return sum;
}

/** The numbers a_r.x, and b_r.z. */
function products(model: Model, rows: Rows): [Float64Array, Float64Array] {
  return [Float64Array.from(model[0], (a) => inner(a, rows[0])), Float64Array.from(model[1], (b) => inner(b, rows[1]))];
}

function predict(model: Model, rows: Rows): number {
  return inner(...products(model, rows));
}

function learn(model: Model, { rows, y, h }: Dyad, eta: number, loss: Loss, way: Way): void {
  const [update, turns] = WAYS[way];
  for (const moved of turns) {
    const held = products(model, rows).reverse();
    let q = 0;
    for (const f of moved) q += inner(held[f], held[f]) * inner(rows[f], rows[f]);
    const s = q > 0 ? update(loss, inner(held[0], held[1]), y, h * eta * q) / q : 0;
    for (const f of moved)
      for (const [r, weights] of model[f].entries()) for (let j = 0; j < COLUMNS; j++) weights[j] += s * held[f][r] * rows[f][j];
  }
}

function trial({ lossName, way, seed }: Spec, eta0: number, parts: Record<'train' | 'validation' | 'test', Dyad[]>): Trial {
  const loss = losses[lossName];
  const model = modelOf(randomStream(seed, 'weights'), BEGIN);
  const counts = { steps: 0, overran: 0, raised: 0 };
  let p = 0;
  for (const dyad of parts.train) {
    const { rows, y } = dyad;
    const before = predict(model, rows);
    learn(model, dyad, eta0 / Math.sqrt(++counts.steps), loss, way);
    p = predict(model, rows);
    if (!Number.isFinite(p)) break;
    const [slope, past] = [loss.slope(before, y), loss.slope(p, y)];
    if (slope * past < 0 && Math.abs(past) > ROUNDING * (1 + Math.abs(slope))) counts.overran++;
    if (loss.value(p, y) > loss.value(before, y) * (1 + ROUNDING) + ROUNDING) counts.raised++;
  }
  const lossOn = (part: readonly Dyad[]): number | null => {
    const mean = part.reduce((sum, { rows, y }) => sum + loss.value(predict(model, rows), y), 0) / part.length;
    return Number.isFinite(p) && Number.isFinite(mean) ? mean : null;
  };
  const [overran, raised] = [counts.overran, counts.raised].map((count) => count / counts.steps);
  return { eta0, validationLoss: lossOn(parts.validation), testLoss: lossOn(parts.test), overran, raised };
}
