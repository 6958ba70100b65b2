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
export { renderFigure, renderVectorFigure } from '../figures/chart/chart.ts';
export { figureData } from '../figures/model/figure-data.ts';
export { learningCurve, type RunPoint } from '../figures/charts/learning-curve.ts';
