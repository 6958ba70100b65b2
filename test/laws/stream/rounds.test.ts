/** Laws of rounds over a pool: all draws enumerated, exact numbers of labels, every state goes on, one round is no round. */
import { describe, expect, it } from 'vitest';
import { errorEstimate } from '../../../src/ledger/audit/error-estimate.ts';
import { certified } from '../../../src/ledger/audit/certificates/certified.ts';
import { gathered } from '../../../src/ledger/audit/evidence.ts';
import { measuresOf } from '../../../src/ledger/audit/measures.ts';
import { isKnown, type Draft, type Entry, type ExampleEntry } from '../../../src/ledger/entry.ts';
import type { Ledger } from '../../../src/ledger/file/read-ledger.ts';
import { meetingsOf, passesOf } from '../../../src/ledger/passes.ts';
import { Recorder } from '../../../src/ledger/recorder.ts';
import type { MarginLearner } from '../../../src/learners/margin-learner.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { losses } from '../../../src/losses/index.ts';
import { guessRows } from '../../../src/rows/guesses.ts';
import { poolChecksum } from '../../../src/rows/pool-checksum.ts';
import { coinsOf } from '../../../src/streams/coins.ts';
import { judgeOfLoss } from '../../../src/streams/judge.ts';
import { finished } from '../../../src/numerics/work.ts';
import { buildActiveLearner, buildQuery, minimumProbability } from '../../../src/specs/build.ts';
import { buildLearner } from '../../../src/specs/build-learner.ts';
import { fittedLearner, fittingOf, marginPupil } from '../../../src/specs/fitting.ts';
import { roundsPlanOf } from '../../../src/specs/run.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { queries } from '../../../src/queries/index.ts';
import { CoinMartingale } from '../../../src/statistics/certificates/certificate.ts';
import { orderedPivotal } from '../../../src/statistics/ordered-pivotal.ts';
import { ActiveLearner } from '../../../src/streams/active-learner.ts';
import { knowing } from '../../../src/streams/oracles/annotator.ts';
import type { Pupil } from '../../../src/streams/refits.ts';
import { Rounds } from '../../../src/streams/rounds.ts';
import { expectToGoOn, ofThree, ofTwo, plain as paced, pool, run, type Run } from '../../support/paced-runs.ts';
import { toyTask } from '../../support/toy.ts';

const plain = { ...paced, rounds: 3 };

/** All ways in which duels can go, each with its probability and what it comes to. */
function everyWay<T>(play: (toss: (probability: number) => boolean) => T): { probability: number; outcome: T }[] {
  const ways: { probability: number; outcome: T }[] = [];
  const open: boolean[][] = [[]];
  for (let begun = open.pop(); begun !== undefined; begun = open.pop()) {
    let [n, chance] = [0, 1];
    const outcome = play((probability) => {
      if (n === begun.length) {
        // What cannot happen need not be tried.
        if (probability < 1) open.push([...begun, false]);
        begun.push(true);
      }
      const isWon = begun[n++];
      chance *= isWon ? probability : 1 - probability;
      return isWon;
    });
    ways.push({ probability: chance, outcome });
  }
  return ways;
}

function expectation<T>(ways: readonly { probability: number; outcome: T }[], of: (outcome: T) => number): number {
  return ways.reduce((sum, { probability, outcome }) => sum + probability * of(outcome), 0);
}

describe('ordered pivotal sampling', () => {
  const settings = [
    [0.5, 0.5],
    [0.25, 0.25, 0.25, 0.25],
    [0.1, 0.9, 0.3, 0.7, 0, 1],
    [0.8, 0.8, 0.8, 0.2, 0.4],
    [0.01, 0.39, 0.6, 0.55, 0.45],
  ];

  it.each(settings.map((p) => [p]))('takes each unit of %j with its probability, and always as many', (p) => {
    const order = Uint32Array.from(p.keys());
    const ways = everyWay((toss) => orderedPivotal(Float64Array.from(p), order, toss));
    expect(expectation(ways, () => 1)).toBeCloseTo(1, 13);
    for (const [k, each] of p.entries()) expect(expectation(ways, (taken) => taken[k])).toBeCloseTo(each, 13);
    const wanted = Math.round(p.reduce((sum, each) => sum + each, 0));
    for (const { probability, outcome } of ways)
      if (probability > 1e-12) expect(outcome.reduce((sum, each) => sum + each, 0)).toBe(wanted);
  });
});

