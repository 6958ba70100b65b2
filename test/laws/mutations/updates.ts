/** Wrong formulas for update rules and their inverses, planted one at a time. */
import type { losses } from '../../../src/losses/index.ts';
import type { updates } from '../../../src/updates/index.ts';
import type { UpdateRule } from '../../../src/updates/update.ts';
import type { LossEntry } from '../../support/laws/arbitraries.ts';
import {
  counterexampleAnywhere,
  counterexampleAtOrdinaryPoints,
  counterexampleFarOut,
} from '../../support/laws/counterexample.ts';
import { exactUpdateLaws } from '../../support/laws/exact-update-laws.ts';
import { flipWeights, wrongFlipWeight } from '../../support/references/flip-weights.ts';
import type { Mutation, World } from '../../support/mutation.ts';
import { resamplingConverges, updateLaws } from '../../support/laws/update-laws.ts';

const mutations: readonly Mutation[] = [
  { wrong: 'naive: uphill', file: 'updates/naive.ts', find: '-tau * loss.slope', replace: 'tau * loss.slope' },
  {
    wrong: 'naive: time multiplied by the slope',
    file: 'updates/naive.ts',
    find: '(p - target) / slope',
    replace: '(p - target) * slope',
  },
  { wrong: 'naive: a time for targets uphill', file: 'updates/naive.ts', find: '=== Math.sign(slope)', replace: '!== 2' },
  {
    wrong: 'naive: overflows',
    file: 'updates/naive.ts',
    find: 'saturate(-tau * loss.slope(p, y))',
    replace: '-tau * loss.slope(p, y)',
  },
  {
    wrong: 'invariant: the implicit step',
    file: 'updates/invariant.ts',
    find: 'loss.flow(p, y, tau)',
    replace: 'loss.proximal(p, y, tau)',
  },
  {
    wrong: 'invariant: target and label swapped',
    file: 'updates/invariant.ts',
    find: 'loss.timeTo(p, target, y)',
    replace: 'loss.timeTo(p, y, target)',
  },
  {
    wrong: 'implicit: the invariant step',
    file: 'updates/implicit.ts',
    find: 'loss.proximal(p, y, tau)',
    replace: 'loss.flow(p, y, tau)',
  },
  {
    wrong: 'implicit: the time of the invariant step',
    file: 'updates/implicit.ts',
    find: '(p - target) / slopeBefore(loss, p, target, y)',
    replace: 'reach',
  },
  {
    wrong: 'implicit: the slope at the start',
    file: 'updates/implicit.ts',
    find: 'slopeBefore(loss, p, target, y);',
    replace: 'loss.slope(p, y);',
  },
  {
    wrong: 'implicit: no time to a kink',
    file: 'updates/implicit.ts',
    find: 'if (slope !== 0) return slope;',
    replace: 'return slope;',
  },
  { wrong: 'quadratic: curvature subtracted', file: 'updates/quadratic.ts', find: '1 / tau + loss', replace: '1 / tau - loss' },
  {
    wrong: "quadratic: tau l'' in place of l''",
    file: 'updates/quadratic.ts',
    find: '1 / tau + loss.curvature',
    replace: '1 / tau + tau * loss.curvature',
  },
  {
    wrong: 'quadratic: time with the sign of the curvature swapped',
    file: 'updates/quadratic.ts',
    find: '+ (target - p) * loss',
    replace: '- (target - p) * loss',
  },
  {
    wrong: 'quadratic: negative times in place of never',
    file: 'updates/quadratic.ts',
    find: 'Math.sign(p - target) === Math.sign(slopeThere)',
    replace: 'slopeThere !== 0',
  },
  {
    wrong: 'truncated: no cap',
    file: 'updates/truncated.ts',
    find: 'Math.min(saturate(tau * Math.abs(slope)), longestStep(loss, p, y, slope))',
    replace: 'saturate(tau * Math.abs(slope))',
  },
  {
    wrong: 'truncated: excess divided by the squared slope',
    file: 'updates/truncated.ts',
    find: 'loss.excess(p, y) / Math.abs(slope)',
    replace: 'loss.excess(p, y) / slope ** 2',
  },
  {
    wrong: 'truncated: value in place of excess',
    file: 'updates/truncated.ts',
    find: 'loss.excess(p, y)',
    replace: 'loss.value(p, y)',
  },
  {
    wrong: 'truncated: a time beyond the cap',
    file: 'updates/truncated.ts',
    find: '<= longestStep(loss, p, y, loss.slope(p, y)) ? time',
    replace: '<= Infinity ? time',
  },
  {
    wrong: 'truncated: its exact reach is never reached',
    file: 'updates/truncated.ts',
    find: 'Math.abs(target - p) <= longest',
    replace: 'Math.abs(target - p) < longest',
  },
  {
    wrong: 'resampled: every copy takes the whole tau',
    file: 'updates/resampled.ts',
    find: 'const step = tau / h',
    replace: 'const step = tau',
  },
  {
    wrong: 'resampled: the slope of the start for every copy',
    file: 'updates/resampled.ts',
    find: 'clip(p + moved, low, high)',
    replace: 'p',
  },
  { wrong: 'resampled: one copy short', file: 'updates/resampled.ts', find: 'Math.round(h)', replace: 'Math.round(h) - 1' },
  {
    wrong: 'resampled: slopes outside the domain',
    file: 'updates/resampled.ts',
    find: 'clip(p + moved, low, high)',
    replace: 'p + moved',
  },
];

export const updateMutations: World = {
  name: 'updates',
  folders: ['numerics', 'losses', 'updates'],
  mutations,
  async judge(load, names) {
    const registry = ((await load('losses/index.js')) as { losses: typeof losses }).losses;
    const rules = ((await load('updates/index.js')) as { updates: typeof updates }).updates as Record<string, UpdateRule>;
    const entries = Object.values(registry) as unknown as LossEntry[];
    for (const update of names.map((name) => rules[name])) {
      for (const row of flipWeights(registry)) {
        const found =
          update.name in row.weights
            ? row.margins.map((m) => wrongFlipWeight(update, row, m)).find((wrong) => wrong !== undefined)
            : undefined;
        if (found !== undefined) return `flip weights: ${found}`;
      }
      for (const entry of entries) {
        for (const [title, law] of Object.entries(updateLaws)) {
          const found = counterexampleAnywhere((loss, point) => law(update, loss, point), entry, 200);
          if (found !== undefined) return `${title}: ${found}`;
        }
        for (const [title, law] of Object.entries(exactUpdateLaws)) {
          const found = counterexampleFarOut((loss, point, parameters) => law(update, loss, point, parameters), entry, 10);
          if (found !== undefined) return `${title}: ${found}`;
        }
        if (update.name === 'resampled') {
          const found = counterexampleAtOrdinaryPoints((loss, point) => resamplingConverges(update, loss, point), entry, 100);
          if (found !== undefined) return `resamplingConverges: ${found}`;
        }
      }
    }
    return undefined;
  },
};
