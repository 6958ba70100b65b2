/**
 * What one run of the table against peers measured: plain data, kept as measured.json beside the page that is made from it.
 *
 * Laps of all programs of a work are in turn, so that the n-th numbers of two programs are a pair.
 */
export interface Measured {
  /** The day, as in 2026-11-23. */
  readonly day: string;
  readonly machine: Machine;
  /** Of every program that ran, by its name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Why a program that was asked for did not run, by its name. */
  readonly absent: Readonly<Record<string, string>>;
  readonly laps: number;
  readonly documents: number;
  readonly nonZeros: number;
  /** Bytes of the svmlight text. */
  readonly bytes: number;
  readonly works: readonly Work[];
  readonly growth: readonly Growth[];
}

/** What the programs ran on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly gigabytes: number;
  readonly system: string;
  /** Processes that wanted a core, in the mean over the last minute before the first lap. */
  readonly load: number;
}

/** One thing that every program does, each in its own way. */
export interface Work {
  readonly name: string;
  readonly runs: readonly Run[];
}

/** What one program needed for it, lap by lap. */
export interface Run {
  readonly program: string;
  /** Seconds on the clock. */
  readonly seconds: readonly number[];
  /** The same on one core alone. */
  readonly alone?: readonly number[];
  /** Seconds of all cores, user and system. */
  readonly processor: readonly number[];
  /** Peak memory of the largest process, in MB of 10^6 bytes. */
  readonly megabytes?: readonly number[];
  /** The progressive loss it ends with, where it learns and says it. */
  readonly loss?: number;
  /** The share of labels that it bought; of active passes. */
  readonly bought?: number;
}

/** How a program grows with its data. */
export interface Growth {
  readonly program: string;
  readonly points: readonly GrowthPoint[];
}

/** One run over so many documents. */
export interface GrowthPoint {
  readonly documents: number;
  readonly seconds: number;
  readonly processor: number;
  readonly megabytes: number;
}
