/**
 * LAWS of corrected answers: those behind stay, with the p, coin and prediction they had; the model is the one that learns what the ledger
 * tells, in its order; opened again, or cut off at any byte, the session is in the same state; an audit computes anew what stood before each
 * correction with the answers of then, and what stands behind it with the new one, and says where a ledger does not.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numberedClasses, numbersOf } from '../../src/labelling/classes.ts';
import type { Plan } from '../../src/labelling/labelling.ts';
import { openSession, type LabelSession } from '../../src/labelling/session.ts';
import { requireConsistent } from '../../src/ledger/audit/consistency.ts';
import type { Line } from '../../src/ledger/entry.ts';
import { lineText } from '../../src/ledger/file/line.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import { labelsIn, startOf, verifiedPass } from '../../src/ledger/passes.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { partIn } from '../../src/numerics/state.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { parseActiveClasses } from '../../src/specs/kinds/active-classes.ts';
import { ActiveLearner } from '../../src/streams/active-learner.ts';
import type { Answer } from '../../src/streams/oracles/annotator.ts';
import { PACED } from '../support/paced-spec.ts';
import { cutsOf, inBatches, pacedSpec, plan, specOf } from '../support/processes/label-sessions.ts';
import { finished, type Work } from '../../src/numerics/work.ts';
import { fileNames } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const newFile = fileNames();
const pool = toyTask({ rows: 40, columns: 6, seed: 3 });
const importances = pool.labels.map((_, i) => [1, 0, 2.5, 0.3][i % 4]);
const random = specOf({ name: 'random', rate: 0.5 }, { floor: 0.5 });
const several = parseActiveClasses({
  ...specOf({ name: 'random', rate: 0.5 }),
  ...{ reduction: 'one-against-all', classes: 3, floor: 0.3, parts: undefined },
});
const refitted = parseRunSpec({ ...PACED, budget: 20, explore: 0.5, warmUp: 3, refit: 1.2, coins: 'pool', seed: 4 });

const cases: Readonly<Record<string, (file: string) => Plan>> = {
  'a rule that reads the flip': (file) =>
    plan(file, specOf({ name: 'iwal-cal', mellowness: 1e-3 }, { floor: 0.2 }), 'considered', pool),
  'paced by a budget that ends': (file) => plan(file, pacedSpec(14, { warmUp: 3 }), 'considered', pool),
  'asked with fits': (file) => plan(file, refitted, 'considered', pool),
  'labels that were known, fresh labels behind': (file) =>
    plan(file, random, 'considered', pool, { known: new Map([4, 9, 31].map((row) => [row, pool.labels[row]])), fresh: 2 }),
  'rows of importances': (file) => plan(file, pacedSpec(14, { warmUp: 3 }), 'considered', { ...pool, importances }),
  'several classes': (file) => plan(file, several, 'considered', pool, { classes: numberedClasses(['a', 'b', 'c']) }),
  'numbers of a range': (file) => {
    const spec = specOf({ name: 'random', rate: 0.5 }, { floor: 0.5, range: [-1.5, 2], loss: { name: 'squared' } });
    return plan(file, spec, 'considered', pool, { classes: numbersOf([-1.5, 2]) });
  },
  'until error is certified': (file) =>
    plan(file, parseRunSpec({ ...random, stop: { measure: 'error', limit: 0.6 } }), 'considered', pool),
};

/** As `iwal audit --data` computes it. */
function audited(file: string, { passes, build, header }: Plan): void {
  const ledger = finished(readLedger(file))!;
  const { judge, query } = build(finished(startOf(ledger, passes)));
  finished(requireConsistent(ledger, { judge, query }));
  finished(verifiedPass(ledger, header.spec as RunSpec, passes));
}

function refused(correction: Work<void>, words: string | RegExp): void {
  expect(() => finished(correction)).toThrow(words);
}

