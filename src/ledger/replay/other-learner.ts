import { buildActiveLearner, buildQuery, startedLearner } from '../../specs/build.ts';
import type { Pool } from '../../specs/pacing.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { ActiveLearner } from '../../streams/active-learner.ts';
import { coinsOf } from '../../streams/coins.ts';
import type { Answers } from './answers.ts';
import { ClippedRule, recordedRule } from './clipped-rule.ts';

/** The run of a spec, for other-run.ts, with the rule clipped to what the ledger can answer. */
export function clippedRun(
  spec: RunSpec,
  pool: Pool,
  answers: Answers,
): { readonly active: ActiveLearner; readonly clipped: ClippedRule } {
  const clipped = new ClippedRule(buildActiveLearner(spec, pool).query, answers);
  return { active: withRule(spec, pool, clipped.rule), clipped };
}

/** The labels of the ledger, whatever learns them. */
export function asBought(spec: RunSpec, pool: Pool, answers: Answers): { readonly active: ActiveLearner } {
  return { active: withRule(spec, pool, recordedRule(buildQuery(spec, pool.rows.columns, pool), answers)) };
}

function withRule(spec: RunSpec, pool: Pool, query: ActiveLearner['query']): ActiveLearner {
  const { rows, start } = pool;
  return new ActiveLearner({
    learner: startedLearner(spec, rows.columns, pool),
    query,
    coin: coinsOf(spec, rows, start?.pass),
    ...(start && { known: start.known }),
    ...(spec.temper !== undefined && { temper: spec.temper }),
  });
}
