/**
 * Laws of batches: a batch of one is a session of one question at a time; the ledger may be cut off anywhere, and the same questions come
 * again, the same bytes in the end; computed anew by the loop of every simulation every entry is the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { fileNames } from '../support/processes/temporary.ts';
import type { BatchAnswer } from '../../src/labelling/batch/session.ts';
import type { Plan } from '../../src/labelling/labelling.ts';
import { openSession } from '../../src/labelling/session.ts';
import { isKnown, type AnswerEntry, type EndEntry, type ExampleEntry, type Recorded } from '../../src/ledger/entry.ts';
import { lineText } from '../../src/ledger/file/line.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import { passesOf } from '../../src/ledger/passes.ts';
import { partIn, type State } from '../../src/numerics/state.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import type { Answer } from '../../src/streams/oracles/annotator.ts';
import { finished } from '../../src/numerics/work.ts';
import { carryOut, cutsOf, inBatches, linesIn, pacedSpec } from '../support/processes/label-sessions.ts';
import { plan as planOn, pool, specOf, textOf } from '../support/processes/label-sessions.ts';
import { knobs, type RuleName } from '../support/rules.ts';
import { toyTask } from '../support/toy.ts';

const newFile = fileNames();

const random = specOf({ name: 'random', rate: 0.4 });

const paced = (budget: number): RunSpec => pacedSpec(budget, { warmUp: 4 });

interface Driven {
  readonly asked: readonly number[];
  readonly state: State;
}

/**
 * Labels a pool in batches: of each, rows divisible by 3 are answered first, the others in a second file; nobody can tell about rows
 * divisible by `mute`.
 */
function drive(plan: Plan, size: number, { labels, mute = Infinity }: { labels: Float64Array; mute?: number }): Driven {
  return inBatches(plan, (session) => {
    const answer = (row: number): Answer => ((row + 1) % mute === 0 ? 'abstains' : labels[row]);
    const learn = (isMeant: (row: number) => boolean): void => {
      const answers = session.open
        .filter(({ row }) => isMeant(row))
        .map((question) => ({ question, answer: answer(question.row) }));
      finished(session.learn(answers.reverse()));
    };
    for (;;) {
      finished(session.ask(size));
      if (session.open.length === 0) return { asked: session.questions.map(({ row }) => row), state: session.state() };
      learn((row) => row % 3 === 0);
      learn(() => true);
    }
  });
}

describe('a batch of one', () => {
  const rules: readonly RuleName[] = ['random', 'iwal-cal', 'margin', 'passive'];
  test.each(rules)('%s: the questions and the model of a session of one question at a time', (name) => {
    const spec = specOf({ name, ...knobs[name] }, { budget: 9 });
    const single = carryOut(planOn(newFile(), spec), []);
    const batches = drive(planOn(newFile(), spec), 1, pool);
    const { order } = planOn('none', spec);
    expect(batches.asked).toEqual(single.asked.map(([position]) => order[position]));
    expect(partIn(batches.state, 'learner')).toEqual(partIn(single.state, 'learner'));
    expect(batches.state.importanceSum).toBe(single.state.importanceSum);
  });

  test.each(['random', 'iwal-cal'] as const)('%s, on rows of importances', (name) => {
    const weighted = { ...pool, importances: pool.labels.map((_, i) => [1, 0, 2.5, 0.3][i % 4]) };
    const spec = specOf({ name, ...knobs[name] }, { floor: 0.2 });
    const single = carryOut(planOn(newFile(), spec, 'considered', weighted), []);
    const batches = drive(planOn(newFile(), spec, 'considered', weighted), 1, pool);
    expect(partIn(batches.state, 'learner')).toEqual(partIn(single.state, 'learner'));
    expect(batches.state.importanceSum).toBe(single.state.importanceSum);
  });
});

