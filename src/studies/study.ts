import type { Report } from './report.ts';
import type { Claim } from './results/claim.ts';
import type { Cell, CellResult } from './cells/cell.ts';
import type { DataSource } from './data/data-source.ts';
import type { Race, RaceResult } from './run/race.ts';
import type { Split } from '../rows/dataset.ts';

/** The two sizes every study comes in: some minutes on two cores, and the real thing. */
export type Size = 'default' | 'full';

/** Seeds a study can have: a hundred times what intervals need, and far from lists that no memory holds. */
export const MOST_SEEDS = 10_000;

/** here: a file of this machine · missing: no file, and none can be made · to be made: generated when it is needed. */
export type DataState = 'here' | 'missing' | 'to be made';

/** A dataset of a study by its name. */
export interface StudyDataset {
  readonly name: string;
  /** The public set that it is made of; by default that of its name. */
  readonly set?: string;
  /** Whether loading is reading a file; by default it is tried. */
  state?(source: DataSource): DataState;
  /** The data, or undefined where this machine does not have it: the study runs on the rest and says so. */
  load(source: DataSource): Promise<Split | undefined>;
}

/**
 * A study: one question, the data and runs that answer it, and the report that follows from the measurements.
 *
 * Everything here is data or a pure function, so that a study can be listed, checked, run on any number of workers,
 * interrupted and resumed. Reports are functions of the stored results: claims are decided by code, never typed.
 */
export interface Study {
  /** Its name on the command line and its folder under reports/. */
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly source: string;
  /** Its claims are goals of this project, and no sentences of a source. */
  readonly goals?: true;
  /** Which sizes it comes in; both unless said. */
  readonly sizes?: readonly Size[];
  /** Seeds of a run unless the user asks for another number of them. */
  readonly seeds: Readonly<Record<Size, number>>;
  /** Data of this size for this many seeds; a study may draw other documents for every seed. */
  datasets(size: Size, seeds: number): readonly StudyDataset[];
  /** All runs, given which datasets are there. */
  cells(size: Size, datasets: readonly string[], seeds: number): readonly Cell[];
  /** Runs whose time is compared, alternating in one process after all cells are done. */
  races?(size: Size): readonly Race[];
  /** The report that follows from what was measured. */
  report(findings: Findings): StudyReport;
  /** The answer to its question in a sentence or two, made from the claims (claimOf); absent: the first claim answers it. */
  answer?(claims: readonly Claim[]): string;
}

/** A report but for what its study says already. */
export type StudyReport = Omit<Report, 'question' | 'source' | 'goals' | 'answer'>;

/** What a report is made from. */
export interface Findings {
  readonly size: Size;
  readonly seeds: number;
  readonly splits: ReadonlyMap<string, Split>;
  readonly missing: readonly string[];
  readonly results: readonly CellResult[];
  readonly races: readonly RaceResult[];
}
