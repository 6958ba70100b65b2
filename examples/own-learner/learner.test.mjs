// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenLaw } from 'iwal/laws';
import { LinearLearner } from 'iwal/learners';
import { losses } from 'iwal/losses';
import { SparseRowsBuilder } from 'iwal/rows';
import { updates } from 'iwal/updates';
import { network } from './learner.mjs';

test('the learner obeys the laws of whatever keeps what was learned', () => {
  assert.equal(brokenLaw('optimizer', network), undefined);
});

test('it learns "one of both, not both", which no linear model does', () => {
  const builder = new SparseRowsBuilder();
  const corners = [0, 1].flatMap((a) => [0, 1].map((b) => ({ a, b })));
  for (const { a, b } of corners) {
    for (const [j, value] of [1, a, b].entries()) builder.add(j, value);
    builder.endRow();
  }
  const rows = builder.build(3);
  const learner = new LinearLearner(losses.logistic, updates.invariant, network({})(3));
  for (let pass = 0; pass < 1000; pass++) corners.forEach(({ a, b }, i) => learner.learn(rows, i, a === b ? -1 : 1, 1));
  assert.deepEqual(
    corners.map((_, i) => learner.predict(rows, i) > 0),
    [false, true, true, false],
  );
});
