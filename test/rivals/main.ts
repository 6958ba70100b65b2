/**
 * Computes the errors of scikit-learn with the labels of studies: `npm run rivals -- final-fit`. It writes the rows of each set, as
 * the study cuts them, into a temporary folder. experiments/support/rivals.py adds the errors that are missing to the file that
 * stores them. It needs `python3` with scikit-learn.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as frontier from '../../experiments/budget-frontier/settings.ts';
import * as finalFit from '../../experiments/final-fit/settings.ts';
import { fitSets } from '../../experiments/final-fit/sets.ts';
import * as severalClasses from '../../experiments/several-classes/study.ts';
import { defaultSets, DEVELOPMENT } from '../../experiments/support/default-sets.ts';
import { foldersOf } from '../../src/cli/study/studies.ts';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import { DataSource } from '../../src/studies/data/data-source.ts';
import type { StudyDataset } from '../../src/studies/study.ts';

interface Job {
  readonly file: string;
  readonly sets: readonly StudyDataset[];
  /** As arguments of rivals.py. */
  readonly budgets: readonly (number | string)[];
  readonly seeds: number;
  /** Of sparse texts; lbfgs unless said. */
  readonly solver?: 'liblinear';
}

const DEFAULT_RIVALS = 'experiments/support/default-rivals.json';
const jobs: Readonly<Record<string, Job>> = {
  'final-fit': { file: 'experiments/final-fit/rivals.json', sets: fitSets(), budgets: finalFit.BUDGETS, seeds: 10 },
  'several-classes': {
    file: 'experiments/several-classes/rivals.json',
    sets: severalClasses.severalSets(),
    budgets: severalClasses.BUDGETS,
    seeds: 3,
  },
  defaults: { file: DEFAULT_RIVALS, sets: defaultSets(), budgets: [], seeds: 0, solver: 'liblinear' },
  'budget-frontier': {
    file: DEFAULT_RIVALS,
    sets: defaultSets().filter(({ name }) => !DEVELOPMENT.includes(name)),
    budgets: frontier.BUDGETS,
    seeds: frontier.FEW_SEEDS,
    solver: 'liblinear',
  },
};

const source = new DataSource({ ...(await foldersOf(undefined)), note: console.error });
for (const name of process.argv.slice(2)) {
  const { file, sets, budgets, seeds, solver = 'lbfgs' } = jobs[name];
  const folder = mkdtempSync(join(tmpdir(), 'rivals-'));
  try {
    for (const set of sets) {
      const { train, test } = (await set.load(source))!;
      await writeSvmlight(join(folder, `${set.name}.train.svm.gz`), train);
      await writeSvmlight(join(folder, `${set.name}.test.svm.gz`), test!);
    }
    const args = ['--solver', solver, '--seeds', String(seeds), '--budgets', ...budgets.map(String)];
    execFileSync('python3', ['experiments/support/rivals.py', folder, file, ...args], { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
