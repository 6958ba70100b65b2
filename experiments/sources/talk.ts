import type { ClaimReference, Entries } from './item.ts';
import { LAWS } from './laws.ts';

const RANGES: readonly ClaimReference[] = [
  ['small-weights', 'squared loss, invariant: the range of good step sizes', 'squared'],
  ['small-weights', 'logistic loss, invariant: the range of good step sizes', 'logistic'],
  ['small-weights', 'hinge loss, invariant: the range of good step sizes', 'hinge'],
];

const CHOSEN: readonly ClaimReference[] = [
  ['small-weights', 'squared loss, invariant: "work well', 'squared'],
  ['small-weights', 'logistic loss, invariant: "work well', 'logistic'],
  ['small-weights', 'hinge loss, invariant: "work well', 'hinge'],
];

/** Entries of the talk. */
export const talk: Entries = {
  settings: {
    says: 'Active learning and reductions are commands here; not reproduced: boosting and covariate shift have no experiment.',
    see: [['classes and ranking', 'CLASSES.md']],
  },
  'gradient-step': { says: 'Held to a dense implementation that shares no code with ours.', laws: [LAWS.denseDescent] },
  'naive-step': { says: 'The update `naive`, held to the dense implementations.', laws: [LAWS.denseDescent, LAWS.naiveDiverges] },
  'naive-fails': {
    says: 'Our figure has squared, logistic and hinge loss; whether ours looks like the slide is unknown.',
    claims: [['flip-picture', 'Squared loss: the naive update crosses the label']],
  },
  principle: {
    says: 'It holds for a learner with a constant step size; schedules and adaptive steps bend it.',
    claims: [['flip-picture', '"An example with importance i is equivalent']],
    laws: [LAWS.copies],
  },
  'many-updates': {
    says: 'Gap between n plain steps and the invariant update; whether ours looks like the slide is unknown.',
    claims: [['flip-picture', '"Multiple updates": plain steps']],
  },
  span: {
    says: 'A step moves the margin by u q and no coordinates but those of the row.',
    laws: [LAWS.movesMargin, LAWS.movesRow],
  },
  equation: { says: 'Every closed form is compared with an integrator of the equation.', laws: [LAWS.flow, LAWS.initialSpeed] },
  invariance: { says: 'The semigroup law runs over all 12 losses.', laws: [LAWS.semigroup] },
  euler: { says: 'Many Euler steps in a row tend to the flow, loss by loss.', laws: [LAWS.resampled, LAWS.initialSpeed] },
  squared: {
    says: 'The printed exponent belongs to half the printed loss.',
    form: 'talk/squared',
    laws: [LAWS.flow],
    errata: ['S1'],
  },
  logistic: {
    says: 'As printed it overflows for large margins; ours solves the equation without W.',
    form: 'talk/logistic',
    laws: [LAWS.flow],
  },
  hinge: {
    says: 'Without max(0, ·) the printed step goes uphill from u > 1.',
    form: 'talk/hinge',
    laws: [LAWS.flow],
    errata: ['S3'],
  },
  'other-losses': { says: 'All four are losses here; quantile and Hellinger too.', laws: [LAWS.flow] },
  regret: {
    says: 'The slide gives no bound; measured is regret against plain gradient descent, where every weight is 1.',
    claims: [['regret-gap', 'The regret of IWA is below that of online gradient descent']],
  },
  safety: {
    says: 'The slope never changes sign on the way, for any loss, importance and step size.',
    claims: [['flip-picture', '"Safety: update never overshoots" (invariant']],
    laws: [LAWS.neverOvershoots],
  },
  sampling: { says: 'Not reproduced: no experiment samples examples by their importance.' },
  'many-passes': {
    says: 'Not reproduced as a time: the update `resampled` takes one step a copy, and no stored result times it.',
    see: [['the update', '../src/updates/rules.ts']],
  },
  implicit: {
    says: 'The implicit step is safe, close to the invariant one, and not invariant.',
    claims: [
      ['flip-picture', 'Implicit updates are "not invariant"', 'not invariant'],
      ['flip-picture', 'Implicit updates are "qualitatively very similar"', 'similar'],
      ['flip-picture', '"Safety: update never overshoots" (implicit', 'safe'],
    ],
    laws: [LAWS.proximal],
  },
  quadratic: {
    says: 'The update `quadratic` cannot reach the other class from every prediction with logarithmic and Hellinger loss.',
    laws: [LAWS.flipWeights],
  },
  'small-weights': {
    says: 'Test accuracy of naive and other updates, a point a schedule; the original sets are not at hand.',
    claims: [
      ['small-weights', 'squared loss, invariant: most points', 'squared'],
      ['small-weights', 'logistic loss, invariant: most points', 'logistic'],
      ['small-weights', 'hinge loss, invariant: most points', 'hinge'],
    ],
  },
  loop: {
    says: 'The loop has one place for coin, weight and budget; sums of importance have the right mean for every rule.',
    claims: [
      ['rcv1-active-full', 'hinge: the importances of the labels bought', 'hinge'],
      ['rcv1-active-full', 'logistic: the importances of the labels bought', 'logistic'],
    ],
    laws: [LAWS.unbiased],
  },
  probability: {
    says: 'The rule `slides`; the constant of the O(·) is not printed and is the option mellowness here.',
    laws: [LAWS.neverRises, LAWS.isProbability],
  },
  rival: {
    says: 'An update of that importance brings the prediction to the threshold, for every loss with classes.',
    laws: [LAWS.flips],
  },
  'flip-weight': {
    says: 'Right for rows with X = 1 only; ours divides by X.',
    form: 'talk/flip-weight',
    claims: [
      ['flip-picture', 'The importance i_t of the slides', 'X = 1'],
      ['flip-picture', 'The same as printed', 'X = 4'],
      ['flip-picture', 'Divided by x.x', 'ours, X = 4'],
    ],
    errata: ['S2'],
  },
  gap: { says: 'Rules read this gap; no stored result compares it with a difference of error rates.', laws: [LAWS.roots] },
  'active-results': {
    says: 'Accuracy against labels bought, for three updates under one rule; the sets of the slide are unknown.',
    claims: [
      ['active-curves', 'invariant updates use labels far better', 'invariant, sets'],
      ['active-curves', 'implicit updates use labels far better', 'implicit, sets'],
      ['query-curves-full', 'invariant updates come within a point', 'RCV1-like'],
    ],
  },
  data: {
    says: 'RCV1 is not public: ours are documents generated to its published statistics, and small real samples.',
    laws: [LAWS.rcv1],
  },
  speed: {
    says: 'With hinge loss an active pass is slower than a passive one here, with logistic loss about as fast.',
    claims: [
      ['speed-full', 'hinge, in memory', 'hinge'],
      ['speed-full', 'logistic, in memory', 'logistic'],
      ['speed-full', 'logistic, from a file', 'logistic, file'],
    ],
  },
  queries: {
    says: 'The share is that of the talk; 91K of 781,265 are 11.65%.',
    claims: [
      ['query-curves-full', '"91K queries"', 'within 0.4 points'],
      ['rcv1-active-full', 'hinge: some rule buys', 'hinge, 8 to 14%'],
      ['rcv1-active-full', 'logistic: some rule buys', 'logistic, 8 to 14%'],
    ],
    errata: ['S4'],
  },
  'work-well': {
    says: 'The schedule that validation chooses is no worse than that of plain steps on most sets; intervals are wide.',
    claims: CHOSEN,
  },
  robust: { says: 'More step sizes are good with invariant updates than with plain ones.', claims: RANGES },
  fast: {
    says: 'The flow of logistic loss is the dearest update; a pass is timed beside scikit-learn in one run.',
    claims: [
      ['performance', 'in memory: logistic, invariant: iwal takes at most 0.95 of the time of scikit-learn', 'invariant'],
      ['performance', 'in memory: logistic, naive: iwal takes at most 0.7 of the time of scikit-learn', 'naive'],
    ],
  },
  simple: {
    says: 'A loss is one file here; what Vowpal Wabbit prints in 69 cases is reproduced.',
    laws: [LAWS.vwParity],
    see: [['adding a loss', '../CONTRIBUTING.md#adding-a-loss']],
  },
};
