import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fileNames } from '../support/processes/temporary.ts';
import { selectRows } from '../../src/rows/dataset.ts';
import { openSession } from '../../src/labelling/session.ts';
import type { Recorded } from '../../src/ledger/entry.ts';
import { activeLearn } from '../../src/streams/passes/active-learn.ts';
import { ProgressiveValidation } from '../../src/streams/measures/class-measures.ts';
import { buildActiveLearner, buildOracle } from '../../src/specs/build.ts';
import { orderOf, type RunSpec } from '../../src/specs/run.ts';
import {
  carryOut,
  cutsOf,
  linesIn,
  plan,
  pool,
  specOf,
  stepsIn,
  textOf,
  type Step,
  withoutFits,
} from '../support/processes/label-sessions.ts';
import { knobs, ruleNames, type RuleName } from '../support/rules.ts';
import { toyTask } from '../support/toy.ts';
import { finished } from '../../src/numerics/work.ts';

/**
 * Laws of a labelling session: the run is that of the simulation; the ledger may be cut off anywhere, and nothing answered
 * is lost, nothing is asked twice, and entries and state come out the same, bit for bit.
 */

/** In memory where the system has a place for that: every answer waits for the disk. */
const newFile = fileNames();

const random = specOf({ name: 'random', rate: 0.4 });
/** Answers, mistakes that are taken back at once or later, and questions that nobody can answer. */
const script: readonly Step[] = [
  'label',
  'skip',
  'mistake',
  'undo',
  'label',
  'label',
  'undo',
  'undo',
  'label',
  'mistake',
  'label',
  'skip',
  'undo',
  'label',
];

describe('the run of the simulation', () => {
  test.each(ruleNames)('%s: the same questions, the same state', (rule: RuleName) => {
    const spec = specOf({ name: rule, ...knobs[rule], ...('first' in knobs[rule] ? { first: 5 } : {}) }, { budget: 15 });
    const active = buildActiveLearner(spec, pool);
    const bought: number[] = [];
    const observer = { considered: () => undefined, answered: (_: unknown, row: number) => bought.push(row) };
    const stream = { rows: pool.rows, order: orderOf(spec, pool.rows.length) };
    const oracle = buildOracle(spec, active.learner.loss, pool.rows, pool.labels);
    activeLearn(
      active,
      stream,
      oracle,
      new ProgressiveValidation(active.learner.loss, pool.labels),
      0,
      pool.rows.length,
      observer,
    );

    const { asked, state } = carryOut(plan(newFile(), spec), []);
    expect(asked.map(([position]) => stream.order[position])).toEqual(bought);
    expect(withoutFits(state)).toEqual(active.state());
  });

  test.each(['random', 'iwal-cal', 'margin'] as const)('%s, rows of importances: the same questions, the same state', (rule) => {
    const importances = pool.labels.map((_, i) => [1, 0, 2.5, 0.3][i % 4]);
    const weighted = { ...pool, importances };
    const spec = specOf({ name: rule, ...knobs[rule] }, { floor: 0.2 });
    const active = buildActiveLearner(spec, weighted);
    const oracle = buildOracle(spec, active.learner.loss, pool.rows, pool.labels);
    const judge = new ProgressiveValidation(active.learner.loss, pool.labels, importances);
    activeLearn(active, { ...weighted, order: orderOf(spec, pool.rows.length) }, oracle, judge, 0, pool.rows.length);
    expect(withoutFits(carryOut(plan(newFile(), spec, 'considered', weighted), []).state)).toEqual(active.state());
  });
});

