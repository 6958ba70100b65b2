import type { Entries } from './item.ts';
import { LAWS } from './laws.ts';

/** Entries of Chen & Orabona. */
export const implicit: Entries = {
  better: {
    says: 'Difference of the two bounds of theorem 2.2, each of its own run, and of two regrets right of the optimum of gradient descent.',
    claims: [
      ['regret-bound', 'The bound of IWA is below', 'bounds'],
      ['regret-gap', 'The regret of IWA is below that of online gradient descent', 'regrets'],
    ],
  },
  regret: {
    says: 'The study regret-gap computes it against the best fixed weights.',
    see: [['report', '../reports/regret-gap/README.md']],
    laws: [LAWS.regretByHand],
  },
  'gradient-step': {
    says: 'Learners here have no feasible set to project onto: V is the whole space.',
    laws: [LAWS.denseDescent],
  },
  'default-of-vw': { says: 'Runs with the default optimizer are among the cases.', laws: [LAWS.vwParity] },
  'hinge-coincides': { says: 'The flow and the implicit step of hinge loss move equally far.', form: 'hinge twice' },
  conjugates: { says: 'Losses with a conjugate here obey the inequality, with equality at slopes.', laws: [LAWS.conjugate] },
  inequality: { says: 'The second bound is the Fenchel-Young inequality, a law of our conjugates.', laws: [LAWS.conjugate] },
  algorithm: { says: 'The optimizers `implicit-ftrl`, held to a dense implementation.', laws: [LAWS.denseImplicit] },
  objective: { says: 'The study regret-gap computes it at every step.', laws: [LAWS.noWorse] },
  bound: {
    says: 'Bound less regret, an example, for the regulariser |x|²/(2 eta), of gradients, IWA and proximal updates.',
    claims: [
      ['regret-bound', 'Theorem 2.2: the regret is never above', 'apart'],
      ['regret-bound', 'The two sides differ', 'from the Fenchel-Young gaps'],
    ],
  },
  'special-cases': {
    says: 'The right set is the subdifferential of the loss; the implicit step lands where its equation says.',
    laws: [LAWS.implicitLands],
    claims: [['regret-gap', 'proximal, constant lambda', 'steps at which proximal is worse than linear']],
    errata: ['S6b'],
  },
  limit: {
    says: 'Gap between n plain steps and the flow, of three losses; the law has all losses.',
    claims: [['flip-picture', '"Multiple updates": plain steps']],
    laws: [LAWS.resampled],
  },
  surrogate: { says: 'The flavour invariant of the dense implementation is this z_t.', laws: [LAWS.denseImplicit] },
  theorem: {
    says: 'Number of steps with a negative delta_t, on real sets, with the constant lambda of the theorem.',
    claims: [['regret-gap', 'IWA, constant lambda']],
    laws: [LAWS.noWorse],
  },
  'lemma-speed': {
    says: 'On updates of four losses along which the condition is met; of two of them a picture.',
    claims: [
      ['flow', "Lemma 3.3 where its condition is met: |s'| does not grow", 'growth'],
      ['flow', "Lemma 3.3 where its condition is met: |s'| is convex", 'above a chord'],
    ],
    inequality: 'speed',
  },
  'lemma-area': { says: 'On the same updates.', claims: [['flow', 'Lemma 3.4', 'above the area']], inequality: 'area' },
  reduced: { says: 'On the same updates.', inequality: 'reduced' },
  logistic: {
    says: 'As printed it overflows for large margins; ours solves the equation without W.',
    form: 'logistic',
    laws: [LAWS.flow],
  },
  'logistic-signs': {
    says: 'The signs differ for u < 0: there (5) is broken, and the theorem says nothing. Its conclusion survives.',
    claims: [
      [
        'flow',
        "Lemma 3.3 for logistic loss from u = -3, where the paper takes its condition for met: |s'| is convex",
        'above a chord',
      ],
    ],
    inequality: 'logistic',
    laws: [LAWS.s5],
    errata: ['S5'],
  },
  exponential: {
    says: 'The printed loss lacks the importance h, which the update has.',
    form: 'exponential',
    laws: [LAWS.flow],
  },
  logarithmic: {
    says: 'The printed step leaves [0, 1], where the loss is not defined; ours ends there.',
    form: 'logarithmic',
    laws: [LAWS.flow],
    errata: ['S17'],
  },
  squared: {
    says: 'The same sign of p - y all the way is a law of all losses.',
    form: 'squared',
    laws: [LAWS.flow, LAWS.neverOvershoots],
  },
  choices: {
    says: 'Ours takes the step 1/lambda_{t+1}; lambda_t of the other paper was not at hand, so ours is sqrt(t)/eta0.',
    laws: [LAWS.denseImplicit],
    errata: ['S6'],
  },
  'worst-case': {
    says: 'With a lambda that grows IWA can be worse than linearising, where shrinking goes uphill: number of such steps.',
    claims: [
      ['regret-gap', 'IWA, lambda = sqrt(t) / eta0', 'steps that are worse'],
      ['regret-gap', 'The regret of IWA is below that of FTRL', 'difference of regrets'],
    ],
    errata: ['S6c'],
  },
  'figure-1': {
    says: 'Loss at eta0 = 1000 over the lowest; worst loss right of the optimum over the lowest; more good step sizes than linear.',
    claims: [
      ['generalized-implicit', 'Squared loss: right of the optimum, linearised losses explode', 'linear'],
      ['generalized-implicit', 'Squared loss: aProx, IWA and proximal stay within 2.5', 'aProx, IWA, proximal'],
      ['generalized-implicit', 'Squared loss: aProx, IWA, proximal have a broader range of step sizes within 1.1', 'range 1.1'],
    ],
  },
  'figure-2': {
    says: 'Lowest loss over that of linear; more step sizes within 1.1 and within 2.5 times the lowest loss.',
    claims: [
      ['generalized-implicit', 'IWA improves upon linearised losses', 'lowest loss'],
      ['generalized-implicit', 'Logistic loss: aProx, IWA have a broader range of step sizes within 1.1', 'range 1.1'],
      ['generalized-implicit', 'Logistic loss: aProx, IWA have a broader range of step sizes within 2.5', 'range 2.5'],
    ],
  },
  approximates: {
    says: 'Distance of its loss to that of proximal less that of linear, right of the optimum.',
    claims: [['generalized-implicit', 'IWA approximates proximal updates']],
    laws: [LAWS.ordered],
  },
};
