import type { Claim } from '../../src/studies/results/claims.ts';
import type { Bar, BarPanel, BarSeries, ForestPanel } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { capBias, type CapBias, type Mean } from '../../src/studies/cap-bias.ts';
import { final, medianOver, type Setting } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import {
  arenasOf,
  atCost,
  BUDGETS,
  CAP,
  CONFIDENCE,
  DELIBERATE,
  FLOORS,
  gap,
  knob,
  ORACLES,
  PERFECT,
  RULES,
  typical,
  WANTED,
  type Arena,
  type Gap,
  type Rule,
  type Terms,
} from './settings.ts';
import { percent, points } from '../support/numbers.ts';
import { testError } from '../support/settings.ts';
import { gridInWords } from '../support/words.ts';

/** Standard errors within which a mean is taken for what theory says, and beyond which a bias is shown. */
const CHANCE = 3;
const SHOWN = 2;
/** A delay, or paid silence, that costs no more than this much error costs little. */
const LITTLE = 0.01;

const FILES = { mass: 'mass.png', floor: 'floor.png', cost: 'equal-cost.png', answers: 'answers.png' };

/** The report of budget: the bias of a hard cap, the spread of importance with and without a floor, and errors at equal cost. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings);
  return {
    title: 'Hard budgets, imperfect oracles, and floors',
    protocol: [
      `One learner, untuned: logistic loss, invariant updates, AdaGrad with eta0 = 1/2; one shuffled pass, ${findings.seeds} seeds, which shuffle, toss the coins and draw the oracle's mistakes alike for all rules. Sets: 5,000 documents like RCV1, and real ones, of which a quarter tests and an eighth validates.`,
      `Bias of a cap and spread: of the three values of mellowness (rates, for random), the one that buys the number of labels nearest to ${WANTED} without a cap, twice the larger cap; no error decides. Mass is the sum of importance over n, 1 on average for an unbiased rule without a cap; refused is the importance that the budget did not hold. "Error estimate" is the importance-weighted error of the bought labels less the progressive error. Intervals are two standard errors.`,
      `Oracles: noisy flips 10% of the labels, class noise 20% of the positive and 5% of the negative ones; abstaining is silent on 20% and paid all the same; late answers come 200 examples after the purchase; votes are those of a panel of five who err on 5% to 35% of the rows, a fifth on average: one of them, three of them, or as many as it takes for one class to lead by two; a price by length is 0.25 + 0.01 a stored feature. Every vote costs 1.`,
      `Equal cost: every oracle model under a cap of ${CAP}. The knob of a rule is the one with the lowest median validation error, for each oracle and set; validation labels are true. Differences of test errors are paired by seed, with ${percent(CONFIDENCE, 0)} t intervals. The test part decides nothing.`,
    ],
    figures:
      arenas.length === 0
        ? []
        : [
            {
              file: FILES.mass,
              figure: { panels: arenas.map(massPanel) },
              caption:
                'Sum of importance over n under a hard cap, mean over seeds with two standard errors: what it lacks of 1 is what the budget refused.',
            },
            {
              file: FILES.floor,
              figure: { panels: arenas.map(floorPanel) },
              caption:
                'Spread (standard deviation over seeds) of the sum of importance over n, without a cap, with and without a floor under the probability.',
            },
            {
              file: FILES.cost,
              figure: { panels: arenas.map(costPanel) },
              caption: `Test error less that of random sampling at the same cost of ${CAP}, mean over seeds with its ${percent(CONFIDENCE, 0)} interval.`,
            },
            {
              file: FILES.answers,
              figure: { panels: [answerPanel(arenas, 'three votes', 'one vote'), answerPanel(arenas, 'late', PERFECT)] },
              caption: 'What other answers do to a rule at the same cost: difference of test errors, drawn likewise.',
            },
          ],
    tables: [biasTable(arenas), floorTable(arenas), ...arenas.map(costTable)],
    claims:
      arenas.length === 0
        ? []
        : [
            unbiasedClaim(arenas),
            missingClaim(arenas),
            balanceClaim(arenas),
            estimateClaim(arenas),
            boundClaim(arenas),
            spreadClaim(arenas),
            ...DELIBERATE.map((rule) => activeClaim(arenas, rule)),
            votesClaim(arenas),
            lateClaim(arenas),
          ],
    notes: [
      'Where active rules are not shown to be better than random sampling, 500 labels are few for the set (on a9a random sampling is nearly as good as every label), or so many of them are wrong that what was learned early misleads the rule.',
      ...findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    ],
    command: `npm run reproduce -- budget${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

const TERMS: readonly Terms[] = [{}, ...BUDGETS.toReversed().map((budget) => ({ budget }))];

function termsName({ budget }: Terms): string {
  return budget === undefined ? 'no cap' : `cap ${budget}`;
}

/** Every dataset, rule and cap with the bias measured on it. */
function biases(
  arenas: readonly Arena[],
  terms: readonly Terms[],
): { arena: Arena; rule: Rule; terms: Terms; setting: Setting; bias: CapBias }[] {
  return arenas.flatMap((arena) =>
    RULES.flatMap((rule) =>
      terms.map((each) => {
        const setting = typical(arena, rule, each);
        return { arena, rule, terms: each, setting, bias: capBias(setting.measurements) };
      }),
    ),
  );
}

