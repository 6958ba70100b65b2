/** LAWS of `iwal simulate` where single costs are bought: it is the cell of a study, counts costs, and says what does not go with it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as simulate } from '../../../src/cli/simulate/command.ts';
import { readSplit } from '../../../src/cli/simulate/split.ts';
import { readDataset } from '../../../src/data/index.ts';
import { costRules } from '../../../src/queries/costs/index.ts';
import type { CostsSpec } from '../../../src/specs/kinds/costs.ts';
import { cell, runCell } from '../../../src/studies/cells/cell.ts';
import { largestOfThree, linesOf } from '../../support/rows/largest-of-three.ts';
import { printed, refusalIn } from '../../support/processes/run-command.ts';
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

const refusal = (line: string): ReturnType<typeof refusalIn> => refusalIn(path(''), simulate, line);

interface Found {
  readonly label: string;
  readonly bought: number;
  readonly testError: number;
  readonly testCost: number;
  readonly spec: CostsSpec;
  readonly curve: readonly object[];
  readonly confusion: readonly (readonly number[])[];
}

describe('iwal simulate --query coal', () => {
  it.each(Object.keys(costRules))('%s is the cell of a study of the same settings, bit for bit', async (rule) => {
    for (const [file, options] of [
      [trees, '--budget 200 --seed 3'],
      [costly, '--optimizer ada-grad --eta 0.3 --budget 30%'],
    ]) {
      const reported = JSON.parse(await run(`${file} --holdout 0.25 --query ${rule} ${options} --json`)) as Found;
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
      expect(reported.confusion.flat().reduce((a, b) => a + b)).toBe(75);
    }
  });

  it('says what was bought of all costs, the error, the cost where there is one, and what every cost would have come to', async () => {
    const page = await run(`${costly} --holdout 0.25 --query coal --mellowness 0.02 --budget 300`);
    expect(page).toMatch(/^costly: 225 examples, [\d,]+ features, 3 classes, tested on 75 others\n/);
    expect(page).toContain('cost-sensitive: squared loss, invariant updates, normalized-adaptive');
    expect(page).toContain('coal (mellowness 0.02, range 0.5, first 1); costs in [0, 1]; seed 1');
    expect(page).toMatch(/\nbought \d+ of 675 costs \(\d+\.\d\d%\) of a budget of 300, a hard cap\n/);
    expect(page).toMatch(/\ntest error \d.*; every cost of an example until as many were bought: .*, to the end: /);
    expect(page).toMatch(/\ntest cost 0\.\d{4}; with every cost: 0\.\d{4}\n/);
    expect(page).toContain('nothing can be estimated from what was bought');
    expect(page).toContain('test confusion');
    expect(await run(`${trees} --query coal --budget 10%`)).toMatch(
      /of a budget of 90 \(10% of all\), a hard cap\nprogressive error /,
    );
    expect(await run(`${trees} --query coal --mellowness 1e-9`)).toContain('hardly any cost was asked for');
  });

  it('compares rules about costs on one stream, over seeds too, and draws them', async () => {
    const rules = 'coal:first=20,random-costs:rate=0.3,every-cost';
    const compared = JSON.parse(await run(`${trees} --holdout 0.25 --compare ${rules} --json`)) as Found[];
    expect(compared.map(({ label }) => label)).toEqual(['coal:first=20', 'random-costs:rate=0.3', 'every cost']);
    expect(compared[2].bought).toBe(675);
    const page = await run(`${costly} --holdout 0.25 --compare ${rules}`);
    expect(page).toMatch(/\nrule +costs +of all +test error +mean cost +every cost, as many\ncoal/);
    const curve = path('curve.csv');
    await run(`${trees} --holdout 0.25 --query coal --curve ${curve}`);
    expect(readFileSync(curve, 'utf8')).toMatch(/,coal,\d+,[^]*,every cost,675,/);
    const seeds = JSON.parse(await run(`${trees} --holdout 0.25 --compare ${rules} --seeds 2 --json`)) as {
      label: string;
      results: Found[];
    }[];
    expect([seeds.map(({ results }) => results.length), seeds[0].results[0].curve]).toEqual([[2, 2, 2], compared[0].curve]);
    expect(await run(`${trees} --holdout 0.25 --query coal --seeds 2`)).toMatch(
      /seeds 1 to 2; means .*\n\nrule +costs +test error +above every cost, as many \(points\)\ncoal /,
    );
  });

  it.each([
    ['--query coal --temper 0.5', "--temper is about labels, and query rule 'coal' buys single costs: leave it out", 2],
    ['--query coal --floor 0.1', '--floor is about labels', 2],
    ['--query coal --explore 0.1', '--explore is about labels', 2],
    ['--query coal --warm-up 10', '--warm-up is about labels', 2],
    ['--query random-costs --ledger a.ledger', '--ledger is about labels', 2],
    ['--query coal --fresh 10', '--fresh is about labels', 2],
    ['--query coal --oracle noisy', '--oracle is about labels', 2],
    ['--query coal --average 50%', '--average is about labels', 2],
    ['--query coal --rate 0.1', "--rate is not a parameter of query rule 'coal'", 2],
    ['--query coal --width 0.1', "--width is not a parameter of query rule 'coal'", 2],
    ['--query margin --first 10', "--first is not a parameter of query rule 'margin' (used by: bootstrap, committee)", 2],
    ['--query margin --range 1', "--range is not a parameter of query rule 'margin' (used by: coal)", 2],
    ['--query margin --highest-cost 2', '--highest-cost is about single costs', 2],
    ['--query coal --reduction one-against-all', '--reduction cost-sensitive learns', 2],
    ['--query coal --loss hinge', 'costs are regressed with squared loss', 2],
    ['--query coal --budget 0', '--budget must be a whole number >= 1', 2],
    ['--compare coal,random', "'coal' buys single costs and 'random' labels, which is no comparison", 2],
    ['--compare coal,coal', "--compare lists 'coal' twice", 2],
    ['--query caol', "did you mean 'coal'?", 2],
    ['--query coal --lowest-cost 2', '2 is not below 1', 2],
    ['--query coal --highest-cost 0.5', 'trees.svm: found classes that cost 0 and 1; expected costs in [0, 0.5]', 1],
    ['--query coal --eta auto', '--eta auto is of earlier versions', 2],
    ['--query coal --test a.svm --holdout 0.2', '--test and --holdout exclude each other', 2],
  ])('%s is refused in one line', async (options, message, wanted) => {
    const [found, code] = await refusal(`${trees} ${options}`);
    expect(found).toContain(message);
    expect([found.split('\n').length, code]).toEqual([1, wanted]);
  });

  it('refuses costs with their line: some only, and those out of range, which a wider range takes', async () => {
    const some = write('some.vw', '1:0 2:1 3:1 | a\n1:1 2:0 | b\n');
    expect(await refusal(`${some} --query coal`)).toEqual([
      'some.vw:2: found costs of 2 classes; expected those of all 3, for only what is known can be sold',
      1,
    ]);
    const far = write('far.vw', '1:0 2:1 | a\n1:5 2:0 | b\n');
    expect((await refusal(`${far} --query coal`))[0]).toBe(
      'far.vw:2: found the cost 5; expected costs in [0, 1]; --lowest-cost and --highest-cost say how far they go',
    );
    expect(await run(`${far} --query coal --highest-cost 5`)).toContain('costs in [0, 5]');
    expect((await refusal(`${costly} --reduction cost-sensitive`))[0]).toBe(
      'costly.vw:1: found costs of classes; expected a class: the label that is bought is one; --query coal buys single costs',
    );
  });
});
