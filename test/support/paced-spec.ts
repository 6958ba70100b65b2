/** The run of the command line where nothing is said, but for budget and seed: the default rule, paced, each label learned once. */
export const PACED = {
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'normalized-adaptive' },
  query: { name: 'soft-margin' },
  pace: {},
  warmUp: 10,
  temper: 0,
} as const;
