/** The verdicts of auc-ranking and ndcg on hand-made qualities, and their cells. */
import { describe, expect, it } from 'vitest';
import { aucRanking } from '../../experiments/auc-ranking/study.ts';
import { ndcg } from '../../experiments/ndcg/study.ts';
import type { Cell } from '../../src/studies/cells/cell.ts';
import type { Study } from '../../src/studies/study.ts';
import { cellsOf, failing, findingsOf } from './support/hand-made.ts';

type RankingCell = Cell<'ranking'>;

function verdicts(study: Study, quality: (cell: RankingCell) => number | undefined): string[] {
  const findings = findingsOf(study, (cell) => {
    const value = quality(cell as RankingCell);
    return value === undefined ? undefined : { progressive: null, validation: value, test: value };
  });
  return failing(study.report(findings));
}

const power = ({ run }: RankingCell): number => Math.log10((run.optimizer as { eta0: number }).eta0);

describe('auc-ranking', () => {
  /** Pairs order best, and invariant updates bear more step sizes. */
  const auc = (cell: RankingCell): number => {
    const { pairs, update } = cell.run;
    const reach = pairs === undefined ? 0.3 : update === 'naive' ? 0.6 : 1.1;
    return (pairs === undefined ? 0.895 : 0.9) - (Math.abs(power(cell)) <= reach ? 0 : 0.2);
  };

  it('has legal cells on seven sets, at both sizes', () => {
    expect(new Set(cellsOf(aucRanking).map(({ dataset }) => dataset)).size).toBe(7);
    expect(cellsOf(aucRanking, 'full').length).toBe(cellsOf(aucRanking).length); // hand-made seeds
  });

  it('every claim holds where the source is right, and none where it is wrong', () => {
    expect(verdicts(aucRanking, auc)).toEqual([]);
    const { claims } = aucRanking.report(findingsOf(aucRanking, () => undefined));
    const wrong = (cell: RankingCell): number => (cell.run.pairs !== undefined && cell.run.update === 'invariant' ? 0.5 : 0.9);
    expect(verdicts(aucRanking, wrong)).toHaveLength(claims.length);
  });

  it('a step size at which a run diverged is no good one, and is not chosen', () => {
    const diverging = (cell: RankingCell): number | undefined =>
      cell.run.pairs !== undefined && power(cell) > 0 ? undefined : auc(cell);
    expect(verdicts(aucRanking, diverging).every((claim) => !claim.includes('at least the AUC'))).toBe(true);
  });
});

describe('ndcg', () => {
  const quality = ({ run: { pairs, update } }: RankingCell): number =>
    pairs === undefined ? 0.69 : update === 'naive' ? 0.7 : pairs.name === 'ndcg' ? 0.71 : 0.705;

  it('has legal cells on five folds of two sets', () =>
    expect(new Set(cellsOf(ndcg).map(({ dataset }) => dataset)).size).toBe(10));

  it('every claim holds where the sources are right, and none where they are wrong', () => {
    expect(verdicts(ndcg, quality)).toEqual([]);
    const wrong = (cell: RankingCell): number => 1.3 - quality(cell) + (cell.run.pairs?.name === 'query-balanced' ? -0.02 : 0.15);
    const failed = verdicts(ndcg, wrong);
    expect(failed.length).toBeGreaterThanOrEqual(3);
    expect(verdicts(ndcg, () => undefined).length).toBeGreaterThanOrEqual(2);
  });

  it('weights of NDCG can be too good to be as measured before', () => {
    const better = (cell: RankingCell): number => quality(cell) + 0.02;
    expect(verdicts(ndcg, better)).toEqual(['mq2008_fold1: NDCG-weighted pairs reach an NDCG@10 of 0.70 to 0.72']);
  });
});