describe('cut off anywhere', () => {
  /** Few rows and steps: a cut costs as many sessions as there are steps left. */
  const few = toyTask({ rows: 8, columns: 4, seed: 3 });
  const short: readonly Step[] = ['label', 'skip', 'mistake', 'undo', 'label', 'undo', 'undo', 'label'];
  const cases: readonly (readonly [string, Recorded, RunSpec])[] = [
    ['all considered', 'considered', specOf({ name: 'random', rate: 0.5 })],
    ['purchases only', 'purchases', specOf({ name: 'random', rate: 0.5 })],
    [
      'a rule that reads the flip, on a floor, with a budget',
      'considered',
      specOf({ name: 'iwal-cal', mellowness: 1e-3 }, { budget: 5, floor: 0.5 }),
    ],
    ['a rule with learners of its own', 'purchases', specOf({ name: 'bootstrap', members: 2, first: 2, pMin: 0.3 })],
  ];
  test.each(cases)('%s', (_, record, spec) => {
    const file = newFile();
    const whole = carryOut(plan(file, spec, record, few), short, { labels: few.labels });
    const bytes = Buffer.from(textOf(file));
    expect(stepsIn(bytes.toString())).toBe(whole.asked.length);
    expect(whole.asked.length).toBeGreaterThan(5);
    expect(linesIn(bytes.toString()).at(-1)).toMatchObject({ entry: 'end', examples: few.rows.length });

    const cut = newFile();
    for (const end of cutsOf(bytes)) {
      writeFileSync(cut, bytes.subarray(0, end));
      const kept = stepsIn(textOf(cut));
      const rest = carryOut(plan(cut, spec, record, few), short, { from: kept, labels: few.labels });
      expect(rest.asked).toEqual(whole.asked.slice(kept));
      expect(textOf(cut)).toBe(bytes.toString());
      expect(rest.state).toEqual(whole.state);
    }
  });

  test('quitting after every step changes nothing either', () => {
    const file = newFile();
    const whole = carryOut(plan(file, random), script);
    const pieces = newFile();
    for (let step = 0; step < whole.asked.length; step++) carryOut(plan(pieces, random), script, { from: step, to: step + 1 });
    const { state } = carryOut(plan(pieces, random), script, { from: whole.asked.length });
    expect(textOf(pieces)).toBe(textOf(file));
    expect(state).toEqual(whole.state);
  });
});

describe('undo', () => {
  test('what is taken back has never been: state and questions as if it had been answered right at once', () => {
    const straight = carryOut(plan(newFile(), random), ['label', 'skip']);
    const crooked = carryOut(plan(newFile(), random), ['mistake', 'undo', 'label', 'mistake', 'label', 'undo', 'undo', 'skip']);
    expect(crooked.state).toEqual(straight.state);
  });

  test('the question before comes once more, under its number; the ledger keeps both', () => {
    const file = newFile();
    const session = finished(openSession(plan(file, random)));
    const first = session.question!;
    finished(session.answer(1));
    const second = session.question!;
    expect(second.number).toBe(2);
    expect(finished(session.undo())).toBe(true);
    expect(session.question).toEqual(first);
    finished(session.answer(-1));
    expect(session.question).toMatchObject({ number: 2, position: second.position });
    session.close();
    const kept = linesIn(textOf(file)).filter(({ entry, outcome }) => entry === 'undo' || outcome === 'asked');
    expect(kept.map(({ entry, position, label }) => ({ entry, position, ...(label !== undefined && { label }) }))).toEqual([
      { entry: 'example', position: first.position, label: 1 },
      { entry: 'undo', position: first.position },
      { entry: 'example', position: first.position, label: -1 },
    ]);
  });

  test('of nothing: told, and nothing written', () => {
    const file = newFile();
    const session = finished(openSession(plan(file, random)));
    expect(finished(session.undo())).toBe(false);
    session.close();
    expect(stepsIn(textOf(file))).toBe(0);
  });

  test('of the last answer of all, even of a session that was summed up', () => {
    const file = newFile();
    const whole = carryOut(plan(file, random), []);
    const session = finished(openSession(plan(file, random)));
    expect(session.question).toBeUndefined();
    expect(finished(session.undo())).toBe(true);
    expect(session.question).toMatchObject({ position: whole.asked.at(-1)![0] });
    session.close();
    expect(carryOut(plan(file, random), []).state).toEqual(whole.state);
    expect(linesIn(textOf(file)).filter(({ entry }) => entry === 'end')).toHaveLength(2);
  });
});

describe('one ledger, one session', () => {
  test('a second session is refused while the first is open, and let in afterwards', () => {
    const file = newFile();
    const session = finished(openSession(plan(file, random)));
    expect(() => finished(openSession(plan(file, random)))).toThrow(/held by process \d+ on .* since now/);
    session.close();
    finished(openSession(plan(file, random))).close();
  });

  test.each<[string, Partial<Record<'spec' | 'record' | 'data', unknown>>, RegExp]>([
    ['another rule', { spec: specOf({ name: 'passive' }) }, /begun with query\.name "random", and now it is "passive"/],
    ['another knob', { spec: specOf({ name: 'random', rate: 0.5 }) }, /query\.rate 0\.4, and now it is 0\.5/],
    ['another seed', { spec: specOf({ name: 'random', rate: 0.4 }, { seed: 2 }) }, /seed 1, and now it is 2/],
    ['another budget', { spec: specOf({ name: 'random', rate: 0.4 }, { budget: 3 }) }, /budget none, and now it is 3/],
    ['another record', { record: 'purchases' }, /record "considered", and now it is "purchases"/],
    [
      'another pool',
      { data: toyTask({ rows: 24, columns: 6, seed: 4 }) },
      /found the data 'toy' \(24 rows, checksum [0-9a-f]{8}\); expected those that it was begun with, 'toy' \(24 rows, checksum [0-9a-f]{8}\)/,
    ],
  ])(
    'a ledger of %s is refused, says what differs, and is left alone',
    (_, { spec = random, record = 'considered', data = pool }, complaint) => {
      const file = newFile();
      carryOut(plan(file, random), script, { to: 3 });
      const before = textOf(file);
      expect(() => finished(openSession(plan(file, spec as RunSpec, record as Recorded, data as typeof pool)))).toThrow(
        complaint,
      );
      expect(textOf(file)).toBe(before);
      expect(existsSync(`${file}.lock`)).toBe(false);
    },
  );
});

