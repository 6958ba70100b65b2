/** `iwal/figures`: figures as plain data, the charts of the field, and their PNG. */
export type {
  Axis,
  Bar,
  BarPanel,
  BarSeries,
  Comparison,
  CurvePanel,
  Figure,
  ForestPanel,
  Framed,
  Origin,
  Panel,
  PathPanel,
  PlaneLine,
  PlanePanel,
  Point,
  Reference,
  Span,
  ScatterPanel,
  Series,
} from '../figures/model/figure.ts';
export { PlatformError } from '../files/modules.ts';
export { renderFigure, renderVectorFigure, renderPdfFigure, figureData } from '../figures/chart/figure-file.ts';
export { learningCurve, type RunPoint } from '../figures/model/curves.ts';
