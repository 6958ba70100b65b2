/** The verdicts of coal and multiclass-frontier on hand-made errors, and their cells. */
import { describe, expect, it } from 'vitest';
import { coalStudy } from '../../experiments/coal/study.ts';
import { multiclassFrontier } from '../../experiments/multiclass-frontier/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { cellsOf, EXAMPLES, failing, findingsOf } from './support/hand-made.ts';

const spread = (seed: number): number => (seed % 2 === 0 ? 0.0001 : -0.0001);

describe('coal', () => {
  const CLASSES = 10;
  const verdicts = (errorOf: (cell: Cell<'costs'>) => number, shareOf: (cell: Cell<'costs'>) => number): string[] =>
    failing(
      coalStudy.report(
        findingsOf(coalStudy, (cell) => {
          const own = cell as Cell<'costs'>;
          const error = errorOf(own) + spread(own.run.seed);
          const score = { error, cost: error };
          const bought = Math.round(shareOf(own) * EXAMPLES * CLASSES) + (own.run.seed % 2);
          return {
            curve: [{ examples: EXAMPLES, bought, ...score, testError: error }],
            validation: score,
            test: score,
            classes: CLASSES,
          };
        }),
      ),
    );
  const share = ({ run: { rule } }: Cell<'costs'>): number =>
    rule.name === 'every-cost' ? 0.99 : rule.name === 'random-costs' ? rule.rate! : 0.02 + rule.mellowness!;

  it('has legal cells on all its sets', () => {
    const cells = cellsOf(coalStudy);
    expect(new Set(cells.map((cell) => (cell as Cell<'costs'>).dataset)).size).toBe(4);
  });

  it('every claim holds where the source is right, and every claim can fail', () => {
    expect(verdicts(({ run }) => (run.rule.name === 'coal' ? 0.1 : 0.2), share)).toEqual([]);
    const all = coalStudy.report(findingsOf(coalStudy, () => undefined)).claims.length;
    const worse = verdicts(
      ({ run }) => (run.rule.name === 'coal' ? 0.3 : 0.2),
      (cell) => (cell.run.rule.name === 'coal' && cell.run.rule.first === 1 ? 0 : share(cell)),
    );
    expect(worse.length).toBeGreaterThanOrEqual(all);
  });
});

describe('multiclass-frontier', () => {
  const verdicts = (looking: number): string[] =>
    failing(
      multiclassFrontier.report(
        findingsOf(multiclassFrontier, (cell) => {
          const { run } = cell as Cell<'active-classes'>;
          const testError =
            (run.query.name === 'random' ? 0.2 : looking) + spread(run.seed) * (run.query.name === 'random' ? 1 : 0.5);
          const point = {
            examples: EXAMPLES,
            queried: 10,
            spent: 10,
            importanceSum: EXAMPLES,
            progressiveError: testError,
            testError,
          };
          return { curve: [point], validationError: testError, sample: {} };
        }),
      ),
    );

  it('every claim holds where looking helps, and none where it does not', () => {
    const { claims } = multiclassFrontier.report(findingsOf(multiclassFrontier, () => undefined));
    expect(claims).toHaveLength(4);
    expect([verdicts(0.1), verdicts(0.2).length]).toEqual([[], 4]);
  });
});
