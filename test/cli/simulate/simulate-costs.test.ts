/** LAWS of `iwal simulate` where single costs are bought: it is the cell of a study, counts costs, and says what does not go with it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { command as simulate } from '../../../src/cli/simulate/command.ts';
import type { CostsResult } from '../../../src/cli/simulate/result.ts';
import { readSplit } from '../../../src/cli/simulate/split.ts';
import { readDataset } from '../../../src/data/index.ts';
import { costRules } from '../../../src/queries/costs/index.ts';
import { cell, runCell } from '../../../src/studies/cells/cell.ts';
import '../../support/kinds.ts';
import { largestOfThree, linesOf } from '../../support/rows/largest-of-three.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write } = temporaryFolder();
const examples = largestOfThree('simulated costs', 300);
const rowsOf = (head: (y: number) => string): string => linesOf(examples, head);
const trees = write(
  'trees.svm',
  rowsOf((y) => String(y)),
);
/** The class that is one off costs half as much. */
const costly = write(
  'costly.vw',
  rowsOf((y) => `${[1, 2, 3].map((k) => `${k}:${Math.abs(k - y) / 2}`).join(' ')} |`),
);

const run = (line: string): Promise<string> => printed(simulate, line);

it.each(Object.keys(costRules))('%s is the cell of a study of the same settings, bit for bit', async (rule) => {
  for (const [file, options] of [
    [trees, '--budget 200 --seed 3'],
    [costly, '--optimizer ada-grad --eta 0.3 --budget 30%'],
  ]) {
    const reported = JSON.parse(await run(`${file} --holdout 0.25 --query ${rule} ${options} --json`)) as CostsResult;
    const split = await readSplit({
      ...{ train: file, test: undefined, holdout: 0.25, seed: reported.spec.seed },
      reading: { labels: 'class' },
      read: readDataset,
    });
    const outcome = runCell(cell({ kind: 'costs', dataset: 'x', run: reported.spec }), new Map([['x', split]]));
    const { measurement } = outcome as unknown as { measurement: { curve: object[]; test: { error: number; cost: number } } };
    expect(reported.curve).toEqual(measurement.curve);
    expect([reported.testError, reported.testCost]).toEqual([measurement.test.error, measurement.test.cost]);
    expect(reported.bought).toBeLessThanOrEqual(file === trees ? 200 : 203);
    expect(reported.confusion!.flat().reduce((a, b) => a + b)).toBe(75);
  }
});

it('compares rules about costs on one stream, over seeds too, and draws them', async () => {
  const rules = 'coal:first=20,random-costs:rate=0.3,every-cost';
  const compared = JSON.parse(await run(`${trees} --holdout 0.25 --compare ${rules} --json`)) as CostsResult[];
  expect(compared.map(({ label }) => label)).toEqual(['coal:first=20', 'random-costs:rate=0.3', 'every cost']);
  expect(compared[2].bought).toBe(675);
  const page = await run(`${costly} --holdout 0.25 --compare ${rules}`);
  expect(page).toMatch(/\nrule +costs +of all +test error +mean cost +every cost, as many\ncoal/);
  const curve = path('curve.csv');
  await run(`${trees} --holdout 0.25 --query coal --curve ${curve}`);
  expect(readFileSync(curve, 'utf8')).toMatch(/,coal,\d+,[^]*,every cost,675,/);
  const seeds = JSON.parse(await run(`${trees} --holdout 0.25 --compare ${rules} --seeds 2 --json`)) as {
    label: string;
    results: CostsResult[];
  }[];
  expect([seeds.map(({ results }) => results.length), seeds[0].results[0].curve]).toEqual([[2, 2, 2], compared[0].curve]);
  expect(await run(`${trees} --holdout 0.25 --query coal --seeds 2`)).toMatch(
    /seeds 1 to 2; means .*\n\nrule +costs +test error +above every cost, as many \(points\)\ncoal /,
  );
});
