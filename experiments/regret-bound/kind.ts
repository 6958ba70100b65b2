import { z } from 'zod';
import { minimise } from '../../src/fits/newton.ts';
import { inRange } from '../../src/learners/margin-learner.ts';
import { losses } from '../../src/losses/index.ts';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { finished } from '../../src/numerics/work.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { addScaled, dot } from '../../src/rows/sparse-rows.ts';
import { labelsFor } from '../../src/specs/build-learner.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { checkpoints } from '../../src/streams/measures/measurement.ts';
import { curveOf, type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';
import { updates } from '../../src/updates/index.ts';
import { Risk } from './risk.ts';

const schema = z.strictObject({
  lossName: z.enum(['squared', 'logistic']),
  update: z.enum(['naive', 'invariant', 'implicit']),
  /** 1 / lambda. */
  eta: z.number().positive(),
  seed: z.int(),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** After so many examples, sums over them. */
export interface Sides {
  readonly examples: number;
  readonly regret: number;
  /** The right-hand side of theorem 2.2, and without the deltas. */
  readonly bound: number;
  readonly withoutDelta: number;
  /** bound - regret, before rounding. */
  readonly slack: number;
}

/** Penalty on |w|^2 / 2 of the comparator, against a sum over all examples: that of regret-gap. */
const RIDGE = 1e-3;

/**
 * Both sides of theorem 2.2 for the regulariser |x|^2 / (2 eta), with which the right-hand side is
 *
 *   |u|^2 / (2 eta) - |x_{T+1} - u|^2 / (2 eta) + sum over t of (eta |g_t|^2 / 2 - delta_t),
 *
 * for u the minimiser of the sum of all losses. The sides differ by the Fenchel-Young gaps l_t(u) + l_t*(z_t) - <z_t, u>, which are
 * summed besides.
 *
 * Source: Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), theorem 2.2.
 */
export const regretBound: Kind<Spec, Spec, { readonly curve: readonly Sides[]; readonly mismatch: number }> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit: ({ lossName }, { train }) => {
    labelsFor(losses[lossName], train);
  },
  run({ lossName, update, eta, seed }, { train }) {
    const { rows, labels } = train;
    const loss = losses[lossName];
    const conjugate = loss.conjugate!;
    const u = comparatorOf(lossName, train);
    const x = new Float64Array(rows.columns);
    const order = permutation(rows.length, randomStream(seed, 'order'));
    const sums = { regret: 0, gains: 0, deltas: 0, gaps: 0 };
    const step = (t: number): void => {
      const i = order[t];
      const y = labels[i];
      const p = inRange(t + 1, 'margin', dot(rows, i, x));
      const at = dot(rows, i, u);
      const norm = squaredNorm(rows.values.subarray(rows.offsets[i], rows.offsets[i + 1]));
      const [g, a] = [loss.slope(p, y), eta * norm];
      const move = updates[update](loss, p, y, a);
      const z = a === 0 ? g : -move / a;
      sums.regret += loss.value(p, y) - loss.value(at, y);
      sums.gains += (a * g * g) / 2;
      sums.deltas += (z - g) * (p - ((z + g) * a) / 2) + conjugate(g, y) - conjugate(z, y);
      sums.gaps += loss.value(at, y) + conjugate(z, y) - z * at;
      addScaled(rows, i, x, -eta * z);
    };
    let t = 0;
    const curve = checkpoints(rows.length, 2).map((examples): Sides => {
      while (t < examples) step(t++);
      const withoutDelta = (squaredNorm(u) - squaredNorm(x.map((each, j) => each - u[j]))) / (2 * eta) + sums.gains;
      const bound = inRange(examples, 'bound', withoutDelta - sums.deltas);
      return { examples, regret: sums.regret, bound, withoutDelta, slack: bound - sums.regret };
    });
    const { bound, slack } = curve.at(-1)!;
    return { curve, mismatch: Math.abs(slack - sums.gaps) / (1 + Math.abs(bound)) };
  },
  measured: measured({ curve: curveOf('examples', 'regret', 'bound', 'withoutDelta', 'slack'), mismatch: stored }),
  quantities: { regret: ({ curve }) => curve.at(-1)!.regret, bound: ({ curve }) => curve.at(-1)!.bound },
};

/** Those of the training parts at hand: a comparator takes longer than a run. */
const comparators = { squared: new WeakMap<Dataset, Float64Array>(), logistic: new WeakMap<Dataset, Float64Array>() };

/** Near the minimiser of the sum of all losses: the theorem holds for any vector. */
function comparatorOf(lossName: Spec['lossName'], train: Dataset): Float64Array {
  const known = comparators[lossName].get(train);
  if (known !== undefined) return known;
  const u = new Float64Array(train.rows.columns);
  finished(minimise(new Risk(losses[lossName], train, RIDGE / train.rows.length), u, { gradient: 1e-5 }));
  comparators[lossName].set(train, u);
  return u;
}

function squaredNorm(numbers: Float32Array | Float64Array): number {
  let sum = 0;
  for (const each of numbers) sum += each * each;
  return sum;
}
