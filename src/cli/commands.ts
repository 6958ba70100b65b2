/**
 * The commands, one line each; a command's file is loaded only when it is asked for, and after the files of own parts that its
 * command line names, where it takes some.
 */
const others = {
  simulate: withParts('simulate active learning on a labelled file and measure it', () => import('./simulate/command.ts')),
  calibrate: withParts(
    'forecast the final error of label budgets, from a labelled pilot',
    () => import('./calibrate/command.ts'),
  ),
  label: withParts('label a pool, as a person or as a program', () => import('./label/command.ts')),
  next: { summary: 'ask questions for any model of your own, from its probabilities', load: () => import('./next/command.ts') },
  status: withParts('show where a project stands and what to type next', () => import('./status/command.ts')),
  report: withParts('write a page of a project for others to read', () => import('./report/command.ts')),
  audit: withParts('audit a ledger of bought labels', () => import('./audit/command.ts')),
  replay: withParts('run other rules and learners on the labels of a ledger', () => import('./replay/command.ts')),
  export: withParts('write the labels of a ledger as a training set', () => import('./export/command.ts')),
  reproduce: { summary: 'run studies and write their reports', load: () => import('./reproduce.ts') },
  study: withParts('run, check and look into studies, your own among them', () => import('./study/command.ts')),
  results: { summary: 'print or export all stored results', load: () => import('./results.ts') },
  generate: { summary: 'write a generated data set', load: () => import('./generate/command.ts') },
  pool: { summary: 'turn documents into a pool file of words', load: () => import('./pool/command.ts') },
  datasets: { summary: 'list, fetch and verify public data sets', load: () => import('./datasets.ts') },
  describe: { summary: 'describe a data file', load: () => import('./describe/command.ts') },
  learn: withParts('learn a labelled file and keep the model', () => import('./learn/command.ts')),
  predict: withParts('predict a file with a model', () => import('./predict/command.ts')),
  model: withParts('show what is in a model file', () => import('./model/command.ts')),
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

/** A command that takes own parts. */
function withParts<C>(summary: string, load: () => Promise<C>) {
  return { summary, load, takesParts: true } as const;
}
