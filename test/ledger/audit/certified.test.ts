/**
 * Certified counts of ledgers: they hold the truth, whatever is looked at and whenever, and say why where there are none. The
 * martingale itself is tested in test/laws/statistics/certificates.test.ts.
 */
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../src/cli/audit/command.ts';
import { audit } from '../../../src/ledger/audit/audit.ts';
import { TARGETS, type CertifiedCount, type Target } from '../../../src/ledger/audit/certificates/certified.ts';
import { type Ledger, readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { guessRows } from '../../../src/rows/guesses.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { CertifiedCount as Account } from '../../../src/statistics/certificates/certified-count.ts';
import { minimumProbability } from '../../../src/specs/build.ts';
import { budgetOf, type RunSpec } from '../../../src/specs/run.ts';
import { finished } from '../../../src/numerics/work.ts';
import { toyFile, iwalHere } from '../../support/processes/cli.ts';
import { recordedSimulation, type Recording } from '../../support/recorded-simulation.ts';
import { runs } from '../../support/long.ts';
import { printed, refusal } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, text } = temporaryFolder();
const targets = Object.keys(TARGETS) as Target[];
const ROWS = 400;
const PACED = {
  optimizer: { name: 'normalized-adaptive' },
  query: { name: 'soft-margin' },
  ...{ budget: 100, pace: {}, explore: 0.5, warmUp: 10, temper: 0, coins: 'pool' },
};

async function recorded(recording: Recording) {
  const run = await recordedSimulation(path('.'), recording);
  const ledger = finished(readLedger(path('run.ledger')))!;
  const spec = run.header.spec as RunSpec;
  const floor = minimumProbability(spec, run.pool);
  const certify = (confidence = 0.95, of: Ledger = ledger) =>
    finished(
      audit(of, {
        judge: run.active.judge,
        query: run.active.query,
        left: (_row, spent) => budgetOf(spec, ROWS) - spent,
        isTruthful: true,
        ...(floor !== undefined && { floor }),
        certify: { targets, confidence },
      }),
    ).certified!;
  return { ...run, ledger, certify };
}

function countsOf(certification: ReturnType<Awaited<ReturnType<typeof recorded>>['certify']>): readonly CertifiedCount[] {
  if ('why' in certification) throw new Error(certification.why);
  return certification.counts;
}

/** What is counted among the rows of the ledger, by the true labels. */
function truth({ ledger, pool }: Awaited<ReturnType<typeof recorded>>): Record<Target, number> {
  const found = { error: 0, positives: 0, missed: 0, recall: 0 };
  let bought = 0;
  for (const entry of ledger.entries) {
    if (entry.entry !== 'example') continue;
    const isPositive = pool.labels[entry.row] > 0;
    const isWrong = entry.prediction >= 0 !== isPositive;
    if (isWrong) found.error++;
    if (isPositive) found.positives++;
    if (isPositive && entry.outcome === 'asked' && entry.label !== null) bought++;
    if (isWrong && isPositive) found.missed++;
  }
  return { ...found, recall: bought / found.positives };
}

