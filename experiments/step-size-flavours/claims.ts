import { mean } from '../../src/statistics/small-samples.ts';
import { type Claim, meanDifference, meanOver } from '../../src/studies/results/claim.ts';
import { mostOf } from '../../src/studies/results/claims.ts';
import { FAR_LESS, GOOD_LOSS } from '../support/criteria.ts';
import { ALL, best, fileOf, FLAVOURS, spread, UPDATES, type Field, type Flavour, type Update } from './settings.ts';
import { exp, log } from '../../src/numerics/elementary.ts';
import { onScale } from '../support/numbers.ts';

/** How the best rate varies over sets, how low the losses at it are, and how many rates are good. */
export function claims(fields: readonly Field[]): Claim[] {
  const updates = UPDATES.toReversed();
  const tried = gridTried(fields);
  const noHigher = (flavour: Flavour, other: Flavour, claim: string): Claim[] =>
    updates.map((update) => ({ ...lossClaim(fields, update, [flavour, other], claim), tried }));
  return [
    ...updates.flatMap((update) =>
      (['gradient-descent', 'ada-grad'] as const).map((other) => ({ ...spreadClaim(fields, update, other), tried })),
    ),
    ...noHigher(
      'normalized-adaptive',
      'ada-grad',
      'Normalized adaptive reaches no higher a loss than adaptive alone at its best rate, on most sets',
    ),
    ...noHigher(
      'ada-grad',
      'gradient-descent',
      '"Useful for different dynamic ranges": adaptive reaches no higher a loss than sgd at its best rate, on most sets',
    ),
    ...ALL.map((flavour) => ({ ...invariantClaim(fields, flavour), tried })),
  ];
}

/** The spread of the best rates, shuffle by shuffle. */
function spreadClaim(fields: readonly Field[], update: Update, other: Flavour): Claim {
  const shuffles = fields.length < 2 ? [] : fields[0].trials[update][other][0].losses.map((_, s) => inShuffle(fields, s));
  const [own, others] = (['normalized-adaptive', other] as const).map((flavour) =>
    shuffles.map((each) => spread(each, update, flavour)),
  );
  return {
    claim:
      `With ${update} updates, the best rate of normalized adaptive varies far less over sets than that of ` + FLAVOURS[other],
    cases:
      fields.length < 2
        ? []
        : [
            {
              what: `decades over decades, over ${fields.length} sets:`,
              ...meanOver(
                own.map((decades, s) => decades / others[s]),
                'shuffles',
              ),
              unit: 'number',
              criterion: { atMost: FAR_LESS },
              compared: { of: [mean(own), mean(others)], unit: 'tenths' },
            },
          ],
    figure: fileOf(update),
  };
}

/** The fields as this shuffle alone has them. */
function inShuffle(fields: readonly Field[], s: number): Field[] {
  const alone = (trials: Field['trials'][Update]): Field['trials'][Update] => ({
    'gradient-descent': trials['gradient-descent'].map((each) => ({ ...each, loss: each.losses[s] })),
    'ada-grad': trials['ada-grad'].map((each) => ({ ...each, loss: each.losses[s] })),
    normalized: trials.normalized.map((each) => ({ ...each, loss: each.losses[s] })),
    'normalized-adaptive': trials['normalized-adaptive'].map((each) => ({ ...each, loss: each.losses[s] })),
  });
  return fields.map((each) => ({
    ...each,
    trials: { naive: alone(each.trials.naive), invariant: alone(each.trials.invariant) },
  }));
}

/** Loss over loss, each flavour at its best rate: geometric mean over shuffles, a case a set. */
function lossClaim(
  fields: readonly Field[],
  update: Update,
  [flavour, other]: readonly [Flavour, Flavour],
  claim: string,
): Claim {
  return {
    claim: `With ${update} updates: ${claim}`,
    ...mostOf(
      fields.map(({ dataset, trials }) => {
        const [own, others] = [flavour, other].map((each) => best(trials[update][each]).losses.map(log));
        return {
          what: dataset,
          ...onScale(meanDifference(own, others, 'shuffles'), exp),
          unit: 'times',
          criterion: { atMost: 1 },
        };
      }),
    ),
    figure: fileOf(update),
  };
}

/** Good rates of a set, of both updates; the sets are the unit. */
function invariantClaim(fields: readonly Field[], flavour: Flavour): Claim {
  const good = (update: Update): number[] =>
    fields.map(({ trials }) => {
      const goal = GOOD_LOSS * Math.min(...UPDATES.map((each) => best(trials[each][flavour]).loss));
      return trials[update][flavour].filter(({ loss }) => loss <= goal).length;
    });
  const [naive, invariant] = UPDATES.map(good);
  return {
    claim: `Invariant updates have more good rates than naive ones, in the mean over sets: ${FLAVOURS[flavour]}`,
    cases:
      fields.length === 0
        ? []
        : [
            {
              what: 'rates more:',
              ...meanDifference(invariant, naive, 'sets'),
              unit: 'difference',
              criterion: { above: 0 },
              compared: { of: [mean(invariant), mean(naive)], unit: 'tenths' },
            },
          ],
    figure: fileOf('invariant'),
  };
}

function gridTried(fields: readonly Field[]): string {
  const rates = Math.max(0, ...fields.map(({ trials }) => trials.naive['gradient-descent'].length));
  return `The grid of the study is all that was tried: ${rates} rates for every flavour and update on every set.`;
}
