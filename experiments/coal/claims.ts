import { UNKNOWN } from '../../src/statistics/estimate.ts';
import { bestOf } from '../../src/studies/results/results.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import { decided } from '../support/decided.ts';
import { percent, points } from '../support/numbers.ts';
import {
  boughtBy,
  differenceOf,
  estimateOf,
  meanOf,
  MELLOWNESS,
  RANDOM,
  RATES,
  shareOf,
  testError,
  validationError,
  type Chosen,
} from './settings.ts';

export const FRONTIER = 'costs.png';

/** Measured before the study was written, on another cut of pendigits: test error and share of costs. */
const WANTED = { error: 0.11, share: 0.11 } as const;
/** A rule that buys less than this has stopped asking. */
const NOTHING = 0.01;
const TRIED = `${RATES.length} step sizes, ${MELLOWNESS.length} values of the mellowness, with and without examples that are bought whole first, ${RANDOM.length} rates at random: the grid of the study is all that was tried. Settings are chosen by validation error.`;

/** What the study claims of each. */
export function claims(chosen: readonly Chosen[], sets: readonly string[]): Claim[] {
  const few = bestOf(
    chosen.filter((each) => each.dataset === 'pendigits' && isCoal(each) && boughtBy(each) <= WANTED.share),
    (each) => meanOf(each.setting, validationError),
  );
  return [
    decided({
      claim: `pendigits: COAL with at most ${percent(WANTED.share, 0)} of the costs has a test error below ${percent(WANTED.error, 0)}`,
      estimate: estimateOf(few?.setting, testError),
      criterion: { kind: 'below', bound: WANTED.error },
      print: (value) => percent(value, 2),
      ...(few !== undefined && { beside: settingWords(few) }),
      figure: FRONTIER,
      tried: `${TRIED} The bound was measured on another cut of the set, with other step sizes.`,
    }),
    ...sets.map((dataset) => againstRandom(chosen, dataset)),
    ...sets.map((dataset) => againstEvery(chosen, dataset)),
    ...sets.map((dataset) => stopsAsking(chosen, dataset)),
  ];
}

function isCoal({ method }: Chosen): boolean {
  return method.startsWith('COAL');
}

function bestCoal(chosen: readonly Chosen[], dataset: string): Chosen | undefined {
  return bestOf(
    chosen.filter((each) => each.dataset === dataset && isCoal(each)),
    (each) => meanOf(each.setting, validationError),
  );
}

/** COAL that buys fewer costs than a rate at random, for the smallest such rate. */
function againstRandom(chosen: readonly Chosen[], dataset: string): Claim {
  const own = chosen.filter((each) => each.dataset === dataset);
  const pairs = own
    .filter(({ method }) => method === 'random')
    .toSorted((a, b) => a.knob - b.knob)
    .flatMap((random) => {
      const fewer = own.filter((each) => isCoal(each) && boughtBy(each) > NOTHING && boughtBy(each) <= boughtBy(random));
      const coal = bestOf(fewer, (each) => meanOf(each.setting, validationError));
      return coal === undefined ? [] : [{ coal, random }];
    });
  const [pair] = pairs;
  return decided({
    claim: `${dataset}: COAL has a lower test error than costs at random, of which no fewer are bought`,
    estimate: pairs.length === 0 ? UNKNOWN : differenceOf(pair.coal.setting, pair.random.setting, testError),
    criterion: { kind: 'below', bound: 0 },
    print: points,
    unit: 'points',
    ...(pairs.length > 0 && { beside: `${settingWords(pair.coal)}; ${settingWords(pair.random)}` }),
    figure: FRONTIER,
    tried: TRIED,
  });
}

function againstEvery(chosen: readonly Chosen[], dataset: string): Claim {
  const coal = bestCoal(chosen, dataset);
  const every = chosen.find((each) => each.dataset === dataset && each.method === 'every cost');
  return decided({
    claim: `${dataset}: COAL has a lower test error than the same regressors with every cost`,
    estimate: differenceOf(coal?.setting, every?.setting, testError),
    criterion: { kind: 'below', bound: 0 },
    print: points,
    unit: 'points',
    ...(coal !== undefined && every !== undefined && { beside: `${settingWords(coal)}; ${settingWords(every)}` }),
    figure: FRONTIER,
    tried: TRIED,
  });
}

/** As the source has it, with the smallest mellowness. */
function stopsAsking(chosen: readonly Chosen[], dataset: string): Claim {
  const coal = chosen.find((each) => each.dataset === dataset && each.method === 'COAL' && each.knob === MELLOWNESS[0]);
  return decided({
    claim: `${dataset}: without examples that are bought whole first, COAL with mellowness ${MELLOWNESS[0]} goes on asking: it buys more than ${percent(NOTHING, 0)} of the costs`,
    estimate: estimateOf(coal?.setting, coal === undefined ? () => NaN : shareOf(coal.rows)),
    criterion: { kind: 'above', bound: NOTHING },
    print: (value) => percent(value, 2),
    figure: FRONTIER,
    tried: `${TRIED} After its first example one class is predicted to cost nothing, and all others may be ruled out for good.`,
  });
}

/** "COAL 0.003: 6.90% of the costs, error 11.80%" */
function settingWords(each: Chosen): string {
  const knob = each.method === 'every cost' ? '' : ` ${each.knob}`;
  return `${each.method}${knob}: ${percent(boughtBy(each), 2)} of the costs, error ${percent(meanOf(each.setting, testError), 2)}`;
}
