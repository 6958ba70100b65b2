/** `iwal/studies`: one simulated run, grids of them, studies, and views on their results. */
export { measure, type LiveRun } from '../studies/cells/simulate.ts';
export type { ClassScore } from '../studies/cells/score.ts';
export type { ClassCheckpoint, ClassesGiven, ClassesMeasurement, ClassesSpec } from '../studies/cells/kinds/classes.ts';
export type { RankingGiven, RankingMeasurement, RankingRun } from '../studies/cells/kinds/ranking.ts';
export { simulate, type MeasuredSpec } from '../studies/cells/simulate.ts';
export {
  cell,
  type Cell,
  type GivenCell,
  type GivenOf,
  type KindName,
  type MeasurementOf,
  type OnData,
  type SpecOf,
  type CellResult,
  type Failed,
  type Outcome as CellOutcome,
  combinations,
  grid,
  type Axis as GridAxis,
  type AxisValue,
  type GivenGrid,
} from '../studies/cells/cell.ts';
export type { Kinds } from '../studies/cells/kinds/index.ts';
export { type DatalessKind, type Kind, type Quantities, curveOf, measured, stored } from '../studies/cells/kinds/kind.ts';
export { z } from 'zod';
export { parsed as parsedSpec } from '../specs/learner-spec.ts';
export type { GivenAxes } from '../studies/cells/axes.ts';
export { defineStudy } from '../studies/study-file.ts';
export type { DataState, Findings, Size, Study, StudyDataset, StudyReport } from '../studies/study.ts';
export type { DataSource, Rcv1Documents } from '../studies/data/data-source.ts';
export type { SmallData, SmallStudy } from '../studies/small-study.ts';
export type { Race, RaceResult } from '../studies/run/race.ts';
export { ofKind, settingsOf, type Setting } from '../studies/results/results.ts';
export type { FigureName } from '../studies/results/default-report.ts';
export { claimOf, mostOf, verdict, type Verdict } from '../studies/results/claims.ts';
export { exactly, meanDifference, meanOver, rangeOver, shareOf, UNITS } from '../studies/results/claim.ts';
export type { Claim, Case, Measured, Criterion, Unit } from '../studies/results/claim.ts';
export { brieflyMeasured, estimateOf, metOf } from '../studies/results/claims.ts';
export type { Report, ReportFigure, Table } from '../studies/study.ts';
