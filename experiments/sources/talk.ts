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
    says: 'Test error less that without weights, and of a chain less that of one learner; reductions and active learning are commands.',
    see: [['classes and ranking', 'CLASSES.md']],
    claims: [
      ['importance-uses', 'Covariate shift: weights have a lower', 'covariate shift'],
      ['importance-uses', 'Boosting: ten learners', 'boosting'],
    ],
  },
  'gradient-step': { says: 'Held to a dense implementation that shares no code with ours.', laws: [LAWS.denseDescent] },
  'naive-step': { says: 'The update `naive`, held to the dense implementations.', laws: [LAWS.denseDescent, LAWS.naiveDiverges] },
  'naive-fails': {
    says: 'Distance beyond the label, above and below h eta X = 1. Whether our figure looks like the slide is unknown.',
    claims: [['flip-picture', 'Squared loss: the naive update crosses the label']],
  },
  principle: {
    says: 'Largest differences; it holds for learners with a constant step size, schedules and adaptive steps bend it.',
    claims: [['flip-picture', '"An example with importance i is equivalent']],
    laws: [LAWS.copies],
  },
  'many-updates': {
    says: 'Gap between many plain steps and the invariant update. Whether our figure looks like the slide is unknown.',
    claims: [['flip-picture', '"Multiple updates": plain steps']],
  },
  span: {
    says: 'A step moves the margin by u q and no coordinates but those of the row.',
    laws: [LAWS.movesMargin, LAWS.movesRow],
  },
  equation: { says: 'Every closed form is compared with an integrator of the equation.', laws: [LAWS.flow, LAWS.initialSpeed] },
  invariance: { says: 'The semigroup law runs over all losses.', laws: [LAWS.semigroup] },
  euler: {
    says: 'Difference from one Euler step, and the slope of its error against the step. Many Euler steps in a row tend to the flow.',
    claims: [
      ['flow', '"OGD: just an Euler integrator"', 'difference'],
      ['flow', 'Squared and logistic loss: Euler', 'order'],
    ],
    laws: [LAWS.resampled, LAWS.initialSpeed],
  },
  squared: {
    says: 'The printed exponent belongs to half the printed loss.',
    form: 'talk squared',
    laws: [LAWS.flow],
    errata: ['S1'],
  },
  logistic: {
    says: 'As printed it overflows for large margins; ours solves the equation without W.',
    form: 'logistic',
    laws: [LAWS.flow],
  },
  hinge: {
    says: 'Without max(0, ·) the printed step goes uphill from u > 1.',
    form: 'hinge',
    laws: [LAWS.flow],
    errata: ['S3'],
  },
  'other-losses': {
    says: 'All four are losses here; the last table has their printed updates from the overview.',
    laws: [LAWS.flow],
  },
  regret: {
    says: 'The slide gives no bound. Measured is regret less that of plain gradient descent, where every weight is 1.',
    claims: [['regret-gap', 'The regret of IWA is below that of online gradient descent']],
  },
  safety: {
    says: 'Distance beyond the label; a law holds that the slope never changes its sign on the way.',
    claims: [['flip-picture', '"Safety: update never overshoots" (invariant']],
    laws: [LAWS.neverOvershoots],
  },
  sampling: {
    says: 'Test error of weights less that of rejection sampling. Inefficient under covariate shift; times are not compared.',
    claims: [
      ['importance-uses', 'Covariate shift: "Sampling: inefficient"', 'covariate shift'],
      ['importance-uses', 'Boosting: weights have at most the test error of rejection', 'boosting'],
    ],
  },
  'many-passes': {
    says: 'Steps of h copies over those of weights, and test error of weights less that of copies. Steps are counted, times are not.',
    claims: [
      ['importance-uses', '"Go through the data many times', 'steps'],
      ['importance-uses', 'Covariate shift: weights come within', 'error'],
    ],
  },
  implicit: {
    says: 'Difference of two halves from the whole; moves beside the invariant one; distance beyond the label.',
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
    says: 'Share of schedules with a test accuracy of at least that of naive updates; the sets of the slide are unknown.',
    claims: [
      ['small-weights', 'squared loss, invariant: most points', 'squared'],
      ['small-weights', 'logistic loss, invariant: most points', 'logistic'],
      ['small-weights', 'hinge loss, invariant: most points', 'hinge'],
    ],
  },
  loop: {
    says: 'Sum of the importances of the labels bought over the number of examples.',
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
    says: 'Distance from 0 afterwards: the printed importance is right for rows with X = 1; ours divides by X.',
    form: 'flip weight',
    claims: [
      ['flip-picture', 'The importance i_t of the slides', 'X = 1'],
      ['flip-picture', 'The same as printed', 'X = 4'],
      ['flip-picture', 'Divided by x.x', 'ours, X = 4'],
    ],
    errata: ['S2'],
  },
  gap: {
    says: 'Difference of the rows with large i_t / t less that of the others, and over i_t / t, which is too small by a factor.',
    claims: [
      ['gap', 'With steps eta0 / t: the larger', 'order, eta0/t'],
      ['gap', 'With steps eta0 / sqrt(t): the larger', 'eta0/sqrt(t)'],
      ['gap', 'With steps eta0 / t: the difference', 'size, eta0/t'],
      ['gap', 'With steps eta0 / sqrt(t): the difference', 'eta0/sqrt(t)'],
    ],
    see: [['a rule', '../src/queries/scalar/slides.ts']],
  },
  'active-results': {
    says: 'Labels until a point from passive accuracy, over those of naive updates; the sets of the slide are unknown.',
    claims: [
      ['active-curves', 'invariant updates use labels far better', 'invariant'],
      ['active-curves', 'implicit updates use labels far better', 'implicit'],
      ['query-curves-full', 'invariant updates come within a point', 'RCV1-like'],
    ],
  },
  data: {
    says: 'RCV1 is not public: ours are documents generated to its published statistics, and small real samples.',
    laws: [LAWS.rcv1],
  },
  speed: {
    says: 'Time of an active pass over that of a passive one; the criterion is the ratio of the printed times.',
    claims: [
      ['speed-full', 'hinge, in memory', 'hinge'],
      ['speed-full', 'logistic, in memory', 'logistic'],
      ['speed-full', 'logistic, from a file', 'logistic, file'],
    ],
  },
  queries: {
    says: 'Test error less passive test error, at the share of the talk; 91K of 781,265 are 11.65%.',
    claims: [
      ['query-curves-full', '"91K queries"', 'within 0.4 points'],
      ['rcv1-active-full', 'hinge: some rule buys', 'hinge, 8 to 14%'],
      ['rcv1-active-full', 'logistic: some rule buys', 'logistic'],
    ],
    errata: ['S4'],
  },
  'work-well': {
    says: 'Test accuracy less that of plain steps, each with the schedule that validation chooses.',
    claims: CHOSEN,
  },
  robust: { says: 'Number of good step sizes less that of plain steps.', claims: RANGES },
  fast: {
    says: 'Measured and not decided: the slide prints no factor, and none was written down before the first times were measured.',
    beside: [
      ['performance', 'in memory: logistic, invariant, on 2 cores: iwal takes at most 1.25', 'a pass with invariant updates'],
      ['performance', 'in memory: logistic, naive, on 2 cores: iwal takes at most 1.25', 'with plain steps'],
    ],
  },
  simple: {
    says: 'A loss is one file here, and what Vowpal Wabbit prints is computed here too.',
    laws: [LAWS.vwParity],
    see: [['adding a loss', '../CONTRIBUTING.md#adding-a-loss']],
  },
};
