import { log } from '../../src/numerics/elementary.ts';
import { inShort, rounded } from '../../src/numerics/display.ts';
import { pow } from '../../src/numerics/pow.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { type Case, type Claim, meanDifference, meanOver } from '../../src/studies/results/claim.ts';
import type { Size } from '../../src/studies/study.ts';
import { AGREE, EXPLODED, FAR_LEFT, GOOD_LOSS, LINEAR_GROWTH, LOSS_MATTERS, STABLE } from '../support/criteria.ts';
import {
  AWARE,
  fileOf,
  isOf,
  LOSSES,
  METHODS,
  optimum,
  range,
  SETS,
  UPDATES,
  type Line,
  type Loss,
  type Panel,
  type Update,
} from './settings.ts';
import { claimsOn } from '../support/numbers.ts';

/** A range of step sizes is where the loss is at most so many times the lowest of all methods. */
const RANGES = [GOOD_LOSS, STABLE];

/** The beginning of a sentence. */
const TWO_LAMBDAS = 'Two choices of lambda were tried, each with a claim and a figure of its own, and nothing else';

/** What the paper says of its figures, set by set and shuffle by shuffle; then what of it another lambda bears out. */
export function claims(growing: readonly Panel[], adaptive: readonly Panel[], size: Size): Claim[] {
  const on = (loss: Loss, claim: Claim): [loss: Loss, claim: Claim] => [loss, { ...claim, sets: SETS[size][loss] }];
  const stability = (all: readonly Panel[]): [loss: Loss, claim: Claim][] => [
    ...LOSSES.map((loss) => on(loss, stableClaim(all.filter(isOf(loss)), loss))),
    ...RANGES.flatMap((times) => LOSSES.map((loss) => on(loss, rangeClaim(all.filter(isOf(loss)), loss, times)))),
  ];
  return [
    agreeClaim(growing),
    ...claimsOn(SETS[size].squared, [explodesClaim(growing.filter(isOf('squared')))]),
    ...claimsOn(SETS[size].logistic, [growsClaim(growing.filter(isOf('logistic')))]),
    ...stability(growing).map(([, claim]) => claim),
    improvesClaim(growing),
    proximalClaim(growing),
    ...stability(adaptive).map(([loss, claim]) => ({
      ...claim,
      claim: `Lambda of gradient norms. ${claim.claim}`,
      figure: fileOf(loss, 'implicit-ftrl-adaptive'),
    })),
  ];
}

type Lines = Panel['lines'];

/** A case a set: a quantity of each shuffle. */
function everywhere(all: readonly Panel[], quantity: (lines: Lines) => number, rest: Pick<Case, 'unit' | 'criterion'>): Case[] {
  return all.map(({ dataset, shuffles }) => ({ what: dataset, ...meanOver(shuffles.map(quantity), 'shuffles'), ...rest }));
}

function gridTried(panels: readonly Panel[]): string {
  const panel = panels.at(0);
  return panel === undefined
    ? 'Nothing was tried.'
    : `The grid of the study is all that was tried, ${panel.lines.naive.length} step sizes; ` +
        'the second choice of lambda is drawn, and not held against this claim.';
}

function agreeClaim(all: readonly Panel[]): Claim {
  const disagreement = (lines: Lines): number => {
    const limit = FAR_LEFT * optimum(lines.naive).x;
    const ratios = lines.naive.flatMap(({ x }, e) => {
      const losses = UPDATES.map((update) => lines[update][e].y);
      return x <= limit ? [Math.max(...losses) / Math.min(...losses)] : [];
    });
    return Math.max(1, ...ratios);
  };
  return {
    claim: `Left of the optimum all four agree (largest over smallest loss at most ${AGREE})`,
    cases: everywhere(all, disagreement, { unit: 'number', criterion: { atMost: AGREE } }),
    figure: fileOf('squared'),
    tried: gridTried(all),
  };
}

function explodesClaim(all: readonly Panel[]): Claim {
  const growth = ({ naive }: Lines): number => over(naive.at(-1)!.y, optimum(naive).y);
  return {
    claim: 'Squared loss: right of the optimum, linearised losses explode (loss at eta0 = 1000 over the best)',
    cases: everywhere(all, growth, { unit: 'number', criterion: { atLeast: EXPLODED } }),
    figure: fileOf('squared'),
    tried: gridTried(all),
  };
}