function massPanel(arena: Arena): BarPanel {
  return {
    kind: 'bars',
    title: arena.name,
    y: { label: 'sum of importance / n', scale: 'linear', min: 0, max: 1.2 },
    references: [{ y: 1, label: 'unbiased' }],
    groups: RULES,
    series: TERMS.map((terms) => ({ label: termsName(terms), bars: RULES.map((rule) => bar(typical(arena, rule, terms))) })),
  };
}

function bar({ measurements, cells }: Setting): Bar {
  const { mean, standardError } = capBias(measurements).mass;
  return { height: mean, low: mean - SHOWN * standardError, high: mean + SHOWN * standardError, cells };
}

/** Standard deviation over seeds of the sum of importance over n. */
function spread(setting: Setting): number {
  return capBias(setting.measurements).mass.standardError * Math.sqrt(setting.measurements.length);
}

/** What a floor promises: Var(sum h) = E sum (1/p - 1) <= n (1/floor - 1). */
function promised(floor: number, examples: number): number {
  return Math.sqrt((1 / floor - 1) / examples);
}

function floorPanel(arena: Arena): BarPanel {
  const series = [undefined, ...FLOORS].map((floor): BarSeries => ({
    label: floor === undefined ? 'no floor' : `p ≥ ${floor}`,
    bars: DELIBERATE.map((rule): Bar => {
      const setting = typical(arena, rule, floor === undefined ? {} : { floor });
      return { height: spread(setting), cells: setting.cells };
    }),
  }));
  return {
    kind: 'bars',
    title: arena.name,
    y: { label: 'spread of the sum of importance / n', scale: 'linear', min: 0 },
    groups: DELIBERATE,
    series,
  };
}

function costPanel(arena: Arena): ForestPanel {
  return {
    kind: 'forest',
    title: arena.name,
    x: { label: 'test error less that of random sampling, points', scale: 'linear' },
    better: 'lower',
    rows: DELIBERATE.flatMap((rule) =>
      Object.keys(ORACLES).map((oracle) => {
        const { value, low, high, cells } = gap(arena, [rule, oracle], ['random', oracle]);
        return { label: `${rule}: ${oracle}`, difference: 100 * value, low: 100 * low, high: 100 * high, cells };
      }),
    ),
  };
}

function answerPanel(arenas: readonly Arena[], one: string, other: string): ForestPanel {
  return {
    kind: 'forest',
    title: `${one} less ${other}`,
    x: { label: 'difference of test errors, points', scale: 'linear' },
    better: 'lower',
    rows: contrasts(arenas, one, other).map(({ what, value, low, high, cells }) => ({
      label: what,
      difference: 100 * value,
      low: 100 * low,
      high: 100 * high,
      cells,
    })),
  };
}

/** Test error with one oracle less that with the other, for both rules on every set. */
function contrasts(arenas: readonly Arena[], one: string, other: string): (Gap & { what: string })[] {
  return arenas.flatMap((arena) =>
    DELIBERATE.map((rule) => ({ what: `${rule} on ${arena.name}`, ...gap(arena, [rule, one], [rule, other]) })),
  );
}

function biasTable(arenas: readonly Arena[]): Table {
  return {
    title: 'Bias of a hard cap, mean ± standard error over seeds',
    header: ['dataset', 'rule', 'knob', 'cap', 'labels', 'mass', 'refused', 'mass + refused', 'error estimate, points'],
    rows: biases(arenas, TERMS).map(({ arena, rule, terms, setting, bias }) => [
      arena.name,
      rule,
      knob(arena, setting),
      terms.budget === undefined ? 'none' : `${terms.budget}`,
      `${Math.round(medianOver(setting, (run) => final(run).queried))}`,
      plusMinus(bias.mass, 3),
      plusMinus(bias.refused, 3),
      (bias.mass.mean + bias.refused.mean).toFixed(3),
      plusMinus({ mean: 100 * bias.estimate.mean, standardError: 100 * bias.estimate.standardError }, 2),
    ]),
  };
}

