/** `iwal/queries`: the registry of query rules, and what one's own is made with. */
export type { CountsSituation, FlipSituation, PredictionSituation, Situation, Situations } from '../queries/query.ts';
export type { Knob, QueryRule, Reads, RuleContext, RuleReading } from '../queries/query.ts';
export { errorRateGap, floored, knobRule, scalarRule } from '../queries/query.ts';
export { committeeRecipe, knobRecipe, scalarRecipe } from '../queries/query.ts';
export type { DeclaredTraits, RuleActions, RuleRecipe, RuleTraits } from '../queries/query.ts';
export { hasPace, paced, Pacer, type Pace, type PacePlan } from '../queries/pacer.ts';
export { budgetSchedule, rateSchedule, type BudgetPlan, type Schedule } from '../queries/pacer.ts';
export { longestWarmUp, warmedUp, type WarmUp } from '../queries/warmed-up.ts';
export { queries } from '../queries/index.ts';
export { costRules } from '../queries/costs/index.ts';
export type { CostRule, CostSituation } from '../queries/costs/cost-rule.ts';
