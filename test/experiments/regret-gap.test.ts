/** The verdicts of regret-gap on hand-made deltas and losses, and its cells. */
import { expect, it } from 'vitest';
import { regretGap } from '../../experiments/regret-gap/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, EXAMPLES, failing, findingsOf } from './support/hand-made.ts';
import '../support/kinds.ts';

type Run = Cell<'regret'>['run'];

const COMPARATOR = { loss: 10, objective: 10, weightNorm: 1, gradientNorm: 0, gradientNormAtZero: 1, iterations: 1, features: 2 };

/** Sum of losses, in which IWA stays below the plain step right of the optimum at 1. */
function lossOf({ update, optimizer }: Run): number | undefined {
  const eta0 = (optimizer as { eta0: number }).eta0;
  if (update === 'naive') return eta0 > 100 ? undefined : 20 + Math.abs(Math.log10(eta0));
  return 20 + 0.5 * Math.abs(Math.log10(eta0));
}

function verdicts(change: (run: Run) => { loss?: number; negative?: number }): string[] {
  const findings = findingsOf(regretGap, ({ kind, run }) => {
    if (kind === 'comparator') return COMPARATOR;
    const changed = change(run as Run);
    const loss = changed.loss ?? lossOf(run as Run);
    return loss === undefined
      ? undefined
      : { curve: [{ examples: EXAMPLES, loss, delta: 1 }], smallestDelta: 0, uphill: 0, negative: changed.negative ?? 0 };
  });
  return failing(regretGap.report(findings));
}

it('cells are legal and distinct at both sizes', () => {
  expect(cellsOf(regretGap, 'full').length).toBeGreaterThan(cellsOf(regretGap).length);
});

it('all claims hold where no delta is negative and IWA loses less', () => expect(verdicts(() => ({}))).toEqual([]));

it('one negative delta of one update with one lambda refutes its claim, and no other', () => {
  expect(
    verdicts(({ update, optimizer, seed }) =>
      update === 'invariant' && optimizer.name === 'implicit-ftrl' && seed === 2 ? { negative: 1 } : {},
    ),
  ).toEqual(['IWA, lambda = sqrt(t) / eta0: H(z) <= H(g) at every step (delta_t >= 0)']);
});

it('one step size right of the optimum at which IWA loses more refutes the regret claim', () => {
  const failed = verdicts(({ update, optimizer }) =>
    update === 'invariant' && optimizer.name === 'gradient-descent' && optimizer.eta0 === 10 ? { loss: 50 } : {},
  );
  expect(failed).toEqual([
    'The regret of IWA is below that of online gradient descent at every step size right of its optimum (constant lambda)',
  ]);
});