function floorTable(arenas: readonly Arena[]): Table {
  return {
    title: 'With and without a floor, no cap',
    header: ['dataset', 'rule', 'knob', 'floor', 'labels', 'spread of mass', 'at most', 'test error'],
    rows: arenas.flatMap((arena) =>
      DELIBERATE.flatMap((rule) =>
        [undefined, ...FLOORS].map((floor) => {
          const setting = typical(arena, rule, floor === undefined ? {} : { floor });
          return [
            arena.name,
            rule,
            knob(arena, setting),
            floor === undefined ? 'none' : `${floor}`,
            `${Math.round(medianOver(setting, (run) => final(run).queried))}`,
            spread(setting).toFixed(3),
            floor === undefined ? '' : promised(floor, arena.examples).toFixed(3),
            percent(testError(setting), 2),
          ];
        }),
      ),
    ),
  };
}

function costTable(arena: Arena): Table {
  return {
    title: `${arena.name}: test error at a cost of ${CAP} (median over seeds), labels bought with it, and the knob`,
    header: ['oracle', ...RULES],
    rows: Object.keys(ORACLES).map((oracle) => [
      oracle,
      ...RULES.map((rule) => {
        const setting = atCost(arena, rule, oracle);
        const chosen = knob(arena, setting);
        return `${percent(testError(setting), 2)} (${Math.round(medianOver(setting, (run) => final(run).queried))}${chosen === '' ? '' : `; ${chosen}`})`;
      }),
    ]),
  };
}

function plusMinus({ mean, standardError }: Mean, digits: number): string {
  return `${mean.toFixed(digits)} ± ${standardError.toFixed(digits)}`;
}

const FLOORS_TRIED = `The grid of the study is all that was tried: floors of ${FLOORS.join(' and ')}.`;

/** Of claims about means of importances. */
function fewSeeds([{ settings }]: readonly Arena[]): string {
  return `The ${settings[0].cells.length} seeds of the study are few for such a mean, because importances are skewed, most small samples lack the rare large ones, and all rules of a seed toss the same coins; more seeds were tried once and not kept, so that they decide nothing here (--seeds 200 tells chance from bias).`;
}

/** How far a mean is from what it should be, in standard errors; 0 where it is there exactly. */
function errorsFrom(target: number, { mean, standardError }: Mean): number {
  return mean === target ? 0 : (mean - target) / standardError;
}

function unbiasedClaim(arenas: readonly Arena[]): Claim {
  const deviations = biases(arenas, [{}]).map(({ arena, rule, bias }) => ({
    what: `${rule} on ${arena.name}`,
    by: errorsFrom(1, bias.mass),
  }));
  const worst = deviations.reduce((a, b) => (Math.abs(b.by) > Math.abs(a.by) ? b : a));
  return {
    claim: `without a cap the importances sum to n: every rule's mass is 1 within ${CHANCE} standard errors, on every set`,
    measured: `farthest of ${deviations.length}: ${worst.what}, ${worst.by.toFixed(1)} standard errors`,
    holds: deviations.every(({ by }) => Math.abs(by) <= CHANCE),
    figure: FILES.mass,
    tried: fewSeeds(arenas),
  };
}

/** Rules that a cap of `CAP` has cut off: some importance was refused. */
function capped(arenas: readonly Arena[]): ReturnType<typeof biases> {
  return biases(arenas, [{ budget: CAP }]).filter(({ bias }) => bias.refused.mean > 0);
}

function missingClaim(arenas: readonly Arena[]): Claim {
  const felt = capped(arenas);
  const short = felt.filter(({ bias }) => errorsFrom(1, bias.mass) < -SHOWN);
  return {
    claim: `a hard cap of ${CAP} that is felt leaves importance out: mass falls short of 1 by more than ${SHOWN} standard errors`,
    measured: `in ${short.length} of ${felt.length} cases (set and rule); mass from ${Math.min(...felt.map(({ bias }) => bias.mass.mean)).toFixed(2)} to ${Math.max(...felt.map(({ bias }) => bias.mass.mean)).toFixed(2)}`,
    holds: felt.length === 0 ? 'not measured' : short.length === felt.length,
    figure: FILES.mass,
    tried: fewSeeds(arenas),
  };
}

function balanceClaim(arenas: readonly Arena[]): Claim {
  const sums = capped(arenas).map(({ arena, rule, setting }) => {
    const total = meanInterval(
      setting.measurements.map(
        (run) => (final(run).importanceSum + run.sample.refusedImportance + run.sample.implied) / final(run).examples,
      ),
      CONFIDENCE,
    );
    return { what: `${rule} on ${arena.name}`, total };
  });
  const outside = sums.filter(({ total: { value, low, high } }) => !(value === 1 || (low <= 1 && 1 <= high)));
  return {
    claim: `what is missing is what the budget refused: mass + refused is 1 within its ${percent(CONFIDENCE, 0)} interval, but for one case in twenty`,
    measured: `${sums.length - outside.length} of ${sums.length} intervals hold 1${outside.length === 0 ? '' : `; not ${outside.map(({ what, total }) => `${what} (${total.low.toFixed(3)} to ${total.high.toFixed(3)})`).join(', ')}`}`,
    holds: sums.length === 0 ? 'not measured' : outside.length <= Math.ceil(sums.length / 20),
    figure: FILES.mass,
    tried: fewSeeds(arenas),
  };
}

