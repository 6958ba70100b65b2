import type { RunSpec } from '../../src/specs/run.ts';
import type { GivenOf, MeasurementOf } from '../../src/studies/cells/cell.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, medianOver, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

export const SHARDS = [1, 2, 4, 8, 16, 32, 64] as const;
/** The number of shards that claims are about. */
export const MANY = 16;

/** Step sizes of each method; the one with the lowest validation error stands for it, for every number of shards anew. */
export const OPTIMIZERS = {
  'ada-grad': [0.3, 1, 3],
  averaged: [64, 256, 1024],
} as const;
export type OptimizerName = keyof typeof OPTIMIZERS;
export const UPDATES = ['invariant', 'naive'] as const;
export type UpdateName = (typeof UPDATES)[number];

/** Labels of every shard that asks, of its rows. */
export const BUDGET = '10%';

type Asking = Pick<GivenOf<'shards'>, 'query' | 'budget' | 'pace' | 'warmUp'>;

/** Every label, or a tenth of them, each learned with the importance 1/p. */
export const WAYS = {
  passive: { query: { name: 'passive' } },
  active: { query: { name: 'soft-margin' }, budget: BUDGET, pace: { window: 250, decay: 0 }, warmUp: 10 },
} as const satisfies Readonly<Record<string, Asking>>;
export type WayName = keyof typeof WAYS;

export type Measured = MeasurementOf<'shards'>;

/** What decides a line of the figure, and the number of shards. */
export interface Place {
  readonly way: WayName;
  readonly optimizer: OptimizerName;
  readonly update: UpdateName;
  readonly shards: number;
}

/** The chosen setting of a place, with all its seeds. */
export interface Chosen extends Place {
  readonly setting: Setting<'shards'>;
}

/** For every place the step size with the lowest median validation error. */
export function chosenIn({ results }: Findings): Chosen[] {
  const places = groupBy(settingsOf(ofKind(results, 'shards')), ({ run }) => JSON.stringify(placeOf(run)));
  return [...places.values()].flatMap((settings): Chosen[] => {
    const setting = bestOf(settings, (each) => medianOver(each, ({ validationError }) => validationError!));
    return setting === undefined ? [] : [{ ...placeOf(setting.run), setting }];
  });
}

function placeOf({ query, optimizer, update, shards }: RunSpec & { readonly shards: number }): Place {
  return {
    way: query.name === 'passive' ? 'passive' : 'active',
    optimizer: optimizer.name as OptimizerName,
    update: update as UpdateName,
    shards,
  };
}

export function at(chosen: readonly Chosen[], place: Place): Chosen | undefined {
  return chosen.find(
    ({ way, optimizer, update, shards }) =>
      way === place.way && optimizer === place.optimizer && update === place.update && shards === place.shards,
  );
}

/** One number a seed. */
export function seedsOf({ setting }: Chosen, of: (measured: Measured) => number): number[] {
  return setting.measurements.map(of);
}

export function testError({ test }: Measured): number {
  return test.average!;
}
