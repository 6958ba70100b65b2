import type { Entries } from './item.ts';
import { LAWS } from './laws.ts';

const LOGARITHMIC = 'The printed step leaves [0, 1], where the loss is not defined; ours ends there.';

/** Entries of the overview of Vowpal Wabbit. */
export const overview: Entries = {
  objective: {
    says: 'FOBOS, RDA and FTRL-Proximal have penalties; our l2 is that of l2 w²/2, half of the printed one.',
    laws: [LAWS.denseFobos, LAWS.s12],
  },
  losses: {
    says: 'tau and 1 - tau are exchanged in the quantile loss (table 1 has them right), and the squared loss has no half.',
    laws: [LAWS.value],
    errata: ['S13', 'S16'],
  },
  links: { says: 'Losses with these links are squared, logistic and Poisson loss.', laws: [LAWS.value] },
  'gradient-descent': {
    says: 'Iterations for three digits more, over those for the three digits before, on one convex problem.',
    claims: [['rates', 'Gradient descent: iterations grow as log(1/r)']],
  },
  'second-order': {
    says: 'Iterations that squaring the accuracy takes. Fits of logistic loss end where Newton steps of another library end.',
    claims: [['rates', 'Newton: iterations grow as log log(1/r)']],
    laws: [LAWS.newton],
  },
  sgd: { says: 'Exponents 1 and 1/2 are settings of the schedule.', laws: [LAWS.denseDescent] },
  iterations: {
    says: 'Growth of the iterations of three more digits; those of a squared accuracy; exponent of 1/r.',
    claims: [
      ['rates', 'Gradient descent: iterations grow as log(1/r)', 'log(1/r)'],
      ['rates', 'Newton: iterations grow as log log(1/r)', 'log log(1/r)'],
      ['rates', 'Stochastic gradient descent: iterations grow as 1/r', '1/r'],
    ],
  },
  flavours: {
    says: 'Each of these variants is an optimizer here, averages included.',
    laws: [LAWS.denseAverage, LAWS.denseAdaGrad, LAWS.denseRda],
  },
  schedule: {
    says: 'The exponent belongs to the whole fraction, and t is the sum of importance.',
    laws: [LAWS.s10],
    errata: ['S10'],
  },
  adaptive: {
    says: 'As printed the first step divides by 0; ours sums first.',
    laws: [LAWS.s14, LAWS.denseAdaGrad],
    errata: ['S14'],
  },
  'dynamic-ranges': {
    says: 'Loss over that of plain steps, each at its best rate, on badly scaled sets.',
    claims: [
      ['step-size-flavours', 'With invariant updates: "Useful for different dynamic ranges"', 'invariant'],
      ['step-size-flavours', 'With naive updates: "Useful for different dynamic ranges"', 'naive'],
    ],
  },
  copies: {
    says: 'Largest difference of two halves, or of h copies, from the whole.',
    claims: [
      ['flip-picture', 'Implicit updates are "not invariant", and naive ones', 'implicit, naive'],
      ['flip-picture', '"An example with importance i is equivalent', 'invariant'],
    ],
  },
  recursion: { says: 'The update `resampled` is this recursion.', laws: [LAWS.resampled] },
  'squared-copies': { says: 'The update `resampled` gives the same for whole h.', form: 'squared copies' },
  squared: { says: 'Table 1 has the half that the first table lacks.', form: 'squared', laws: [LAWS.flow] },
  logistic: {
    says: 'As printed it overflows for large margins; ours solves the equation without W.',
    form: 'logistic',
    laws: [LAWS.flow],
  },
  exponential: { says: 'The same at every point of the grid.', form: 'exponential', laws: [LAWS.flow] },
  logarithmic: { says: LOGARITHMIC, form: 'logarithmic', laws: [LAWS.flow], errata: ['S17'] },
  hellinger: { says: LOGARITHMIC, form: 'hellinger', laws: [LAWS.flow], errata: ['S17'] },
  hinge: {
    says: 'Without max(0, ·) the printed step goes uphill from u > 1.',
    form: 'hinge',
    laws: [LAWS.flow],
    errata: ['S3'],
  },
  quantile: { says: 'The same at every point of the grid.', form: 'quantile', laws: [LAWS.flow] },
  imp2: {
    says: 'Not reproduced: the formulas are not at hand; the update `quadratic` is our reading of the name.',
    see: [['the update', '../src/updates/rules.ts']],
  },
  units: {
    says: 'Not reproduced as costs or bounds; normalized learners do not depend on the units of features.',
    see: [['law of units', '../test/laws/vector/learners.test.ts']],
  },
  ng: { says: 'Held to a dense implementation, and to its law about units.', laws: [LAWS.denseNg, LAWS.units] },
  argmin: { says: 'FOBOS without penalties is gradient descent.', laws: [LAWS.fobosIsDescent] },
  fobos: {
    says: 'Number of weights that are not 0, less that of FOBOS at the same loss.',
    claims: [['step-size-flavours', 'At the same loss, FTRL-Proximal keeps fewer weights than FOBOS', 'FTRL-Proximal']],
    laws: [LAWS.denseFobos],
  },
  rda: {
    says: 'Number of weights that are not 0, less that of FOBOS at the same loss.',
    claims: [['step-size-flavours', 'At the same loss, RDA keeps fewer weights than FOBOS', 'RDA']],
    laws: [LAWS.denseRda],
  },
  ftprl: { says: 'Without beta and penalties it is AdaGrad.', laws: [LAWS.ftrlIsAdaGrad] },
  'ftprl-l2': {
    says: 'sigma_{1:t} is 1/eta_t: only then it is gradient descent where there are no penalties.',
    laws: [LAWS.s11],
    errata: ['S11'],
  },
  'ftrl-algorithm': {
    says: 'Squared gradients are summed, where q² is printed; the penalty of its l2 is half of that in the formula before.',
    laws: [LAWS.denseFtrl],
    errata: ['S12', 'S15'],
  },
  default: {
    says: 'The default of the command line too; runs with the default optimizer are among the cases.',
    laws: [LAWS.vwParity],
  },
  'rely-adaptive': {
    says: 'Loss of adaptive over that of plain steps; loss of normalized adaptive over that of adaptive.',
    claims: [
      ['step-size-flavours', 'With invariant updates: "Useful for different dynamic ranges"', 'adaptive'],
      ['step-size-flavours', 'With invariant updates: Normalized adaptive', 'normalized adaptive'],
    ],
  },
  'rely-invariant': {
    says: 'Test error with invariant updates less that with naive ones, under one rule with weights 1/p.',
    claims: [
      ['rcv1-active-full', 'hinge: with the same rule, invariant updates', 'hinge'],
      ['rcv1-active-full', 'logistic: with the same rule, invariant updates', 'logistic'],
    ],
  },
  'rely-ftrl': {
    says: 'Test error of one pass of FTRL less that of the best of three other optimizers; sets are the units.',
    claims: [
      ['one-pass', 'With one pass, FTRL has a lower test error', 'after one pass'],
      [
        'one-pass',
        "With one pass, FTRL has a test error at most +0.50 points above the best other optimizer's with five",
        'after five',
      ],
    ],
  },
};