describe('all draws of small pools', () => {
  interface Setting {
    readonly rows: number;
    readonly budget: number;
    readonly rounds: number;
    readonly refit?: number;
    readonly importances?: readonly number[];
    readonly warmUp?: number;
    readonly explore?: number;
  }

  const settings: readonly Setting[] = [
    { rows: 4, budget: 2, rounds: 2 },
    { rows: 5, budget: 3, rounds: 2, explore: 1 },
    { rows: 6, budget: 4, rounds: 2 },
    { rows: 6, budget: 4, rounds: 2, refit: 1.2 },
    { rows: 6, budget: 5, rounds: 2, refit: 1.2, warmUp: 1 },
    { rows: 5, budget: 4, rounds: 2, importances: [1, 2, 0.5, 0, 3] },
    { rows: 6, budget: 4, rounds: 2, refit: 1.2, importances: [2, 1, 0.3, 1, 4, 0.7] },
    { rows: 4, budget: 3, rounds: 3 },
  ];
  const LABELS = Float64Array.of(1, -1, 1, 1, -1, 1);

  /** What one run with these duels comes to. */
  function outcome(
    { rows, budget, rounds, refit, importances, warmUp, explore }: Setting,
    seed: number,
    toss: (p: number) => boolean,
  ) {
    // Three labels that are known before the first question let a fit be in force after two bought ones.
    const outside = new Map(refit === undefined ? [] : [1, -1, -1].map((label, k) => [rows + k, label] as const));
    const pool = {
      ...toyTask({ rows: rows + outside.size, seed: 4 }),
      ...(importances && { importances: Float64Array.of(...importances, 1, 1, 1) }),
      start: { pass: 0, known: new Map<number, number>(), outside },
    };
    const spec = parseRunSpec({
      ...plain,
      optimizer: { name: 'gradient-descent', eta0: 0.6 },
      ...{ budget, rounds, explore, warmUp, refit, order: 'given' },
    }) as Parameters<typeof roundsPlanOf>[0] & ReturnType<typeof parseRunSpec>;
    const fitting = fittingOf(spec, pool, {
      classes: undefined,
      newPupil: () => marginPupil(buildLearner(spec, pool.rows.columns), pool),
      predicting: (fit) => fittedLearner(spec, fit, pool.rows.columns),
    });
    /** Fits are preferred to it. */
    const ignorant = (): Pupil<MarginLearner> => ({
      learner: buildLearner(spec, pool.rows.columns),
      learn: () => undefined,
      scores: (_, out) => out.fill(NaN),
    });
    const query = queries['soft-margin']();
    const coin = randomStream(seed, 'coins');
    const plan = { ...roundsPlanOf(spec, pool, knowing(LABELS)), warmUp: warmUp ?? 0 };
    const active = new ActiveLearner({
      learner: buildLearner(spec, pool.rows.columns),
      query,
      coin,
      temper: 0,
      rounds: new Rounds(query, plan, coin, toss),
      ...(fitting && { fitting: { ...fitting, first: { labels: 4, ofAClass: 2 }, newPupil: ignorant } }),
    });
    const sums = { mass: 0, positives: 0, mistakes: 0, truth: 0, bought: 0, smallest: Infinity, isRefitted: false };
    // A grid that no probability of these runs retires.
    const lambdas = [0.9, 0.3, 0.05].map((share) => -share * Math.log1p(-plan.minimum));
    const martingales = lambdas.map((lambda) => new CoinMartingale([lambda], [1]));
    let hidden = 0;
    let left = budget;
    const values: number[] = [];
    for (const [t, i] of plan.order.entries()) {
      if (t > 0 && t % rows === 0) values.push(...martingales.map((each) => Math.exp(each.logValue(hidden))));
      const importance = importances?.[i] ?? 1;
      const h = active.ask(pool.rows, i, left, importance);
      const { probability } = active.decision;
      if (importance > 0) sums.smallest = Math.min(sums.smallest, probability / Math.min(1, plan.minimum * importance));
      const isWrong = active.judge.isWrong(active.situation.prediction, LABELS[i]);
      if (isWrong) sums.truth += importance;
      const z = LABELS[i] > 0 && importances === undefined ? 1 : 0;
      if (h === 0) {
        hidden += z;
        active.pass(pool.rows, i);
        continue;
      }
      if (active.knownLabel === undefined) {
        left--;
        sums.bought++;
      }
      sums.mass += h;
      if (LABELS[i] > 0) sums.positives += h / rounds;
      if (isWrong) sums.mistakes += h;
      for (const each of martingales) each.see(probability, z);
      active.tell(pool.rows, i, LABELS[i], h);
      if (active.model !== active.learner) sums.isRefitted = true;
    }
    values.push(...martingales.map((each) => Math.exp(each.logValue(hidden))));
    return { ...sums, values };
  }

  it.each(settings)('%j: estimates are right on average, certificates hold, labels are counted', (setting) => {
    const importances = setting.importances ?? Array.from({ length: setting.rows }, () => 1);
    const mass = importances.reduce((sum, each) => sum + each, 0);
    const positives = importances.reduce((sum, each, i) => sum + (LABELS[i] > 0 ? each : 0), 0);
    for (const seed of [1, 2]) {
      const ways = everyWay((toss) => outcome(setting, seed, toss));
      expect(expectation(ways, () => 1)).toBeCloseTo(1, 12);
      expect(expectation(ways, (each) => each.positives)).toBeCloseTo(positives, 12);
      expect(expectation(ways, (each) => each.mistakes - each.truth)).toBeCloseTo(0, 12);
      expect(expectation(ways, (each) => each.mass)).toBeCloseTo(setting.rounds * mass, 11);
      for (const { probability, outcome: each } of ways) {
        if (probability > 1e-12) expect(each.bought).toBe(setting.budget);
        expect(each.smallest).toBeGreaterThanOrEqual(1);
      }
      for (const k of ways[0].outcome.values.keys())
        expect(expectation(ways, ({ values }) => values[k])).toBeLessThanOrEqual(1 + 1e-12);
      if (setting.refit !== undefined) expect(ways.some(({ outcome: { isRefitted } }) => isRefitted)).toBe(true);
    }
  });
});

