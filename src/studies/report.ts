import type { Figure } from '../figures/model/figure.ts';
import type { Claim } from './results/claim.ts';

/**
 * A report as plain data: what was asked, how it was measured, what is claimed and shown. A function of the stored measurements
 * alone.
 */
export interface Report {
  readonly title: string;
  readonly question: string;
  readonly source: string;
  /** How it was measured; one paragraph each. */
  readonly protocol: readonly string[];
  readonly claims: readonly Claim[];
  /** The answer to the question, where the first claim is none. */
  readonly answer?: string;
  /** They are goals of this project, and no sentences of a source. */
  readonly goals?: true;
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
