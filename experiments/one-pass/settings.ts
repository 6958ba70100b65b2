import { pow } from '../../src/numerics/pow.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { GridOf } from '../../src/studies/cells/cell.ts';
import { bestOf, type Setting } from '../../src/studies/results/results.ts';

/** Sets of documents and of marks, as they stand, and sets whose features are divided by their largest values. */
export const SETS = {
  plain: ['a9a', 'imdb_binary', 'rcv1_ccat', 'rcv1_vw', 'reuters21578_acq', 'w8a'],
  inUnits: ['covtype20k', 'german_scale', 'higgs7k', 'spambase'],
} as const;
export const ALL_SETS: readonly string[] = [...SETS.plain, ...SETS.inUnits];
export const PASSES = [1, 5] as const;
export type Passes = (typeof PASSES)[number];
export const OTHERS = {
  'gradient-descent': 'gradient descent',
  'ada-grad': 'adaptive',
  'normalized-adaptive': 'normalized adaptive',
} as const;
export const OPTIMIZERS = { 'ftrl-proximal': 'FTRL', ...OTHERS } as const;
export type Name = keyof typeof OPTIMIZERS;

/** Step sizes 4^k. Plain steps fall as eta0 / sqrt(1 + t), so that their eta0 is larger. */
const [RATES, PLAIN_RATES] = [-4, -2].map((lowest) => Array.from({ length: 7 }, (_, k) => pow(4, lowest + k)));
type Run = Pick<GridOf<'online'>, 'update' | 'optimizer'>;
export const RUNS: readonly Run[] = [
  { update: 'naive', optimizer: { name: 'ftrl-proximal', alpha: RATES } },
  { update: 'invariant', optimizer: { name: 'gradient-descent', eta0: PLAIN_RATES, power: 0.5 } },
  { update: 'invariant', optimizer: { name: 'ada-grad', eta0: RATES } },
  { update: 'invariant', optimizer: { name: 'normalized-adaptive', eta0: RATES } },
];

/** An optimizer on a set at the step size of its lowest validation error: test errors seed by seed, and what they come from. */
export interface Best {
  readonly validation: number;
  readonly tests: readonly number[];
  readonly test: number;
  /** Whether the step size is the smallest or largest of its grid. */
  readonly isAtEdge: boolean;
  readonly cells: readonly string[];
}

/** Of these step sizes. */
export function bestIn(settings: readonly Setting<'online'>[]): Best {
  const validationOf = ({ measurements, failures }: Setting<'online'>): number =>
    failures.length > 0 ? Infinity : mean(measurements.map(({ validation }) => validation!.error!));
  const best = bestOf(settings, validationOf);
  if (best === undefined) return { validation: Infinity, tests: [Infinity], test: Infinity, isAtEdge: false, cells: [] };
  const rates = settings.map(rateOf);
  const isAtEdge = [Math.min(...rates), Math.max(...rates)].includes(rateOf(best));
  const tests = best.measurements.map(({ test }) => test!.error!);
  return { validation: validationOf(best), tests, test: mean(tests), isAtEdge, cells: best.cells };
}

function rateOf({ run: { optimizer } }: Setting<'online'>): number {
  return 'alpha' in optimizer ? optimizer.alpha : 'eta0' in optimizer ? optimizer.eta0 : NaN;
}