const weighted: Dataset = { ...pool, importances: Float64Array.from(pool.labels, (_, i) => [1, 0, 2.5, 0.3][i % 4]) };

const late = [
  { name: 'abstaining', abstainRate: 0.1 },
  { name: 'delayed', delay: 70 },
];
const makers: Readonly<Record<string, (more: object) => Run>> = {
  'two classes': (more) => ofTwo(pool, { rounds: 3, ...more }),
  'rows with importances': (more) => ofTwo(weighted, { rounds: 3, ...more }),
  'late answers and abstentions': (more) => ofTwo(pool, { rounds: 3, ...more, oracle: late }),
  'three classes': (more) => ofThree({ rounds: 3, ...more }),
};

describe.each(Object.entries(makers))('%s', (name, make) => {
  it('the budget is spent to the last label, no label is bought twice, no p is below p_min', () => {
    const each = make({ refit: 1.2, explore: 0.4 });
    const seen = run(each, 0, 1800);
    const bought = new Set<number>();
    for (const { row, probability, outcome, coin } of seen) {
      expect(coin < probability).toBe(outcome === 'asked');
      if (bought.has(row)) expect([probability, outcome]).toEqual([1, 'asked']);
      if (outcome === 'asked') bought.add(row);
    }
    const isPriced = name === 'late answers and abstentions';
    expect(bought.size).toBe(90);
    expect(each.oracle.spent).toBe(90);
    if (!isPriced) expect(each.oracle.sold).toBe(90);
    const { importances } = each.data;
    const mass = importances?.reduce((sum, i) => sum + i, 0) ?? 600;
    for (const { row, probability } of seen)
      if (importances === undefined || importances[row] > 0)
        expect(probability).toBeGreaterThanOrEqual((0.4 * 30 * (importances?.[row] ?? 1)) / mass);
  });

  it('a state taken anywhere goes on in a fresh run, bit for bit', () => {
    expectToGoOn(() => make({ refit: 1.3, final: 'best' }), 1800, 201);
  });

  it('one round is the run without rounds', () => {
    const [one, none] = [make({ rounds: 1 }), make({ rounds: undefined })];
    expect(one.active.rounds).toBeUndefined();
    expect(run(one, 0, 600)).toEqual(run(none, 0, 600));
  });
});

