import {
  activeClassesShape,
  parseActiveClasses,
  requireClassesToAsk,
  type ActiveClassesSpec,
  type GivenActiveClasses,
} from '../../src/specs/kinds/active-classes.ts';
import { quantities, sample, score } from '../../src/studies/cells/kinds/active.ts';
import { curveOf, type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';
import { simulateClasses, type ActiveClassesMeasurement } from '../../src/studies/cells/simulate.ts';

/** Active learning on a set of several classes: labels bought, importances and errors along the stream (src/studies/cells/simulate.ts). */
export const activeClasses: Kind<GivenActiveClasses, ActiveClassesSpec, ActiveClassesMeasurement> = {
  shape: activeClassesShape,
  parse: parseActiveClasses,
  admit({ reduction }, data) {
    requireClassesToAsk(data, reduction);
  },
  run: (spec, data) => simulateClasses(spec, data).measurement,
  measured: measured({
    curve: curveOf('examples', 'queried', 'spent', 'importanceSum', 'progressiveError', 'testError'),
    validationError: stored,
    sample,
  }),
  quantities,
  score,
};
