/** `iwal/calibration`: from a labelled pilot to what a budget would end with, or to the knob that spends it. */
export { forecastBudgets, type BudgetForecast, type Budgets, type BudgetsRequest } from '../calibration/budgets.ts';
export { calibrate, type Calibration, type CalibrationRequest, type Forecast } from '../calibration/calibrate.ts';
export type { Spread } from '../calibration/spread.ts';
export type { ErrorForecast } from '../calibration/error-forecast.ts';
export type { PilotCurve } from '../calibration/pilot-curve.ts';
