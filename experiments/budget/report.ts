import { decimals } from '../../src/numerics/display.ts';
import type { Bar, BarPanel, BarSeries, ForestPanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { capBias, type Mean } from './cap-bias.ts';
import { medianOver, type Setting } from '../../src/studies/results/results.ts';
import { biases, contrasts, promised, spread, TERMS, termsName } from './biases.ts';
import { claims, FILES } from './claims.ts';
import {
  arenasOf,
  atCost,
  CAP,
  CONFIDENCE,
  DELIBERATE,
  DENSE,
  FLOORS,
  gap,
  knob,
  ORACLES,
  PERFECT,
  RULES,
  typical,
  WANTED,
  type Arena,
} from './settings.ts';
import { SHOWN } from '../support/criteria.ts';
import { percent, final } from '../support/numbers.ts';
import { savingsTable } from '../support/saving.ts';
import { testError } from '../support/settings.ts';

const SAVERS = ['random', ...DELIBERATE] as const;

/** The report of budget: the bias of a hard cap, the spread of importance with and without a floor, and errors at equal cost. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings);
  return {
    title: 'Hard budgets, imperfect oracles, and floors',
    protocol: [
      'One learner, untuned: logistic loss, invariant updates, AdaGrad with eta0 = 1/2; ' +
        `one shuffled pass, ${findings.seeds} seeds, which shuffle, toss the coins and draw the oracle's mistakes alike for ` +
        'all rules. Sets: 5,000 documents like RCV1, and real ones, of which a quarter tests and an eighth validates.',
      'Bias of a cap and spread: of the three values of mellowness (rates, for random), the one that buys the number of ' +
        `labels nearest to ${WANTED} without a cap, twice the larger cap; no error decides. ` +
        'Mass is the sum of importance over n, 1 on average for an unbiased rule without a cap; ' +
        'refused is the importance that the budget did not hold. "Error estimate" is the importance-weighted error of the ' +
        'bought labels less the progressive error. Intervals are two standard errors.',
      'Oracles: noisy flips 10% of the labels, class noise 20% of the positive and 5% of the negative ones; ' +
        'abstaining is silent on 20% and paid all the same; late answers come 200 examples after the purchase; ' +
        'votes are those of a panel of five who err on 5% to 35% of the rows, a fifth on average: ' +
        'one of them, three of them, or as many as it takes for one class to lead by two; ' +
        'a price by length is 0.25 + 0.01 a stored feature. Every vote costs 1.',
      `Equal cost: every oracle model under a cap of ${CAP}. The knob of a rule is the one with the lowest median ` +
        'validation error, for each oracle and set; validation labels are true. ' +
        `Differences of test errors are paired by seed, with ${percent(CONFIDENCE, 0)} t intervals. ` +
        'The test part decides nothing.',
      `Saving factor: passive learning is stopped at each number of labels, ${DENSE} a power of ten; ` +
        'the study has one learner, which is the whole grid.',
    ],
    figures:
      arenas.length === 0
        ? []
        : [
            {
              file: FILES.mass,
              figure: { panels: arenas.map(massPanel) },
              caption:
                'Sum of importance over n under a hard cap, mean over seeds with two standard errors: ' +
                'what it lacks of 1 is what the budget refused.',
            },
            {
              file: FILES.floor,
              figure: { panels: arenas.map(floorPanel) },
              caption:
                'Spread (standard deviation over seeds) of the sum of importance over n, without a cap, with and without ' +
                'a floor under the probability.',
            },
            {
              file: FILES.cost,
              figure: { panels: arenas.map(costPanel) },
              caption:
                `Test error less that of random sampling at the same cost of ${CAP}, mean over seeds with its ` +
                `${percent(CONFIDENCE, 0)} interval.`,
            },
            {
              file: FILES.answers,
              figure: { panels: [answerPanel(arenas, 'three votes', 'one vote'), answerPanel(arenas, 'late', PERFECT)] },
              caption: 'What other answers do to a rule at the same cost: difference of test errors, drawn likewise.',
            },
          ],
    tables: [biasTable(arenas), floorTable(arenas), savings(arenas), ...arenas.map(costTable)],
    claims: arenas.length === 0 ? [] : claims(arenas),
    notes: [
      'Where active rules are not shown to be better than random sampling, 500 labels are few for the set (on a9a random ' +
        'sampling is nearly as good as every label), or so many of them are wrong that what was learned early misleads the ' +
        'rule.',
    ],
    command: `npm run reproduce -- budget${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
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
      decimals(bias.mass.mean + bias.refused.mean, 3),
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
            decimals(spread(setting), 3),
            floor === undefined ? '' : decimals(promised(floor, arena.examples), 3),
            percent(testError(setting), 2),
          ];
        }),
      ),
    ),
  };
}

/** Of labels that are right, under the cap. The study has one learner, which is the whole grid of passive learning. */
function savings(arenas: readonly Arena[]): Table {
  const sets = arenas.map((arena) => ({
    dataset: arena.name,
    rows: arena.examples,
    passive: arena.stopped,
    chosen: new Map(SAVERS.map((rule) => [rule, atCost(arena, rule, PERFECT)])),
  }));
  return savingsTable(sets, SAVERS);
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
        return (
          `${percent(testError(setting), 2)} ` +
          `(${Math.round(medianOver(setting, (run) => final(run).queried))}${chosen === '' ? '' : `; ${chosen}`})`
        );
      }),
    ]),
  };
}

function plusMinus({ mean, standardError }: Mean, digits: number): string {
  return `${decimals(mean, digits)} ± ${decimals(standardError, digits)}`;
}
