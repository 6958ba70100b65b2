/** The verdicts of query-curves on hand-made errors, how its curves are read, and what its step sizes were chosen by. */
import { describe, expect, it } from 'vitest';
import { curveOf, localMedian, type Bought } from '../../experiments/query-curves/curves.ts';
import { chancesOf, chosenStep } from '../../experiments/query-curves/choice.ts';
import { CHOSEN, MELLOWNESS, NAMES } from '../../experiments/query-curves/settings.ts';
import { queryCurves } from '../../experiments/query-curves/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import { folders, storedFindings } from './support/stored.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

type Run = Cell<'active'>['run'];

/** Plain gradients ask for nothing or for everything; the others reach 5% with a tenth of the labels. */
function asClaimed({ update, query, seed, budget }: Run): { share: number; error: number } {
  const near = 0.05 + 0.0001 * seed;
  if (query.name === 'passive' || budget !== undefined) return { share: 1, error: near };
  const { mellowness } = query as { mellowness: number };
  if (update === 'naive') return mellowness > 1e-3 ? { share: 1, error: 0.2 } : { share: 0.0001, error: 0.5 };
  const share = Math.min(1, Math.max(0.0001, (mellowness / 1e-5) * 0.1));
  return { share, error: share > 0.05 ? near : 0.5 };
}

const reportOn = (measured: (run: Run) => { share: number; error: number }) =>
  queryCurves.report(
    findingsOf(queryCurves, ({ run }) => {
      const { share, error } = measured(run as Run);
      return { curve: [{ examples: 10_000, queried: 10_000 * share, testError: error }], validationError: error };
    }),
  );

describe('query-curves', () => {
  it('cells are legal and distinct at both sizes; every update meets the same mellowness on the same coins', () => {
    const of = (update: string, size: 'default' | 'full'): ReadonlySet<string> => {
      const own = cellsOf(queryCurves, size).filter(({ run }) => (run as Run).update === update);
      const asked = own.filter(({ run }) => (run as Run).query.name === 'slides');
      return new Set(asked.map(({ dataset, run }) => JSON.stringify({ dataset, ...run, update: '', optimizer: '' })));
    };
    for (const size of ['default', 'full'] as const)
      for (const update of NAMES) expect(of(update, size)).toEqual(of('invariant', size));
    expect([MELLOWNESS.length, MELLOWNESS[0], MELLOWNESS.at(-1)]).toEqual([40, 1e-9, 1]);
  });

  it('claims hold where errors are as claimed, and fail with the updates exchanged', () => {
    expect(failing(reportOn(asClaimed))).toEqual([]);
    const exchanged = failing(reportOn((run) => asClaimed({ ...run, update: run.update === 'naive' ? 'invariant' : 'naive' })));
    expect(exchanged).toHaveLength(4);
  });

  it('for each range of labels the step size with the least error on the other streams is found', () => {
    const best = { invariant: [16, 4, 1], implicit: [4, 4, 64], naive: [0.25, 1, 16] };
    const findings = findingsOf(queryCurves, ({ run }) => {
      const { update, optimizer, query } = run as Run;
      const range = ('mellowness' in query ? Math.round(-Math.log10(query.mellowness)) : 0) % 3;
      const error = (optimizer as { eta0: number }).eta0 === best[update as keyof typeof best][range] ? 0.1 : 0.2;
      return { curve: [{ examples: 1000, queried: [200, 500, 1000][range], testError: 1 - error }], validationError: error };
    });
    for (const each of chancesOf(findings)) expect(chosenStep(each)).toBe(best[each.update][each.range]);
  });

  it('the step sizes of the study are those that its stored runs choose', () => {
    const stored = folders.filter(({ name }) => name.startsWith('query-curves')).map(storedFindings);
    expect(stored).toHaveLength(2);
    for (const findings of stored) {
      const found = chancesOf(findings);
      expect(found).toHaveLength(9);
      for (const each of found) expect(CHOSEN[findings.size][each.update][each.range]).toBe(chosenStep(each));
    }
  });
});

describe('curves', () => {
  const run = (share: number, error: number): Bought => ({ share, error, cell: '' });

  it('read the runs that bought about so many labels, whatever they reached', () => {
    const runs = [run(0.1, 0.3), run(0.12, 0.1), run(0.14, 0.2), run(0.3, 0)];
    expect([localMedian(runs, 0.12), localMedian(runs, 0.3), localMedian(runs, 0.01)]).toEqual([0.2, 0, NaN]);
  });

  it('have a band that resampled seeds leave: none of seeds that agree, wide of seeds that do not', () => {
    const seeds = (errors: readonly number[]): Bought[][] => errors.map((error) => [run(0.1, error), run(0.11, error)]);
    expect(curveOf(seeds([0.2, 0.2, 0.2]), [0.1, 0.9], 'a')).toMatchObject([{ x: 0.1, y: 0.8, low: 0.8, high: 0.8 }]);
    const [{ low, y, high }] = curveOf(seeds([0.1, 0.2, 0.4, 0.5, 0.3]), [0.1], 'a');
    expect(y).toBe(0.7);
    expect([low, high].map((each) => Math.abs(each! - 0.7))).toEqual([expect.closeTo(0.2, 9), expect.closeTo(0.2, 9)]);
    expect(curveOf(seeds([0.1]), [0.1], 'a')[0]).not.toHaveProperty('low');
    // Nobody bought 40%.
    expect(curveOf(seeds([0.1]).concat([[run(0.9, 0), run(0.95, 0)]]), [0.1, 0.4, 0.9], 'a').map(({ x }) => x)).toEqual([0.9]);
  });
});
