/** A test or a law that holds something: its file from the top of the project, and words that stand in it. */
export type Law = readonly [file: string, words: string];

const LOSS_LAWS = 'src/laws/loss-laws.ts';
const UPDATES = 'test/laws/scalar/updates.test.ts';
const QUERIES = 'test/laws/scalar/queries.test.ts';
const OPTIMIZERS = 'src/laws/optimizer-laws.ts';
const LEARNERS = 'test/laws/vector/learners.test.ts';
const DENSE = 'test/support/references/dense-optimizers.ts';
const DEFINITIONS = 'test/support/references/loss-definitions.ts';
const RANKING = 'test/support/laws/ranking-laws.ts';
const TREES = 'test/support/laws/reduction-laws.ts';
const ERRATA = 'test/laws/scalar/errata.test.ts';

/** The laws and references that hold our code to what sources print: the file, and words of it. */
export const LAWS = {
  flow: [DEFINITIONS, 'flowSolvesItsEquation'],
  value: [DEFINITIONS, 'valueIsThePrintedFormula'],
  semigroup: [LOSS_LAWS, 'semigroup'],
  initialSpeed: [LOSS_LAWS, 'initialSpeed'],
  neverOvershoots: [LOSS_LAWS, 'neverOvershoots'],
  proximal: [LOSS_LAWS, 'proximalIsStationary'],
  conjugate: [LOSS_LAWS, 'conjugateSupportsTheLoss'],
  ordered: [UPDATES, 'implicit <= invariant <= naive'],
  resampled: [UPDATES, 'resampled converges to invariant'],
  flipWeights: [UPDATES, 'the importance weight that flips a prediction'],
  isProbability: [QUERIES, 'is a probability'],
  neverRises: [QUERIES, 'never rises with the gap'],
  movesMargin: [OPTIMIZERS, 'function moves'],
  movesRow: [OPTIMIZERS, 'keepsCoordinates'],
  copies: [LEARNERS, 'three copies are one example of importance 3'],
  flips: [LEARNERS, 'flipping a prediction'],
  naiveDiverges: [LEARNERS, 'the naive step diverges under huge importance'],
  noWorse: [LEARNERS, 'with a constant lambda (gradient descent) no update is worse than linearising'],
  implicitLands: [LEARNERS, 'land where the proximal equation says'],
  units: [LEARNERS, 'predictions do not change under x -> D x'],
  unbiased: ['test/laws/stream/active-learn.test.ts', 'is the number of examples it does not leave out'],
  rcv1: ['test/data/rcv1-like.test.ts', 'reference: published statistics of RCV1'],
  vwParity: ['test/references/vw-parity.test.ts', 'the 69 cases'],
  regretByHand: ['test/studies/kinds.test.ts', "describe('regret'"],
  denseDescent: [DENSE, "'gradient descent'"],
  denseAverage: [DENSE, 'averaged, from the start'],
  denseAdaGrad: [DENSE, "'AdaGrad'"],
  denseNg: [DENSE, "'NG'"],
  denseFobos: [DENSE, 'FOBOS, l1 and l2'],
  denseRda: [DENSE, 'RDA, l1 and l2'],
  denseFtrl: [DENSE, 'FTRL-Proximal, l1 and l2'],
  denseImplicit: ['test/references/optimizers.test.ts', 'implicit FTRL'],
  ftrlIsAdaGrad: ['test/references/optimizers.test.ts', 'FTRL-Proximal without beta and penalties is AdaGrad'],
  fobosIsDescent: ['test/references/optimizers.test.ts', 'FOBOS without penalties is gradient descent'],
  newton: ['test/laws/fits/fits.test.ts', 'end where Newton with ml-matrix ends'],
  s5: [ERRATA, 'the conclusion survives'],
  s10: [ERRATA, 'S10: overview, schedule'],
  s11: [ERRATA, 'S11: overview'],
  s12: [ERRATA, 'S12: overview'],
  s14: [ERRATA, 'S14: overview'],
  pairStep: [RANKING, 'a pair is one step on the difference'],
  constantCancels: [RANKING, 'a constant cancels'],
  notTwoSteps: [RANKING, 'one step on a pair is not two steps'],
  ndcgWeight: [RANKING, 'exchanging two rows changes NDCG by the weight of their pair'],
  aucIsPairs: [RANKING, 'AUC is the share of pairs in the right order'],
  byHand: [TREES, 'nodes of a level commute bit for bit'],
  equalCosts: [TREES, 'equal costs teach nothing'],
} as const satisfies Record<string, Law>;
