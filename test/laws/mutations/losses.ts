/** Wrong formulas for losses, planted one at a time; those that papers and slides have printed are marked. */
import type { losses } from '../../../src/losses/index.ts';
import type { LossEntry } from '../../support/laws/arbitraries.ts';
import {
  counterexampleAnywhere,
  counterexampleAtOrdinaryPoints,
  counterexampleFarOut,
} from '../../support/laws/counterexample.ts';
import { exactLaws } from '../../support/laws/exact-laws.ts';
import { definitionLaws } from '../../support/references/loss-definitions.ts';
import { lossLaws } from '../../../src/laws/loss-laws.ts';
import type { Mutation, World } from '../../support/mutation.ts';

const mutations: readonly Mutation[] = [
  // squared
  {
    wrong: 'squared: the factor 1/2 is lost (printed in the slides)',
    file: 'losses/squared.ts',
    find: '0.5 * (p - y)',
    replace: '(p - y)',
  },
  {
    wrong: 'squared: slope with the wrong sign',
    file: 'losses/squared.ts',
    find: 'saturate(p - y),',
    replace: 'saturate(y - p),',
  },
  {
    wrong: 'squared: the flow runs at double speed',
    file: 'losses/squared.ts',
    find: 'saturate(y - p), tau),\n  proximal',
    replace: 'saturate(y - p), 2 * tau),\n  proximal',
  },
  {
    wrong: 'squared: the conjugate forgets the label',
    file: 'losses/squared.ts',
    find: 's * (s / 2 + y)',
    replace: '(s * s) / 2',
  },
  {
    wrong: 'logistic: the conjugate is the entropy of one class alone',
    file: 'losses/logistic.ts',
    find: 'timesLog(a) + timesLog(1 - a)',
    replace: 'timesLog(a)',
  },
  {
    wrong: 'hinge: the conjugate with the wrong sign',
    file: 'losses/hinge.ts',
    find: '(a) => -a)',
    replace: '(a) => a)',
  },
  {
    wrong: 'quantile: the conjugate takes the slopes of the other quantile',
    file: 'losses/quantile.ts',
    find: 's, -t, 1 - t,',
    replace: 's, t - 1, t,',
  },
  {
    wrong: 'poisson: the conjugate without - a',
    file: 'losses/poisson.ts',
    find: 'a * (log(a) - 1)',
    replace: 'a * Math.log(a)',
  },
  {
    wrong: 'squared: the implicit step is the flow',
    file: 'losses/squared.ts',
    find: 'implicitShrinkage(saturate',
    replace: 'shrinkage(saturate',
  },
  {
    wrong: 'squared: flow without expm1',
    file: 'losses/residual.ts',
    find: '-expm1(-tau)',
    replace: '(1 - Math.exp(-tau))',
    shows: ['squared'],
  },
  {
    wrong: 'squared: r tau overflows in the implicit step',
    file: 'losses/residual.ts',
    find: 'tau < 1 ? (r * tau) / (1 + tau) : r / (1 + 1 / tau)',
    replace: '(r * tau) / (1 + tau)',
    shows: ['squared'],
  },
  {
    wrong: 'squared: time of the residual instead of its ratio',
    file: 'losses/residual.ts',
    find: 'log1p(ratio)',
    replace: 'Math.log(ratio)',
    shows: ['squared'],
  },

  // logistic
  {
    wrong: 'logistic: third derivative in place of the second',
    file: 'losses/logistic.ts',
    find: '(1 / (1 + e)) * (e / (1 + e))',
    replace: '(1 / (1 + e)) * (e / (1 + e)) * ((1 - e) / (1 + e))',
  },
  {
    wrong: 'logistic: curvature without the second factor',
    file: 'losses/logistic.ts',
    find: '(1 / (1 + e)) * (e / (1 + e))',
    replace: '1 / (1 + e)',
  },
  {
    wrong: 'logistic: slope of the other class',
    file: 'losses/logistic.ts',
    find: '-y * sigmoid(-y * p)',
    replace: '-y * sigmoid(y * p)',
  },
  {
    wrong: 'logistic: flow without the label',
    file: 'losses/logistic.ts',
    find: 'y * flowDistance(y * p, tau)',
    replace: 'flowDistance(y * p, tau)',
  },
  {
    wrong: 'logistic: one Newton step (Vowpal Wabbit)',
    file: 'losses/logistic.ts',
    find: 'if (isLast(step, d)) return d;\n  }\n}\n\nfunction implicit',
    replace: 'return d;\n  }\n}\n\nfunction implicit',
  },
  { wrong: 'logistic: a step accepted too early', file: 'losses/logistic.ts', find: '1e-16 * d', replace: '1e-4 * d' },
  {
    wrong: 'logistic: flow forgets that tau is scaled',
    file: 'losses/logistic.ts',
    find: '(a * d + rise - c) / slope',
    replace: '(a * d + rise - tau) / slope',
  },
  { wrong: 'logistic: expm1 without the 1', file: 'losses/logistic.ts', find: 'b * expm1(d)', replace: 'b * Math.exp(d)' },
  {
    wrong: 'logistic: time with the sign of the exponential swapped',
    file: 'losses/logistic.ts',
    find: 'd + expDifference',
    replace: 'd - expDifference',
  },
  {
    wrong: 'logistic: steep margins overflow',
    file: 'losses/logistic.ts',
    find: 'if (u < STEEP || d > FAR) return solve(flowTime, tau, 0, d, u);',
    replace: '',
  },

  // hinge and quantile
  {
    wrong: 'hinge: max(0, .) is lost (printed in the slides)',
    file: 'losses/residual.ts',
    find: 'Math.max(0, 1 - y * p)',
    replace: '1 - y * p',
    shows: ['hinge'],
  },
  { wrong: 'hinge: no cap at the margin', file: 'losses/hinge.ts', find: 'Math.min(tau, slack(p, y))', replace: 'tau' },
  { wrong: 'hinge: time beyond the margin', file: 'losses/hinge.ts', find: ' && y * target <= 1', replace: '' },
  {
    wrong: 'quantile: t and 1 - t swapped (printed in the overview)',
    file: 'losses/quantile.ts',
    find: '(y > p ? t : 1 - t)',
    replace: '(y > p ? 1 - t : t)',
  },
  {
    wrong: 'quantile: the flow forgets t',
    file: 'losses/quantile.ts',
    find: 'Math.min(speed(p, y) * tau',
    replace: 'Math.min(tau',
  },
  {
    wrong: 'quantile: time multiplied by the speed',
    file: 'losses/quantile.ts',
    find: 'Math.abs(target - p) / speed',
    replace: 'Math.abs(target - p) * speed',
  },

  // exponential
  {
    wrong: 'exponential: e^u in place of e^-u in the flow',
    file: 'losses/exponential.ts',
    find: 'timesExp(tau, -u);\n  return x < Infinity ? log1p',
    replace: 'timesExp(tau, u);\n  return x < Infinity ? log1p',
  },
  {
    wrong: 'exponential: the implicit step is the flow',
    file: 'losses/exponential.ts',
    find: 'return solve(lambert, x, 0, log1p(x));',
    replace: 'return Math.log1p(x);',
  },
  {
    wrong: 'exponential: overflow for large margins',
    file: 'losses/exponential.ts',
    find: 'x < Infinity ? log1p(x) : log(tau) - u',
    replace: 'Math.log1p(x)',
  },

  {
    wrong: 'exponential: e^-u underflows before it meets its time',
    file: 'numerics/elementary.ts',
    find: 'if (whole >= SMALLEST_NORMAL && whole < Infinity) return a * whole;',
    replace: 'return a * whole;',
    shows: ['exponential'],
  },

  // kinks and exact reach, at any size
  { wrong: 'hinge: a slope at its kink', file: 'losses/hinge.ts', find: 'y * p < 1 ? -y : 0', replace: 'y * p <= 1 ? -y : 0' },
  {
    wrong: 'hinge: the margin 1 itself is never reached',
    file: 'losses/hinge.ts',
    find: 'y * target <= 1',
    replace: 'y * target < 1',
  },
  {
    wrong: 'logistic: e^-u underflows before it meets its time',
    file: 'losses/logistic.ts',
    find: 'expOfMinus(Math.abs(u));\n  const a = u > 0 ? e : 1;\n  const b = u > 0 ? 1 : e;\n  const c = a >= SMALLEST_NORMAL ? a * tau : timesExp(tau, -u);\n  let d = upperBound(a, b, c, 0.5 * b)',
    replace:
      'expOfMinus(Math.abs(u));\n  const a = u > 0 ? e : 1;\n  const b = u > 0 ? 1 : e;\n  const c = a * tau;\n  let d = upperBound(a, b, c, 0.5 * b)',
  },
  {
    wrong: 'Poisson: d / tau overflows',
    file: 'losses/poisson.ts',
    find: '(pull < Infinity ? log(pull + y) : log(d) - log(tau) + log1p((y / d) * tau))',
    replace: 'Math.log(pull + y)',
  },
  {
    wrong: 'Poisson: no digits of small rates',
    file: 'losses/poisson.ts',
    find: 'if (p < UNDERFLOW) {',
    replace: 'if (p < -1e6) {',
  },
  {
    wrong: 'logarithmic: the ratio of distances overflows',
    file: 'losses/logarithmic.ts',
    find: 'ratio < Infinity ? log(ratio) : log(a) - log(b)',
    replace: 'Math.log(ratio)',
  },

  // logarithmic and Hellinger
  {
    wrong: 'logarithmic: tau in place of 2 tau',
    file: 'losses/logarithmic.ts',
    find: 'Math.sqrt(2 * speed)',
    replace: 'Math.sqrt(speed)',
  },
  {
    wrong: 'logarithmic: no cap at the label',
    file: 'losses/unit.ts',
    find: 'Math.min(gap, atClass(start, 1, tau))',
    replace: 'atClass(start, 1, tau)',
    shows: ['logarithmic'],
  },
  {
    wrong: 'logarithmic: curvature of the other class',
    file: 'losses/logarithmic.ts',
    find: '(s + gap) / s / s',
    replace: 's / (s + gap) / (s + gap)',
  },
  {
    wrong: 'logarithmic: an inner label without its drift',
    file: 'losses/logarithmic.ts',
    find: 'gap * lead) + even',
    replace: 'gap * lead)',
  },
  {
    wrong: 'logarithmic: an inner label treated like a class',
    file: 'losses/unit.ts',
    find: 'if (beyond === 0) return',
    replace: 'return',
    shows: ['logarithmic'],
  },
  {
    wrong: 'Hellinger: 3/2 and 2/3 swapped',
    file: 'losses/hellinger.ts',
    find: '(1.5 * tau) / s',
    replace: '((2 / 3) * tau) / s',
  },
  {
    wrong: 'Hellinger: the mirrored direction keeps its sign',
    file: 'losses/unit.ts',
    find: ': -rise(',
    replace: ': rise(',
    shows: ['hellinger'],
  },
  {
    wrong: 'Hellinger: curvature without the 1/2',
    file: 'losses/hellinger.ts',
    find: 'Math.sqrt(s) / s / 2',
    replace: 'Math.sqrt(s) / s',
  },
  {
    wrong: 'Hellinger: an inner label with the drift added',
    file: 'losses/hellinger.ts',
    find: 'lap - drift',
    replace: 'lap + drift',
  },
  {
    wrong: 'Hellinger: time to a class label without the middle term',
    file: 'losses/hellinger.ts',
    find: 's + Math.sqrt(s) * Math.sqrt(reached) + reached',
    replace: 's + reached',
  },

  // Poisson
  {
    wrong: 'Poisson: the flow of y = 0 for every y',
    file: 'losses/poisson.ts',
    find: 'y > 0 ? -expm1(-time) / y : tau',
    replace: 'tau',
  },
  {
    wrong: 'Poisson: far below the minimiser the logarithm cancels',
    file: 'losses/poisson.ts',
    find: 'x > -0.5',
    replace: 'x > -2',
  },
  {
    wrong: 'Poisson: infimum without its constant',
    file: 'losses/poisson.ts',
    find: 'y - y * log(y)',
    replace: '-y * Math.log(y)',
  },
  { wrong: 'Poisson: e^p overflows', file: 'losses/poisson.ts', find: 'p > OVERFLOW || x === Infinity', replace: 'p > 1e6' },
  {
    wrong: 'Poisson: time without dividing by y',
    file: 'losses/poisson.ts',
    find: 'log1p(y * g) / y',
    replace: 'Math.log1p(y * g)',
  },

  // squared hinge, smoothed hinge, Huber, expectile
  {
    wrong: 'squared hinge: moves beyond the margin',
    file: 'losses/squared-hinge.ts',
    find: 'y * shrinkage(slack(p, y), tau)',
    replace: 'y * shrinkage(1 - y * p, tau)',
  },
  {
    wrong: 'squared hinge: curvature beyond the margin',
    file: 'losses/squared-hinge.ts',
    find: '(y * p < 1 ? 1 : 0)',
    replace: '1',
  },
  {
    wrong: 'smoothed hinge: the band decays at unit rate',
    file: 'losses/residual.ts',
    find: '(tau - straight) / scale',
    replace: 'tau - straight',
    shows: ['smoothed-hinge'],
  },
  {
    wrong: 'smoothed hinge: curvature gamma in place of 1 / gamma',
    file: 'losses/smoothed-hinge.ts',
    find: 'saturate(1 / gamma)',
    replace: 'gamma',
  },
  {
    wrong: 'Huber: value jumps at delta',
    file: 'losses/residual.ts',
    find: '(r - band / 2) * speed',
    replace: 'r * speed',
    shows: ['huber'],
  },
  {
    wrong: 'Huber: the decay does not wait for the straight part',
    file: 'losses/residual.ts',
    find: 'tau <= straight ? speed * tau',
    replace: 'tau <= 0 ? speed * tau',
    shows: ['huber'],
  },
  {
    wrong: 'Huber: the implicit step forgets the straight part',
    file: 'losses/residual.ts',
    find: 'Math.min(speed * tau, implicitShrinkage(r, tau / (band / speed)))',
    replace: 'implicitShrinkage(r, tau / (band / speed))',
    shows: ['huber'],
  },
  {
    wrong: 'expectile: q and 1 - q swapped',
    file: 'losses/expectile.ts',
    find: '(y > p ? q : 1 - q)',
    replace: '(y > p ? 1 - q : q)',
  },
  {
    wrong: 'expectile: tau without the weight',
    file: 'losses/expectile.ts',
    find: 'shrinkage(saturate(y - p), factor(p, y) * tau),\n    proximal',
    replace: 'shrinkage(saturate(y - p), tau),\n    proximal',
  },

  // what they stand on
  {
    wrong: 'solve: stops after the first digits',
    file: 'numerics/roots.ts',
    find: 'Number.EPSILON',
    replace: '1e-9',
    shows: ['exponential', 'poisson'],
  },
  {
    wrong: 'softplus without the absolute value',
    file: 'numerics/elementary.ts',
    find: 'log1p(expOfMinus(Math.abs(x)))',
    replace: 'Math.log1p(expOfMinus(x))',
    shows: ['logistic'],
  },
  {
    wrong: 'x - ln(1 + x) cancels',
    file: 'numerics/elementary.ts',
    find: 'if (x < -0.4 || x > 0.5) return',
    replace: 'return',
    shows: ['logarithmic'],
  },
];

export const lossMutations: World = {
  name: 'losses',
  folders: ['numerics', 'losses'],
  mutations,
  async judge(load, names) {
    const entries = ((await load('losses/index.js')) as { losses: typeof losses }).losses as unknown as Record<string, LossEntry>;
    for (const name of names) {
      for (const [title, law] of Object.entries(definitionLaws)) {
        const found = counterexampleAtOrdinaryPoints(law, entries[name], 100);
        if (found !== undefined) return `${title}: ${found}`;
      }
      for (const [title, law] of Object.entries(lossLaws)) {
        const found = counterexampleAnywhere(law, entries[name], 2000);
        if (found !== undefined) return `${title}: ${found}`;
      }
      for (const [title, law] of Object.entries(exactLaws)) {
        const found = counterexampleFarOut(law, entries[name], 60);
        if (found !== undefined) return `${title}: ${found}`;
      }
    }
    return undefined;
  },
};