/** Labels, skips, corrections, undos and new openings; the answers that stand, by row. */
function scripted(planned: Plan, seed: number): Map<number, Answer> {
  const open = (): LabelSession => finished(openSession(planned));
  let session = open();
  const chance = randomStream(seed, 'script');
  const answers: { row: number; answer: Answer }[] = [];
  let [corrections, settled] = [0, 0];
  const answerFor = (row: number): Answer => {
    if (chance.next() < 0.2) return 'abstains';
    return planned.header.classes?.length === 3
      ? 1 + Math.floor(3 * chance.next())
      : pool.labels[row] * (chance.next() < 0.7 ? 1 : -1);
  };
  for (let step = 0; step < 70; step++) {
    if (session.question === undefined) session.finish();
    const { question } = session;
    if (step % 5 === 4) {
      const before = [session.question, session.standing, session.state()];
      session.close();
      session = open();
      if (session.question === undefined) session.finish();
      expect([session.question, session.standing, session.state()]).toEqual(before);
    }
    if (step % 4 === 3 || question === undefined || question.fresh !== undefined) {
      const n = Math.floor(answers.length * chance.next());
      const answer = answerFor(answers[n].row);
      const { probability, prediction } = lineOf(planned.file, answers[n].row);
      const left = session.standing.labelsLeft;
      if (answers[n].answer === 'abstains' && answer !== 'abstains' && left < 1) {
        refused(session.correct(n + 1, answer), 'the budget holds no label more');
      } else {
        finished(session.correct(n + 1, answer));
        answers[n].answer = answer;
        [corrections, settled] = [corrections + 1, answers.length];
      }
      expect(lineOf(planned.file, answers[n].row)).toMatchObject({ probability, prediction });
      expect(session.canUndo).toBe(answers.length > settled);
    } else if (step % 9 === 8 && answers.length > settled) {
      expect(finished(session.undo())).toBe(true);
      answers.pop();
    } else {
      const answer = answerFor(question.row);
      answers.push({ row: question.row, answer });
      finished(session.answer(answer));
    }
    const told = session.answers(Infinity).map(({ label }) => label ?? 'abstains');
    expect(told.slice(0, answers.length)).toEqual(answers.map(({ answer }) => answer));
  }
  if (session.question === undefined) session.finish();
  session.close();
  expect(corrections).toBeGreaterThan(8);
  return new Map(answers.map(({ row, answer }) => [row, answer]));
}

/** What the ledger says that was decided of a row. */
function lineOf(file: string, row: number): { readonly probability: number; readonly prediction: number } {
  const ledger = finished(readLedger(file))!;
  for (const entry of ledger.entries) if (entry.entry === 'example' && entry.row === row) return entry;
  throw new Error(`row ${row} is not in ${file}`);
}

describe.each(Object.entries(cases))('%s', (_, planned) => {
  it('answers are corrected at any time, undone, opened again: audited, and the labels that count are the last ones', () => {
    const own = planned(newFile());
    const answers = scripted(own, 1);
    audited(own.file, own);
    const labels = [...answers].filter(([, answer]) => answer !== 'abstains');
    expect(labelsIn(finished(readLedger(own.file)))).toEqual(new Map(labels));
  });

  it('cut off at any byte, the session goes on, and what it goes on with is audited', () => {
    const own = planned(newFile());
    scripted(own, 3);
    const bytes = readFileSync(own.file);
    const cuts = cutsOf(bytes, bytes.indexOf('\n') + 1).filter((_, n) => n % 30 === 0);
    for (const end of cuts) {
      const cut = planned(newFile());
      writeFileSync(cut.file, bytes.subarray(0, end));
      const session = finished(openSession(cut));
      const { length } = session.answers(Infinity);
      if (length > 0) finished(session.correct(1 + (end % Math.min(length, 3)), 'abstains'));
      session.close();
      audited(cut.file, cut);
    }
    expect(cuts.length).toBeGreaterThan(5);
  });
});

