/**
 * The commands, one line each; a command's file is loaded only when it is asked for, and after the files of own parts that its
 * command line names, where it takes some.
 */
const others = {
  simulate: {
    summary: 'simulate active learning on a labelled file and measure it',
    load: () => import('./simulate/command.ts'),
    takesParts: true,
  },
  calibrate: {
    summary: 'forecast the final error of label budgets, from a labelled pilot',
    load: () => import('./calibrate/command.ts'),
    takesParts: true,
  },
  label: { summary: 'label a pool, as a person or as a program', load: () => import('./label/command.ts'), takesParts: true },
  next: { summary: 'ask questions for any model of your own, from its probabilities', load: () => import('./next/command.ts') },
  status: {
    summary: 'show where a project stands and what to type next',
    load: () => import('./status/command.ts'),
    takesParts: true,
  },
  report: {
    summary: 'write a page of a project for others to read',
    load: () => import('./report/command.ts'),
    takesParts: true,
  },
  audit: { summary: 'audit a ledger of bought labels', load: () => import('./audit/command.ts'), takesParts: true },
  replay: {
    summary: 'run other rules and learners on the labels of a ledger',
    load: () => import('./replay/command.ts'),
    takesParts: true,
  },
  export: {
    summary: 'write the labels of a ledger as a training set',
    load: () => import('./export/command.ts'),
    takesParts: true,
  },
  reproduce: { summary: 'run studies and write their reports', load: () => import('./reproduce.ts') },
  study: {
    summary: 'run, check and look into studies, your own among them',
    load: () => import('./study/command.ts'),
    takesParts: true,
  },
  results: { summary: 'print or export all stored results, or query them with SQL', load: () => import('./results.ts') },
  generate: { summary: 'write a generated data set', load: () => import('./generate/command.ts') },
  pool: { summary: 'turn documents into a pool file of words', load: () => import('./pool/command.ts') },
  datasets: { summary: 'list, fetch and verify public data sets', load: () => import('./datasets.ts') },
  describe: { summary: 'describe a data file', load: () => import('./describe/command.ts') },
  learn: { summary: 'learn a labelled file and keep the model', load: () => import('./learn/command.ts'), takesParts: true },
  predict: { summary: 'predict a file with a model', load: () => import('./predict/command.ts'), takesParts: true },
  model: { summary: 'show what is in a model file', load: () => import('./model/command.ts'), takesParts: true },
  vw: { summary: 'run a Vowpal Wabbit command line', load: () => import('./vw/vw.ts') },
};

/** With the one that knows of all others. */
export const commands = {
  ...others,
  completion: {
    summary: 'print what a shell needs to complete commands',
    load: async () => ({ command: (await import('./completion.ts')).completionOf(others) }),
  },
};
