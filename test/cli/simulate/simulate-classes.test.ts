/** LAWS of `iwal simulate --reduction`. */
import '../../support/kinds.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { learningCurves } from '../../../src/cli/simulate/figure.ts';
import { command as audit } from '../../../src/cli/audit/command.ts';
import { command as simulate } from '../../../src/cli/simulate/command.ts';
import { readDataset } from '../../../src/data/index.ts';
import { runCell } from '../../../src/studies/cells/cell.ts';
import { cutInThree } from '../../../src/studies/data/data-source.ts';
import { studyOf } from '../../../src/studies/small-study.ts';
import { largestOfThree, linesOf } from '../../support/rows/largest-of-three.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { toyTask } from '../../support/toy.ts';

const { path, write } = temporaryFolder();
const examples = largestOfThree('active classes', 400);
const lines = (label: (y: number) => string): string => linesOf(examples, label);
const trees = write(
  'trees.svm',
  lines((y) => String(y)),
);

const run = (line: string): Promise<string> => printed(simulate, line);

describe('iwal simulate --reduction', () => {
  it('repeats runs on seeds and draws curves: each run is the one that it is alone', async () => {
    const line = `${trees} --reduction one-against-all --holdout 0.25 --compare random,soft-margin`;
    const seeds = JSON.parse(await run(`${line} --seeds 2 --json`)) as { label: string; results: { curve: object[] }[] }[];
    expect(seeds.map(({ label, results }) => [label, results.length])).toEqual([
      ['random', 2],
      ['soft-margin', 2],
      ['passive, every label', 2],
    ]);
    const alone = JSON.parse(await run(`${line} --json`)) as { curve: object[] }[];
    expect(seeds.map(({ results }) => results[0].curve)).toEqual(alone.map(({ curve }) => curve));
    expect(await run(`${line} --seeds 2`)).toMatch(
      /one-against-all: .*; seeds 1 to 2; means .*\n\nrule +labels +test error +above passive, as many \(points\) +sample unbiased\nrandom /,
    );
    const curve = path('curve.csv');
    await run(`${line} --curve ${curve}`);
    expect(readFileSync(curve, 'utf8')).toMatch(/,random,\d+,[^]*,soft-margin,\d+,[^]*,"passive, every label",300,/);
  });

  it('buys fresh labels of rows that it did not learn: all of them count the true error, and the ledger is computed anew', async () => {
    const line = `${trees} --reduction one-against-all --fresh`;
    const { queried, fresh } = JSON.parse(await run(`${line} 400 --json`)) as {
      readonly queried: number;
      readonly fresh: {
        readonly rows: number;
        readonly labels: number;
        readonly errorEstimate: number;
        readonly trueError: number;
      };
    };
    expect([fresh.rows, fresh.labels]).toEqual([400 - queried, 400 - queried]);
    expect(fresh.errorEstimate).toBeCloseTo(fresh.trueError, 12);
    const ledger = path('fresh.ledger');
    expect(await run(`${line} 30 --ledger ${ledger}`)).toMatch(/by 30 fresh labels: .*; the true error there is \d/);
    const audited = JSON.parse(await printed(audit, `${ledger} --data ${trees} --json`)) as object;
    expect(audited).toMatchObject({ final: { labels: 30 }, replay: { verdict: 'ok' } });
  });

  it('oracles that err, come late, cost and abstain: the ledger of such a run is computed anew, bit for bit', async () => {
    const ledger = path('late.ledger');
    const oracle = '--oracle noisy,delayed,abstaining,priced --flip-rate 0.2 --delay 7 --abstain-rate 0.1 --price 2';
    const said = JSON.parse(
      await run(`${trees} --reduction one-against-all --budget 120 --ledger ${ledger} ${oracle} --json`),
    ) as {
      spent: number;
      queried: number;
    };
    expect(said.spent).toBeGreaterThan(said.queried);
    expect(said.spent).toBeLessThanOrEqual(120);
    const audited = JSON.parse(await printed(audit, `${ledger} --data ${trees} --json`)) as { abstained: number };
    expect(audited).toMatchObject({ consistency: { verdict: 'ok' }, replay: { verdict: 'ok' } });
    expect(audited.abstained).toBeGreaterThan(0);
  });
});

describe('the figure', () => {
  const drawn = (more: object): readonly { readonly y: number }[] => {
    const labels = Float64Array.of(1, 2, 2, 3);
    const train = { name: 'four', rows: toyTask({ rows: 4, seed: 1 }).rows, labels, ...more };
    const result = {
      curve: [],
      data: train,
      classes: ['a', 'b', 'c'],
      spec: { loss: { name: 'logistic' }, update: 'invariant' },
    };
    const [panel] = learningCurves([{ label: 'one', result: result as never }], { train }).panels;
    return (panel as { readonly references: readonly { readonly y: number }[] }).references;
  };

  it('shows the error of always the largest class, with the importances of the rows, where classes cost 0 and 1', () => {
    expect(drawn({}).map(({ y }) => y)).toEqual([0.5]);
    expect(drawn({ importances: Float64Array.of(5, 1, 1, 1) }).map(({ y }) => y)).toEqual([3 / 8]);
    expect(drawn({ costs: {} })).toEqual([]);
  });
});

describe('docs/CLASSES.md', () => {
  const guide = readFileSync(new URL('../../../docs/CLASSES.md', import.meta.url), 'utf8');

  it('has a study of single costs that runs as it stands', async () => {
    const [, code] = /```js\n([^]*?)```/.exec(guide)!;
    const { default: small } = (await import(
      `data:text/javascript,${encodeURIComponent(code.replace('train.svm', 'trees.svm'))}`
    )) as { default: object };
    const study = studyOf(small, path(''), 'again');
    const cells = study.cells('default', ['trees'], 1);
    expect(cells.map(({ kind }) => kind)).toEqual(new Array<string>(9).fill('costs'));
    const data = await readDataset(trees, { labels: 'class' });
    expect(runCell(cells[0], new Map([['trees', cutInThree(data)]]))).toHaveProperty('measurement.classes', 3);
  });
});
