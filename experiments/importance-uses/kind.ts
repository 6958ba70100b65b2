import { z } from 'zod';
import type { MarginLearner } from '../../src/learners/margin-learner.ts';
import { sigmoid } from '../../src/numerics/elementary.ts';
import { pow } from '../../src/numerics/pow.ts';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { CONSTANT, type Dataset } from '../../src/rows/dataset.ts';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import { dot, type SparseRows } from '../../src/rows/sparse-rows.ts';
import { buildLearner, requireClasses } from '../../src/specs/build-learner.ts';
import { completeLearner, parsed } from '../../src/specs/learner-spec.ts';
import { curveOf, type Kind, measured } from '../../src/studies/cells/kinds/kind.ts';

/** What is learned of a row of importance h: steps, and the importance of each. `share` is h over the largest h there can be. */
const WAYS = {
  weight: (h: number): Taught => [1, h],
  gradient: (h: number): Taught => [1, h],
  copies: (h: number, coin: number): Taught => [Math.floor(h + coin), 1],
  sampling: (h: number, coin: number, most: number): Taught => [coin < h / most ? 1 : 0, 1],
  ignored: (): Taught => [1, 1],
} as const;
type Taught = readonly [steps: number, importance: number];
export type Way = keyof typeof WAYS;

const schema = z.strictObject({
  way: z.enum(Object.keys(WAYS) as [Way, ...Way[]]),
  /** Learners of a boosted chain; 1 is a learner alone. */
  learners: z.int().min(1),
  /** The largest density ratio; 1: no shift. */
  shift: z.number().min(1),
  /** Share of the features that each learner sees; the seed draws which. */
  features: z.number().positive().max(1),
  /** Step sizes 4^k, k from `lowest` to `highest`. */
  lowest: z.int(),
  highest: z.int(),
  seed: z.int(),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** One step size: steps a row, and errors on the validation part, which is shifted and weighted, and on the test part. */
export interface Trial {
  readonly eta0: number;
  readonly steps: number;
  readonly validation: number;
  readonly test: number;
}

const LOSS = { name: 'logistic' } as const;

/**
 * Importances h learned in several ways, with logistic loss and steps eta0 / sqrt(t).
 *
 * Covariate shift: rows are ranked along a direction that the seed draws; the row at the share r of the ranks is kept with probability
 * shift^-r, so that its density ratio is h = shift^r, known by construction. Online boosting: a chain of learners with votes a_m, in which
 * learner m meets a row with the importance 2 / (1 + e^(y F)), F the votes of those before it; each is weak, for it sees a share of the
 * features.
 *
 * Source: Shimodaira, Improving predictive inference under covariate shift (2000); Zadrozny, Langford & Abe, Cost-sensitive learning by
 * cost-proportionate example weighting (2003), rejection sampling; Beygelzimer, Kale & Luo, Optimal and adaptive algorithms for online
 * boosting (2015), AdaBoost.OL without its choice among partial sums.
 */
export const importanceUses: Kind<Spec, Spec, { readonly curve: readonly Trial[] }> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit: (spec, { train }) => {
    requireClasses(learnerOf(spec, 1, 1).loss, train);
  },
  run(spec, { train, validation, test }) {
    const [own, judge] = [train, validation!].map((part) => shifted(part, spec));
    const steps = Array.from({ length: spec.highest - spec.lowest + 1 }, (_, k) => pow(4, spec.lowest + k));
    const parts = { own, judge, test: shifted(test!, { ...spec, shift: 1 }) };
    return { curve: steps.map((eta0) => trial(spec, eta0, parts)) };
  },
  measured: measured({ curve: curveOf('eta0', 'steps', 'validation', 'test') }),
  quantities: { 'lowest test error': ({ curve }) => Math.min(...curve.map(({ test }) => test)) },
};

interface Weighted {
  readonly part: Dataset;
  /** The rows as each learner sees them. */
  readonly seen: readonly SparseRows[];
  readonly kept: readonly number[];
  readonly importances: Float64Array;
}

function shifted(part: Dataset, { shift, seed, learners, features }: Spec): Weighted {
  const draws = randomStream(seed, 'direction');
  const direction = Float64Array.from({ length: part.rows.columns }, () => draws.normal());
  const places = Float64Array.from({ length: part.rows.length }, (_, i) => dot(part.rows, i, direction));
  const importances = new Float64Array(places.length);
  [...places.keys()]
    .toSorted((a, b) => places[a] - places[b])
    .forEach((i, rank) => (importances[i] = pow(shift, rank / places.length)));
  const coin = randomStream(seed, 'kept');
  const kept = [...importances.keys()].filter((i) => coin.next() * importances[i] < 1);
  const chosen = randomStream(seed, 'features');
  const seen = Array.from({ length: learners }, () =>
    features === 1
      ? part.rows
      : withFeatures(
          part.rows,
          Uint8Array.from({ length: part.rows.columns }, () => Number(chosen.next() < features)),
        ),
  );
  return { part, seen, kept, importances };
}

/** The rows with the constant and the features that are marked. */
function withFeatures({ offsets, indices, values, length, columns }: SparseRows, marked: Uint8Array): SparseRows {
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < length; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++)
      if (indices[k] === CONSTANT || marked[indices[k]] === 1) builder.add(indices[k], values[k]);
    builder.endRow();
  }
  return builder.build(columns);
}

function learnerOf({ way }: Spec, eta0: number, columns: number): MarginLearner {
  const update = way === 'weight' ? 'invariant' : 'naive';
  const optimizer = { name: 'gradient-descent', eta0, power: 0.5 };
  return buildLearner(completeLearner({ loss: LOSS, update, optimizer }), columns);
}

/** Votes of a member are kept within these bounds, and move by 4 / sqrt(t) a row, as the paper has it. */
const BOUND = 2;

function trial(spec: Spec, eta0: number, { own, judge, test }: Record<'own' | 'judge' | 'test', Weighted>): Trial {
  const members = Array.from({ length: spec.learners }, () => ({
    learner: learnerOf(spec, eta0, own.part.rows.columns),
    vote: 0,
  }));
  const [coin, order] = [randomStream(spec.seed, 'coins'), permutation(own.kept.length, randomStream(spec.seed, 'order'))];
  const most = spec.shift * (spec.learners > 1 ? 2 : 1);
  let steps = 0;
  order.forEach((place, t) => {
    const [i, y] = [own.kept[place], own.part.labels[own.kept[place]]];
    let votes = 0;
    for (const [m, member] of members.entries()) {
      const rows = own.seen[m];
      const agrees = y * member.learner.side(member.learner.margin(rows, i));
      const [count, h] = WAYS[spec.way](own.importances[i] * 2 * sigmoid(-votes), coin.next(), most);
      for (let step = 0; step < count; step++) member.learner.learn(rows, i, y, h);
      steps += count;
      votes += member.vote * agrees;
      const moved = member.vote + (4 / Math.sqrt(t + 1)) * agrees * sigmoid(-votes);
      member.vote = Math.min(BOUND, Math.max(-BOUND, moved));
    }
  });
  const error = ({ part, seen, kept, importances }: Weighted): number => {
    let [wrong, whole] = [0, 0];
    for (const i of kept) {
      const side = (m: number): number => members[m].learner.side(members[m].learner.predict(seen[m], i));
      const votes = members.reduce((sum, { vote }, m) => sum + (members.length === 1 ? 1 : vote) * side(m), 0);
      whole += importances[i];
      if (votes * part.labels[i] <= 0) wrong += importances[i];
    }
    return wrong / whole;
  };
  return { eta0, steps: steps / order.length / members.length, validation: error(judge), test: error(test) };
}
