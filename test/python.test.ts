/** The Python of examples/python says what the toolkit says, to 1e-12; REFERENCE: certificates and score intervals with numpy. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ofKind, settingsOf } from '../src/studies/results/results.ts';
import { resultOf } from '../src/studies/store/entry.ts';
import { Store } from '../src/studies/store/store.ts';
import { mean } from '../src/statistics/small-samples.ts';
import { command as audit } from '../src/cli/audit/command.ts';
import { command as exportSample } from '../src/cli/export/command.ts';
import { command as askResults } from '../src/cli/results.ts';
import { command as simulate } from '../src/cli/simulate/command.ts';
import { blocksOf, textOf } from './book/documents.ts';
import { randomStream } from '../src/numerics/random.ts';
import { MAIN } from './support/processes/started.ts';
import { toyFile } from './support/processes/cli.ts';
import { printed } from './support/processes/run-command.ts';
import { REPORTS } from './support/published.ts';
import { temporaryFolder } from './support/processes/temporary.ts';
import { final } from '../experiments/support/numbers.ts';

const scripts = fileURLToPath(new URL('../examples/python', import.meta.url));
const isThere = spawnSync('python3', ['--version']).status === 0;
const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
/** That of the system has what apt brings, whatever another one before it in the path has. */
const withPandas = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import pandas, matplotlib']).status === 0,
);
const { path } = temporaryFolder();
const folder = path('.');

