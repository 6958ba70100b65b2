import { randomStream } from '../../src/numerics/random.ts';
import { bootstrapInterval } from './bootstrap-interval.ts';
import { standardError } from '../../src/statistics/small-samples.ts';
import type { Mean } from './cap-bias.ts';
import { type Case, type Claim, CONFIDENCE, meanOver, type Measured } from '../../src/studies/results/claim.ts';
import { mostOf } from '../../src/studies/results/claims.ts';
import type { Setting } from '../../src/studies/results/results.ts';
import { CHANCE, LITTLE, LOSS_MATTERS, MISSES_ONE_IN, SHOWN } from '../support/criteria.ts';
import { percent, final } from '../support/numbers.ts';
import { gridInWords } from '../support/words.ts';
import { biases, contrasts, promised } from './biases.ts';
import { CAP, DELIBERATE, FLOORS, gap, ORACLES, PERFECT, typical, type Arena, type Gap, type Rule } from './settings.ts';

export const FILES = { mass: 'mass.png', floor: 'floor.png', cost: 'equal-cost.png', answers: 'answers.png' };

const FLOORS_TRIED = `The grid of the study is all that was tried: floors of ${FLOORS.join(' and ')}.`;
/** Of the spread over seeds. */
const RESAMPLES = 2000;

/** What a cap does to a sample, what a floor does, and what labels of equal cost are worth. */
export function claims(arenas: readonly Arena[]): Claim[] {
  return [
    unbiasedClaim(arenas),
    missingClaim(arenas),
    balanceClaim(arenas),
    estimateClaim(arenas),
    boundClaim(arenas),
    spreadClaim(arenas),
    ...DELIBERATE.map((rule) => activeClaim(arenas, rule)),
    votesClaim(arenas),
    lateClaim(arenas),
  ];
}

/** Of claims about means of importances. */
function fewSeeds([{ settings }]: readonly Arena[]): string {
  return (
    `The ${settings[0].cells.length} seeds of the study are few for such a mean, because importances are skewed, most small ` +
    'samples lack the rare large ones, and all rules of a seed toss the same coins; ' +
    'more seeds were tried once and not kept, so that they decide nothing here (--seeds 200 tells chance from bias).'
  );
}

/** So many standard errors to both sides. */
function within({ mean: value, standardError: error }: Mean, errors: number, seeds: number): Measured {
  return {
    value,
    low: value - errors * error,
    high: value + errors * error,
    basis: `${errors} standard errors over ${seeds} seeds`,
  };
}

function unbiasedClaim(arenas: readonly Arena[]): Claim {
  return {
    claim: `without a cap the importances sum to n: every rule's mass is 1 within ${CHANCE} standard errors, on every set`,
    cases: biases(arenas, [{}]).map(({ arena, rule, setting, bias }) => ({
      what: `${rule} on ${arena.name}`,
      ...within(bias.mass, CHANCE, setting.measurements.length),
      unit: 'number',
      criterion: { covers: 1 },
    })),
    figure: FILES.mass,
    tried: fewSeeds(arenas),
  };
}

/** Rules that a cap of `CAP` has cut off: some importance was refused. */
function capped(arenas: readonly Arena[]): ReturnType<typeof biases> {
  return biases(arenas, [{ budget: CAP }]).filter(({ bias }) => bias.refused.mean > 0);
}

function missingClaim(arenas: readonly Arena[]): Claim {
  return {
    claim: `a hard cap of ${CAP} that is felt leaves importance out: mass falls short of 1 by more than ${SHOWN} standard errors`,
    cases: capped(arenas).map(({ arena, rule, setting, bias }) => ({
      what: `${rule} on ${arena.name}`,
      ...within(bias.mass, SHOWN, setting.measurements.length),
      unit: 'number',
      criterion: { below: 1 },
    })),
    figure: FILES.mass,
    tried: fewSeeds(arenas),
  };
}

function balanceClaim(arenas: readonly Arena[]): Claim {
  const cases = capped(arenas).map(({ arena, rule, setting }): Case => {
    const total = setting.measurements.map(
      (run) => (final(run).importanceSum + run.sample.refusedImportance + run.sample.implied) / final(run).examples,
    );
    return { what: `${rule} on ${arena.name}`, ...meanOver(total, 'seeds'), unit: 'number', criterion: { covers: 1 } };
  });
  return {
    claim:
      `what is missing is what the budget refused: mass + refused is 1 within its ${percent(CONFIDENCE, 0)} interval, but ` +
      'for one case in twenty',
    cases,
    atLeast: cases.length - Math.ceil(cases.length / MISSES_ONE_IN),
    figure: FILES.mass,
    tried: fewSeeds(arenas),
  };
}

function estimateClaim(arenas: readonly Arena[]): Claim {
  return {
    claim:
      `the error estimate of the bought labels is biased downwards by such a cap, by more than ${SHOWN} standard errors, in ` +
      'most cases',
    ...mostOf(
      capped(arenas).map(({ arena, rule, setting, bias }) => ({
        what: `${rule} on ${arena.name}`,
        ...within(bias.estimate, SHOWN, setting.measurements.length),
        unit: 'points',
        criterion: { below: 0 },
      })),
    ),
    figure: FILES.mass,
    tried: fewSeeds(arenas),
  };
}

