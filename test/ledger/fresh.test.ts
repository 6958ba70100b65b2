/**
 * Fresh labels. LAWS: a run with them is the run without, bit for bit; every prefix of their draw is a simple random sample of the
 * rows not learned, so that the estimate is unbiased and its interval covers; ledger, audit and replay hold them to account.
 */
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { finalError } from '../../src/ledger/passes.ts';
import { readLedger, type Ledger } from '../../src/ledger/file/read-ledger.ts';
import { losses } from '../../src/losses/index.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { freshEstimate, freshRows, type FreshAnswer } from '../../src/streams/fresh.ts';
import { judgeOfClasses, judgeOfLoss } from '../../src/streams/judge.ts';
import { ClassMeasures } from '../../src/streams/measures/class-measures.ts';
import { toyFile, iwalHere } from '../support/processes/cli.ts';
import { finished } from '../../src/numerics/work.ts';
import { resealed } from '../support/ledgers.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const { path, text: textOf } = temporaryFolder();
const PAST = { rows: 40, checksum: 'a', pass: 0, isLearned: (row: number) => row % 4 === 0 };

describe('the draw', () => {
  it('holds every row that was not learned once, and changes with seed, pool and pass', () => {
    const drawn = freshRows({ ...PAST, seed: 1 });
    expect([...drawn].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, row) => row).filter((row) => row % 4 !== 0));
    const others = [{ seed: 2 }, { seed: 1, checksum: 'b' }, { seed: 1, pass: 1 }].map((each) => freshRows({ ...PAST, ...each }));
    for (const other of others) expect(other).not.toEqual(drawn);
  });

  it('first rows are each of them as often as others', () => {
    const counts = new Float64Array(40);
    for (let seed = 0; seed < 3000; seed++) for (const row of freshRows({ ...PAST, seed }).subarray(0, 6)) counts[row]++;
    const expected = (3000 * 6) / 30;
    counts.forEach((count, row) => {
      if (row % 4 === 0) expect(count).toBe(0);
      else expect(Math.abs(count - expected)).toBeLessThan(4.5 * Math.sqrt(expected * 0.8));
    });
  });
});

describe('the estimate', () => {
  const judge = judgeOfLoss(losses.logistic);
  /** Of m answers k say that the model was wrong. */
  const answers = (k: number, m: number): FreshAnswer[] =>
    Array.from({ length: m }, (_, n) => ({ prediction: n < k ? 1 : -1, label: -1 }));

  /** Chances of k wrong ones among m of `rows` of which `wrong` are: hypergeometric. */
  function chances(rows: number, wrong: number, m: number): number[] {
    const chance = (k: number): number => {
      let product = 1;
      for (let i = 0; i < k; i++) product *= ((wrong - i) / (k - i)) * ((m - i) / (rows - i));
      for (let i = 0; i < m - k; i++) product *= (rows - wrong - i) / (rows - k - i);
      return product;
    };
    return Array.from({ length: m + 1 }, (_, k) => (k > wrong || m - k > rows - wrong ? 0 : chance(k)));
  }

  it.each([
    [200, 10, 30],
    [200, 40, 30],
    [200, 100, 60],
    [60, 12, 40],
    [1000, 30, 100],
  ])('of %d rows, %d wrong, %d drawn: unbiased, and its interval holds the truth at least 93%% of the time', (rows, wrong, m) => {
    const all = chances(rows, wrong, m);
    expect(all.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 10);
    let [mean, covered] = [0, 0];
    all.forEach((chance, k) => {
      const { low, high } = freshEstimate(rows, judge, answers(k, m)).estimate;
      mean += (chance * k) / m;
      if (low! <= wrong / rows && wrong / rows <= high!) covered += chance;
    });
    expect(mean).toBeCloseTo(wrong / rows, 10);
    expect(covered).toBeGreaterThan(0.93);
  });

  it('is a count where every row was drawn, a range with answers missing, and nothing without any', () => {
    expect(freshEstimate(30, judge, answers(3, 30)).estimate).toMatchObject({ kind: 'counted', value: 0.1 });
    const some = freshEstimate(100, judge, [{ prediction: 1, label: null }, ...answers(4, 39)]);
    expect(some.labels).toBe(39);
    expect(some.estimate).toMatchObject({ kind: 'range', unanswered: 1 });
    expect(freshEstimate(100, judge, []).estimate).toMatchObject({ kind: 'nothing', why: 'there are no fresh labels' });
  });

  it('has balanced error and F-score beside it: where every row was drawn they are those by the true labels', () => {
    const random = randomStream(1, 'fresh answers');
    const truth = new ClassMeasures(losses.logistic);
    const all = Array.from({ length: 80 }, () => {
      const [prediction, label] = [random.normal(), random.next() < 0.15 ? 1 : -1];
      truth.record(prediction, label);
      return { prediction, label };
    });
    const { smallerClass, balancedError, fScore } = freshEstimate(80, judge, all).classes;
    expect(smallerClass).toBeCloseTo(truth.smallerClass, 12);
    expect([balancedError.kind, fScore.kind]).toEqual(['counted', 'counted']);
    expect([balancedError.value, fScore.value]).toEqual(
      [truth.balancedError, truth.fScore].map((each) => expect.closeTo(each!, 12) as number),
    );
    expect(freshEstimate(80, judgeOfClasses(3), [{ prediction: 1, label: 2 }]).classes.smallerClass).toBeNaN();
    expect(freshEstimate(80, judge, []).classes.smallerClass).toBeNaN();
  });
});

