import { costsShape, type CostsSpec, type GivenCosts, parseCosts, strayCost, unknownCosts } from '../../src/specs/kinds/costs.ts';
import { partsOf, type Split } from '../../src/rows/dataset.ts';
import { classesIn, refuseFault, requireClassLabels } from '../../src/specs/kinds/targets.ts';
import { curveOf, type Kind, measured, numbers } from '../../src/studies/cells/kinds/kind.ts';
import { simulateCosts, type CostsMeasurement } from '../../src/studies/cells/simulate.ts';

/**
 * Cost-sensitive learning of several classes with an oracle that sells single costs: what is bought, and what comes of it
 * (src/studies/cells/simulate.ts).
 */
export const costs: Kind<GivenCosts, CostsSpec, CostsMeasurement> = {
  shape: costsShape,
  settled: ['loss'],
  parse: parseCosts,
  admit(spec, data) {
    requireCosts(data, spec);
  },
  run: (spec, data) => simulateCosts(spec, data).measurement,
  measured: measured({
    curve: curveOf('examples', 'bought', 'error', 'cost', 'testError'),
    validation: numbers('error', 'cost').nullable(),
    test: numbers('error', 'cost').nullable(),
  }),
  quantities: {
    'costs bought': ({ curve }) => curve.at(-1)!.bought,
    'test error': ({ test }) => test?.error ?? null,
    'progressive error': ({ curve }) => curve.at(-1)!.error,
  },
  score: ({ validation, curve }) => validation?.cost ?? curve.at(-1)!.cost,
};

/** Throws SpecError unless every cost of every class is known and lies in the range of the spec. */
export function requireCosts(split: Split, spec: CostsSpec): void {
  requireClassLabels(split, 'cost-sensitive');
  const classes = classesIn(split);
  for (const part of partsOf(split)) refuseFault(part, unknownCosts(part, classes) ?? strayCost(part, spec));
}
