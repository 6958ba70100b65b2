import type { Finding } from './sources/claims-by-source.ts';

/** The ten findings that a reader of the sources looks for, each with the claim that decides it. */
export const findings: readonly Finding[] = [
  {
    says: 'An importance-invariant update never carries a prediction over its label (how many do)',
    folder: 'flip-picture',
    claim: '"Safety: update never overshoots" (invariant',
  },
  {
    says: 'A weight of h is h copies of the example (largest difference)',
    folder: 'flip-picture',
    claim: '"An example with importance i is equivalent',
  },
  {
    says: 'Invariant updates do no harm where every weight is 1: test accuracy on or above that of plain steps',
    folder: 'small-weights',
    claim: 'squared loss, invariant: most points',
  },
  {
    says: 'Under one query rule labels go further with invariant updates than with plain gradients',
    folder: 'active-curves',
    claim: 'invariant updates use labels far better',
  },
  {
    says: 'On 781,265 documents 10% of the labels are worth so many times as many of the best passive learner, stopped early',
    folder: 'rcv1-active-full',
    claim: 'variance-aware, paced: with 10% of the labels it saves labels',
  },
  {
    says: 'With these 10% the error is within 0.1 points of that of the best passive learner with all labels',
    folder: 'rcv1-active-full',
    claim: 'variance-aware, paced: with 10% of the labels it ends within',
  },
  {
    says: 'An active pass takes at most 1.04 times as long as a passive one (hinge loss)',
    folder: 'speed-full',
    claim: 'hinge, in memory',
  },
  {
    says: 'The surrogate gradient of IWA is no worse than the gradient (steps where it is)',
    folder: 'regret-gap',
    claim: 'IWA, constant lambda',
  },
  {
    says: 'Certified bands leave the truth in at most 5% of runs, looked at after every row',
    folder: 'certificate',
    claim: 'certified bands, watched at every row: in each',
  },
  {
    says: "The command line has at most 3% more error than scikit-learn's uncertainty sampling, at 100 to 1,000 labels",
    folder: 'final-fit',
    claim: 'the command line has at most',
  },
];