/** The sum of importance over n, seed by seed. */
function masses({ measurements }: Setting): number[] {
  return measurements.map((run) => final(run).importanceSum / (run.sample.consideredImportance ?? final(run).examples));
}

function deviation(numbers: readonly number[]): number {
  return standardError(numbers) * Math.sqrt(numbers.length);
}

/** A spread over seeds has no interval of Student's: resampled seeds give it one. */
function resampled<T>(seeds: readonly T[], statistic: (seeds: readonly T[]) => number): Measured {
  const options = { confidence: CONFIDENCE, resamples: RESAMPLES, random: randomStream(1, 'spread of importance') };
  return {
    ...bootstrapInterval(seeds, statistic, options),
    basis: `${100 * CONFIDENCE}% bootstrap interval over ${seeds.length} seeds`,
  };
}

function boundClaim(arenas: readonly Arena[]): Claim {
  return {
    claim: 'importance stays bounded over a floor: the spread of mass is within sqrt((1 / p_min - 1) / n), on every set',
    cases: arenas.flatMap((arena) =>
      DELIBERATE.flatMap((rule) =>
        FLOORS.map((floor): Case => {
          const bound = promised(floor, arena.examples);
          return {
            what: `${rule} on ${arena.name}, p_min ${floor}: spread over bound`,
            ...resampled(masses(typical(arena, rule, { floor })), (seeds) => deviation(seeds) / bound),
            unit: 'number',
            criterion: { atMost: 1 },
          };
        }),
      ),
    ),
    figure: FILES.floor,
    tried: FLOORS_TRIED,
  };
}

/** The difference of the two spreads, seeds resampled in pairs. */
function spreadClaim(arenas: readonly Arena[]): Claim {
  const floor = FLOORS[FLOORS.length - 1];
  return {
    claim: `a floor of ${floor} narrows the spread of mass, for both rules on every set`,
    cases: arenas.flatMap((arena) =>
      DELIBERATE.map((rule): Case => {
        const [over, without] = [{ floor }, {}].map((terms) => masses(typical(arena, rule, terms)));
        const pairs = over.map((mass, seed) => [mass, without[seed]] as const);
        const spreadAt = (seeds: typeof pairs, side: 0 | 1): number => deviation(seeds.map((pair) => pair[side]));
        return {
          what: `${rule} on ${arena.name}`,
          ...resampled(pairs, (seeds) => spreadAt([...seeds], 0) - spreadAt([...seeds], 1)),
          unit: 'difference',
          criterion: { below: 0 },
          matters: LOSS_MATTERS,
          compared: { of: [deviation(over), deviation(without)], unit: 'number' },
        };
      }),
    ),
    figure: FILES.floor,
    tried: FLOORS_TRIED,
  };
}

/** A gap of test errors as a case. */
function gapCase(what: string, { value, low, high }: Gap, seeds: number, below: number): Case {
  const basis = `${100 * CONFIDENCE}% interval over ${seeds} seeds`;
  return { what, value, low, high, basis, unit: 'points', criterion: { below } };
}

function seedsOf([{ settings }]: readonly Arena[]): number {
  return settings[0].cells.length;
}

function activeClaim(arenas: readonly Arena[], rule: Rule): Claim {
  return {
    claim:
      `whoever answers: at equal cost ${rule} ends at a lower test error than random sampling, in most pairs of set and ` +
      'oracle',
    ...mostOf(
      arenas.flatMap((arena) =>
        Object.keys(ORACLES).map((oracle) =>
          gapCase(`${oracle} on ${arena.name}`, gap(arena, [rule, oracle], ['random', oracle]), seedsOf(arenas), 0),
        ),
      ),
    ),
    figure: FILES.cost,
    tried:
      'The grid of the study is all that was tried: ' +
      `${gridInWords(arenas[0].settings.filter(({ run }) => run.query.name === rule))}, chosen on the validation part for ` +
      `every oracle and set, under one cap of ${CAP}.`,
  };
}

function votesClaim(arenas: readonly Arena[]): Claim {
  return {
    claim:
      'another label pays: at equal cost three votes a row are better than one vote on three times the rows, where ' +
      'annotators err on a fifth of them, in most cases',
    ...mostOf(contrasts(arenas, 'three votes', 'one vote').map(({ what, ...each }) => gapCase(what, each, seedsOf(arenas), 0))),
    figure: FILES.answers,
    tried:
      `The grid of the study is all that was tried: one panel of five, and one cap of ${CAP}, of which three votes a row ` +
      'leave a third of the rows.',
  };
}

function lateClaim(arenas: readonly Arena[]): Claim {
  return {
    claim: 'labels that come 200 examples late cost less than a point of test error, for both rules on every set',
    cases: contrasts(arenas, 'late', PERFECT).map(({ what, ...each }) => gapCase(what, each, seedsOf(arenas), LITTLE)),
    figure: FILES.answers,
    tried: `The grid of the study is all that was tried: one delay, and one cap of ${CAP}.`,
  };
}
