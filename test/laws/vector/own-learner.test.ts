/** LAWS: a learner of one's own is told the class and the importance of every label, whatever its score, by every loss that goes with it. */
import { expect, test } from 'vitest';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { learnerRecipe, requireTellingLoss } from '../../../src/learners/own-learner.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { updates } from '../../../src/updates/index.ts';
import { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { build, extremeParametersOf, lossEntries } from '../../support/laws/arbitraries.ts';

const SCORES = [-1e6, -800, -40, -1, -1e-300, -0, 0, 1e-300, 1, 40, 800, 1e6];
const ROWS = new SparseRows(new Uint32Array([0, 1]), new Uint32Array([1]), new Float32Array([1]), 2);

/** What a learner that always has this score is told of a label. */
function toldOf(loss: Loss, score: number, y: number, h: number): unknown[] {
  const told: unknown[] = [];
  const learner = {
    score: () => score,
    learn: (...lesson: unknown[]) => told.push(lesson.slice(1)),
    state: () => ({}),
    restore: () => undefined,
  };
  const { invariant } = updates;
  new LinearLearner(loss, invariant, learnerRecipe('listener', {}, () => learner)({})(2)).learn(ROWS, 0, y, h);
  return told;
}

const every = lossEntries.flatMap(([, entry]) => extremeParametersOf(entry).map((given) => build(entry, given)));

test.each(every.map((loss): [string, Loss] => [loss.name, loss]))('%s tells the class, or is refused', (_, loss) => {
  const { traits } = learnerRecipe('listener', {}, () => undefined as never);
  try {
    requireTellingLoss(loss, traits({}));
  } catch (error) {
    expect(error).toMatchObject({ code: 'IWAL_COMPOSITION' });
    return;
  }
  for (const score of SCORES)
    for (const y of [-1, 1]) for (const h of [0.5, 3]) expect(toldOf(loss, score, y, h)).toEqual([[0, y, h]]);
  expect(toldOf(loss, 0, 1, 0)).toEqual([]);
});
