/** `iwal/calibration`: from a labelled pilot to what a budget would end with. */
export { forecastBudgets } from '../calibration/error-forecast.ts';
export type { BudgetForecast, Budgets, BudgetsRequest, ErrorForecast } from '../calibration/error-forecast.ts';
export type { PilotCurve } from '../calibration/pilot-curve.ts';
