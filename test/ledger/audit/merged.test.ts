/**
 * Certificates of several ledgers. LAWS: the martingale of concatenated streams has the expectation 1 as long as nothing is
 * retired, and at most 1 then; ledgers that share coins, rows or the meaning of a count are refused, and merged by force they miss.
 */
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { certify } from '../../../src/ledger/audit/certificates/certify.ts';
import type { Certification } from '../../../src/ledger/audit/certificates/certified.ts';
import type { Entry } from '../../../src/ledger/entry.ts';
import type { Ledger } from '../../../src/ledger/file/read-ledger.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { CertifiedCount } from '../../../src/statistics/certificates/certified-count.ts';
import { CoinMartingale } from '../../../src/statistics/certificates/certificate.ts';
import { orderOf } from '../../../src/specs/run.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { coinsOf } from '../../../src/streams/coins.ts';
import { toyFile, iwalHere } from '../../support/processes/cli.ts';
import { resealed } from '../../support/ledgers.ts';
import { toyTask } from '../../support/toy.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, text: textOf } = temporaryFolder();

describe('the martingale of several streams', () => {
  /** The expectation over all coins of two streams, one after the other, on the grid of the first one's smallest probability. */
  function expectation(streams: readonly (readonly { readonly z: number; readonly least: number }[])[], minimum: number): number {
    const rows = streams.flat();
    const limit = -Math.log1p(-minimum);
    const visit = (bought: readonly boolean[], chance: number): number => {
      if (bought.length < rows.length) {
        const p = probabilityOf(bought, rows[bought.length].least);
        return visit([...bought, true], chance * p) + visit([...bought, false], chance * (1 - p));
      }
      const martingale = new CoinMartingale([0.9 * limit, 0.4 * limit, 0.1 * limit], [3, 2, 1]);
      let hidden = 0;
      bought.forEach((isBought, t) => {
        const p = probabilityOf(bought.slice(0, t), rows[t].least);
        martingale.consider(p);
        if (isBought) martingale.see(p, rows[t].z);
        else hidden += rows[t].z;
      });
      return chance * Math.exp(martingale.logValue(hidden));
    };
    return visit([], 1);
  }

  /** Adaptive across both streams, never below the floor of its own. */
  function probabilityOf(bought: readonly boolean[], least: number): number {
    const share = (1 + bought.filter(Boolean).length) / (2 + bought.length);
    return Math.min(0.95, least + 0.6 * share * (bought.length % 2));
  }

  it('has the expectation 1 where the second floor is not below the first', () => {
    for (let code = 0; code < 2 ** 8; code += 5) {
      const zs = Array.from({ length: 8 }, (_, i) => (code >> i) & 1);
      const streams = [zs.slice(0, 4).map((z) => ({ z, least: 0.2 })), zs.slice(4).map((z) => ({ z, least: 0.3 }))];
      expect(Math.abs(expectation(streams, 0.2) - 1)).toBeLessThan(1e-13);
    }
  });

  it('has less where it is below, for components are retired', () => {
    const stream = (least: number) => [1, 1, 0, 1].map((z) => ({ z, least }));
    expect(expectation([stream(0.2), stream(0.05)], 0.2)).toBeLessThan(1);
  });

  it('a grid that ignores the floor of the second ledger and retires nothing would exceed it', () => {
    // What retirement is for: with the component kept, a row of small p would give a factor below 0, which is none.
    const lambda = 0.9 * -Math.log1p(-0.2);
    expect(1 - ((1 - 0.05) * Math.expm1(lambda)) / 0.05).toBeLessThan(0);
  });
});

/** A ledger of a pool of one column: `labels` of its rows, bought at the rate 0.1 by the coins of a seed. */
function synthetic(name: string, seed: number, labels: readonly number[]): Ledger {
  const spec = {
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1 } },
    ...{ query: { name: 'random', rate: 0.1 }, floor: 0.1, order: 'given', coins: 'pool', seed },
  };
  const coins = randomStream(seed, `coins of ${labels.length} rows ${name}, pass 0`);
  const entries = labels.map((label, position): Entry => {
    const coin = coins.next();
    const isBought = coin < 0.1;
    return {
      ...{ entry: 'example', position, row: position, probability: 0.1, coin, prediction: 0, errorRate: 0, model: '' },
      ...(isBought ? { outcome: 'asked', importance: 10, label, cost: 1 } : { outcome: 'passed', importance: 0 }),
    };
  });
  const header = { 'iwal-ledger': 2, iwal: '', record: 'considered', data: { name, rows: labels.length, checksum: name }, spec };
  return { file: `${name}-${seed}`, header, entries } as unknown as Ledger;
}

