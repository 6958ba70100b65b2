import { z } from 'zod';
import { inRange } from '../../src/learners/margin-learner.ts';
import type { losses } from '../../src/losses/index.ts';
import { saturate } from '../../src/numerics/elementary.ts';
import type { updates } from '../../src/updates/index.ts';
import { buildLoss } from '../../src/specs/build-learner.ts';
import { completeChoice, lookUp, type Choice } from '../../src/specs/choices.ts';
import { parts } from '../../src/specs/parts/registry.ts';
import { choiceSchema, parsed } from '../../src/specs/learner-spec.ts';
import { type DatalessKind, numbers } from '../../src/studies/cells/kinds/kind.ts';

/** One update of one prediction, as formulas alone make it. */
export interface DisplacementSpec {
  readonly loss: Choice<typeof losses>;
  readonly update: keyof typeof updates;
  readonly prediction: number;
  readonly label: number;
  readonly importance: number;
  /** q = dp/du of the example: step size times x.x for gradient descent. */
  readonly sensitivity: number;
  readonly steps: number;
}

/** The same as a study writes it. */
export type DisplacementGiven = Omit<DisplacementSpec, 'steps'> & Partial<Pick<DisplacementSpec, 'steps'>>;

/** Where the update leaves the prediction. */
export interface DisplacementMeasurement {
  /** Afterwards. */
  readonly prediction: number;
  readonly loss: number;
  /** How far beyond its label the prediction went, as a number >= 0. */
  readonly overshoot: number;
}

const schema = z.strictObject({
  loss: choiceSchema,
  update: z.string(),
  prediction: z.number(),
  label: z.number(),
  importance: z.number().nonnegative(),
  sensitivity: z.number().nonnegative(),
  steps: z.int().min(1).default(1),
});

/**
 * The prediction of one example after it was learned with importance h: no dataset, only the scalars of the theory.
 *
 * The update is taken in `steps` equal parts of importance h / steps each: one part is the update itself, many parts of the
 * naive update tend to the invariant one.
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), section 3; slides, "Failure of naive approach", "Multiple updates".
 */
export const displacement: DatalessKind<DisplacementGiven, DisplacementSpec, DisplacementMeasurement> = {
  shape: schema.shape,
  parse(given) {
    const { loss, update, ...numbers } = parsed(schema, given);
    lookUp('update', parts.updates, update);
    return { loss: completeChoice('loss', parts.losses, loss), update: update as DisplacementSpec['update'], ...numbers };
  },
  run(spec) {
    const loss = buildLoss(spec);
    const { label, importance, sensitivity, steps } = spec;
    const h = importance / steps;
    let p = spec.prediction;
    for (let step = 1; step <= steps; step++) {
      p = inRange(step, 'prediction', p + parts.updates[spec.update](loss, p, label, saturate(h * sensitivity), h));
    }
    const way = Math.sign(label - spec.prediction);
    return { prediction: p, loss: inRange(steps, 'loss', loss.value(p, label)), overshoot: Math.max(0, way * (p - label)) };
  },
  measured: numbers('prediction', 'loss', 'overshoot'),
  quantities: {
    prediction: ({ prediction }) => prediction,
    loss: ({ loss }) => loss,
    overshoot: ({ overshoot }) => overshoot,
  },
};
