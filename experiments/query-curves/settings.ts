import { RCV1_PARTS } from '../../src/data/rcv1-like.ts';
import { rounded } from '../../src/numerics/display.ts';
import { pow } from '../../src/numerics/pow.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import { type Cell, grid, type GridOf } from '../../src/studies/cells/cell.ts';
import type { Size } from '../../src/studies/study.ts';
import { COMMAND_LINE, pacedRun } from '../support/default-run.ts';
import type { Documents } from '../support/generated.ts';

/** The updates, with the names that figures give them: the talk's. */
export const UPDATES = { invariant: 'invariant', implicit: 'implicit', naive: 'importance times gradient' } as const;
export type Update = keyof typeof UPDATES;
export const NAMES = Object.keys(UPDATES) as Update[];

/** Documents of a training stream, and of the part that tests: of the talk's training part, and of the whole. */
export const SIZES: Record<Size, Documents> = {
  default: { train: RCV1_PARTS.test, judge: 5_000 },
  full: { train: RCV1_PARTS.train, judge: RCV1_PARTS.test },
};

/** The streams that step sizes are chosen on. */
export const CHOOSING: Record<Size, number> = { default: 3, full: 1 };

/** Real samples of RCV1, beside the generated documents of the default size. */
export const REAL = ['rcv1_vw', 'rcv1_ccat'] as const;

/** From "buys next to nothing" to "buys all" with each update, evenly spaced on the scale of logarithms. */
const [LEAST, MOST] = [-9, 0];
export const MELLOWNESS = spaced(40);
/** A stream that step sizes are chosen on meets fewer values. */
const COARSE = spaced(13);

/** eta_t = eta0 / sqrt(1 + t): what is chosen from. */
const POWER = 0.5;
export const ETAS = [0.25, 1, 4, 16, 64, 256, 1024];

/** Shares of the labels that have a step size of their own: around the talk's tenth and below, most of them, all of them. */
export const RANGES = [
  [0, 0.3],
  [0.3, 0.9],
  [0.9, 1],
] as const;
type OfRanges = readonly [number, number, number];

/** The range of a share, by its place in RANGES. */
export function rangeOf(share: number): number {
  return RANGES.findIndex(([, to]) => share < to || to === 1);
}

/** What was chosen for each update and range (choice.ts): no update is held to a step that suits another number of labels. */
export const CHOSEN: Record<Size, Record<Update, OfRanges>> = {
  default: { invariant: [256, 64, 16], implicit: [256, 64, 16], naive: [1, 1, 16] },
  full: { invariant: [256, 64, 64], implicit: [256, 64, 64], naive: [1, 4, 16] },
};

/** Budgets of the command line's default; fits of more than a tenth of all documents take long. */
export const BUDGETS: Record<Size, readonly Percentage[]> = { default: ['1%', '3%', '10%', '30%'], full: ['1%', '3%', '10%'] };

interface Stream {
  readonly dataset: string;
  readonly order: 'given' | 'shuffled';
  readonly seed: number;
}

/** Every step size, on a stream to choose on. */
export function choosingCells(stream: Stream): Cell[] {
  return NAMES.flatMap((update) => runs(stream, update, ETAS, { name: 'slides', mellowness: COARSE }));
}

/** All that a stream meets: the chosen step sizes with every mellowness, passive learning with each, the command line's default. */
export function curveCells(stream: Stream, size: Size): Cell[] {
  const { dataset, order, seed } = stream;
  const eta0 = CHOSEN[size];
  return [
    ...NAMES.flatMap((update) => runs(stream, update, [...new Set(eta0[update])], { name: 'slides', mellowness: MELLOWNESS })),
    ...runs(stream, 'invariant', ETAS, { name: 'passive' }),
    ...BUDGETS[size].map((budget): Cell => ({ kind: 'active', dataset, run: pacedRun(COMMAND_LINE, budget, seed, order) })),
  ];
}

function runs(stream: Stream, update: Update, eta0: readonly number[], query: GridOf<'active'>['query']): Cell[] {
  const { dataset, ...of } = stream;
  const optimizer = { name: 'gradient-descent', eta0, power: POWER } as const;
  return grid({ kind: 'active', dataset, run: { loss: { name: 'logistic' }, update, optimizer, query, perDecade: 1, ...of } });
}

function spaced(count: number): number[] {
  return Array.from({ length: count }, (_, k) => rounded(pow(10, LEAST + ((MOST - LEAST) * k) / (count - 1)), 3));
}
