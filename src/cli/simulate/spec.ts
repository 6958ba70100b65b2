import { isDeepStrictEqual } from 'node:util';
import { passiveOf } from '../../specs/passive-of.ts';
import type { CostsSpec } from '../../specs/kinds/costs.ts';
import type { RunSpec } from '../../specs/run.ts';

/** The spec of a simulated run: labels of two classes or, where it has a `reduction`, of several are bought, or single costs. */
export type SimulatedSpec = RunSpec | CostsSpec;

/** Whether a run buys single costs. */
export function buysCosts(spec: SimulatedSpec): spec is CostsSpec {
  return 'rule' in spec;
}

/** The run that others are compared with: the same learner on the same stream with every label, or every cost. */
export function plainest(spec: SimulatedSpec): SimulatedSpec {
  return buysCosts(spec) ? everyCost(spec) : passiveOf(spec);
}

function everyCost({ rule: _rule, budget: _budget, ...spec }: CostsSpec): CostsSpec {
  return { ...spec, rule: { name: 'every-cost' } };
}

/** A run, and the name that figures and tables give it. */
export interface Contestant {
  readonly label: string;
  readonly spec: SimulatedSpec;
}

/**
 * The runs on every seed from their own on, and beside those of a seed the plainest run, unless it is one of them. Streams and coins
 * are drawn anew; the test part stays the same.
 */
export function onSeeds(runs: readonly Contestant[], seeds: number): Contestant[] {
  return Array.from({ length: seeds }, (_, s) => s).flatMap((s) => {
    const seeded = runs.map(({ label, spec }): Contestant => ({ label, spec: { ...spec, seed: spec.seed + s } }));
    const spec = plainest(seeded[0].spec);
    const label = buysCosts(spec) ? 'every cost' : 'passive, every label';
    return [...seeded.filter((run) => !isDeepStrictEqual(run.spec, spec)), { label, spec }];
  });
}
