/** `iwal/figures`: figures as plain data, the charts of the field, and their PNG. */
export type { BarPanel, CurvePanel, ForestPanel, Panel, PathPanel, PlanePanel, ScatterPanel } from '../figures/model/figure.ts';
export type { Axis, Bar, BarSeries, Comparison, Figure, Framed, Origin } from '../figures/model/figure.ts';
export type { PlaneLine, Point, Reference, Series, Span } from '../figures/model/figure.ts';
export { PlatformError } from '../files/modules.ts';
export { renderFigure, renderVectorFigure, renderPdfFigure, figureData } from '../figures/chart/figure-file.ts';
export { learningCurve, type RunPoint } from '../figures/model/curves.ts';
