import { mean } from '../../src/statistics/small-samples.ts';
import { type Claim, meanDifference } from '../../src/studies/results/claim.ts';
import { GOOD_AUC } from '../support/criteria.ts';
import { goodRates, qualityCase, type RankedLine } from '../support/ranking.ts';
import { LOSSES, pairsOf, POINTWISE, RATES, type Loss } from './settings.ts';

export const FILE = 'auc.png';
const TRIED = `The grid of the study is all that was tried: ${RATES.length} step sizes for every method, one pass.`;

/** Whether pairs order better, and bear more step sizes. The source says it of squared loss; logistic loss has its counterpart. */
export function claims(lines: readonly RankedLine[], sets: readonly string[], methods: readonly string[]): Claim[] {
  const more = (own: string, other: string, claim: string): Claim => moreGood(lines, sets, methods, [own, other], claim);
  return [
    ...LOSSES.toReversed().map((loss) => bestClaim(lines, sets, loss)),
    ...LOSSES.map((loss) =>
      more(
        pairsOf(loss, 'invariant'),
        pairsOf(loss, 'naive'),
        `${loss} loss: pairs with invariant updates have more good step sizes than with naive ones, in the mean over sets`,
      ),
    ),
    ...LOSSES.toReversed().map((loss) =>
      more(
        pairsOf(loss, 'invariant'),
        POINTWISE[loss],
        `${loss} loss, invariant updates: pairs have more good step sizes than ${POINTWISE[loss]}, in the mean over sets`,
      ),
    ),
  ];
}

function bestClaim(lines: readonly RankedLine[], sets: readonly string[], loss: Loss): Claim {
  return {
    claim: `${loss} loss: pairs reach at least the AUC of ${POINTWISE[loss]}, on every set`,
    cases: sets.map((set) => qualityCase(lines, set, [pairsOf(loss, 'invariant'), POINTWISE[loss]], 'seeds')),
    figure: FILE,
    tried: TRIED,
  };
}

function moreGood(
  lines: readonly RankedLine[],
  sets: readonly string[],
  methods: readonly string[],
  compared: readonly [own: string, other: string],
  claim: string,
): Claim {
  const [own, other] = compared.map((method) => sets.map((set) => goodRates(lines, set, method, methods, GOOD_AUC)));
  return {
    claim,
    cases:
      sets.length === 0
        ? []
        : [
            {
              what: `of ${RATES.length} step sizes`,
              ...meanDifference(own, other, 'sets'),
              unit: 'difference',
              criterion: { above: 0 },
              compared: { of: [mean(own), mean(other)], unit: 'number' },
            },
          ],
    figure: FILE,
    tried: `${TRIED} Good is an AUC of at most ${GOOD_AUC} below the highest.`,
  };
}