function estimateClaim(arenas: readonly Arena[]): Claim {
  const felt = capped(arenas);
  const low = felt.filter(({ bias }) => errorsFrom(0, bias.estimate) < -SHOWN);
  return {
    claim: `the error estimate of the bought labels is biased downwards by such a cap, by more than ${SHOWN} standard errors, in most cases`,
    measured: `in ${low.length} of ${felt.length}; by ${points(median(felt.map(({ bias }) => bias.estimate.mean)))} points in the median`,
    holds: felt.length === 0 ? 'not measured' : low.length > felt.length / 2,
    tried: fewSeeds(arenas),
  };
}

function boundClaim(arenas: readonly Arena[]): Claim {
  const cases = arenas.flatMap((arena) =>
    DELIBERATE.flatMap((rule) =>
      FLOORS.map((floor) => spread(typical(arena, rule, { floor })) / promised(floor, arena.examples)),
    ),
  );
  return {
    claim: 'importance stays bounded over a floor: the spread of mass is within sqrt((1 / p_min - 1) / n), on every set',
    measured: `spread over bound from ${Math.min(...cases).toFixed(2)} to ${Math.max(...cases).toFixed(2)}`,
    holds: cases.every((ratio) => ratio <= 1),
    figure: FILES.floor,
    tried: FLOORS_TRIED,
  };
}

function spreadClaim(arenas: readonly Arena[]): Claim {
  const floor = FLOORS[FLOORS.length - 1];
  const cases = arenas.flatMap((arena) =>
    DELIBERATE.map((rule) => ({
      what: `${rule} on ${arena.name}`,
      without: spread(typical(arena, rule, {})),
      with: spread(typical(arena, rule, { floor })),
    })),
  );
  return {
    claim: `a floor of ${floor} narrows the spread of mass, for both rules on every set`,
    measured: cases.map(({ what, without, with: within }) => `${what} ${without.toFixed(3)} to ${within.toFixed(3)}`).join(', '),
    holds: cases.every(({ without, with: within }) => within < without),
    figure: FILES.floor,
    tried: FLOORS_TRIED,
  };
}

function activeClaim(arenas: readonly Arena[], rule: Rule): Claim {
  const cases = arenas.flatMap((arena) => Object.keys(ORACLES).map((oracle) => gap(arena, [rule, oracle], ['random', oracle])));
  const better = cases.filter(({ high }) => high < 0).length;
  const worse = cases.filter(({ low }) => low > 0).length;
  return {
    claim: `whoever answers: at equal cost ${rule} ends at a lower test error than random sampling, in most pairs of set and oracle`,
    measured: `lower in ${better} of ${cases.length}, higher in ${worse}, no difference shown in ${cases.length - better - worse}`,
    holds: better > cases.length / 2,
    figure: FILES.cost,
    tried: `The grid of the study is all that was tried: ${gridInWords(arenas[0].settings.filter(({ run }) => run.query.name === rule))}, chosen on the validation part for every oracle and set, under one cap of ${CAP}; a pair counts as lower where its whole interval is below 0.`,
  };
}

function votesClaim(arenas: readonly Arena[]): Claim {
  const gaps = contrasts(arenas, 'three votes', 'one vote');
  const better = gaps.filter(({ high }) => high < 0);
  return {
    claim:
      'another label pays: at equal cost three votes a row are better than one vote on three times the rows, where annotators err on a fifth of them, in most cases',
    measured: `in ${better.length} of ${gaps.length}; three votes less one, points: ${gaps.map(({ what, value }) => `${what} ${points(value)}`).join(', ')}`,
    holds: better.length > gaps.length / 2,
    figure: FILES.answers,
    tried: `The grid of the study is all that was tried: one panel of five, and one cap of ${CAP}, of which three votes a row leave a third of the rows.`,
  };
}

function lateClaim(arenas: readonly Arena[]): Claim {
  const gaps = contrasts(arenas, 'late', PERFECT);
  return {
    claim: 'labels that come 200 examples late cost less than a point of test error, for both rules on every set',
    measured: `late less at once, points: ${gaps.map(({ what, value }) => `${what} ${points(value)}`).join(', ')}`,
    holds: gaps.every(({ value }) => value < LITTLE),
    figure: FILES.answers,
    tried: `The grid of the study is all that was tried: one delay, and one cap of ${CAP}.`,
  };
}
