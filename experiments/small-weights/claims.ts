import { mean } from '../../src/statistics/small-samples.ts';
import { type Claim, meanDifference, meanOver } from '../../src/studies/results/claim.ts';
import { mostOf } from '../../src/studies/results/claims.ts';
import { MAJORITY } from '../support/criteria.ts';
import { best, goodSteps, LOSSES, OTHERS, powersOf, type Field, type Loss, type Update } from './settings.ts';

export const FIGURE = 'small-weights.png';

interface Pair {
  readonly update: Update;
  readonly loss: Loss;
  readonly own: readonly Field[];
}

/** Of every update and loss against the plain step: points, ranges, and the schedules that validation chooses. */
export function claims(fields: readonly Field[]): Claim[] {
  const pairs = LOSSES.flatMap((loss) =>
    OTHERS[loss].map((update): Pair => ({ update, loss, own: fields.filter((each) => each.loss === loss) })),
  );
  const schedules = Math.max(0, ...fields.map(({ trials }) => trials.get('naive')!.length));
  return [...pairs.map(pointsClaim), ...pairs.map(rangeClaim), ...pairs.map(bestClaim)].map((claim) => ({
    ...claim,
    figure: FIGURE,
    tried: `The grid of the study is all that was tried: ${schedules} schedules on every set, equal for all updates.`,
  }));
}

/** Of the schedules on each set, the share with which the update has a test accuracy as high as the plain step, or higher. */
export function sharesAbove(fields: readonly Field[], update: Update): number[] {
  return fields.map(({ trials }) => {
    const naive = trials.get('naive')!;
    const ours = trials.get(update)!;
    return ours.filter(({ test }, t) => test >= naive[t].test).length / ours.length;
  });
}

/** Schedules of a set are no sample; sets are the unit. */
function pointsClaim({ update, loss, own }: Pair): Claim {
  const shares = sharesAbove(own, update);
  return {
    claim: `${loss} loss, ${update}: most points are on or above the diagonal`,
    cases: own.length === 0 ? [] : [{ what: '', ...meanOver(shares, 'sets'), unit: 'share', criterion: { above: MAJORITY } }],
  };
}

/** Of a set, mean over p. */
function rangeClaim({ update, loss, own }: Pair): Claim {
  const steps = (each: Update): number[] =>
    own.map((field) => mean(powersOf(field).map((power) => goodSteps(field, each, power).length)));
  const [ours, naive] = [steps(update), steps('naive')];
  return {
    claim: `${loss} loss, ${update}: the range of good step sizes is broader than that of the plain step`,
    cases:
      own.length === 0
        ? []
        : [
            {
              what: 'good step sizes more:',
              ...meanDifference(ours, naive, 'sets'),
              unit: 'difference',
              criterion: { above: 0 },
              compared: { of: [mean(ours), mean(naive)], unit: 'tenths' },
            },
          ],
  };
}

function bestClaim({ update, loss, own }: Pair): Claim {
  return {
    claim:
      `${loss} loss, ${update}: "work well, even for i = 1": the schedule that validation chooses has no lower a test ` +
      'accuracy than that of the plain step, on most sets',
    ...mostOf(
      own.map((field) => ({
        what: field.dataset,
        ...meanDifference(best(field, update).tests, best(field, 'naive').tests, 'seeds'),
        unit: 'points',
        criterion: { atLeast: 0 },
      })),
    ),
  };
}