describe('a skip', () => {
  const task = toyTask({ rows: 60, columns: 5, seed: 4 });
  const mute = 3;
  const specs: readonly (readonly [string, RunSpec])[] = [
    ['paced', paced(12)],
    ['a hard cap', specOf({ name: 'random', rate: 0.6 }, { budget: 12 })],
  ];

  test.each(specs)('%s: costs nothing in a batch of one, as in a session of one question at a time', (_, spec) => {
    const planned = planOn(newFile(), spec, 'considered', task);
    const session = finished(openSession(planned));
    const asked: number[] = [];
    while (session.question !== undefined) {
      const { row } = session.question;
      asked.push(row);
      finished(session.answer((row + 1) % mute === 0 ? 'abstains' : task.labels[row]));
    }
    session.finish();
    const { labels, labelsLeft } = session.standing;
    session.close();
    expect([labels, labelsLeft]).toEqual([12, 0]);
    expect(asked.length).toBeGreaterThan(12);
    const file = newFile();
    const batches = drive(planOn(file, spec, 'considered', task), 1, { labels: task.labels, mute });
    expect(batches.asked).toEqual(asked);
    expect(partIn(batches.state, 'learner')).toEqual(partIn(session.state(), 'learner'));
    expect(linesIn(textOf(file)).at(-1)).toMatchObject({ entry: 'end', labels: 12, spent: 12 });
  });

  test.each(specs)('%s: buys another label, in batches of any size', (_, spec) => {
    for (const size of [2, 5, 12, 40]) {
      const file = newFile();
      const { asked } = drive(planOn(file, spec, 'considered', task), size, { labels: task.labels, mute });
      expect(asked.length).toBeGreaterThan(12);
      const { labels, spent, examples } = linesIn(textOf(file)).at(-1) as unknown as EndEntry;
      expect(spent).toBe(labels);
      // A pacer that learns of a skip late may come to the end of the pool with a label left.
      expect(labels === 12 || (labels > 9 && examples === 60), `${labels} labels, ${examples} rows`).toBe(true);
    }
  });

  it('gives its price back whatever the order of the answers, and however many files they come in', () => {
    const outcomes = [[[0, 1, 2, 3, 4]], [[4, 2, 0, 3, 1]], [[3], [1], [4, 0], [2]]].map((files) =>
      inBatches(planOn(newFile(), paced(9)), (session) => {
        finished(session.ask(5));
        const questions = session.open;
        const left: number[] = [];
        for (const numbers of files) {
          const answers = numbers.map((n): BatchAnswer => {
            const question = questions[n];
            return { question, answer: n % 2 === 1 ? 'abstains' : pool.labels[question.row] };
          });
          finished(session.learn(answers));
          left.push(session.standing.labelsLeft);
        }
        return left;
      }),
    );
    expect(outcomes).toEqual([[6], [6], [5, 6, 6, 6]]);
  });

  it('without a refund, as versions before wrote it, stays paid for', () => {
    const file = newFile();
    inBatches(planOn(file, paced(9)), (session) => {
      finished(session.ask(4));
      finished(session.learn(session.open.map((question) => ({ question, answer: 'abstains' as const }))));
      expect(session.standing.labelsLeft).toBe(9);
    });
    const lines = textOf(file).trimEnd().split('\n');
    const stripped = lines.map((line) => {
      if (!line.includes('"refund"')) return `${line}\n`;
      const fields = Object.entries(JSON.parse(line) as object).filter(([name]) => name !== 'crc' && name !== 'refund');
      return `${lineText(Object.fromEntries(fields) as unknown as AnswerEntry, 2)}\n`;
    });
    expect(stripped.join('')).not.toContain('refund');
    const old = newFile();
    writeFileSync(old, stripped.join(''));
    inBatches(planOn(old, paced(9)), (session) => {
      expect(session.standing.labelsLeft).toBe(5);
      finished(session.ask(2));
      expect(session.open).toHaveLength(2);
    });
  });
});

describe('within a batch', () => {
  it('learns nothing: every prediction is that of the model as it stood, and every question is paid for when it is asked', () => {
    const file = newFile();
    inBatches(planOn(file, paced(10), 'considered', toyTask({ rows: 80, columns: 5, seed: 4 })), (session) => {
      finished(session.ask(6));
      expect(session.open).toHaveLength(6);
      expect(session.standing).toMatchObject({ labels: 0, labelsLeft: 4, awaited: 6 });
      finished(session.ask(3));
      expect(session.open).toHaveLength(6);
    });
    const lines = linesIn(textOf(file));
    expect(lines.every(({ prediction }) => prediction === 0)).toBe(true);
    const asked = lines.filter(({ outcome }) => outcome === 'asked');
    for (const line of asked) expect(line).toMatchObject({ batch: 6, cost: 1 });
    for (const line of asked) expect(line).not.toHaveProperty('label');
  });

  it('asks no more than the budget holds, and comes to an end', () => {
    for (const spec of [paced(7), specOf({ name: 'random', rate: 0.9 }, { budget: 7 })]) {
      const file = newFile();
      const { asked } = drive(planOn(file, spec), 5, pool);
      expect(asked).toHaveLength(7);
      expect(linesIn(textOf(file)).at(-1)).toMatchObject({ entry: 'end', labels: 7, spent: 7, awaited: 0 });
    }
  });

  it('considers what the budget refuses once its last answers are learned, however many the last batch asks', () => {
    for (const budget of [1, 5, 6, 7, 11]) {
      inBatches(planOn(newFile(), specOf({ name: 'random', rate: 0.6 }, { budget })), (session) => {
        for (;;) {
          finished(session.ask(5));
          if (session.open.length === 0) break;
          expect(session.standing.refusedImportance).toBe(0);
          finished(session.learn(session.open.map((question) => ({ question, answer: pool.labels[question.row] }))));
        }
        expect(session.standing.refusedImportance).toBeGreaterThan(0);
      });
    }
  });
});

