import {
  activeClassesShape,
  parseActiveClasses,
  requireClassesToAsk,
  type ActiveClassesSpec,
  type GivenActiveClasses,
} from '../../../specs/kinds/active-classes.ts';
import { simulateClasses, type ActiveClassesMeasurement } from '../simulate-classes.ts';
import type { Kind } from './kind.ts';
import { curveOf, measured, numbers, stored } from './measured.ts';

/** Active learning on a set of several classes: labels bought, importances and errors along the stream (simulate-classes.ts). */
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
    sample: numbers('errorEstimate', 'refusedImportance', 'implied', 'awaited'),
  }),
  quantities: {
    'labels bought': ({ curve }) => curve.at(-1)!.queried,
    'test error': ({ curve }) => curve.at(-1)!.testError,
    'progressive error': ({ curve }) => curve.at(-1)!.progressiveError,
  },
  score: ({ validationError, curve }) => validationError ?? curve.at(-1)!.progressiveError,
};
