/** Laws of `iwal export`: what it writes is what the run learned, and other commands read it. */
import { describe, expect, test } from 'vitest';
import { readDataset } from '../../../src/data/index.ts';
import { shell, eachFolder, linesOf } from '../../support/processes/cli.ts';
import { recordedSimulation } from '../../support/recorded-simulation.ts';

let kept: Awaited<ReturnType<typeof recordedSimulation>>;
const EXPORT = ['export', 'run.ledger', '--data', 'pool.svm'];

const {
  text: textOf,
  path,
  write,
  iwalHere,
  done,
} = eachFolder(async () => {
  kept = await recordedSimulation(path(), { record: 'purchases' });
});

function learned() {
  return kept.entries.flatMap((entry) => (entry.entry === 'example' && typeof entry.label === 'number' ? [entry] : []));
}

describe('formats', () => {
  test('vw: the learned labels with their importances, in order, on stdout or in a file', async () => {
    const stdout = await done([...EXPORT, '--format', 'vw']);
    const heads = linesOf(stdout).map((line) => line.split('|')[0].split(' '));
    expect(heads.map((head) => head.map(Number))).toEqual(
      learned().map(({ label, importance, row }) => [label, importance, row]),
    );
    expect((await iwalHere([...EXPORT, '--format', 'vw', '--out', 'sample.vw'])).code).toBe(0);
    expect(textOf('sample.vw')).toBe(stdout);
    const { importances } = await readDataset(path('sample.vw'), { labels: 'sign' });
    expect([...importances!]).toEqual(learned().map(({ importance }) => importance));
  });

  test('vw: iwal vw learns it', async () => {
    await iwalHere([...EXPORT, '--format', 'vw', '--out', 'sample.vw']);
    const said = await done('vw -d sample.vw --loss_function logistic');
    expect(said).toMatch(new RegExp(`number of examples = ${learned().length}\\n`));
  });

  test('svmlight with its weights; without them a remark', async () => {
    await done([...EXPORT, ...'--format svmlight --out sample.svm --weights sample.weights'.split(' ')]);
    const weights = linesOf(textOf('sample.weights')).map(Number);
    expect(weights).toEqual(learned().map(({ importance }) => importance));
    const { labels } = await readDataset(path('sample.svm'), { labels: 'sign' });
    expect([...labels]).toEqual(learned().map(({ label }) => label));
    const bare = await iwalHere([...EXPORT, '--format', 'svmlight']);
    expect(bare.stdout).toBe(textOf('sample.svm'));
    expect(bare.stderr).toBe('svmlight text has no place for importances: --weights FILE writes them down\n');
  });

  test('csv: a header and a row a label; a pool that counts from 0 is remarked upon', async () => {
    const { stdout, stderr } = await iwalHere([...EXPORT, '--format', 'csv']);
    expect(stderr).toBe(
      'the pool counts its features from 0, a table from 1: a model learned from the one cannot predict the other\n',
    );
    const lines = linesOf(stdout);
    expect(lines[0]).toMatch(/^id,label,importance,f0,f1,f2,/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3).map(Number))).toEqual(
      learned().map(({ row, label, importance }) => [row, label, importance]),
    );
  });

  test('csv: iwal learn learns it, importances and all, and its model predicts the pool', async () => {
    write(
      'pool.csv',
      'a,label,b\n' + Array.from({ length: 200 }, (_, i) => `${i % 7},${i % 3 === 0 ? 1 : -1},${i % 5}\n`).join(''),
    );
    const recorded = await iwalHere('simulate pool.csv --eta 0.5 --query variance-aware --mellowness 1e-3 --ledger csv.ledger');
    expect(recorded.code).toBe(0);
    const exported = await iwalHere('export csv.ledger --data pool.csv --format csv --out labelled.csv');
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    const [head, ...lines] = linesOf(textOf('labelled.csv'));
    expect(head).toBe('id,label,importance,a,b');
    // Written by hand as Vowpal Wabbit text, whose importances nobody has to name.
    write(
      'labelled.vw',
      lines
        .map((line) => line.split(','))
        .map(([, y, h, a, b]) => `${y} ${h} | 1:${a} 2:${b}\n`)
        .join(''),
    );
    const table = await iwalHere(
      'learn labelled.csv --importance-column importance --ignore-columns id --eta 0.5 --model m.iwalmodel --json',
    );
    const text = await iwalHere('learn labelled.vw --eta 0.5 --json');
    const [{ progressiveLoss, examples, weights }, other] = [table, text].map(
      ({ stdout }) => JSON.parse(stdout) as { progressiveLoss: number; examples: number; weights: number },
    );
    expect([examples, weights, progressiveLoss]).toEqual([lines.length, 4, other.progressiveLoss]);
    expect((await iwalHere('predict m.iwalmodel pool.csv')).code).toBe(0);
  });
});

test('places where nothing can be written', async () => {
  const line = [...EXPORT, '--format', 'vw'].join(' ');
  const { code, stderr } = await shell(path(), `ulimit -f 1; $iwal ${line} --out a.vw`);
  expect([code, stderr]).toEqual([1, 'iwal: a.vw cannot be written: file too large\n']);
  const full = await shell(path(), `$iwal ${line} > /dev/full`);
  expect([full.code, full.stderr]).toEqual([1, 'iwal: standard output: no space left on device\n']);
});