describe('answers', () => {
  it('are learned in the order of their questions, whatever the order in which they are handed over: the same bytes', () => {
    const texts = new Set<string>();
    const states: State[] = [];
    for (const order of ['as asked', 'reversed', 'by label'] as const) {
      const file = newFile();
      inBatches(planOn(file, paced(14)), (session) => {
        for (;;) {
          finished(session.ask(5));
          const answers = session.open.map((question) => ({ question, answer: pool.labels[question.row] }));
          if (answers.length === 0) break;
          if (order === 'reversed') answers.reverse();
          if (order === 'by label') answers.sort((a, b) => a.answer - b.answer);
          finished(session.learn(answers));
        }
        states.push(session.state());
      });
      texts.add(textOf(file));
    }
    expect(texts.size).toBe(1);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
    const answered = linesIn([...texts][0]).filter(({ entry }) => entry === 'answer') as unknown as AnswerEntry[];
    const positions = answered.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('to the last questions of a cap come before what it refuses, which is considered at once then', () => {
    const file = newFile();
    inBatches(planOn(file, specOf({ name: 'random', rate: 0.5 }, { budget: 4 })), (session) => {
      finished(session.ask(9));
      expect(session.open).toHaveLength(4);
      const last = session.open.at(-1)!;
      expect(session.standing.examples).toBe(last.position + 1);
      finished(session.learn(session.open.map((question) => ({ question, answer: pool.labels[question.row] }))));
      expect(session.standing.examples).toBe(pool.rows.length);
      expect(session.standing.refusedImportance).toBeGreaterThan(0);
    });
    expect(linesIn(textOf(file)).at(-1)).toMatchObject({ entry: 'end', examples: pool.rows.length });
  });

  it('carry the name of who gives them, late ones and ones at once, and labels that were known keep theirs', () => {
    const file = newFile();
    drive(planOn(file, paced(9), 'considered', pool, { annotator: 'ana' }), 4, pool);
    carryOut(planOn(file, paced(5), 'considered', pool, { annotator: 'ben', pass: 'next' }), []);
    const [first, second] = passesOf(finished(readLedger(file))!).map(({ entries }) =>
      [...entries].flatMap((each) => (each.entry !== 'end' && each.label !== undefined ? [each] : [])),
    );
    expect(first.map(({ entry, annotator }) => [entry, annotator])).toEqual(new Array(9).fill(['answer', 'ana']));
    expect(second.filter((each) => isKnown(each as ExampleEntry)).length).toBeGreaterThan(0);
    for (const each of second) expect(each.annotator).toBe(isKnown(each as ExampleEntry) ? undefined : 'ben');
  });
});

describe('cut off anywhere', () => {
  const few = toyTask({ rows: 14, columns: 4, seed: 3 });
  const cases: readonly (readonly [string, Recorded, RunSpec])[] = [
    ['all considered', 'considered', specOf({ name: 'random', rate: 0.6 })],
    ['purchases only, with a budget', 'purchases', specOf({ name: 'random', rate: 0.7 }, { budget: 7 })],
    ['paced', 'considered', paced(8)],
  ];
  test.each(cases)('%s: the same questions, the same bytes, the same state', (_, record, spec) => {
    const file = newFile();
    const truth = { labels: few.labels, mute: 5 };
    const whole = drive(planOn(file, spec, record, few), 4, truth);
    expect(whole.asked.length).toBeGreaterThan(5);
    const bytes = readFileSync(file);
    const cut = newFile();
    for (const end of cutsOf(bytes)) {
      writeFileSync(cut, bytes.subarray(0, end));
      const rest = drive(planOn(cut, spec, record, few), 4, truth);
      expect(rest.asked).toEqual(whole.asked);
      expect(textOf(cut)).toBe(bytes.toString());
      expect(rest.state).toEqual(whole.state);
    }
  });

  it('a batch in the midst of which a process has died is finished before anything else, in the size it was wanted in', () => {
    const file = newFile();
    const rows = inBatches(planOn(file, random), (session) => {
      finished(session.ask(5));
      return session.open.map(({ row }) => row);
    });
    const lines = readFileSync(file, 'utf8').split('\n');
    const third = lines.findIndex((line) => line.includes(`"row":${rows[2]},`) && line.includes('"asked"'));
    writeFileSync(file, `${lines.slice(0, third).join('\n')}\n`);
    inBatches(planOn(file, random), (session) => expect(session.open.map(({ row }) => row)).toEqual(rows));
  });
});

describe('a second pass', () => {
  it('has questions of its own number, the same whether they were just asked or are read again', () => {
    const file = newFile();
    drive(planOn(file, paced(6)), 4, pool);
    // Another seed: the rows of each pass come in an order of their own.
    const other = pacedSpec(5, { warmUp: 4, seed: 2 });
    const asked = inBatches(planOn(file, other, 'considered', pool, { pass: 'next' }), (session) => {
      finished(session.ask(3));
      return structuredClone(session.questions);
    });
    expect(asked.map(({ pass }) => pass)).toEqual([...new Array<number>(6).fill(0), 1, 1, 1]);
    expect(inBatches(planOn(file, other), ({ questions }) => questions)).toEqual(asked);
  });

  it('learns late answers also where the row considered last is one whose label is known', () => {
    const task = toyTask({ rows: 40, columns: 5, seed: 4 });
    const file = newFile();
    carryOut(planOn(file, paced(30), 'considered', task), [], { labels: task.labels });
    const next = planOn(file, paced(20), 'considered', task, { pass: 'next' });
    const { asked, state } = drive(next, 50, task);
    expect(asked.length).toBeGreaterThan(5);
    expect(state.queries).toBe(asked.length);
    const again = planOn(file, paced(20), 'considered', task);
    expect(inBatches(again, (session) => session.state())).toEqual(state);
    // The law is about something: known rows come behind the last question.
    const last = linesIn(textOf(file))
      .filter((line) => line.entry === 'example')
      .at(-1);
    expect(last).toMatchObject({ learnedImportance: 0 });
  });
});

describe('one question at a time after a batch', () => {
  it('is refused while questions wait for their answers', () => {
    const file = newFile();
    inBatches(planOn(file, random), (session) => {
      finished(session.ask(4));
      finished(session.learn([{ question: session.open[1], answer: 1 }]));
    });
    expect(() => finished(openSession(planOn(file, random)))).toThrow(
      'found a batch of which 3 questions wait for their answers; expected the answers first (--answers ask.csv;',
    );
  });

  it('goes on, and takes back its own answers alone', () => {
    const file = newFile();
    const after = inBatches(planOn(file, random), (session) => {
      finished(session.ask(4));
      finished(session.learn(session.open.map((question) => ({ question, answer: pool.labels[question.row] }))));
      return session.state();
    });
    const straight = newFile();
    writeFileSync(straight, readFileSync(file));
    const plain = carryOut(planOn(straight, random), []);
    for (const isReopened of [false, true]) {
      const crooked = newFile();
      writeFileSync(crooked, readFileSync(file));
      let session = finished(openSession(planOn(crooked, random)));
      const first = session.question!.row;
      expect(finished(session.undo())).toBe(false);
      for (let n = 0; n < 3; n++) finished(session.answer(-pool.labels[session.question!.row]));
      if (isReopened) {
        session.close();
        session = finished(openSession(planOn(crooked, random)));
      }
      for (let n = 0; n < 3; n++) expect(finished(session.undo())).toBe(true);
      expect(finished(session.undo())).toBe(false);
      expect(session.question!.row).toBe(first);
      expect(session.answers(10)).toHaveLength(4);
      expect(partIn(session.state(), 'learner')).toEqual(partIn(after, 'learner'));
      session.close();
      expect(carryOut(planOn(crooked, random), [])).toEqual(plain);
    }
  });
});