function boundsIn(certification: Certification): readonly [low: number, high: number] {
  if ('why' in certification) throw new Error(certification.why);
  const [{ low, high }] = certification.counts;
  return [low, high];
}

describe('merged bounds', () => {
  const LABELS = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? 1 : -1));
  const POSITIVES = LABELS.length / 2;
  const TRIALS = 120;

  function missedBy(
    ledgersOf: (trial: number) => readonly Ledger[],
    parts: (ledgers: readonly Ledger[]) => Certification,
  ): number {
    let missed = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      const ledgers = ledgersOf(trial);
      const [low, high] = boundsIn(parts(ledgers));
      const truth = POSITIVES * ledgers.length;
      if (truth < low || truth > high) missed++;
    }
    return missed;
  }
  const request = { targets: ['positives'], confidence: 0.9 } as const;
  const merged = (ledgers: readonly Ledger[]): Certification => certify(ledgers, request, 'no row in common');

  it('hold the truth as often as they say, and are narrower than the sum of their parts', () => {
    const four = (trial: number) => [0, 1, 2, 3].map((n) => synthetic(`part ${n}`, trial, LABELS));
    expect(missedBy(four, merged)).toBeLessThan(0.1 * TRIALS + 3.5 * Math.sqrt(0.09 * TRIALS));
    const ledgers = four(1);
    const width = ([low, high]: readonly [number, number]): number => high - low;
    const apart = ledgers.reduce((sum, ledger) => sum + width(boundsIn(certify([ledger], request))), 0);
    expect(width(boundsIn(merged(ledgers)))).toBeLessThan(0.75 * apart);
  });

  it('of equal coins, added by force, miss it far more often', () => {
    const nine = (trial: number) => Array.from({ length: 9 }, () => synthetic('part', trial, LABELS));
    const forced = (ledgers: readonly Ledger[]): Certification => {
      const account = new CertifiedCount(0.1);
      ledgers.forEach(({ entries }, n) => {
        for (const entry of entries) {
          if (entry.entry !== 'example') continue;
          account.consider(entry.probability, 1);
          if (entry.outcome !== 'asked') continue;
          account.buy(1000 * n + entry.position);
          account.answer(1000 * n + entry.position, entry.label! > 0);
        }
      });
      const [low, high] = account.bounds(0.9);
      return { counts: [{ target: 'positives', confidence: 0.9, rows: account.rows, seen: account.seen, low, high }] };
    };
    expect(missedBy(nine, forced)).toBeGreaterThan(0.1 * TRIALS + 3.5 * Math.sqrt(0.09 * TRIALS));
    // The forced sum is what merging does with coins of their own: nothing else differs.
    const own = [0, 1].map((n) => synthetic(`part ${n}`, 5, LABELS));
    expect(boundsIn(forced(own))).toEqual(boundsIn(merged(own)));
    expect(() => merged(nine(1))).toThrow(
      /^part-1:1: found the coins of part-1 \(seed 1 on the same pool and pass\); expected coins/,
    );
  });

  it('of one pool stand where no row was considered twice, and are refused for a single one, the first or the last', () => {
    const spec = { order: 'shuffled', coins: 'pool' };
    const part = (seed: number, examples: number): Ledger => {
      const { header, entries } = synthetic('part', seed, LABELS);
      return {
        file: `of ${seed}`,
        header: { ...header, spec: { ...(header.spec as object), ...spec } },
        entries: [...entries].slice(0, examples),
      } as unknown as Ledger;
    };
    const orders = [1, 2].map((seed) => orderOf(parseRunSpec(part(seed, 0).header.spec), LABELS.length));
    const at = orders[1].indexOf(orders[0][0]);
    // The first row of one is the last of the other, at the first `at` rows of it.
    expect([...orders[1].subarray(0, at)].includes(orders[0][0])).toBe(false);
    const of = (examples: number): Certification => certify([part(2, examples), part(1, 1)], request);
    expect(() => of(at)).not.toThrow();
    expect(() => of(at + 1)).toThrow(`row ${orders[0][0]} among the rows considered, as in of 2`);
  });

  it('of pools of one checksum and different sizes are those of different pools', () => {
    const parts = [LABELS, LABELS.slice(0, 200)].map((labels, n) => synthetic('part', n + 1, labels));
    expect(() => certify(parts, request)).toThrow("part-2:1: found a ledger of 'part' (200 rows, checksum part)");
    expect(() => merged(parts)).not.toThrow();
  });

  it('of coins that know no pool, two passes go together and two of one pass do not', () => {
    const of = (name: string, pass: number): Ledger => {
      const { header, entries } = synthetic(name, 1, LABELS.slice(0, 20));
      const spec = { ...(header.spec as object), coins: undefined };
      return { file: name, header: { ...header, spec, pass }, entries } as unknown as Ledger;
    };
    expect(() => merged([of('a', 1), of('b', 2)])).not.toThrow();
    for (const pass of [0, 1, 2]) expect(() => merged([of('a', pass), of('b', pass)])).toThrow('found the coins of a');
  });

  it('recall of a pool without a positive is whole where every label was bought, and nothing is known where none was', () => {
    const recall = ({ probability, label }: { probability: number; label?: number }) => {
      const { file, header, entries } = synthetic('part', 1, LABELS);
      const all = [...entries].map((entry) => ({
        ...entry,
        ...(label === undefined
          ? { outcome: 'passed', importance: 0, label: undefined }
          : { outcome: 'asked', importance: 1, label }),
        probability,
      }));
      const found = certify([{ file, header, entries: all } as unknown as Ledger], { targets: ['recall'], confidence: 0.9 });
      return boundsIn(found);
    };
    expect([recall({ probability: 1, label: -1 }), recall({ probability: 1, label: 1 })]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(recall({ probability: 0.1 })).toEqual([0, 1]);
  });

  it('a ledger that names no classes goes with one that does', () => {
    const [named, plain] = ['with names', 'without'].map((name) => synthetic(name, 3, LABELS));
    const classes = { ...named, header: { ...named.header, classes: ['no', 'yes'] } };
    expect([merged([classes, plain]), merged([plain, classes])]).toEqual([merged([named, plain]), merged([plain, named])]);
  });

  it('of one ledger are those of it alone; nothing and a confidence of 1 are refused', () => {
    const one = synthetic('part', 3, LABELS);
    expect(merged([one])).toEqual(certify([one], request));
    expect(() => certify([], request)).toThrow('without a ledger there is nothing to certify');
    expect(() => certify([one], { ...request, confidence: 1 })).toThrow('confidence');
  });

  it('coins of the synthetic ledgers are those of real runs of their specs', () => {
    const { rows } = toyTask({ rows: 5, seed: 1 });
    expect(coinsOf({ seed: 7 }, rows, 2).next()).toBe(randomStream(7, 'query, pass 2').next());
  });
});

