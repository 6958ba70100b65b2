import type { Entries } from './item.ts';
import { LAWS } from './laws.ts';

/** Entries of Mineiro. */
export const reductions: Entries = {
  unstable: {
    says: 'Distance beyond the label, above and below h eta X = 1, for squared loss. Logistic loss has no label to cross.',
    claims: [['flip-picture', 'Squared loss: the naive update crosses the label']],
  },
  equation: {
    says: 'Order of the gradient step as an integrator of the equation, whose closed forms are compared with another integrator.',
    claims: [['flow', 'Squared and logistic loss: Euler', 'order']],
    laws: [LAWS.flow],
  },
  robust: {
    says: 'Number of good step sizes less that of plain steps, where every weight is 1.',
    claims: [
      ['small-weights', 'squared loss, invariant: the range of good step sizes', 'squared'],
      ['small-weights', 'logistic loss, invariant: the range of good step sizes', 'logistic'],
      ['small-weights', 'hinge loss, invariant: the range of good step sizes', 'hinge'],
    ],
  },
  'pair-objective': {
    says: 'The indicator counts pairs in the right order, so that it is to be maximised; our AUC counts pairs.',
    laws: [LAWS.aucIsPairs],
    errata: ['S7'],
  },
  'pair-equation': {
    says: 'The printed sign goes uphill; ours is that of Karampatziakis & Langford.',
    laws: [LAWS.pairStep],
    errata: ['S8'],
  },
  'pair-procedure': {
    says: 'A pair is one step on the difference, for every loss and optimizer.',
    laws: [LAWS.pairStep, LAWS.constantCancels],
  },
  'not-two-steps': { says: 'A counterexample stands in the laws.', laws: [LAWS.notTwoSteps] },
  'worse-bound': {
    says: 'Measured is AUC less that of balanced learning, and not a bound; the criterion asks it of every set.',
    claims: [
      ['auc-ranking', 'squared loss: pairs reach at least the AUC', 'squared'],
      ['auc-ranking', 'logistic loss: pairs reach at least the AUC', 'logistic'],
    ],
  },
  'black-box': {
    says: 'Not reproduced: the version of 2011 was not run. Today the flag is `--noconstant`; here a constant cancels in a pair.',
    see: [['options', 'FROM-VW.md']],
  },
  ndcg: {
    says: 'NDCG@10 less that of plain pairs, and of naive updates.',
    claims: [
      ['ndcg', 'NDCG-weighted pairs reach at least the NDCG@10 of query-balanced pairs', 'over pairs'],
      ['ndcg', 'NDCG-weighted pairs: invariant updates reach', 'over naive'],
    ],
    laws: [LAWS.ndcgWeight],
  },
  'tree-objective': {
    says: 'With the printed label the lower score advances: scores of the tree are costs.',
    laws: [LAWS.byHand],
    errata: ['S9'],
  },
  'level-equation': {
    says: 'Matches of a level commute bit for bit; the printed sign goes uphill.',
    laws: [LAWS.byHand],
    errata: ['S8'],
  },
  'tree-procedure': { says: 'The reduction `scoring-filter-tree`, held to a run by hand.', laws: [LAWS.byHand, LAWS.equalCosts] },
  dyadic: {
    says: 'Share of steps that overrun their label, on generated dyads: no public set of dyads is at hand. The report has test losses too.',
    claims: [
      ['dyadic', 'Recomputed between the factors, no step overruns', 'recomputed'],
      ['dyadic', 'Taken once', 'taken once'],
    ],
  },
  'no-overrun': {
    says: 'Share of matches that are carried over their labels, with invariant updates.',
    claims: [
      ['scoring-filter-tree', 'Recomputed, and with invariant updates', 'recomputed'],
      ['scoring-filter-tree', 'Without recomputation', 'not recomputed'],
    ],
  },
  'better-losses': {
    says: 'Progressive cost of the recomputed tree less that of the static one.',
    claims: [
      ['scoring-filter-tree', 'squared loss, invariant updates: the recomputed tree', 'squared'],
      ['scoring-filter-tree', 'logistic loss, invariant updates: the recomputed tree', 'logistic'],
      ['scoring-filter-tree', 'hinge loss, invariant updates: the recomputed tree', 'hinge'],
    ],
  },
  times: {
    says: 'Scores that a learned example takes, a number without a clock. The Perl script is not at hand: its factor is not reproduced.',
    claims: [
      ['tree-scores', 'Recomputing slows learning down', 'over those without recomputing'],
      ['tree-scores', 'The short circuit is', 'of them with the short circuit'],
    ],
  },
};
