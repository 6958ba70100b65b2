import { classFitting, startedReduction, buildAnyActiveLearner, isOfSeveral } from '../../specs/kinds/active-classes.ts';
import { buildQuery, marginFitting, startedLearner } from '../../specs/build.ts';
import type { Pool, RunSpec } from '../../specs/run.ts';
import { ActiveClassLearner } from '../../streams/active-class-learner.ts';
import { ActiveLearner, type AnyActiveLearner } from '../../streams/active-learner.ts';
import { coinsOf } from '../../streams/coins.ts';
import type { Answers } from './answers.ts';
import { ClippedRule, recordedRule } from './clipped-rule.ts';

/** The run of a spec, for other-run.ts, with the rule clipped to what the ledger can answer. */
export function clippedRun(
  spec: RunSpec,
  pool: Pool,
  answers: Answers,
): { readonly active: AnyActiveLearner; readonly clipped: ClippedRule } {
  const clipped = new ClippedRule(buildAnyActiveLearner(spec, pool).query, answers);
  return { active: withRule(spec, pool, clipped.rule), clipped };
}

/** The labels of the ledger, whatever learns them. */
export function asBought(spec: RunSpec, pool: Pool, answers: Answers): { readonly active: AnyActiveLearner } {
  return { active: withRule(spec, pool, recordedRule(buildQuery(spec, pool.rows.columns, pool), answers)) };
}

function withRule(spec: RunSpec, pool: Pool, query: AnyActiveLearner['query']): AnyActiveLearner {
  const { rows, start } = pool;
  const { temper } = spec;
  const parts = {
    query,
    coin: coinsOf(spec, rows, start?.pass),
    ...(start && { known: start.known }),
    ...(temper !== undefined && { temper }),
  };
  const { columns } = rows;
  if (!isOfSeveral(spec)) {
    const fitting = marginFitting(spec, pool, columns);
    return new ActiveLearner({ ...parts, learner: startedLearner(spec, columns, pool), ...(fitting && { fitting }) });
  }
  const { classes, positive } = spec;
  const learner = startedReduction(spec, classes, columns, pool);
  const fitting = classFitting(spec, classes, pool, columns);
  return new ActiveClassLearner({ ...parts, learner, ...(fitting && { fitting }), ...(positive !== undefined && { positive }) });
}
