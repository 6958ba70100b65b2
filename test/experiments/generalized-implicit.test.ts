/** The verdicts of generalized-implicit on hand-made losses, and its cells. */
import { expect, it } from 'vitest';
import { generalizedImplicit } from '../../experiments/generalized-implicit/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

type Run = Cell<'online'>['run'];

/** As the paper draws it: a common valley with its optimum at 1, right of which only linearised losses climb. */
function asClaimed({ update, loss, optimizer }: Run): number | undefined {
  const { eta0 } = optimizer as { eta0: number };
  if (eta0 <= 1) return (update === 'naive' ? 1.001 : 1) * (1 + Math.log10(1 / eta0));
  if (update === 'naive') return loss.name === 'squared' ? undefined : 1.001 + eta0;
  return update === 'invariant' ? 0.999 + 0.2 * Math.log10(eta0) : 0.999 + 0.1 * Math.log10(eta0);
}

function verdicts(lossOf: (run: Run) => number | undefined): string[] {
  return failing(
    generalizedImplicit.report(
      findingsOf(generalizedImplicit, ({ run }) => {
        const loss = lossOf(run as Run);
        return loss === undefined
          ? undefined
          : { curve: [{ examples: 100, loss, error: null }], validation: null, test: null, nonZeros: 1 };
      }),
    ),
  );
}

it('cells are legal and distinct at both sizes, with 25 step sizes', () => {
  expect(cellsOf(generalizedImplicit, 'full').length).toBeGreaterThan(cellsOf(generalizedImplicit).length);
  expect(
    new Set(cellsOf(generalizedImplicit).map(({ run }) => (run as Run & { optimizer: { eta0: number } }).optimizer.eta0)).size,
  ).toBe(25);
});

it('all claims hold where losses are as claimed', () => expect(verdicts(asClaimed)).toEqual([]));

it.each<[string, (run: Run) => number | undefined, string[]]>([
  [
    'IWA that climbs like linearised losses',
    (run) => asClaimed(run.update === 'invariant' ? { ...run, update: 'naive' } : run),
    ['Squared loss: aProx, IWA', 'Logistic loss: aProx, IWA', 'IWA approximates', 'IWA improves'],
  ],
  [
    'linearised losses that do not climb',
    (run) => asClaimed({ ...run, update: 'invariant' }),
    ['Squared loss: right of the optimum', 'Logistic loss: right of the optimum', 'Squared loss: aProx, IWA, proximal have'],
  ],
  [
    'updates that disagree left of the optimum',
    (run) => (run.update === 'implicit' && (run.optimizer as { eta0: number }).eta0 < 0.01 ? 9 : asClaimed(run)),
    ['Left of the optimum'],
  ],
])('%s: the claims against it fail', (_, lossOf, expected) => {
  const failed = verdicts(lossOf);
  for (const beginning of expected)
    expect(
      failed.some((claim) => claim.startsWith(beginning)),
      `${beginning} in ${failed.join(' | ')}`,
    ).toBe(true);
});