describe('the truth', () => {
  it('is outside of a band of 80% in no more runs than its level allows, and the bands say something', async () => {
    const trials = Math.min(runs(60), 300);
    const outside: Record<Target, number> = { error: 0, positives: 0, missed: 0, recall: 0 };
    let width = 0;
    for (let seed = 1; seed <= trials; seed++) {
      const run = await recorded({ spec: { ...PACED, seed }, rows: ROWS });
      const known = truth(run);
      for (const { target, low, high, rows } of countsOf(run.certify(0.8))) {
        expect(rows).toBe(run.ledger.entries.length - 1);
        if (known[target] < low || known[target] > high) outside[target]++;
        if (target === 'error') width += (high - low) / rows / trials;
      }
    }
    // Binomial: 3.5 standard deviations above a fifth.
    const most = 0.2 * trials + 3.5 * Math.sqrt(0.16 * trials);
    for (const target of targets) expect(outside[target], target).toBeLessThan(most);
    expect(width).toBeLessThan(0.6);
  });

  it.each([
    ['that are mostly right', 0.9, 0.9],
    ['that tell nothing', 0.5, 0.7],
    ['that are surest where they are wrong', 0.2, 0.99],
  ])('is outside of the bands of guesses %s no more often, and these are narrower than without them', async (_, right, said) => {
    const trials = Math.min(runs(20), 300);
    const outside: Record<Target, number> = { error: 0, positives: 0, missed: 0, recall: 0 };
    const widths = [0, 0];
    for (let seed = 1; seed <= trials; seed++) {
      const random = randomStream(seed, 'guesses');
      const labels = Float64Array.from({ length: ROWS }, () => (random.next() < 0.3 ? 1 : -1));
      const guesses = Array.from(labels, (label) => ({ guessed: Number(label > 0 === random.next() < right), confidence: said }));
      const guessed = { name: 'pool', rows: guessRows(guesses, 2), labels };
      const spec = { ...PACED, query: { name: 'mistake' }, explore: 0.8, guess: true, seed };
      const run = await recorded({ spec, guessed });
      const known = truth(run);
      for (const { target, low, high } of countsOf(run.certify(0.8))) {
        if (known[target] < low || known[target] > high) outside[target]++;
        if (target === 'positives') widths[0] += high - low;
      }
      const plain = new Account(run.header.minimumProbability!);
      for (const entry of run.ledger.entries) {
        if (entry.entry !== 'example') continue;
        plain.consider(entry.probability, 1);
        if (entry.outcome === 'asked') plain.buy(entry.position);
        plain.answer(entry.position, entry.label! > 0);
      }
      const [low, high] = plain.bounds(0.8);
      widths[1] += high - low;
    }
    for (const target of targets) expect(outside[target], target).toBeLessThan(0.2 * trials + 3.5 * Math.sqrt(0.16 * trials));
    expect(widths[0]).toBeLessThan(0.95 * widths[1]);
  });

  it('of recall is what was seen of the positives, of which there are low to high', async () => {
    const run = await recorded({ spec: PACED, rows: ROWS });
    const counts = countsOf(run.certify());
    const [positives, recall] = ['positives', 'recall'].map((target) => counts.find((each) => each.target === target)!);
    expect(positives.seen).toBeGreaterThan(10);
    expect(positives.low).toBeLessThan(positives.high);
    expect(recall).toMatchObject({ seen: positives.seen, rows: positives.rows, confidence: positives.confidence });
    expect([recall.low, recall.high]).toEqual([positives.seen / positives.high, positives.seen / positives.low]);
  });

  it('is the band, where every label was bought', async () => {
    const run = await recorded({ spec: { ...PACED, budget: ROWS }, rows: ROWS });
    const known = truth(run);
    for (const { target, low, high, seen } of countsOf(run.certify())) {
      expect([low, high]).toEqual([known[target], known[target]]);
      expect(seen).toBe(target === 'recall' ? known.positives : known[target]);
    }
  });
});

