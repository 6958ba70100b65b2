import { z } from 'zod';
import { parseActiveClasses, type ActiveClassesSpec, type GivenActiveClasses } from '../../src/specs/kinds/active-classes.ts';
import { runShape } from '../../src/specs/run-spec.ts';
import { partsOf, type Split } from '../../src/rows/dataset.ts';
import type { ReductionSpec } from '../../src/specs/build-learner.ts';
import { SpecError } from '../../src/specs/choices.ts';
import { requireClassLabels } from '../../src/specs/kinds/targets.ts';
import { quantities, sample, score } from '../../src/studies/cells/kinds/active.ts';
import { curveOf, type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';
import { simulateClasses, type ActiveClassesMeasurement } from '../../src/studies/cells/simulate.ts';

/** Active learning on a set of several classes: labels bought, importances and errors along the stream (src/studies/cells/simulate.ts). */
export const activeClasses: Kind<GivenActiveClasses, ActiveClassesSpec, ActiveClassesMeasurement> = {
  shape: { reduction: z.string(), ...runShape, classes: z.int().min(2).optional(), positive: z.int().min(1).optional() },
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

/** Throws SpecError unless every label of every part is a class, counted from 1, and no part lists costs. */
export function requireClassesToAsk(split: Split, reduction: ReductionSpec['reduction']): void {
  for (const part of partsOf(split))
    if (part.costs !== undefined)
      throw new SpecError(
        `'${part.name}' has costs of classes; expected a class on every line: a label that is bought is a class`,
      );
  requireClassLabels(split, reduction);
}