it('p_min is that of the labels of a round, known before the first coin', () => {
  expect(minimumProbability(parseRunSpec({ ...plain, explore: 0.2 }), pool)).toBe((0.2 * 30) / 600);
});

it('a warm-up is the first window: its rows are asked about with p = 1', () => {
  const seen = run(makers['two classes']({ warmUp: 5 }), 0, 20);
  expect(seen.slice(0, 6).map(({ probability }) => probability === 1)).toEqual([true, true, true, true, true, false]);
});

describe('rounds whose scores come from outside', () => {
  interface Setting {
    readonly labels: readonly number[];
    readonly budgets: readonly number[];
    /** Probability of the second class of every row in a round, by the labels bought before. */
    readonly scores: (known: ReadonlyMap<number, number>) => readonly number[];
    readonly explore?: number;
  }

  /** A ledger of such rounds, a pass each; the labels answer at once. */
  function ledgerOf({ labels, budgets, scores, explore }: Setting, toss?: (p: number) => boolean, seed = 1): Ledger {
    const known = new Map<number, number>();
    let before: Ledger | undefined;
    for (const [pass, budget] of budgets.entries()) {
      const guesses = scores(known).map((p) => ({ guessed: p >= 0.5 ? 1 : 0, confidence: Math.max(p, 1 - p) }));
      const rows = guessRows(guesses, 2);
      const said = { guess: true, rounds: 1, scores: poolChecksum(rows), warmUp: undefined, temper: undefined };
      const spec = parseRunSpec({ ...paced, ...said, budget, explore, seed });
      const scored = { rows, start: { pass, known: new Map(known), outside: new Map<number, null>() } };
      const query = buildQuery(spec, rows.columns, scored);
      const coin = coinsOf(spec, rows, pass);
      const plan = roundsPlanOf({ ...spec, pace: spec.pace!, rounds: 1 }, scored, knowing(Float64Array.from(labels)));
      const rounds = new Rounds(query, plan, coin, toss);
      const learner = buildLearner(spec, rows.columns);
      const active = new ActiveLearner({ learner, query, coin, rounds, isGuess: true, known: scored.start.known });
      const entries: Entry[] = [];
      const take = (draft: Draft): unknown => entries.push({ ...draft, model: '' });
      const recorder = new Recorder({ record: 'considered', cost: () => 1, take });
      for (const i of plan.order) {
        const h = active.ask(rows, i, budget - recorder.spent);
        recorder.considered(active, i);
        if (h === 0) active.pass(rows, i);
        else {
          recorder.answered(active, i, labels[i]);
          if (active.knownLabel === undefined) known.set(i, labels[i]);
          active.tell(rows, i, labels[i], h);
        }
      }
      recorder.end(null);
      const data = { name: '', rows: labels.length, checksum: '' };
      const minimumProbability = Math.min(1, plan.minimum);
      const header = { 'iwal-ledger': 2, iwal: '', record: 'considered', data, spec, pass, minimumProbability } as const;
      before = {
        file: '',
        header,
        entries,
        lines: [],
        undos: 0,
        bytes: 0,
        isTerminated: true,
        cutOff: 0,
        ...(before && { before }),
      };
    }
    return before!;
  }

  const meetings = (ledger: Ledger): ExampleEntry[] =>
    [...meetingsOf(ledger)].flatMap((entry) => (entry.entry === 'example' ? [entry] : []));
  const isWrong = ({ prediction, row }: ExampleEntry, labels: readonly number[]): number =>
    prediction >= 0 === labels[row] > 0 ? 0 : 1;
  /** Scores of the second round depend on every label bought in the first. */
  const swayed = (rows: number, by: number) => (known: ReadonlyMap<number, number>) =>
    Array.from({ length: rows }, (_, i) => {
      const told = [...known].reduce((sum, [row, label]) => sum + (label * (1 + ((row * 3 + i) % rows))) / rows, 0);
      return 1 / (1 + Math.exp(-by * told - 0.7 * (i - rows / 2)));
    });

  it.each<[string, Setting]>([
    ['4 rows', { labels: [1, -1, 1, -1], budgets: [1, 1], scores: swayed(4, 1) }],
    ['5 rows, another budget', { labels: [1, -1, -1, 1, 1], budgets: [2, 1], scores: swayed(5, 2), explore: 0.1 }],
    ['6 rows', { labels: [-1, 1, 1, -1, 1, -1], budgets: [2, 2], scores: swayed(6, 3), explore: 0.2 }],
    ['6 rows, the rest in the end', { labels: [-1, 1, 1, -1, 1, 1], budgets: [2, 9], scores: swayed(6, 1) }],
    ['constant scores', { labels: [-1, 1, 1, -1], budgets: [1, 2], scores: () => [0.5, 0.5, 0.5, 0.5] }],
  ])('all draws of %s: estimates are right on average, each round has its questions', (name, setting) => {
    const { labels, budgets } = setting;
    const ways = everyWay((toss) => meetings(ledgerOf(setting, toss)));
    const sumOf = (z: (entry: ExampleEntry) => number) => (entries: readonly ExampleEntry[]) =>
      entries.reduce((sum, entry) => sum + (entry.importance * z(entry)) / 2, 0);
    const positives = labels.filter((y) => y > 0).length;
    expect(expectation(ways, () => 1)).toBeCloseTo(1, 12);
    expect(
      expectation(
        ways,
        sumOf(({ row }) => (labels[row] > 0 ? 1 : 0)),
      ),
    ).toBeCloseTo(positives, 12);
    const wrong = (entry: ExampleEntry): number => isWrong(entry, labels);
    const truth = (entries: readonly ExampleEntry[]): number => entries.reduce((sum, entry) => sum + wrong(entry) / 2, 0);
    expect(expectation(ways, (entries) => sumOf(wrong)(entries) - truth(entries))).toBeCloseTo(0, 12);
    for (const { probability, outcome } of ways.filter((way) => way.probability > 1e-12))
      for (const round of [0, 1]) {
        const bought = outcome.filter((entry, t) => Math.floor(t / labels.length) === round && entry.outcome === 'asked');
        const fresh = bought.filter((entry) => !isKnown(entry)).length;
        expect([probability, fresh]).toEqual([probability, Math.min(budgets[round], labels.length - (round && budgets[0]))]);
      }
    if (name === 'constant scores') return;
    const inFirst = ways[0].outcome.slice(0, labels.length).toSorted((a, b) => Math.abs(a.prediction) - Math.abs(b.prediction));
    expect(inFirst[0].probability, 'p of the row nearest to the threshold').toBeGreaterThan(inFirst.at(-1)!.probability);
    expect(new Set(ways.map(({ outcome }) => String(outcome.map((each) => each.prediction)))).size).toBeGreaterThan(1);
    for (const { outcome } of ways)
      for (const { row, prediction } of outcome.filter(isKnown))
        expect(prediction).toBe(outcome.find((entry) => entry.row === row && entry.outcome === 'asked')!.prediction);
  });

  it('300 simulated runs of three rounds: intervals cover shares and errors, certificates always but for one in 20', () => {
    const covered = { share: 0, error: 0, certified: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomStream(seed, 'rows');
      const x = Array.from({ length: 240 }, () => random.normal());
      const labels = x.map((each) => (each + 0.7 * random.normal() > 0.6 ? 1 : -1));
      // A threshold that the labels bought move.
      const scores = (known: ReadonlyMap<number, number>): number[] => {
        const positive = [...known].flatMap(([row, label]) => (label > 0 ? [x[row]] : []));
        const from = known.size === 0 ? 0 : positive.reduce((sum, each) => sum + each, 0.5) / (positive.length + 1) - 0.5;
        return x.map((each) => 1 / (1 + Math.exp(-2 * (each - from))));
      };
      const ledger = ledgerOf({ labels, budgets: [30, 30, 30], scores }, undefined, seed);
      const entries = meetingsOf(ledger);
      const judge = judgeOfLoss(losses.logistic);
      const { query } = buildActiveLearner(parseRunSpec(ledger.header.spec), { rows: guessRows([], 2) });
      const floor = passesOf(ledger)[0].header.minimumProbability!;
      const known = {
        judge,
        query,
        floor,
        left: () => Infinity,
        isTruthful: true,
        trueError: null,
        isComplete: true,
        round: 240,
      };
      const evidence = finished(gathered(entries, { ...known, examples: 720 }));
      const error = errorEstimate(evidence);
      const { prevalence } = measuresOf(evidence);
      const proven = finished(certified([evidence], { targets: ['positives'], confidence: 0.95 }));
      const share = labels.filter((y) => y > 0).length / 240;
      const wrong = meetings(ledger).reduce((sum, entry) => sum + isWrong(entry, labels), 0) / 720;
      const isIn = (z: number, low: number | null, high: number | null): number => (z >= low! && z <= high! ? 1 : 0);
      covered.share += isIn(share, prevalence.low, prevalence.high);
      covered.error += isIn(wrong, error.low, error.high);
      const [{ low, high }] = (proven as Extract<typeof proven, { counts: unknown }>).counts;
      covered.certified += isIn(240 * share, low, high);
    }
    // 285 are nominal; 273 is three standard deviations below.
    for (const count of Object.values(covered)) expect(count).toBeGreaterThanOrEqual(273);
  });

  it.each([
    [{ rounds: undefined }, /rounds 1/],
    [{ guess: undefined }, /expected guess/],
    [{ warmUp: 3 }, /no warmUp/],
  ])('are refused with %j', (more, why) => {
    const spec = { ...paced, guess: true, rounds: 1, scores: 'a', warmUp: undefined, temper: undefined, budget: 3, seed: 1 };
    expect(() => parseRunSpec({ ...spec, ...more })).toThrow(why);
  });
});

describe('what rounds refuse', () => {
  it.each([
    [{ pace: undefined, warmUp: undefined, temper: undefined }, /expected a budget with a pace/],
    [{ pace: { decay: 0.5 } }, /expected one of them/],
    [{ floor: 0.01 }, /expected explore in place of a floor/],
    [{ stop: { measure: 'error', limit: 0.1 } }, /expected no rounds, or no stop/],
    [{ rounds: 0 }, /rounds/],
    [{ rounds: 2.5 }, /rounds/],
  ])('%j', (more, why) => expect(() => parseRunSpec({ ...plain, ...more })).toThrow(why));

  it('a pool whose budget holds no label for each round', () => {
    expect(() => buildActiveLearner(parseRunSpec({ ...plain, budget: 2 }), pool)).toThrow(/no label for each of 3 rounds/);
  });
});

it('coins of windows are uniform: they tell what was drawn, and nothing else', () => {
  const coins: number[] = [];
  for (let seed = 1; seed <= 8; seed++) coins.push(...run(makers['two classes']({ seed }), 0, 600).map(({ coin }) => coin));
  const mean = coins.reduce((sum, coin) => sum + coin, 0) / coins.length;
  // 4,800 uniform numbers: standard error .0042.
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.017);
});