function growsClaim(all: readonly Panel[]): Claim {
  const within = [LINEAR_GROWTH.low, LINEAR_GROWTH.high] as const;
  const later = everywhere(all, ({ naive }) => slope(naive, 1), { unit: 'number', criterion: { within } });
  return {
    claim:
      'Logistic loss: right of the optimum, the loss of linearised losses grows linearly (slope on log-log axes over the ' +
      'last two decades)',
    cases: everywhere(all, ({ naive }) => slope(naive, 2), { unit: 'number', criterion: { within } }),
    figure: fileOf('logistic'),
    tried:
      all.length === 0
        ? gridTried(all)
        : `The grid of the study is all that was tried, ${all[0].lines.naive.length} step sizes up to eta0 = ` +
          `${all[0].lines.naive.at(-1)!.x}; over the last decade alone the slopes are ` +
          `${later.map(({ what, value }) => `${what} ${inShort(rounded(value, 3))}`).join(', ')}.`,
  };
}

/** On log-log axes, over the last decades of step sizes. */
function slope(line: Line, decades: number): number {
  const to = line.at(-1)!;
  const from = line.find(({ x }) => x >= 0.999 * to.x * pow(10, -decades))!;
  return log(over(to.y, from.y)) / log(to.x / from.x);
}

/** A case a method and set. */
function stableClaim(all: readonly Panel[], loss: string): Claim {
  return {
    claim: `${title(loss)}: aProx, IWA and proximal stay within ${STABLE} times their best loss at every step size right of it`,
    cases: AWARE.flatMap((update) =>
      everywhere(all, (lines) => growthRightOf(lines[update]), { unit: 'number', criterion: { atMost: STABLE } }).map((each) => ({
        ...each,
        what: `${METHODS[update]} on ${each.what}`,
      })),
    ),
    figure: fileOf(loss),
    tried: `${TWO_LAMBDAS}${
      loss === 'logistic'
        ? '; the steps of IWA grow with the logarithm of eta0 without an end, while those of aProx stop where the model of the ' +
          'loss reaches 0'
        : ''
    }.`,
  };
}

/** Highest loss at step sizes above the best one, over the best loss. */
function growthRightOf(line: Line): number {
  const lowest = optimum(line);
  return over(Math.max(...line.filter(({ x }) => x >= lowest.x).map(({ y }) => y)), lowest.y);
}

/** Of the three, the paper names two for the logistic loss. A case a method and set: step sizes in the range, shuffle by shuffle. */
function rangeClaim(all: readonly Panel[], loss: string, times: number): Claim {
  const named = loss === 'squared' ? AWARE : AWARE.filter((update) => update !== 'implicit');
  return {
    claim:
      `${title(loss)}: ${named.map((update) => METHODS[update]).join(', ')} have a broader range of step sizes within ` +
      `${times} times the lowest loss than linearised losses, on every set`,
    cases: all.flatMap(({ dataset, shuffles }) => {
      const counts = (update: Update): number[] => shuffles.map((lines) => range({ lines }, update, times).length);
      const linear = counts('naive');
      return named.map((update): Case => ({
        what: `${METHODS[update]} on ${dataset}`,
        ...meanDifference(counts(update), linear, 'shuffles'),
        unit: 'difference',
        criterion: { above: 0 },
        compared: { of: [mean(counts(update)), mean(linear)], unit: 'tenths' },
      }));
    }),
    figure: fileOf(loss),
    tried: `${TWO_LAMBDAS}; a range is counted in step sizes of the grid and as many are not more.`,
  };
}

function improvesClaim(all: readonly Panel[]): Claim {
  const ratio = (lines: Lines): number => over(optimum(lines.invariant).y, optimum(lines.naive).y);
  return {
    claim: 'IWA improves upon linearised losses (its lowest loss over theirs is below 1)',
    cases: everywhere(all, ratio, { unit: 'number', criterion: { below: 1 } }),
    figure: fileOf('squared'),
    tried: gridTried(all),
  };
}

/** A case a set and step size: how much nearer to proximal IWA's loss is, in logarithms. */
function proximalClaim(all: readonly Panel[]): Claim {
  return {
    claim:
      'IWA approximates proximal updates (at every step size right of the optimum its loss is nearer to proximal than ' +
      'that of linear)',
    cases: all.flatMap(({ dataset, lines, shuffles }) =>
      lines.naive.flatMap(({ x }, e): Case[] => {
        if (!(x > optimum(lines.naive).x)) return [];
        const distances = (update: Update): number[] =>
          shuffles.map((each) => Math.abs(log(each[update][e].y / each.implicit[e].y)));
        return [
          {
            what: `${dataset} at ${inShort(rounded(x, 3))}`,
            ...meanDifference(distances('invariant'), distances('naive'), 'shuffles'),
            unit: 'difference',
            criterion: { below: 0 },
            matters: LOSS_MATTERS,
          },
        ];
      }),
    ),
    figure: fileOf('squared'),
    tried: gridTried(all),
  };
}

/** A ratio of losses: what diverged is infinitely worse, also than what diverged. */
function over(loss: number, best: number): number {
  return loss === Infinity ? Infinity : loss / best;
}

function title(loss: string): string {
  return `${loss.slice(0, 1).toUpperCase()}${loss.slice(1)} loss`;
}
