/** `iwal/queries`: the query rules one by one, their registry, and what one's own is made with. */
export type {
  CountsSituation,
  FlipSituation,
  Knob,
  PredictionSituation,
  QueryRule,
  Reads,
  RuleContext,
  RuleReading,
  Situation,
  Situations,
} from '../queries/query.ts';
export { errorRateGap, knobRule, scalarRule } from '../queries/query.ts';
export { committeeRecipe, knobRecipe, scalarRecipe } from '../queries/query.ts';
export type { DeclaredTraits, RuleActions, RuleRecipe, RuleTraits } from '../queries/query.ts';
export { floored } from '../queries/query.ts';
export { hasPace, paced, Pacer, type Pace, type PacePlan } from '../queries/pacer.ts';
export { budgetSchedule, rateSchedule, type BudgetPlan, type Schedule } from '../queries/pacer.ts';
export { longestWarmUp, warmedUp, type WarmUp } from '../queries/warmed-up.ts';
export { queries } from '../queries/index.ts';
export { passive } from '../queries/scalar/passive.ts';
export { random } from '../queries/scalar/random.ts';
export { margin } from '../queries/scalar/margin.ts';
export { softMargin } from '../queries/scalar/soft-margin.ts';
export { shrinkingMargin } from '../queries/scalar/shrinking-margin.ts';
export { selectiveSampling } from '../queries/scalar/selective-sampling.ts';
export { slides } from '../queries/scalar/slides.ts';
export { iwalCal } from '../queries/scalar/iwal-cal.ts';
export { iwalCalWithoutLog } from '../queries/scalar/iwal-cal-without-log.ts';
export { varianceAware } from '../queries/scalar/variance-aware.ts';
export { bootstrap } from '../queries/committee/bootstrap.ts';
export { committee } from '../queries/committee/committee.ts';
export { oracularCal } from '../queries/scalar/oracular-cal.ts';
export { activeCover } from '../queries/committee/active-cover.ts';
export { costRules } from '../queries/costs/index.ts';
export { reach } from '../queries/costs/reach.ts';
export type { CostRule, CostSituation } from '../queries/costs/cost-rule.ts';
