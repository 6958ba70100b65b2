/**
 * Laws of labelling more than two classes: the run is that of the simulation, the ledger may be cut off anywhere, computed anew every entry
 * is the same bit for bit, and what is said of two classes is said of one class and the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileNames } from '../support/processes/temporary.ts';
import { openBatches } from '../../src/labelling/batch/session.ts';
import { MOST_KEYS, namedClasses, numberedClasses } from '../../src/labelling/classes.ts';
import type { PlanOptions } from '../../src/labelling/plan.ts';
import { type Plan, sessionAccounts } from '../../src/labelling/labelling.ts';
import { reasonOf, strengthText, type Question } from '../../src/labelling/question.ts';
import { sidesOf } from '../../src/labelling/web/shown.ts';
import { audit, type Audit } from '../../src/ledger/audit/audit.ts';
import { certify } from '../../src/ledger/audit/certificates/certify.ts';
import { requireConsistent } from '../../src/ledger/audit/consistency.ts';
import { readLedger, type Ledger } from '../../src/ledger/file/read-ledger.ts';
import { statedBy } from '../../src/ledger/known.ts';
import { recordedSpec } from '../../src/ledger/recorded-spec.ts';
import { verify } from '../../src/ledger/replay/replay.ts';
import { parseActiveClasses, buildAnyActiveLearner } from '../../src/specs/kinds/active-classes.ts';
import { orderOf, type RunSpec } from '../../src/specs/run.ts';
import type { ErrorEstimate } from '../../src/statistics/error-estimate.ts';
import { judgeOfClasses, sideOf } from '../../src/streams/judge.ts';
import { simulateClasses } from '../../src/studies/cells/simulate.ts';
import { finished } from '../../src/numerics/work.ts';
import { carryOut, cutsOf, plan as sessionPlan, stepsIn, textOf, withoutFits } from '../support/processes/label-sessions.ts';
import type { Step } from '../support/processes/label-sessions.ts';
import { resealed } from '../support/ledgers.ts';
import { PACED } from '../support/paced-spec.ts';
import { toyTask } from '../support/toy.ts';

const newFile = fileNames();

const NAMES = ['sport', 'politics', 'science'];
const choices = numberedClasses(NAMES);

/** Three classes: the negative rows of a task of two, and the positive ones in two parts by one of their features. */
function task(rows: number, seed = 3): ReturnType<typeof toyTask> {
  const two = toyTask({ rows, columns: 6, seed });
  const { offsets, indices } = two.rows;
  const hasSecond = (i: number): boolean => indices.subarray(offsets[i], offsets[i + 1]).includes(2);
  return { ...two, labels: two.labels.map((y, i) => (y < 0 ? 1 : hasSecond(i) ? 2 : 3)) };
}

function specOf(more: object = {}): RunSpec {
  return parseActiveClasses({
    ...{ ...PACED, reduction: 'one-against-all', optimizer: { name: 'normalized-adaptive', eta0: 0.5 } },
    ...{ coins: 'pool', pace: { window: 50, decay: 0 }, warmUp: 6, budget: 12, seed: 1 },
    classes: 3,
    ...more,
  });
}

/** A rule whose knob is written, on a floor. */
const fixed = { query: { name: 'iwal-cal', mellowness: 1e-2 }, pace: undefined, warmUp: undefined, floor: 0.3, budget: 10 };

function plan(file: string, spec: RunSpec, data: ReturnType<typeof task>, more: Partial<PlanOptions> = {}): Plan {
  return sessionPlan(file, spec, 'considered', data, { classes: choices, ...more });
}

function ledgerOf(file: string): Ledger {
  return finished(readLedger(file))!;
}

/** Computes a finished ledger anew, as `iwal audit --data` does. */
function recomputed(file: string, data: ReturnType<typeof task>): ReturnType<typeof verify> {
  const ledger = ledgerOf(file);
  const spec = recordedSpec(file, ledger.header);
  const stream = { rows: data.rows, order: orderOf(spec, data.rows.length), labels: data.labels };
  return verify(ledger, () => buildAnyActiveLearner(spec, data), stream, sessionAccounts(spec.budget as number));
}

function audited(file: string): Audit {
  const ledger = ledgerOf(file);
  const spec = recordedSpec(file, ledger.header);
  return finished(audit(ledger, { ...statedBy(ledger, spec), classNames: NAMES }));
}

