import { z } from 'zod';
import { losses } from '../../src/losses/index.ts';
import { withConstant, type Constant } from '../../src/rows/dataset.ts';
import { completeChoice, resolve, SpecError, type Choice } from '../../src/specs/choices.ts';
import { featuresOf, Hindsight, type Best } from './hindsight.ts';
import { labelsFor } from '../../src/specs/build-learner.ts';
import { choiceSchema, learnerFields, parsed } from '../../src/specs/learner-spec.ts';
import { type Kind, numbers } from '../../src/studies/cells/kinds/kind.ts';

/** Features: a Hessian of 32 MB, a decomposition of seconds. */
const LARGEST = 2000;

/** The fixed vector that is best in hindsight, with a ridge. */
export interface ComparatorSpec {
  readonly loss: Choice<typeof losses>;
  readonly l2: number;
  /** The constant feature of the rows it is fitted to; absent: as the rows have it. */
  readonly constant?: Constant;
}

/** The same as a study writes it. */
export type ComparatorGiven = Pick<ComparatorSpec, 'loss'> & Partial<ComparatorSpec>;

/** The best vector in hindsight, and what it costs. */
export type ComparatorMeasurement = Best;

const schema = z.strictObject({ loss: choiceSchema, l2: z.number().nonnegative().default(0), constant: learnerFields.constant });

/**
 * The best fixed weights in hindsight (hindsight.ts), to hold online learning against: ridge regression for the squared loss,
 * Newton's method for other smooth ones. A loss with kinks is refused, and so are more than LARGEST features.
 */
export const comparator: Kind<ComparatorGiven, ComparatorSpec, ComparatorMeasurement> = {
  shape: schema.shape,
  parse(given) {
    const { loss: chosen, l2, constant } = parsed(schema, given);
    const loss = completeChoice('loss', losses, chosen);
    const { name, smooth } = resolve('loss', losses, loss);
    if (smooth !== true) throw new SpecError(`the comparator takes losses without a kink; found '${name}'`);
    return {
      loss,
      l2,
      ...(constant !== undefined && { constant }),
    };
  },
  admit(spec, { train }) {
    labelsFor(resolve('loss', losses, spec.loss), train);
    const features = featuresOf(train.rows).length;
    if (features > LARGEST)
      throw new SpecError(`the comparator solves for up to ${LARGEST} features, and '${train.name}' has ${features}`);
  },
  run: ({ loss, l2, constant }, { train }) =>
    new Hindsight(resolve('loss', losses, loss), l2, withConstant(train, constant)).solve(),
  measured: numbers('loss', 'objective', 'weightNorm', 'gradientNorm', 'gradientNormAtZero', 'iterations', 'features'),
  quantities: {
    'sum of losses': ({ loss }) => loss,
    '|w|': ({ weightNorm }) => weightNorm,
    '|gradient|': ({ gradientNorm }) => gradientNorm,
  },
};