describe('iwal audit A B --certify', () => {
  const certifying = (...args: string[]) => iwalHere(path('.'), ['audit', ...args]);

  beforeAll(async () => {
    await toyFile(path('.'), 'a.svm', { rows: 300, seed: 1 });
    await toyFile(path('.'), 'b.svm', { rows: 200, seed: 2 });
    const paced = ['--budget', '80', '--explore', '0.5', '--ledger'];
    for (const name of ['a', 'b']) await iwalHere(path('.'), ['simulate', `${name}.svm`, ...paced, `${name}.ledger`]);
    await iwalHere(path('.'), ['simulate', 'a.svm', '--seed', '2', ...paced, 'a2.ledger']);
    await iwalHere(path('.'), 'simulate a.svm --query random:rate=0.2 --ledger no-floor.ledger');
    const text = textOf('b.ledger');
    writeFileSync(path('cut.ledger'), text.slice(0, -400));
  });

  it('two pools that share no row, as somebody says: one page, one count', async () => {
    const { code, stdout, stderr } = await certifying('a.ledger', 'b.ledger', '--certify', 'error,recall', '--shards');
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toMatch(
      /^a\.ledger: \d+ of 300 rows of pool a considered; .*, seed 1\nb\.ledger: \d+ of 200 rows of pool b considered; .*, seed 1\neach agrees with itself; coins of their own, and as was said no row in common\n\ncertified with 95\.00% confidence, at any look: wrong predictions: \d+ to \d+ of \d+ rows considered \(.*\)\ncertified with .*: recall among the \d+ rows considered: .*\n$/,
    );
    const json = JSON.parse((await certifying('a.ledger', 'b.ledger', '--certify', 'error', '--shards', '--json')).stdout) as {
      ledgers: { examples: number }[];
      certified: { counts: { rows: number }[] };
    };
    expect(json.certified.counts[0].rows).toBe(json.ledgers[0].examples + json.ledgers[1].examples);
  });

  it('one that was cut off says so, and counts as far as it goes', async () => {
    const { code, stderr } = await certifying('a.ledger', 'cut.ledger', '--certify', 'error', '--shards');
    expect([stderr, code]).toEqual([expect.stringMatching(/^cut\.ledger: the last line was cut off .* do not count\n$/), 0]);
  });

  it('one that certifies nothing is why there is nothing', async () => {
    const { code, stdout } = await certifying('b.ledger', 'no-floor.ledger', '--certify', 'error', '--shards');
    expect([stdout, code]).toEqual([expect.stringMatching(/\ncertified: nothing; no smallest probability was known before/), 0]);
  });

  it.each([
    [
      ['a.ledger', 'a.ledger'],
      'a.ledger:1: found the coins of a.ledger (seed 1 on the same pool and pass); expected coins of its own',
    ],
    [['a.ledger', 'b.ledger'], "b.ledger:1: found a ledger of 'b' (200 rows, checksum "],
    [['a.ledger', 'a2.ledger'], 'a2.ledger:1: found row '],
    [['a.ledger', 'a2.ledger', '--shards'], 'a2.ledger:1: found row '],
  ])('%j is refused', async (args, complaint) => {
    const { code, stdout, stderr } = await certifying(...args, '--certify', 'error');
    expect([stdout, code]).toEqual(['', 1]);
    expect(stderr.startsWith(`iwal: ${complaint}`), stderr).toBe(true);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('ledgers of one seed whose coins do not know their pool are refused on different pools too', () => {
    const old = (name: string): Ledger => {
      const ledger = synthetic(name, 1, [1, -1]);
      const { coins, ...rest } = ledger.header.spec as Record<string, unknown>;
      expect(coins).toBe('pool');
      return { ...ledger, header: { ...ledger.header, spec: rest } };
    };
    expect(() => certify([old('p'), old('q')], { targets: ['error'], confidence: 0.95 }, 'no row in common')).toThrow(
      /^q-1:1: found the coins of p-1 \(seed 1, whatever the pool\)/,
    );
  });

  it('classes of other names are no one count', () => {
    const named = (name: string, classes: [string, string]): Ledger => {
      const ledger = synthetic(name, 1, [1, -1]);
      return { ...ledger, header: { ...ledger.header, classes } };
    };
    const ledgers = [named('p', ['no', 'yes']), named('q', ['ham', 'spam'])];
    expect(() => certify(ledgers, { targets: ['error'], confidence: 0.95 }, 'no row in common')).toThrow(
      "q-1:1: found the classes 'ham' and 'spam'; expected 'no' and 'yes', as in p-1",
    );
  });

  it.each([
    [['a.ledger', 'b.ledger'], "without --certify audit takes one ledger, found also 'b.ledger'"],
    [['a.ledger', 'b.ledger', '--certify', 'error', '--data', 'a.svm'], '--data is about one ledger, found 2'],
  ])('%j makes no sense', async (args, complaint) => {
    const { code, stderr } = await certifying(...args);
    expect([code, stderr.startsWith(`iwal: ${complaint}`)]).toEqual([2, true]);
  });

  it('a probability below the stated floor is a contradiction, with its line', async () => {
    const text = textOf('a.ledger');
    const raised = text.replace(/"minimumProbability":[\d.]+/, '"minimumProbability":0.9');
    expect(raised).not.toBe(text);
    writeFileSync(path('raised.ledger'), resealed(raised));
    const { code, stderr } = await certifying('raised.ledger', '--certify', 'error');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^iwal: raised\.ledger:\d+: found probability 0\.\d+; expected at least 0\.9, the smallest one that the run says it has\n$/,
    );
  });
});
