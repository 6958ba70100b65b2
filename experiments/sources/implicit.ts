import type { Entries } from './item.ts';
import { LAWS } from './laws.ts';

/** Entries of Chen & Orabona. */
export const implicit: Entries = {
  better: {
    says: 'Measured is regret, right of the optimum of gradient descent, and not the bound.',
    claims: [['regret-gap', 'The regret of IWA is below that of online gradient descent']],
  },
  regret: {
    says: 'The study regret-gap computes it against the best fixed vector in hindsight (ridge or Newton); a definition.',
    see: [['report', '../reports/regret-gap/README.md']],
    laws: [LAWS.newton],
  },
  'gradient-step': {
    says: 'Learners here have no feasible set to project onto: V is the whole space.',
    laws: [LAWS.denseDescent],
  },
  'default-of-vw': { says: 'Runs of Vowpal Wabbit with its defaults are among the 69 cases.', laws: [LAWS.vwParity] },
  'hinge-coincides': { says: 'The flow and the implicit step of hinge loss move equally far.', form: 'implicit/hinge-coincides' },
  conjugates: { says: 'Losses with a conjugate here obey the inequality, with equality at slopes.', laws: [LAWS.conjugate] },
  inequality: { says: 'The second bound is the Fenchel-Young inequality, a law of our conjugates.', laws: [LAWS.conjugate] },
  algorithm: { says: 'The optimizers `implicit-ftrl`, held to a dense implementation.', laws: [LAWS.denseImplicit] },
  objective: { says: 'Computed at every step of the study regret-gap; a definition.', laws: [LAWS.noWorse] },
  bound: {
    says: 'Not reproduced: the bound is not computed; the terms delta_t that it subtracts are measured.',
    see: [['delta_t', '../reports/regret-gap/delta.png']],
  },
  'special-cases': {
    says: 'The right set is the subdifferential of the loss; the implicit step lands where its equation says.',
    laws: [LAWS.implicitLands],
    claims: [['regret-gap', 'proximal, constant lambda', 'steps where the proximal update is worse']],
    errata: ['S6b'],
  },
  limit: {
    says: 'Plain steps of h/n tend to the flow for every loss.',
    claims: [['flip-picture', '"Multiple updates": plain steps']],
    laws: [LAWS.resampled],
  },
  surrogate: { says: 'The flavour invariant of the dense implementation is this z_t.', laws: [LAWS.denseImplicit] },
  theorem: {
    says: 'Steps with a negative delta_t, on real sets with the constant lambda of the theorem.',
    claims: [['regret-gap', 'IWA, constant lambda']],
    laws: [LAWS.noWorse],
  },
  'lemma-speed': { says: 'Not reproduced: a step of the proof; its conclusion is measured as theorem 3.2.' },
  'lemma-area': { says: 'Not reproduced: a step of the proof; its conclusion is measured as theorem 3.2.' },
  reduced: { says: 'Not reproduced: a step of the proof; its conclusion is measured as theorem 3.2.' },
  logistic: {
    says: 'As printed it overflows for large margins; ours solves the equation without W.',
    form: 'implicit/logistic',
    laws: [LAWS.flow],
  },
  'logistic-signs': {
    says: 'The signs differ for u < 0, so that the theorem does not cover it; its conclusion survives.',
    laws: [LAWS.s5],
    errata: ['S5'],
  },
  exponential: {
    says: 'The printed loss lacks the importance h, which the update has.',
    form: 'implicit/exponential',
    laws: [LAWS.flow],
  },
  logarithmic: {
    says: 'The printed step leaves [0, 1], where the loss is not defined; ours ends there.',
    form: 'implicit/logarithmic',
    laws: [LAWS.flow],
    errata: ['S17'],
  },
  squared: {
    says: 'The same sign of p - y all the way is a law of all losses.',
    form: 'implicit/squared',
    laws: [LAWS.flow, LAWS.neverOvershoots],
  },
  choices: {
    says: 'Ours takes the step 1/lambda_{t+1}; lambda_t of the other paper was not at hand, so ours is sqrt(t)/eta0.',
    laws: [LAWS.denseImplicit],
    errata: ['S6'],
  },
  'worst-case': {
    says: 'With a lambda that grows, steps of IWA can be worse than linearising (their number), where shrinking goes uphill.',
    claims: [
      ['regret-gap', 'IWA, lambda = sqrt(t) / eta0', 'steps'],
      ['regret-gap', 'The regret of IWA is below that of FTRL', 'regret'],
    ],
    errata: ['S6c'],
  },
  'figure-1': {
    says: 'On our sets, with 10 orders of each.',
    claims: [
      ['generalized-implicit', 'Squared loss: right of the optimum, linearised losses explode', 'linear'],
      ['generalized-implicit', 'Squared loss: aProx, IWA and proximal stay within 2.5', 'implicit'],
      ['generalized-implicit', 'Squared loss: aProx, IWA, proximal have a broader range of step sizes within 1.1', 'range'],
    ],
  },
  'figure-2': {
    says: 'The range of good step sizes is broader on most sets.',
    claims: [
      ['generalized-implicit', 'IWA improves upon linearised losses', 'IWA'],
      ['generalized-implicit', 'Logistic loss: aProx, IWA have a broader range of step sizes within 1.1', 'range'],
      ['generalized-implicit', 'Logistic loss: aProx, IWA have a broader range of step sizes within 2.5', 'range 2.5'],
    ],
  },
  approximates: {
    says: 'Compared with linearised losses, right of the optimum.',
    claims: [['generalized-implicit', 'IWA approximates proximal updates']],
    laws: [LAWS.ordered],
  },
};