function python(...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('python3', args, { cwd: folder, encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
  return stdout;
}

beforeAll(async () => {
  await toyFile(folder, 'train.svm', { rows: 400 });
});

describe.skipIf(!isThere)(`Python beside it${isThere ? '' : ' (skipped: there is no python3 here)'}`, () => {
  it.each([
    ['paced', '--budget', '40'],
    ['a hard cap', '--budget', '30', '--query', 'iwal-cal', '--mellowness', '1e-2'],
    ['late answers', '--budget', '15%', '--oracle', 'delayed:delay=7'],
    ['abstentions', '--budget', '50', '--oracle', 'abstaining:abstain-rate=0.3'],
    ['every label', '--query', 'passive'],
    ['no budget', '--query', 'random:rate=0.2'],
  ])('a ledger: %s', async (name, ...options) => {
    const file = path(`${name.replaceAll(/\W/g, '-')}.jsonl`);
    await printed(simulate, [path('train.svm'), '--ledger', file, '--final', 'online', ...options]);
    const { examples, labels, importance, error } = JSON.parse(await printed(audit, `${file} --json`)) as {
      examples: number;
      labels: number;
      importance: { learned: number };
      error: { plain: { estimate: number } };
    };
    const reported = JSON.parse(python(join(scripts, 'ledger.py'), file)) as Record<string, number>;
    expect(reported).toMatchObject({ rows: examples, labels });
    expect(reported.importanceSum / importance.learned).toBeCloseTo(1, 12);
    expect(reported.error).toBeCloseTo(error.plain.estimate, 12);
  });

  it('a damaged line is told, a cut-off one does not count', () => {
    const damaged = spawnSync(
      'bash',
      ['-c', `sed '5s/"coin":0/"coin":1/' paced.jsonl > damaged.jsonl; head -c -5 paced.jsonl > cut.jsonl`],
      { cwd: folder },
    );
    expect(damaged.status).toBe(0);
    expect(
      spawnSync('python3', [join(scripts, 'ledger.py'), 'damaged.jsonl'], { cwd: folder, encoding: 'utf8' }).stderr,
    ).toContain('damaged.jsonl:5: damaged');
    expect(JSON.parse(python(join(scripts, 'ledger.py'), 'cut.jsonl'))).toHaveProperty('rows');
  });

  it('a ledger of purchases does not tell how many rows were considered, and is refused', async () => {
    const options = ['--ledger', path('purchases.jsonl'), '--record', 'purchases', '--query', 'random:rate=0.2'];
    await printed(simulate, [path('train.svm'), '--final', 'online', ...options]);
    const { stderr } = spawnSync('python3', [join(scripts, 'ledger.py'), 'purchases.jsonl'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain('a ledger of purchases');
  });

  it('published results: means of every setting', () => {
    const lines = python(join(scripts, 'results.py'), join(REPORTS, 'stopping')).trimEnd().split('\n').slice(1);
    const results = ofKind(new Store(join(REPORTS, 'stopping'), () => undefined).current().map(resultOf), 'active');
    const sets = [...new Set(results.map(({ cell }) => cell.dataset))];
    const expected = sets.flatMap((set) =>
      settingsOf(results.filter(({ cell }) => cell.dataset === set)).map(({ measurements }) =>
        mean(measurements.map((each) => final(each).testError!)),
      ),
    );
    const found = lines.map((line) => Number(line.split(',').at(-1)));
    expect(found.length).toBe(expected.length);
    found.sort().forEach((error, at) => expect(error).toBeCloseTo(expected.toSorted()[at], 12));
  });

  it.each(['rcv1-active', 'rcv1-active-full'])('the headline of %s follows from its stored results', (report) => {
    const reported = python(join(scripts, 'saving.py'), join(REPORTS, report), '10%').trim();
    const { claims } = JSON.parse(readFileSync(join(REPORTS, report, 'summary.json'), 'utf8')) as {
      claims: { measured: string }[];
    };
    const [error, factor] = reported.split(', ');
    expect(claims[0].measured).toContain(factor);
    expect(claims[1].measured).toContain(error.replace('test error ', ''));
  });
});

describe.skipIf(!hasNumpy)(`numpy beside it${hasNumpy ? '' : ' (skipped: python3 here has no numpy)'}`, () => {
  it.each([
    ['paced', '--budget', '80', '--explore', '0.5'],
    ['paced, a smaller floor', '--budget', '120', '--query', 'iwal-cal', '--explore', '0.2'],
    ['a floor without a budget', '--query', 'iwal-cal', '--mellowness', '1e-2', '--floor', '0.1'],
    ['a hard cap', '--query', 'random:rate=0.3', '--floor', '0.3', '--budget', '40'],
    ['every label', '--query', 'passive', '--floor', '1'],
  ])('certificate and score interval, %s: to 1e-12', async (name, ...options) => {
    const file = path(`numpy-${name.replaceAll(/\W/g, '-')}.jsonl`);
    const sample = file.replace('.jsonl', '.csv');
    await printed(simulate, [path('train.svm'), '--ledger', file, '--final', 'online', ...options]);
    await printed(exportSample, `${file} --data ${path('train.svm')} --format csv --out ${sample}`);
    const args = [file, '--certify', 'error,positives', '--confidence', '0.9', '--json'];
    const { certified, error } = JSON.parse(await printed(audit, args)) as {
      certified: { counts: { rows: number; low: number; high: number }[] };
      error: { low: number | null; high: number | null };
    };
    const reported = JSON.parse(python(join(scripts, 'certificate.py'), file, sample, '0.9')) as {
      rows: number;
      error: [number, number];
      positives: [number, number];
      score: [number, number];
    };
    const isClose = (found: number, wanted: number): void => {
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(wanted)));
    };
    certified.counts.forEach(({ rows, low, high }, n) => {
      const [from, to] = n === 0 ? reported.error : reported.positives;
      expect(rows).toBe(reported.rows);
      isClose(from, low);
      isClose(to, high);
    });
    isClose(reported.score[0], error.low!);
    isClose(reported.score[1], error.high!);
  });
});

describe.skipIf(withPandas === undefined)(
  `pandas beside it${withPandas === undefined ? ' (skipped: no python3 here has pandas and matplotlib)' : ''}`,
  () => {
    it('the learning curve of stored results: the means of the toolkit to 1e-12, and a picture', async () => {
      const picture = path('curve.svg');
      const [, chosen, by] = /curve\.py cells\.csv curves\.csv curve\.svg "([^"]+)" (\w+)$/m.exec(textOf('docs/PYTHON.md'))!;
      const study = 'rcv1-active';
      const tables = ['cells', 'curves'].map((name) => path(`${name}.csv`));
      for (const [t, name] of ['cells', 'curves'].entries())
        await printed(askResults, ['--study', study, '--table', name, '--export', tables[t], '--out', REPORTS]);
      const { stdout, stderr, status } = spawnSync(withPandas!, [join(scripts, 'curve.py'), ...tables, picture, chosen, by], {
        encoding: 'utf8',
      });
      expect([stderr, status]).toEqual(['', 0]);
      expect(readFileSync(picture, 'utf8')).toContain('</svg>');

      const cells = ofKind(new Store(join(REPORTS, study), () => undefined).current().map(resultOf), 'active').filter(
        ({ cell: { run } }) =>
          run.loss.name === 'hinge' &&
          'eta0' in run.optimizer &&
          run.optimizer.eta0 === 0.1 &&
          (run.budget === '10%' || run.query.name === 'passive'),
      );
      const lines = stdout.trimEnd().split('\n').slice(1);
      expect(lines.length).toBeGreaterThan(10);
      for (const line of lines) {
        const [query, checkpoint, queried, testError] = line.split(',');
        const points = cells
          .filter(({ cell }) => cell.run.query.name === query)
          .flatMap(({ outcome }) => ('measurement' in outcome ? [outcome.measurement.curve[Number(checkpoint) - 1]] : []));
        expect(points.length).toBeGreaterThan(0);
        expect(Number(queried) / mean(points.map((point) => point.queried))).toBeCloseTo(1, 12);
        expect(Number(testError)).toBeCloseTo(mean(points.map((point) => point.testError!)), 12);
      }
    });
  },
);