it('a fresh label of another row than the draw says, or of one too many, is refused with its line', () => {
  const parts = { loss: { name: 'hinge' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1 } };
  const header = { data: { rows: 3, checksum: 'a' }, spec: { ...parts, query: { name: 'passive' }, seed: 1 } };
  const drawn = [...freshRows({ seed: 1, rows: 3, checksum: 'a', pass: 0, isLearned: () => false })];
  const of = (rows: readonly number[]) => () =>
    finalError({
      ...{ file: 'a.ledger', header, entries: [] },
      fresh: rows.map((row, n) => ({ entry: { entry: 'fresh', row, prediction: 1, label: 1 }, line: 10 + n })),
    } as unknown as Ledger);
  expect(of(drawn)().estimate.kind).toBe('counted');
  expect(of([drawn[1]])).toThrow(
    `a.ledger:10: found a fresh label of row ${drawn[1]}; expected ${drawn[0]}, the next one of the draw`,
  );
  expect(of([...drawn, 0])).toThrow('a.ledger:13: found a fresh label of row 0; expected none: every row');
});

describe('iwal simulate --fresh', () => {
  const OPTIONS = ['simulate', 'pool.svm', '--budget', '60', '--ledger'];
  const text = (name: string): string => textOf(name);

  beforeAll(async () => {
    await toyFile(path('.'), 'pool.svm', { rows: 400 });
    await iwalHere(path('.'), [...OPTIONS, 'plain.ledger']);
    await iwalHere(path('.'), [...OPTIONS, 'fresh.ledger', '--fresh', '40']);
  });

  it('says the error of the model in the end; the run is the one without, bit for bit', async () => {
    expect(text('fresh.ledger').startsWith(text('plain.ledger'))).toBe(true);
    const added = text('fresh.ledger').slice(text('plain.ledger').length).trimEnd().split('\n');
    expect(added).toHaveLength(40);
    const { stdout } = await iwalHere(path('.'), 'simulate pool.svm --budget 60 --fresh 40');
    expect(stdout).toMatch(
      /\nerror of the model in the end on the \d+ rows it did not learn, by 40 fresh labels: (estimated|between|at most) .*; the true error there is [\d.]+%\n/,
    );
    const json = JSON.parse((await iwalHere(path('.'), 'simulate pool.svm --budget 60 --fresh 40 --json')).stdout) as {
      queried: number;
      fresh: { labels: number; rows: number; errorLow: number; errorHigh: number; trueError: number };
    };
    const { labels, rows, errorLow, errorHigh, trueError } = json.fresh;
    expect([labels, rows]).toEqual([40, 400 - json.queried]);
    expect([errorLow <= trueError, trueError <= errorHigh]).toEqual([true, true]);
  });

  it('where one class is small, its balanced error and F-score stand beside the error, in simulate, in JSON and in audit', async () => {
    // Documents with the word are of the one class, and so is one in 25 of the others.
    const line = (i: number): string => `${i % 11 === 0 || i % 25 === 0 ? 1 : -1} 1:${i % 11 === 0 ? 1 : 0.2} ${2 + (i % 7)}:1\n`;
    writeFileSync(path('rare.svm'), Array.from({ length: 400 }, (_, i) => line(i)).join(''));
    const run = ['simulate', 'rare.svm', '--budget', '60', '--fresh', '120'];
    const { stdout } = await iwalHere(path('.'), [...run, '--ledger', 'rare.ledger']);
    const beside = 'the smaller class has [\\d.]+% of the rows: balanced error [^;]+, F-score [^;]+';
    const said = 'error of the model in the end on the \\d+ rows it did not learn, by 120 fresh labels: [^;]*';
    expect(stdout).toMatch(new RegExp(`\n${said}; ${beside}; the true error there is [\\d.]+%; ${beside}\n`));
    expect((await iwalHere(path('.'), 'audit rare.ledger')).stdout).toMatch(new RegExp(`\n${said}; ${beside}\n`));
    const { fresh } = JSON.parse((await iwalHere(path('.'), [...run, '--json'])).stdout) as {
      fresh: {
        trueClasses: { balancedError: number; fScore: number };
        classes: Record<'balancedError' | 'fScore', { low: number; high: number }>;
      };
    };
    for (const measure of ['balancedError', 'fScore'] as const) {
      const [{ low, high }, truth] = [fresh.classes[measure], fresh.trueClasses[measure]];
      expect([low <= truth, truth <= high]).toEqual([true, true]);
    }
  });

  it('more than there are is all of them: the error is counted', async () => {
    const { stdout } = await iwalHere(path('.'), 'simulate pool.svm --budget 60 --fresh 5000 --json');
    const { fresh } = JSON.parse(stdout) as { fresh: { labels: number; rows: number; errorEstimate: number; trueError: number } };
    expect([fresh.labels, fresh.errorEstimate]).toEqual([fresh.rows, fresh.trueError]);
  });

  it('audit says the same, alone and on the data; without fresh labels it refuses to', async () => {
    const plain = await iwalHere(path('.'), 'audit plain.ledger');
    expect(plain.stdout).toContain('\nerror of the model in the end: not estimated, for the labels it learned flatter it;');
    for (const data of [[], ['--data', 'pool.svm']]) {
      const { code, stdout } = await iwalHere(path('.'), ['audit', 'fresh.ledger', ...data]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/rows it did not learn, by 40 fresh labels: /) as string]);
    }
    const ledger = finished(readLedger(path('fresh.ledger')))!;
    expect(ledger.fresh).toHaveLength(40);
    expect(finalError(ledger).estimate.kind).not.toBe('nothing');
  });

  it.each([
    [
      'another row',
      (line: string) => line.replace(/"row":\d+/, '"row":0'),
      /found a fresh label of row 0; expected \d+, the next one/,
    ],
    [
      'another model',
      (line: string) => line.replace(/"model":"./, '"model":"x').replace('x', '0'),
      /found a fresh label of model/,
    ],
    [
      'another prediction',
      (line: string) => line.replace(/"prediction":[-\d.e]+/, '"prediction":9'),
      /found prediction 9 of the fresh row/,
    ],
  ])('%s is a contradiction, with its line', async (_, change, complaint) => {
    const lines = text('fresh.ledger').trimEnd().split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"entry":"fresh"'));
    // The first whose change is one.
    lines[at] = change(lines[at]);
    writeFileSync(path('changed.ledger'), resealed(`${lines.join('\n')}\n`));
    const { code, stderr } = await iwalHere(path('.'), 'audit changed.ledger --data pool.svm');
    expect([code, stderr]).toEqual([1, expect.stringMatching(complaint) as string]);
    expect(stderr).toContain(`changed.ledger:${at + 1}: `);
  });

  it('a fresh label before the end is refused; one that was cut off does not count', async () => {
    const lines = text('fresh.ledger').trimEnd().split('\n');
    const end = lines.findIndex((line) => line.startsWith('{"entry":"end"'));
    writeFileSync(path('early.ledger'), resealed(`${lines.filter((_, n) => n !== end).join('\n')}\n`));
    const early = await iwalHere(path('.'), 'audit early.ledger');
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('found a fresh label before the end') as string]);
    writeFileSync(path('cut.ledger'), text('fresh.ledger').slice(0, -9));
    const cut = await iwalHere(path('.'), 'audit cut.ledger');
    expect([cut.code, cut.stdout]).toEqual([0, expect.stringContaining('by 39 fresh labels') as string]);
  });

  it.each([
    [['--compare', 'random'], '--fresh is of one run, and --compare makes several'],
    [['--seeds', '3'], '--fresh is of one run, and --seeds makes several'],
  ])('%j is refused', async (options, complaint) => {
    const { code, stderr } = await iwalHere(path('.'), ['simulate', 'pool.svm', '--fresh', '40', ...options]);
    expect([code, stderr]).toEqual([2, `iwal: ${complaint}\n`]);
  });
});
