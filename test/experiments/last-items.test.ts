/** The verdicts of dyadic, one-pass and tree-scores on hand-made measurements, and scores of a tree counted by hand. */
import { describe, expect, it } from 'vitest';
import { dyadic } from '../../experiments/dyadic/study.ts';
import { onePass } from '../../experiments/one-pass/study.ts';
import { treeScores as kind } from '../../experiments/tree-scores/kind.ts';
import { treeScores } from '../../experiments/tree-scores/study.ts';
import { SparseRows } from '../../src/rows/sparse-rows.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { failing, findingsOf } from './support/hand-made.ts';

const studies = { dyadic, 'one-pass': onePass, 'tree-scores': treeScores };

/** What a run measures where the source is right, and where it is wrong. */
const measured: Record<keyof typeof studies, (cell: Cell, isRight: boolean) => object> = {
  dyadic(cell, isRight) {
    const good = isRight === (cell as Cell<'dyadic'>).run.way.startsWith('recomputed');
    const [loss, share] = good ? [0.1, 0] : [0.2, 0.5];
    return { curve: [{ eta0: 1, validationLoss: loss, testLoss: loss, overran: share, raised: share }] };
  },
  'one-pass'(cell, isRight) {
    const { passes, optimizer } = (cell as Cell<'online'>).run;
    const error = (optimizer.name === 'ftrl-proximal') === isRight ? 0.1 : 0.3 - 0.02 * passes!;
    return { validation: { loss: 1, error }, test: { loss: 1, error } };
  },
  'tree-scores': (_, isRight) => ({
    classes: 4,
    error: 0,
    once: 4,
    recomputed: isRight ? 6 : 4,
    shortCircuit: isRight ? 5 : 4,
    ours: 4,
  }),
};

describe.each(Object.keys(studies) as (keyof typeof studies)[])('%s', (id) => {
  it('every claim holds where the source is right, and can fail', () => {
    const [right, wrong] = [true, false].map((isRight) =>
      studies[id].report(findingsOf(studies[id], (cell) => measured[id](cell, isRight))),
    );
    expect(failing(right)).toEqual([]);
    expect(failing(wrong)).toEqual(wrong.claims.map(({ claim }) => claim));
  });
});

it('four classes, each of which wins its matches: a score each, then two in the final', () => {
  const rows = new SparseRows(Uint32Array.of(0, 1, 2, 3, 4), Uint32Array.of(1, 2, 3, 4), Float32Array.of(1, 1, 1, 1), 5);
  const train = { name: 'one row a class', rows, labels: Float64Array.of(1, 2, 3, 4) };
  const scores = kind.run({ reduction: 'scoring-filter-tree', eta0: 1, seed: 1 }, { train });
  expect(scores).toEqual({ classes: 4, examples: 4, error: 0.75, once: 4, recomputed: 6, shortCircuit: 6, ours: 4 });
});
