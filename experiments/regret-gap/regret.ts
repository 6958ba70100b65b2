import { z } from 'zod';
import { inRange } from '../../src/learners/margin-learner.ts';
import type { Loss } from '../../src/losses/loss.ts';
import { startsFromBase } from '../../src/updates/rules.ts';
import { buildLearner, buildLoss, requireComposable, labelsFor, optimizerTraits } from '../../src/specs/build-learner.ts';
import { checkpoints, PER_DECADE } from '../../src/streams/measures/measurement.ts';
import { SpecError } from '../../src/specs/choices.ts';
import {
  choiceSchema,
  completeLearner,
  learnerFields,
  parsed,
  streamFields,
  type LearnerSpec,
  type StreamSpec,
} from '../../src/specs/learner-spec.ts';
import { parts } from '../../src/specs/parts/registry.ts';
import { columnsOf, type Split, splitWithConstant } from '../../src/rows/dataset.ts';
import { orderOf } from '../../src/specs/run.ts';
import { curveOf, type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

/** An online learner whose surrogate gradients are compared with gradients. */
export interface RegretSpec extends Omit<LearnerSpec, 'average' | 'scale'>, StreamSpec {}

/** The same as a study writes it. */
export type RegretGiven = Omit<RegretSpec, 'order'> & Partial<Pick<RegretSpec, 'order'>>;

/** Losses and H(g) - H(z), summed over so many examples. */
export interface RegretCheckpoint {
  readonly examples: number;
  /** Sum of the losses so far, each before its step. */
  readonly loss: number;
  /** Sum of the deltas so far. */
  readonly delta: number;
}

/** The sums along the stream, and how often H(z) > H(g). */
export interface RegretMeasurement {
  readonly curve: readonly RegretCheckpoint[];
  readonly smallestDelta: number;
  /** Steps with a negative delta. */
  readonly negative: number;
  /** Steps before which shrinking moved the prediction against the gradient. */
  readonly uphill: number;
}

const { loss, update, constant } = learnerFields;
/** One step size, no average, features as they are: what the bound is about. */
const schema = z.strictObject({ loss, update, optimizer: choiceSchema, constant, ...streamFields });

/**
 * Follow the regularised leader with implicit updates, watched step by step: is the surrogate gradient z of the update rule at
 * least as good as the gradient g, H(z) <= H(g), and by how much? With lam the regulariser's weight after the step, a = x.x / lam
 * and base = <x, theta> / lam,
 *
 *   H(c x) = |theta - c x|^2 / (2 lam) + l*(c, y) = -c base + c^2 a / 2 + l*(c, y) + a constant,
 *   delta = H(g) - H(z) = (z - g)(base - (z + g) a / 2) + l*(g) - l*(z),
 *
 * of which the second form does not cancel where z and g are close. The bound on the regret of linearised losses falls by the
 * sum of the deltas. A delta counts as negative below -1e-12 (1 + |H(g)|); one that is can occur where shrinking moved the
 * prediction uphill, and such steps are counted too. Cumulative losses are to be held against those of a `comparator`.
 *
 * Source: Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), theorem 3.2 and section 4.
 */
export const regret: Kind<RegretGiven, RegretSpec, RegretMeasurement> = {
  shape: schema.shape,
  parse(given) {
    const { loss: chosenLoss, update, optimizer: chosen, constant, ...stream } = parsed(schema, given);
    const spec: RegretSpec = { ...completeLearner({ loss: chosenLoss, update, optimizer: chosen, constant }), ...stream };
    requireComposable(spec);
    const { name, followsLeader } = optimizerTraits(spec);
    if (followsLeader !== true)
      throw new SpecError(
        'regret is measured of optimizers that follow a regularised leader: implicit-ftrl, implicit-ftrl-adaptive, or ' +
          `gradient-descent with a constant step (power 0); found '${name}'`,
      );
    conjugateOf(buildLoss(spec));
    return spec;
  },
  admit(spec, data) {
    labelsFor(buildLoss(spec), data.train);
  },
  run: watched,
  measured: measured({ curve: curveOf('examples', 'loss', 'delta'), smallestDelta: stored, negative: stored, uphill: stored }),
  quantities: {
    'sum of losses': ({ curve }) => curve.at(-1)!.loss,
    'sum of H(g) - H(z)': ({ curve }) => curve.at(-1)!.delta,
    'steps with H(z) > H(g)': ({ negative }) => negative,
  },
  score: ({ curve }) => curve.at(-1)!.loss,
};

function watched(spec: RegretSpec, asRead: Split): RegretMeasurement {
  const data = splitWithConstant(asRead, spec);
  const { rows, importances } = data.train;
  const { loss, optimizer } = buildLearner(spec, columnsOf(data));
  const labels = labelsFor(loss, data.train);
  const conjugate = conjugateOf(loss);
  const update = parts.updates[spec.update];
  const order = orderOf(spec, rows.length);
  const sums = { loss: 0, delta: 0, smallestDelta: Infinity, negative: 0, uphill: 0 };

  const step = (t: number): void => {
    const i = order[t];
    const y = labels[i];
    const h = importances === undefined ? 1 : importances[i];
    optimizer.admit(rows, i);
    const p = inRange(t + 1, 'margin', optimizer.margin(rows, i));
    const g = loss.slope(p, y);
    const a = h * inRange(t + 1, 'sensitivity', optimizer.prepare(rows, i, h, g));
    const base = inRange(t + 1, 'base', optimizer.base(rows, i, p));
    sums.loss += h * loss.value(p, y);
    if (a === 0) {
      optimizer.push(rows, i, 0);
      return;
    }
    const move = inRange(t + 1, 'move', update(loss, startsFromBase(update) ? base : p, y, a, h));
    const z = -move / a;
    const delta = h * ((z - g) * (base - ((z + g) * a) / 2) + conjugate(g, y) - conjugate(z, y));
    const tolerance = 1e-12 * (1 + Math.abs(h * ((g * g * a) / 2 - g * base + conjugate(g, y))));
    sums.delta += delta;
    sums.smallestDelta = Math.min(sums.smallestDelta, delta);
    if (delta < -tolerance) sums.negative++;
    if ((base - p) * g > 0) sums.uphill++;
    optimizer.push(rows, i, h * -z);
  };

  let position = 0;
  const curve = checkpoints(rows.length, spec.perDecade ?? PER_DECADE).map((examples): RegretCheckpoint => {
    for (; position < examples; position++) step(position);
    return {
      examples,
      loss: inRange(examples, 'sum of losses', sums.loss),
      delta: inRange(examples, 'sum of deltas', sums.delta),
    };
  });
  const { smallestDelta, negative, uphill } = sums;
  return { curve, smallestDelta, negative, uphill };
}

/** The conjugate of such a loss; SpecError where none is known. */
function conjugateOf({ name, conjugate }: Loss): (s: number, y: number) => number {
  if (conjugate === undefined) throw new SpecError(`regret needs the conjugate of the loss, and that of '${name}' is not known`);
  return conjugate;
}
