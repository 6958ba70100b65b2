import { fittedCalibration, fittedSoftmax } from '../../fits/calibration.ts';
import type { NamedClasses } from '../../labelling/classes.ts';
import type { Labelling } from '../../labelling/labelling.ts';
import { present } from '../../numerics/present.ts';
import { numberIn } from '../../numerics/state.ts';
import type { Work } from '../../numerics/work.ts';
import { fittedReductionSpec, fittedSpec } from '../../specs/fitting.ts';
import { isOfSeveral } from '../../specs/kinds/active-classes.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { FeatureSpace } from './feature-space.ts';
import { comparedIn, LABELLED, learnerSpec, type MadeModel } from './model.ts';

/** What a session says of its model. */
interface Said {
  readonly spec: RunSpec;
  readonly classes: NamedClasses;
  readonly space: FeatureSpace;
}

/** A model of two classes or of several. */
export type Labelled = Exclude<MadeModel, { readonly kind: 'ranking' }>;

/** The model of what is labelled, for predict, model and learn --resume; undefined before the first label. */
export function* labelledModel(
  labelling: Labelling,
  { spec, classes, space }: Said,
  columns: number,
): Work<Labelled | undefined> {
  const home = yield* labelling.takenHome();
  const state = home.learner.state();
  const fit = home.choice?.fit;
  if (numberIn(state, 'learned') === 0) return undefined;
  const estimate = yield* labelling.ofModel(home);
  const compared = home.choice && comparedIn(home.choice, estimate);
  const learned = { space, columns, madeBy: LABELLED, state, ...(compared && { compared }) } as const;
  return isOfSeveral(spec)
    ? {
        kind: 'classes',
        ...learned,
        classes: classes.map(({ name }) => name),
        spec: fit === undefined ? { ...learnerSpec(spec), reduction: spec.reduction } : fittedReductionSpec(spec),
        ...present({ softmax: fittedSoftmax(home.judged) }),
      }
    : {
        kind: 'linear',
        ...learned,
        spec: fit === undefined ? learnerSpec(spec) : fittedSpec(spec),
        ...present({ calibration: fittedCalibration(home.judged[0]) }),
      };
}