it('the model is the one that learns the rows in the order of the ledger with the answers that stand', () => {
  const own = cases['a rule that reads the flip'](newFile());
  scripted(own, 4);
  const again = own.build();
  if (!(again instanceof ActiveLearner)) throw new Error('two classes');
  for (const entry of finished(readLedger(own.file))!.entries)
    if (entry.entry === 'example' && typeof entry.label === 'number')
      again.learner.learn(own.rows, entry.row, entry.label, entry.learnedImportance ?? entry.importance);
  const session = finished(openSession(own));
  expect(partIn(session.state(), 'learner')).toEqual(again.learner.state());
  session.close();
});

it('a ledger that was altered before, in or behind a correction is found out, and one that cannot be corrected is not', () => {
  const own = cases['a rule that reads the flip'](newFile());
  scripted(own, 5);
  const [header, ...lines] = readFileSync(own.file, 'utf8').trimEnd().split('\n');
  const told = lines.map((line) => JSON.parse(line) as Line & { crc?: string });
  const at = told.findIndex(({ entry }) => entry === 'correction');
  const isTold = (line: Line): boolean => line.entry === 'example' && typeof line.label === 'number';
  const behind = told.findIndex((line, n) => n > at && isTold(line));
  const alter = (n: number, change: object): string => {
    const file = newFile();
    const written = told.map(({ crc: _, ...line }, k) => lineText((k === n ? { ...line, ...change } : line) as Line, 2));
    writeFileSync(file, `${[header, ...written].join('\n')}\n`);
    return file;
  };
  audited(alter(-1, {}), own);
  const label = (n: number): object => ({ label: -(told[n] as { label: number }).label });
  const first = told.findIndex(isTold);
  const corrections = told.filter((line) => line.entry === 'correction' && line.label !== null);
  for (const [n, change] of [
    [first, label(first)],
    [first, { probability: 1, importance: 1, prediction: 9 }],
    [told.indexOf(corrections[0]), label(told.indexOf(corrections[0]))],
    [at, { position: 9999 }],
    [at, { cost: 7 }],
    [behind, { prediction: 1 }],
    [behind, label(behind)],
  ] as const)
    expect(() => audited(alter(n, change), own), JSON.stringify([told[n], change])).toThrow(/found .*; expected/);
  for (const record of ['purchases', 'considered'] as const) {
    const spec = record === 'purchases' ? random : parseRunSpec({ ...refitted, rounds: 2 });
    const session = finished(openSession(plan(newFile(), spec, record, pool)));
    finished(session.answer(1));
    refused(session.correct(1, -1), /keeps purchases alone|drawn together/);
    refused(session.correct(2, -1), 'expected one of 1 to 1');
    session.close();
  }
});

it('several people: each corrects answers of their own, while questions of others are open', () => {
  const own = plan(newFile(), pacedSpec(14, { warmUp: 3 }), 'considered', pool);
  const people = { annotators: ['ana', 'ben'], overlap: 0.3 };
  inBatches(own, (session) => {
    for (let n = 0; n < 60; n++) {
      const name = people.annotators[n % 3 === 0 ? 1 : 0];
      const [ana, ben] = people.annotators.map((each) => finished(session.questionFor(each, people)));
      const [held, question] = name === 'ana' ? [ben, ana] : [ana, ben];
      if (question !== undefined)
        finished(session.learn([{ question, annotator: name, answer: n % 5 === 0 ? 'abstains' : pool.labels[question.row] }]));
      const given = session.answersOf(name);
      const number = 1 + (n % Math.max(1, given.length));
      const shared =
        given.at(number - 1) && session.questions.find(({ row }) => row === given[number - 1].row)!.opinions.size > 0;
      if (n % 4 !== 3) continue;
      if (given.length === 0 || shared) refused(session.correct(name, number, 1), 'cannot be corrected');
      else if (given[number - 1].label !== null) {
        finished(session.correct(name, number, -given[number - 1].label!));
        expect(session.answersOf(name)[number - 1].label).toBe(-given[number - 1].label!);
        if (held !== undefined) expect(session.open.map(({ row }) => row)).toContain(held.row);
      }
    }
  });
  expect(readFileSync(own.file, 'utf8').match(/"entry":"correction".*"annotator":"(ana|ben)"/g)!.length).toBeGreaterThan(5);
  audited(own.file, own);
});
