import type { Claim, Unit } from './results/claim.ts';
import type { Cell, CellResult } from './cells/cell.ts';
import type { DataSource } from './data/data-source.ts';
import type { Race, RaceResult } from './run/race.ts';
import type { Split } from '../rows/dataset.ts';
import type { Figure } from '../figures/model/figure.ts';

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
  /** Whether the report reads what its rows hold, and not only how many there are. */
  readonly isDescribed?: boolean;
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
  /**
   * So many first seeds are a pilot: with more, claims that it leaves open are decided by the seeds after it alone, after 5, 10, 20 and 40
   * of them (results/looks.ts). Absent: all seeds are one sample, looked at once.
   */
  readonly pilot?: Partial<Readonly<Record<Size, number>>>;
  /** The smallest difference that matters where it is not that of the unit (MARGINS of results/looks.ts). */
  readonly matters?: Partial<Readonly<Record<Unit, number>>>;
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
  /** By name; where they do not all fit into memory together, rows have no entries but where a dataset `isDescribed`. */
  readonly splits: ReadonlyMap<string, Split>;
  readonly missing: readonly string[];
  readonly results: readonly CellResult[];
  readonly races: readonly RaceResult[];
}

/**
 * A report as plain data: what was asked, how it was measured, what is claimed and shown. A function of the stored measurements
 * alone.
 */
export interface Report extends Pick<Study, 'title' | 'question' | 'source' | 'goals'> {
  /** How it was measured; one paragraph each. */
  readonly protocol: readonly string[];
  readonly claims: readonly Claim[];
  /** The answer to the question, where the first claim is none. */
  readonly answer?: string;
  readonly figures: readonly ReportFigure[];
  readonly tables: readonly Table[];
  /** What the reader should know besides: data that was left out, runs that failed. */
  readonly notes: readonly string[];
  /** The command that makes this report. */
  readonly command: string;
  /** The command that computes a cell again, with <hash> for the hash of the cell. */
  readonly cellCommand?: string;
  /** What it was made with, by name. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** A figure with the file it is drawn to. */
export interface ReportFigure {
  /** Name of the PNG beside the page. */
  readonly file: string;
  readonly figure: Figure;
  readonly caption: string;
  /** In words; by default what altText makes of the figure. */
  readonly alt?: string;
}

/** A table of text; every row is as long as the header. */
export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
