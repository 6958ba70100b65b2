/** The commands, one line each; a command's file is loaded only when it is asked for. */
export const commands = {
  simulate: {
    summary: 'simulate active learning on a labelled file and measure it',
    load: () => import('./simulate/command.ts'),
  },
  calibrate: {
    summary: 'find the mellowness that spends a label budget, from a pilot',
    load: () => import('./calibrate/command.ts'),
  },
  label: { summary: 'label a pool, as a person or as a program', load: () => import('./label/command.ts') },
  audit: { summary: 'audit a ledger of bought labels', load: () => import('./audit/command.ts') },
  export: { summary: 'write the labels of a ledger as a training set', load: () => import('./export/command.ts') },
  reproduce: { summary: 'run studies and write their reports', load: () => import('./reproduce/command.ts') },
  study: { summary: 'run, check and look into studies, your own among them', load: () => import('./study/command.ts') },
  results: { summary: 'ask all stored results in SQL', load: () => import('./results/command.ts') },
  generate: { summary: 'write a generated data set', load: () => import('./generate/command.ts') },
  datasets: { summary: 'list, fetch and verify public data sets', load: () => import('./datasets/command.ts') },
  describe: { summary: 'describe a data file', load: () => import('./describe/command.ts') },
  learn: { summary: 'learn a labelled file and keep the model', load: () => import('./learn/command.ts') },
  predict: { summary: 'predict a file with a model', load: () => import('./predict/command.ts') },
  model: { summary: 'show what is in a model file', load: () => import('./model/command.ts') },
  vw: { summary: 'run a Vowpal Wabbit command line', load: () => import('./vw/vw.ts') },
};