const withSklearn = ['python3', '/usr/bin/python3'].find(
  (each) => spawnSync(each, ['-c', 'import pandas, sklearn']).status === 0,
);

it.skipIf(withSklearn === undefined)(
  `a model of your own, word for word${withSklearn === undefined ? ' (skipped: no python3 here has scikit-learn)' : ''}`,
  () => {
    const page = textOf('docs/PYTHON.md');
    const [round, last] = blocksOf(page, 'sh').filter((block) => block.startsWith('python3 model.py'));
    const own = mkdtempSync(join(folder, 'own-'));
    const file = (name: string): string => join(own, name);
    const random = randomStream(1, 'pool');
    const rows = Array.from({ length: 400 }, () => [random.normal(), random.normal()]);
    const classOf = (row: string): string => (rows[Number(row)][0] + rows[Number(row)][1] > 0.7 ? 'yes' : 'no');
    writeFileSync(file('pool.csv'), `id,a,b\n${rows.map((row, i) => `r${i},${row.join(',')}\n`).join('')}`);
    writeFileSync(
      file('model.py'),
      blocksOf(page, 'python').find((block) => block.startsWith('# model.py'))!,
    );
    const run = (script: string): string => {
      const tools = `npx() { shift; "${process.execPath}" "${MAIN}" "$@"; }; python3() { "${withSklearn}" "$@"; }`;
      const { stdout, stderr, status } = spawnSync('bash', ['-ec', `${tools}\n${script}`], { cwd: own, encoding: 'utf8' });
      expect([stderr.replace(/^all rows have the same scores.*\n/, ''), status]).toEqual(['', 0]);
      return stdout;
    };
    for (const number of [1, 2, 3]) {
      expect(run(round)).toContain(`round ${number}: 20 questions without an answer in labels.csv`);
      const asked = readFileSync(file('labels.csv'), 'utf8');
      writeFileSync(
        file('labels.csv'),
        asked.replaceAll(/,r(\d+),.*,$/gm, (line, row: string) => line + classOf(row)),
      );
    }
    expect(run(last)).toMatch(/computed anew: ok/);
    const scores = readFileSync(file('scores.csv'), 'utf8').trimEnd().split('\n').slice(1);
    const right = scores.filter((line, i) => (Number(line.split(',')[2]) >= 0.5 ? 'yes' : 'no') === classOf(String(i))).length;
    expect(right / 400, 'share that the model of 60 labels has right').toBeGreaterThan(0.9);
  },
);
