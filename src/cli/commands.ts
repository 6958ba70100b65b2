/** The commands, one line each; a command's file is loaded only when it is asked for. */
export const commands = {
  simulate: { summary: 'simulate active learning on a labelled file and measure it', load: () => import('./simulate.ts') },
  reproduce: { summary: 'run studies and write their reports', load: () => import('./reproduce.ts') },
  generate: { summary: 'write a generated data set', load: () => import('./generate.ts') },
  describe: { summary: 'describe a data file', load: () => import('./describe.ts') },
  learn: { summary: 'learn a labelled file and keep the model', load: () => import('./learn.ts') },
  predict: { summary: 'predict a file with a model', load: () => import('./predict.ts') },
  model: { summary: 'show what is in a model file', load: () => import('./model.ts') },
  vw: { summary: 'run a Vowpal Wabbit command line', load: () => import('./vw.ts') },
};
