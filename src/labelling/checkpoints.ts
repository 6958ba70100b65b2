import type { Chained } from '../ledger/model-chain.ts';
import type { State } from '../numerics/state.ts';

/** The state of a session at some answer, from which it can go on. */
export interface Checkpoint {
  /** Answers before it. */
  readonly answers: number;
  readonly active: State;
  /** The accounts of errors, classes and numbers, and what is certified. */
  readonly meter: State;
  /** What they cost. */
  readonly spent: number;
  /** Where the ledger's chain of models is. */
  readonly place: Chained;
}

/** Bytes. */
const MEMORY = 256e6;
const [FEWEST, MOST] = [4, 64];

/**
 * States of a session after its latest answers, so that taking one back computes nothing again but what was passed over since the
 * answer before it.
 *
 * As many as fit into the memory they may take, at least four; and the state before the first answer that may be taken back, from
 * which everything can be computed again.
 */
export class Checkpoints {
  #start: Checkpoint;
  /** Oldest first. */
  readonly #latest: Checkpoint[] = [];
  /** How many are kept. */
  readonly size: number;

  constructor(start: Checkpoint) {
    this.#start = start;
    this.size = Math.min(MOST, Math.max(FEWEST, Math.floor(MEMORY / bytesOf(start.active))));
  }

  /** Nothing before this one is gone back to: it is told before any is kept. */
  beginAt(checkpoint: Checkpoint): void {
    this.#start = checkpoint;
  }

  keep(checkpoint: Checkpoint): void {
    this.#latest.push(checkpoint);
    if (this.#latest.length > this.size) this.#latest.shift();
  }

  /** The latest one with at most so many answers before it; later ones are forgotten. */
  backTo(answers: number): Checkpoint {
    while ((this.#latest.at(-1)?.answers ?? 0) > answers) this.#latest.pop();
    return this.#latest.at(-1) ?? this.#start;
  }
}

function bytesOf(state: State): number {
  return Object.values(state).reduce<number>(
    (sum, part) => sum + (typeof part === 'number' ? 8 : part instanceof Float64Array ? part.byteLength : bytesOf(part)),
    0,
  );
}