describe('a session of three classes', () => {
  it.each([
    ['paced by its budget', {}],
    ['a knob that is written', fixed],
    ['random', { query: { name: 'random', rate: 0.4 }, pace: undefined, warmUp: undefined, budget: 9 }],
    ['costs regressed', { reduction: 'cost-sensitive', loss: { name: 'squared' } }],
  ])('%s: the questions and the state of the simulation', (_, more) => {
    const data = task(40);
    const spec = specOf(more);
    const bought: number[] = [];
    const { active } = simulateClasses(
      spec as Parameters<typeof simulateClasses>[0],
      { train: data },
      { considered: () => undefined, answered: (_active, row) => bought.push(row) },
    );
    const { asked, state } = carryOut(plan(newFile(), spec, data), [], { labels: data.labels });
    const order = orderOf(spec, data.rows.length);
    expect(asked.map(([position]) => order[position])).toEqual(bought);
    expect(withoutFits(state)).toEqual(active.state());
  });

  it('cut off anywhere, with skips and undos: no answer is lost, the same bytes in the end', () => {
    const data = task(14);
    const script: readonly Step[] = ['label', 'skip', 'label', 'undo', 'label', 'undo', 'undo', 'label'];
    const spec = specOf({ ...fixed, floor: 0.6, budget: 5 });
    const file = newFile();
    const whole = carryOut(plan(file, spec, data), script, { labels: data.labels });
    const bytes = readFileSync(file);
    for (const cut of cutsOf(bytes)) {
      const again = newFile();
      writeFileSync(again, bytes.subarray(0, cut));
      const done = stepsIn(textOf(again));
      const { state } = carryOut(plan(again, spec, data), script, { from: done, labels: data.labels });
      expect(readFileSync(again, 'utf8'), `cut at ${cut}`).toBe(bytes.toString());
      expect(state).toEqual(whole.state);
    }
  });

  it('batches, known labels and a further pass: computed anew every entry is the same', () => {
    const data = task(60);
    const file = newFile();
    const known = new Map([
      [3, data.labels[3]],
      [8, data.labels[8]],
    ]);
    const session = finished(openBatches(plan(file, specOf(), data, { known })));
    for (;;) {
      finished(session.ask(5));
      if (session.open.length === 0) break;
      finished(session.learn(session.open.map((question) => ({ question, answer: data.labels[question.row] }))));
    }
    session.close();
    carryOut(plan(file, specOf({ budget: 9 }), data, { pass: 'next' }), [], { labels: data.labels });
    const ledger = ledgerOf(file);
    expect([ledger.header.pass, ledger.before?.known?.length]).toEqual([1, 2]);
    const labels = [...ledger.before!.entries].flatMap((each) => ('label' in each && each.label != null ? [each.label] : []));
    expect(labels.length).toBe(12);
    for (const label of labels) expect([1, 2, 3]).toContain(label);
    // Opening it again computes both passes.
    expect(() => carryOut(plan(file, specOf({ budget: 9 }), data), [], { labels: data.labels })).not.toThrow();
  });

  it('waits in its warm-up for every class, and no longer than for a tenth of the budget', () => {
    const data = task(60, 5);
    // The third class comes last.
    const late = { ...data, labels: data.labels.map((_, i) => (i < 30 ? (i % 2) + 1 : 3)) };
    const certain = (budget: number): number => {
      const file = newFile();
      carryOut(plan(file, specOf({ warmUp: 4, budget, order: 'given' }), late), [], { labels: late.labels });
      const entries = [...ledgerOf(file).entries];
      return entries.findIndex((each) => each.entry === 'example' && each.probability < 1);
    };
    expect(certain(50)).toBe(5);
    // p is 1 until the third class was seen.
    const seen = specOf({
      warmUp: 4,
      budget: undefined,
      pace: undefined,
      query: { name: 'soft-margin', width: 1e-9 },
      order: 'given',
    });
    const file = newFile();
    carryOut(plan(file, seen, late), [], { labels: late.labels });
    const bought = [...ledgerOf(file).entries].filter((each) => each.entry === 'example' && each.probability === 1);
    expect(bought.length).toBeGreaterThanOrEqual(31);
  });
});

