import type { Move, Setting } from '../../../src/laws/optimizer-laws.ts';
import { AveragedWeights } from '../../../src/optimizers/averaged-weights.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';

/** The optimizers of the registry, each with settings in which the laws (src/laws/optimizer-laws.ts) are tried. */

type Names = keyof typeof optimizers;

/**
 * Every optimizer of the registry (a missing name is a compile error), plain and with every parameter away from its default. Its move is
 * 'exact' where none is named.
 */
const factories: { readonly [K in Names]: readonly (readonly [given: Parameters<(typeof optimizers)[K]>[0], move?: Move])[] } = {
  'gradient-descent': [[{ eta0: 0.3 }], [{ eta0: 0.5, power: 0.5, t0: 3, decay: 0.7 }], [{ eta0: 0.5, power: 0.8 }]],
  averaged: [[{ eta0: 0.3 }], [{ eta0: 0.5, power: 0.5, start: 9.5 }]],
  'ada-grad': [[{ eta0: 0.3 }], [{ eta0: 0.3, power: 0.8, initial: 0.5, decay: 0.9 }], [{ eta0: 0.3, power: 1, initial: 1 }]],
  normalized: [[{ eta0: 0.3 }], [{ eta0: 0.3, power: 0.5, t0: 2, decay: 0.9, initial: 1 }]],
  'normalized-adaptive': [[{ eta0: 0.3 }], [{ eta0: 0.3, power: 0.3, decay: 0.9 }], [{ eta0: 0.3, power: 1, initial: 1 }]],
  'ftrl-proximal': [[{ alpha: 0.3 }], [{ alpha: 0.3, beta: 0, l2: 0.2 }], [{ alpha: 0.3, beta: 0.5, l1: 0.3, l2: 0.1 }, 'share']],
  rda: [[{ gamma: 3 }], [{ gamma: 3, l2: 0.3 }], [{ gamma: 3, l1: 0.05, l2: 0.3 }, 'share']],
  fobos: [[{ eta0: 0.3 }], [{ eta0: 0.3, power: 0.5, l1: 0.1, l2: 0.1 }, 'share']],
  'truncated-gradient': [[{ eta0: 0.3 }], [{ eta0: 0.3, power: 0.5, gravity: 0.2, every: 3, ceiling: 0.4 }, 'jump']],
  'implicit-ftrl': [[{ eta0: 0.3 }]],
  'implicit-ftrl-adaptive': [[{ eta0: 0.3 }]],
};

/** The settings, built by the recipes of this registry. */
export function settingsOf(registry: typeof optimizers): Setting[] {
  return (Object.keys(factories) as Names[]).flatMap((name) =>
    factories[name].map(([given, move = 'exact']) => ({
      name: `${name} ${JSON.stringify(given)}`,
      factory: (registry[name] as (given: unknown) => OptimizerFactory)(given),
      move,
    })),
  );
}

/** The names and numbers of all settings, for what is built of them otherwise. */
export const givens: readonly (readonly [name: Names, given: Readonly<Record<string, number>>])[] = (
  Object.keys(factories) as Names[]
).flatMap((name) => factories[name].map(([given]) => [name, given as Readonly<Record<string, number>>] as const));
/** Every optimizer whose weights can be averaged, with their mean: from the start, and from the tenth example on. */
export const averagedSettings: readonly Setting[] = settingsOf(optimizers)
  .filter(({ factory }) => factory(1).coordinates !== undefined)
  .flatMap(({ name, factory, move }) =>
    [0, 9].map((start) => ({
      name: `${name} averaged after ${start}`,
      factory: (columns: number) => new AveragedWeights(factory(columns), start),
      move,
    })),
  );

export const settings: readonly Setting[] = settingsOf(optimizers);

/** A line for each part: the checksums of its settings, whose names begin with its own. */
export function byPart(found: readonly (readonly [name: string, checksum: string])[]): string {
  const lines = new Map<string, string>();
  for (const [name, checksum] of found) {
    const [part] = name.split(' ');
    lines.set(part, `${lines.get(part) ?? part} ${checksum}`);
  }
  return [...lines.values()].join('\n');
}
