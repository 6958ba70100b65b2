/** One run of a study: a spec on a dataset, and what became of it. */
import type { Checkpoint, Measurement, Sample } from './simulate.ts';
import type { RunSpec } from './spec.ts';

export interface Cell {
  /** Name of a dataset of the study. */
  readonly dataset: string;
  readonly run: RunSpec;
}

/** A measurement, or the reason why there is none (the learner diverged, say): the other cells go on. */
export type Outcome = { readonly measurement: Measurement } | { readonly failure: string };

export interface CellResult {
  readonly cell: Cell;
  readonly outcome: Outcome;
}

/** A curve as it is stored: one column a quantity, which takes a third of the space of a list of checkpoints. */
export type Columns = { readonly [K in keyof Checkpoint]: readonly Checkpoint[K][] };
export type StoredOutcome =
  | { readonly curve: Columns; readonly validationError: number | null; readonly sample: Sample }
  | { readonly failure: string };

const QUANTITIES = ['examples', 'queried', 'spent', 'importanceSum', 'progressiveLoss', 'progressiveError', 'testError'] as const satisfies (keyof Checkpoint)[];

/** What the store keeps of an outcome; numbers are rounded to 7 significant digits, far below any band. */
export function packed(outcome: Outcome): StoredOutcome {
  if ('failure' in outcome) return outcome;
  const { curve, validationError, sample } = outcome.measurement;
  const columns = Object.fromEntries(QUANTITIES.map((quantity) => [quantity, curve.map((checkpoint) => rounded(checkpoint[quantity]))]));
  return { curve: columns as unknown as Columns, validationError: rounded(validationError), sample: roundedSample(sample) };
}

export function unpacked(stored: StoredOutcome): Outcome {
  if ('failure' in stored) return stored;
  const { curve, validationError, sample } = stored;
  const checkpoints = curve.examples.map((_, c) => Object.fromEntries(QUANTITIES.map((quantity) => [quantity, curve[quantity][c]])));
  return { measurement: { curve: checkpoints as unknown as Checkpoint[], validationError, sample } };
}

function roundedSample(sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([quantity, value]: [string, number]) => [quantity, rounded(value)])) as unknown as Sample;
}

function rounded(value: number | null): number | null {
  return value === null || Number.isInteger(value) ? value : Number(value.toPrecision(7));
}