describe('a ledger of three classes', () => {
  const data = task(80);
  const file = newFile();
  carryOut(plan(file, specOf({ budget: 30 }), data), [], { labels: data.labels });

  it('names them in its header, and is computed anew bit for bit', () => {
    expect(ledgerOf(file).header).toMatchObject({ classes: NAMES, spec: { reduction: 'one-against-all', classes: 3 } });
    const verified = finished(recomputed(file, data));
    expect(verified.asRecorded).toEqual(['the answers']);
    const active = buildAnyActiveLearner(specOf({ budget: 30 }), data);
    expect(verified.progressiveError).toBe(
      [...ledgerOf(file).entries].filter(
        (each) => each.entry === 'example' && active.judge.isWrong(each.prediction, data.labels[each.row]),
      ).length /
        (ledgerOf(file).entries.length - 1),
    );
  });

  it('another class in one answer is found, and one that there is not is refused', () => {
    const lines = textOf(file).trimEnd().split('\n');
    const at = lines.findIndex((line) => line.includes('"label":2'));
    const changed = (label: number): string => {
      const other = newFile();
      writeFileSync(
        other,
        resealed([...lines.slice(0, at), lines[at].replace('"label":2', `"label":${label}`), ...lines.slice(at + 1)].join('\n')),
      );
      return other;
    };
    expect(() => finished(recomputed(changed(1), data))).toThrow(/model [0-9a-f]{16}.*compute it/);
    const stated = { judge: judgeOfClasses(3), query: { weighting: 'inverse-probability' } } as const;
    for (const label of [0, 4, 1.5, -1])
      expect(() => finished(requireConsistent(ledgerOf(changed(label)), stated))).toThrow(
        /found the label .*expected one that the learner/,
      );
  });

  it('a spec that does not count its classes is one that cannot be built', () => {
    const { spec } = ledgerOf(file).header;
    expect(() => recordedSpec('a.ledger', { spec: { ...(spec as RunSpec), classes: undefined } })).toThrow(
      /of unknown classes; expected how many there are/,
    );
    expect(() => recordedSpec('a.ledger', { spec, classes: ['a', 'b'] })).toThrow(/2 names of classes; expected 3, as many as/);
  });

  it('its audit gives a cell for each pair of classes, and three shares for each class', () => {
    const { error, classMeasures, measures } = audited(file);
    expect(measures).toBeUndefined();
    const { classes, confusion } = classMeasures!;
    expect(classes.map(({ name }) => name)).toEqual(NAMES);
    const middle = ({ value, low, high }: ErrorEstimate): number => value ?? (low! + high!) / 2;
    for (const cell of [...confusion.flat(), ...classes.flatMap(({ share, precision, recall }) => [share, precision, recall])]) {
      if (cell.kind === 'nothing') continue;
      expect(cell.high! - middle(cell)).toBeGreaterThanOrEqual(0);
      expect([cell.low! >= 0, cell.high! <= 1]).toEqual([true, true]);
    }
    expect(error.high).toBe(classMeasures!.error.high);
  });

  it('where every label was bought, the confusion matrix is a count', () => {
    const all = newFile();
    const every = specOf({
      query: { name: 'passive' },
      pace: undefined,
      warmUp: undefined,
      budget: undefined,
      temper: undefined,
    });
    carryOut(plan(all, every, data), [], { labels: data.labels });
    const { classMeasures } = audited(all);
    const entries = [...ledgerOf(all).entries].filter((each) => each.entry === 'example');
    classMeasures!.confusion.forEach((row, truth) => {
      row.forEach((cell, predicted) => {
        const count = entries.filter(({ label, prediction }) => label === truth + 1 && prediction === predicted + 1).length;
        expect(cell.value ?? cell.high).toBeCloseTo(count / 80, 12);
      });
    });
    const of = (isMeant: (entry: (typeof entries)[number]) => boolean): number => entries.filter(isMeant).length;
    classMeasures!.classes.forEach(({ recall, precision }, at) => {
      const k = at + 1;
      const right = of(({ label, prediction }) => label === k && prediction === k);
      const [known, predicted] = [of(({ label }) => label === k), of(({ prediction }) => prediction === k)];
      expect(recall.value).toBeCloseTo(right / known, 12);
      if (predicted > 0) expect(precision.value).toBeCloseTo(right / predicted, 12);
      else expect(precision.why).toBe('no such row was seen');
    });
  });

  it('certifies its error, and counts of one class where one is named', () => {
    const error = certify([ledgerOf(file)], { targets: ['error'], confidence: 0.95 });
    expect('counts' in error && error.counts[0].high).toBeGreaterThan(0);
    expect(certify([ledgerOf(file)], { targets: ['error', 'recall'], confidence: 0.95 })).toEqual({
      why: 'recall is about the rows of one class, and of 3 none is named (--positive)',
    });
    const named = newFile();
    carryOut(plan(named, specOf({ budget: 30, positive: 2 }), data), [], { labels: data.labels });
    const found = certify([ledgerOf(named)], { targets: ['positives', 'recall'], confidence: 0.95 });
    const seconds = data.labels.filter((y) => y === 2).length;
    if (!('counts' in found)) throw new Error(found.why);
    const [{ low, high, seen }] = found.counts;
    expect(low).toBeLessThanOrEqual(seconds);
    expect(high).toBeGreaterThanOrEqual(seen);
  });

  it('ends where a certificate says so', () => {
    const more = {
      floor: 1,
      pace: undefined,
      warmUp: undefined,
      budget: 60,
      query: { name: 'random', rate: 1 },
      temper: undefined,
    };
    const stop = { measure: 'error' as const, limit: 0.9, confidence: 0.5 };
    const stopped = newFile();
    carryOut(plan(stopped, specOf({ ...more, stop }), data), [], { labels: data.labels });
    const { examples } = audited(stopped);
    expect(examples).toBeLessThan(10);
  });
});

