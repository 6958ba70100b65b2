/** The verdicts of budget on hand-made runs, and its cells. */
import { expect, it } from 'vitest';
import { budget } from '../../experiments/budget/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, failing, findingsOf, withoutData } from './support/hand-made.ts';

type Run = Cell<'active'>['run'];
interface Ending {
  mass: number;
  refused: number;
  error: number;
  estimate: number;
}

/** A martingale stopped by its cap; importances vary less over a floor, and active rules are ahead of random sampling. */
function asClaimed({ query, floor, seed, budget: cap, oracle = [] }: Run): Ending {
  const isActive = query.name === 'variance-aware' || query.name === 'iwal-cal';
  const wobble =
    (seed % 2 === 0 ? 1 : -1) * (query.name === 'passive' ? 0 : 0.02) * (floor === undefined ? 1 : floor === 0.01 ? 0.9 : 0.1);
  const mass = cap === undefined ? 1 + wobble : 0.3;
  const [{ votes = 3 } = {}] = oracle as readonly { votes?: number }[];
  const error = (isActive ? 0.1 : 0.2) + (votes === 1 ? 0.1 : 0);
  return {
    mass,
    refused: cap === undefined ? 0 : 0.7 + wobble,
    error: error + 0.0001 * seed,
    estimate: cap === undefined ? 0.2 : 0.1,
  };
}

function reportOn(measured: (run: Run) => Ending) {
  return budget.report(
    findingsOf(
      budget,
      ({ run }) => {
        const { mass, refused, error, estimate } = measured(run as Run);
        return {
          curve: [
            {
              examples: 100,
              queried: 50,
              spent: 50,
              importanceSum: 100 * mass,
              progressiveLoss: 0,
              progressiveError: 0.2,
              testError: error,
            },
          ],
          validationError: error,
          sample: {
            errorEstimate: estimate + 0.001 * (run as Run).seed,
            refusedImportance: 100 * refused,
            implied: 0,
            awaited: 0,
          },
        };
      },
      8,
    ),
  );
}

it('cells are legal and distinct; every rule meets every oracle under the cap', () => {
  expect(cellsOf(budget, 'full')).toHaveLength(cellsOf(budget).length);
  const oracles = (rule: string): Set<string> =>
    new Set(
      cellsOf(budget).flatMap(({ run }) =>
        (run as Run).query.name === rule && (run as Run).budget === 500 ? [JSON.stringify((run as Run).oracle ?? [])] : [],
      ),
    );
  expect(oracles('passive').size).toBe(9);
  for (const rule of ['random', 'variance-aware', 'iwal-cal']) expect(oracles(rule)).toEqual(oracles('passive'));
});

it('all claims hold where runs are as claimed', () => expect(failing(reportOn(asClaimed))).toEqual([]));

it('a mass that is off, importance that is lost, a floor that does not help, and rules that do not either', () => {
  expect(
    failing(
      reportOn((run) => ({
        ...asClaimed(run),
        mass: run.budget === undefined && run.query.name !== 'passive' ? 1.2 + 0.001 * run.seed : asClaimed(run).mass,
      })),
    ),
  ).toContainEqual(expect.stringContaining('without a cap'));
  expect(failing(reportOn((run) => ({ ...asClaimed(run), refused: 0.5 + 0.001 * run.seed })))).toContainEqual(
    expect.stringContaining('what is missing'),
  );
  expect(failing(reportOn((run) => asClaimed({ ...run, floor: 0.01 })))).toContainEqual(
    expect.stringContaining('narrows the spread'),
  );
  const level = failing(
    reportOn((run) => ({
      ...asClaimed(run),
      error: 0.2 + (run.seed % 2 === 0 ? 0.5 : -0.5) * (run.query.name === 'random' ? 0.01 : 0.02),
    })),
  );
  expect(level.filter((claim) => claim.startsWith('whoever answers'))).toHaveLength(2);
});

it('nothing is claimed where nothing was measured', () => expect(budget.report(withoutData(budget)).claims).toEqual([]));