describe('what is known', () => {
  it('a ledger of purchases certifies what the whole one does', async () => {
    const whole = countsOf((await recorded({ spec: PACED, rows: ROWS })).certify());
    const bought = countsOf((await recorded({ spec: PACED, rows: ROWS, record: 'purchases' })).certify());
    bought.forEach((count, n) => {
      expect(count.seen).toBe(whole[n].seen);
      expect(count.rows).toBe(whole[n].rows);
      expect(count.low).toBeCloseTo(whole[n].low, 6);
      expect(count.high).toBeCloseTo(whole[n].high, 6);
    });
  });

  it('rows count as far as a hard cap went, and no further', async () => {
    const spec = { query: { name: 'random', rate: 0.5 }, floor: 0.5, budget: 40 };
    const run = await recorded({ spec, rows: ROWS });
    const [{ rows }] = countsOf(run.certify());
    const last = [...run.ledger.entries].findLast((entry) => entry.entry === 'example' && entry.outcome === 'asked');
    expect(rows).toBe(last!.entry === 'example' ? last!.position + 1 : NaN);
  });

  it('silence counts as the worst', async () => {
    const silent = await recorded({ spec: { ...PACED, oracle: { name: 'abstaining', abstainRate: 0.4 } }, rows: ROWS });
    const known = truth(silent);
    for (const { target, low, high } of countsOf(silent.certify(0.99))) {
      expect(low).toBeLessThanOrEqual(known[target]);
      expect(high).toBeGreaterThanOrEqual(known[target]);
    }
  });

  it.each([
    [{ query: { name: 'random', rate: 0.2 } }, /no smallest probability was known before the first question/],
    [{ query: { name: 'selective-sampling' } }, /weights labels by 1, not by 1\/p/],
    [{ query: { name: 'margin' } }, /examples of p = 0 were left out/],
  ])('%j: nothing, and why', async (spec, why) => {
    expect((await recorded({ spec, rows: ROWS })).certify()).toEqual({ why: expect.stringMatching(why) as string });
  });
});

describe('iwal audit --certify', () => {
  beforeAll(async () => {
    await toyFile(path('.'), 'toy.svm', { rows: ROWS });
    await iwalHere(path('.'), 'simulate toy.svm --budget 100 --explore 0.5 --ledger toy.ledger');
  });

  it('prints a line a count, and what the labels bought hold of the positives', async () => {
    const { stdout, code } = await iwalHere(path('.'), 'audit toy.ledger --certify error,positives,recall --confidence 0.9');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\ncertified with 90\.00% confidence, at any look: wrong predictions: \d+ to \d+ of \d+ rows considered \(.*\)\ncertified with .*: rows of the positive class: .*\n {2}the labels bought hold \d+ of them: at least \d+\.\d\d%\ncertified with .*: recall among the \d+ rows considered: the labels bought hold \d+ rows of the positive class, at least \d+\.\d\d% of all\n/,
    );
  });

  it.each([
    [['--certify', 'recal'], "unknown count 'recal', did you mean 'recall'?; there are error, positives, missed, recall"],
    [['--certify', 'error,'], "unknown count ''; there are error, positives, missed, recall"],
    ...['0', '1', '1.5', '-0.1', 'NaN', '95%'].map((written): [string[], string] => [
      ['--certify', 'error', '--confidence', written],
      `--confidence must be a number in (0, 1), found '${written}'`,
    ]),
    [['--shards', '--certify', 'error'], '--shards is about several ledgers, found one'],
    [['--confidence', '0.9'], '--confidence is about --certify, which is not given'],
  ])('%j is refused', async (options, complaint) => {
    expect(await refusal(command, [path('toy.ledger'), ...options])).toEqual({ code: 2, message: complaint });
  });

  it('a ledger that was cut off certifies the rows that it has, and one that was cut in its midst is refused with its line', async () => {
    const lines = text('toy.ledger').trimEnd().split('\n');
    const few = lines.slice(0, 120);
    writeFileSync(path('cut.ledger'), `${few.join('\n')}\n${lines[120].slice(0, 30)}`);
    const json = await printed(command, `${path('cut.ledger')} --certify error --json`);
    const { cutOff, certified } = JSON.parse(json) as { cutOff: number; certified: { counts: CertifiedCount[] } };
    expect([cutOff, certified.counts[0].rows]).toEqual([30, 119]);
    writeFileSync(path('cut.ledger'), `${few.join('\n')}\n${lines.slice(130).join('\n')}\n`);
    expect((await refusal(command, `${path('cut.ledger')} --certify error`)).message).toMatch(
      /cut\.ledger:121: found position \d+; expected 119$/,
    );
  });
});