describe('choosing among several classes', () => {
  it('keys: digits in their order, first letters where they are no others, letters for the tenth and later', () => {
    expect(choices.map(({ keys }) => keys)).toEqual([['1'], ['2', 'p'], ['3']]);
    expect(numberedClasses(['alpha', 'beta', 'gamma']).map(({ keys }) => keys)).toEqual([
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'g'],
    ]);
    const many = numberedClasses(Array.from({ length: MOST_KEYS }, (_, k) => `class ${k}`));
    const keys = many.flatMap((each) => each.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(many.every((each) => each.keys.length > 0)).toBe(true);
    expect(keys.filter((key) => 'suqm'.includes(key))).toEqual([]);
    expect(numberedClasses([...many.map(({ name }) => name), 'more']).at(-1)!.keys).toEqual([]);
  });

  it('a class that is called by a digit has that key', () => {
    expect(numberedClasses(['3', '1', 'x', '0']).map(({ keys }) => keys)).toEqual([['3'], ['1'], ['2', 'x'], ['0']]);
    expect(namedClasses(['0', '1'], { negative: -1, positive: 1 }).map(({ keys }) => keys)).toEqual([['1'], ['2']]);
  });

  const question: Question = {
    ...{ number: 1, position: 0, row: 0, probability: 0.5, importance: 2, prediction: 2, predicted: 2, classes: 3 },
    ...{ reads: 'flip', distance: 0.4, weightToFlip: 1.5 },
  };

  it('says why and how strongly in words of several', () => {
    expect(reasonOf(question)).toBe('asked with probability 0.5: a weight of 1.5 on another label would change the prediction');
    expect(reasonOf({ ...question, reads: 'prediction' })).toMatch(/the predicted class leads the next one by 0\.4/);
    expect(reasonOf({ ...question, distance: 0 })).toMatch(/the model prefers no single class yet/);
    expect(strengthText(question)).toBe(' (leads by 0.4)');
    expect(sidesOf(question, choices)).toEqual(['politics', 'other classes']);
  });

  it('of several none is positive unless it is named, and no side is told', () => {
    const [none, second, two] = [judgeOfClasses(3), judgeOfClasses(3, 2), judgeOfClasses(2)];
    expect([none.positiveClass, second.positiveClass, two.positiveClass]).toEqual([undefined, 1, 1]);
    expect([second.isPositive(2), second.isPositive(3), two.isPositive(2)]).toEqual([true, false, true]);
    expect([sideOf(second, 2), sideOf(two, 1), sideOf(two, 2)]).toEqual([undefined, 'negative', 'positive']);
  });
});