describe('what there is to ask', () => {
  test('a budget of nothing: no question, and the refusals are told', () => {
    const file = newFile();
    const session = finished(openSession(plan(file, specOf({ name: 'passive' }, { budget: 0 }))));
    expect(session.question).toBeUndefined();
    expect(session.standing).toMatchObject({
      examples: 24,
      labels: 0,
      labelsLeft: 0,
      importanceSum: 0,
      error: { kind: 'nothing', why: 'no label was learned' },
    });
    expect(finished(session.undo())).toBe(false);
    session.finish();
    session.close();
    expect(linesIn(textOf(file)).at(-1)).toMatchObject({ entry: 'end', refusedImportance: 24 });
  });

  test('a budget beyond the pool: every row once', () => {
    const { asked } = carryOut(plan(newFile(), specOf({ name: 'passive' }, { budget: 100 })), []);
    expect(asked.map(([position]) => position)).toEqual(Array.from({ length: 24 }, (_, position) => position));
  });

  test('a skip costs nothing: the budget is spent on labels', () => {
    const file = newFile();
    const session = finished(openSession(plan(file, specOf({ name: 'passive' }, { budget: 2 }))));
    finished(session.answer('abstains'));
    finished(session.answer('abstains'));
    expect(session.standing).toMatchObject({ labels: 0, labelsLeft: 2 });
    finished(session.answer(1));
    finished(session.answer(1));
    expect(session.question).toBeUndefined();
    session.finish();
    session.close();
    expect(linesIn(textOf(file)).at(-1)).toMatchObject({ labels: 2, spent: 2 });
  });

  test('all rows alike, and all labels of one class: it ends, with numbers', () => {
    const alike = selectRows(pool, new Uint32Array(30), 'alike');
    const spec = specOf({ name: 'iwal-cal', mellowness: 1e-3 });
    const session = finished(openSession(plan(newFile(), spec, 'considered', alike)));
    while (session.question !== undefined) {
      expect(Number.isFinite(session.question.prediction)).toBe(true);
      finished(session.answer(1));
    }
    expect(session.standing.labels).toBeGreaterThan(0);
    expect(session.standing.labels).toBeLessThan(30);
    expect(session.standing.error).toMatchObject({ kind: 'at most', low: 0 });
    session.close();
  });

  test('while a question is open the error is that of the rows before it', () => {
    const noise = toyTask({ rows: 60, columns: 6, noise: 0.5, seed: 7 });
    const session = finished(openSession(plan(newFile(), specOf({ name: 'passive' }), 'purchases', noise)));
    for (let [wrong, answered] = [0, 0]; session.question !== undefined; answered++) {
      if (answered > 0) expect(session.standing.error).toMatchObject({ rows: answered });
      if (session.standing.error.kind === 'counted') expect(session.standing.error.value).toBeCloseTo(wrong / answered, 12);
      const { row, predicted } = session.question;
      if (predicted !== noise.labels[row]) wrong++;
      finished(session.answer(noise.labels[row]));
    }
    expect(session.standing.error.kind).toBe('counted');
    session.close();
  });

  test('answers that are noise: it goes on, and the estimate says so', () => {
    const noise = toyTask({ rows: 400, columns: 6, noise: 0.5, seed: 7 });
    const session = finished(openSession(plan(newFile(), specOf({ name: 'passive' }), 'purchases', noise)));
    while (session.question !== undefined) finished(session.answer(noise.labels[session.question.row]));
    expect(session.standing.error.kind).toBe('counted');
    expect(Math.abs(session.standing.error.value! - 0.5)).toBeLessThan(0.1);
    session.close();
  });
});
