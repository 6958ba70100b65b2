import { decimals } from '../../src/numerics/display.ts';
import { type Claim, type Criterion, meanOver } from '../../src/studies/results/claim.ts';
import { MQ2008 } from '../support/criteria.ts';
import { lineOf, qualityCase, type RankedLine } from '../support/ranking.ts';
import { BALANCED, NAIVE, PASSES, POINTWISE, RATES, SETS, WEIGHTED } from './settings.ts';

export const CURVES = 'step-sizes.png';
export const BARS = 'ndcg.png';
const TRIED = `The grid of the study is all that was tried: ${RATES.length} step sizes for every method, ${PASSES} passes.`;
const [SET] = SETS;

/** What was measured before of one set, and comparisons on every set; folds are the unit. */
export function claims(lines: readonly RankedLine[], sets: readonly string[]): Claim[] {
  const noLower = (method: string, other: string, claim: string): Claim => ({
    claim,
    cases: sets.map((set) => qualityCase(lines, set, [method, other], 'folds')),
    figure: BARS,
    tried: TRIED,
  });
  return [
    boundClaim(lines, BALANCED, `query-balanced pairs reach an NDCG@10 of at least ${decimals(MQ2008.pairs, 2)}`, {
      atLeast: MQ2008.pairs,
    }),
    boundClaim(
      lines,
      WEIGHTED,
      `NDCG-weighted pairs reach an NDCG@10 of ${decimals(MQ2008.low, 2)} to ${decimals(MQ2008.high, 2)}`,
      {
        within: [MQ2008.low, MQ2008.high],
      },
    ),
    noLower(BALANCED, POINTWISE, 'Query-balanced pairs reach at least the NDCG@10 of pointwise learning, on every set'),
    noLower(WEIGHTED, BALANCED, 'NDCG-weighted pairs reach at least the NDCG@10 of query-balanced pairs, on every set'),
    noLower(WEIGHTED, NAIVE, 'NDCG-weighted pairs: invariant updates reach at least the NDCG@10 of naive updates, on every set'),
  ];
}

function boundClaim(lines: readonly RankedLine[], method: string, claim: string, criterion: Criterion): Claim {
  const line = lineOf(lines, SET, method);
  return {
    claim: `${SET}: ${claim}`,
    cases:
      line === undefined ? [] : [{ what: '', ...meanOver(line.best?.tests ?? [-Infinity], 'folds'), unit: 'quality', criterion }],
    sets: [SET],
    figure: BARS,
    tried: `${TRIED} What it is held against was measured with four folds to learn from; here there are three.`,
  };
}
