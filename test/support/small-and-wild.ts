/** Two studies of unlike kinds in one reports folder, run by the built program. */
import { toyFile } from './processes/cli.ts';
import { iwalHere } from './processes/here.ts';
import { SMALL, writeStudy } from './studies.ts';

/** Runs the studies `small` (24 cells) and `wild` (8 cells, 2 of which diverge) in this folder. */
export async function runSmallAndWild(folder: string): Promise<void> {
  await toyFile(folder, 'toy.svm');
  writeStudy(folder, SMALL);
  writeStudy(
    folder,
    {
      id: 'wild',
      kind: 'online',
      data: { toy: 'toy.svm' },
      axes: { loss: 'squared', optimizer: 'gradient-descent', update: ['naive', 'invariant'], eta0: [0.01, 100] },
      seeds: 2,
    },
    'wild.json',
  );
  for (const study of ['study.json', 'wild.json']) await iwalHere(folder, ['study', 'run', study]);
}
