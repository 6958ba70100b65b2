import { z } from 'zod';
import type { MarginLearner } from '../../src/learners/margin-learner.ts';
import { pow } from '../../src/numerics/pow.ts';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { addScaled, dot } from '../../src/rows/sparse-rows.ts';
import { buildLearner, requireClasses } from '../../src/specs/build-learner.ts';
import { completeLearner, parsed } from '../../src/specs/learner-spec.ts';
import { curveOf, type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

const schema = z.strictObject({
  /** Rows that are asked about. */
  probes: z.int().min(2),
  /** Exponent of the schedule: steps eta0 / t^power. */
  power: z.number().min(0).max(1),
  /** Step sizes 4^k, k from `lowest` to `highest`. */
  lowest: z.int(),
  highest: z.int(),
  seed: z.int(),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** A row that was not learned: i_t / t, and the error rate on the t rows learned of the weights that flip it less that of the learner's. */
export interface Probe {
  readonly claimed: number;
  readonly difference: number;
}

/**
 * The gap that query rules read, i_t / t, held against what it stands for: after a pass of logistic loss with invariant updates and the
 * step eta0 / t^power of the lowest progressive loss, the difference of the error rates, on the rows learned, of w' and w, w' the nearest
 * weights that put a row of the validation part on the other side of the threshold.
 *
 * Source: Karampatziakis & Langford, talk of 17 July 2011, "Estimating Difference in Error Rates".
 */
export const gap: Kind<Spec, Spec, { readonly curve: readonly Probe[]; readonly eta0: number }> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit: (_, { train }) => {
    requireClasses(learnerOf({ eta0: 1, power: 0 }, 1).loss, train);
  },
  run({ probes, power, lowest, highest, seed }, { train, validation }) {
    const order = permutation(train.rows.length, randomStream(seed, 'order'));
    const learned = Array.from({ length: highest - lowest + 1 }, (_, k) =>
      passOver(train, order, { eta0: pow(4, lowest + k), power }),
    );
    const { learner, eta0 } = learned.reduce((best, each) => (each.loss < best.loss ? each : best));
    const { rows, labels } = train;
    const margins = Float64Array.from(labels, (_, i) => learner.margin(rows, i));
    const isWrong = (margin: number, i: number): number => Number(learner.side(margin) !== labels[i]);
    const before = margins.reduce((wrong, margin, i) => wrong + isWrong(margin, i), 0);
    const asked = permutation(validation!.rows.length, randomStream(seed, 'probes')).subarray(0, probes);
    const curve = Array.from(asked, (probe): Probe => {
      const own = validation!.rows;
      const p = learner.margin(own, probe);
      const x = new Float64Array(own.columns);
      addScaled(own, probe, x, 1);
      // Half a millionth beyond the threshold, on which the side is the positive one.
      const length = (p + 5e-7 * Math.sign(p)) / dot(own, probe, x);
      const after = margins.reduce((wrong, margin, i) => wrong + isWrong(margin - length * dot(rows, i, x), i), 0);
      return {
        claimed: learner.weightToFlip(p, learner.sensitivity(own, probe, p)) / labels.length,
        difference: (after - before) / labels.length,
      };
    });
    return { curve, eta0 };
  },
  measured: measured({ curve: curveOf('claimed', 'difference'), eta0: stored }),
  quantities: { 'largest difference': ({ curve }) => Math.max(...curve.map(({ difference }) => difference)) },
};

interface Steps {
  readonly eta0: number;
  readonly power: number;
}

function learnerOf(steps: Steps, columns: number): MarginLearner {
  const optimizer = { name: 'gradient-descent', ...steps };
  return buildLearner(completeLearner({ loss: { name: 'logistic' }, update: 'invariant', optimizer }), columns);
}

function passOver({ rows, labels }: Dataset, order: Uint32Array, steps: Steps) {
  const learner = learnerOf(steps, rows.columns);
  let loss = 0;
  for (const i of order) loss += learner.loss.value(learner.learn(rows, i, labels[i], 1), labels[i]);
  return { learner, eta0: steps.eta0, loss };
}
