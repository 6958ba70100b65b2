/** `iwal/calibration`: from a labelled pilot to what a budget would end with. */
export {
  forecastBudgets,
  type BudgetForecast,
  type Budgets,
  type BudgetsRequest,
  type ErrorForecast,
} from '../calibration/error-forecast.ts';
export type { PilotCurve } from '../calibration/pilot-curve.ts';
