/**
 * Laws of batches that several people share: who is asked depends on seed, row and turn alone; sheets in any order and any parts come to the
 * same labels; cut off at any byte, the same commands end with the same bytes; what was learned is what people came to, and an audit says where
 * it is not.
 */
import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { openBatches, type BatchAnswer, type BatchSession } from '../../src/labelling/batch/session.ts';
import { openSession } from '../../src/labelling/session.ts';
import { agreementIn } from '../../src/ledger/audit/agreement.ts';
import { requireConsistent } from '../../src/ledger/audit/consistency.ts';
import { batchesIn, isDisputed, MAJORITY, majorityOf, questionAfter, waitsFor } from '../../src/ledger/batches.ts';
import type { BatchQuestion, People } from '../../src/ledger/batches.ts';
import type { AnswerEntry, Line, OpinionEntry } from '../../src/ledger/entry.ts';
import { lineText } from '../../src/ledger/file/line.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import { statedBy } from '../../src/ledger/known.ts';
import { recordedSpec } from '../../src/ledger/recorded-spec.ts';
import type { Answer } from '../../src/streams/oracles/annotator.ts';
import { finished } from '../../src/numerics/work.ts';
import { cutsOf, inBatches, linesIn, pacedSpec } from '../support/processes/label-sessions.ts';
import { plan as planOn, pool, specOf, textOf } from '../support/processes/label-sessions.ts';
import { fileNames } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const newFile = fileNames();
const people: People = { annotators: ['ana', 'ben', 'cem'], overlap: 0.5 };
const spec = specOf({ name: 'random', rate: 0.6 });

/** Everybody knows the label but where the row says otherwise: Ben errs, and Cem cannot tell where he errs or nobody can. */
function opinionOf(name: string, row: number, labels = pool.labels): Answer {
  if (row % 7 === 5) return 'abstains';
  if (name === 'ben' && row % 3 === 0) return -labels[row];
  return name === 'cem' && row % 3 === 0 && row % 2 === 0 ? 'abstains' : labels[row];
}

/** What somebody has to answer yet. */
const sheetOf = (session: BatchSession, annotator: string, labels = pool.labels): BatchAnswer[] =>
  session.open
    .filter((question) => waitsFor(question, annotator))
    .map((question) => ({ question, annotator, answer: opinionOf(annotator, question.row, labels) }));

const decisionsIn = (session: BatchSession, labels = pool.labels): BatchAnswer[] =>
  session.open.filter(isDisputed).map((question) => ({ question, annotator: 'dan', answer: labels[question.row] }));

/** Batches until no row is left, a sheet a person after the other, and then the decisions. */
function drive(session: BatchSession, size: number, labels = pool.labels, panel = people): void {
  for (;;) {
    finished(session.ask(size, panel));
    if (session.open.length === 0) return;
    for (const name of panel.annotators) finished(session.learn(sheetOf(session, name, labels)));
    finished(session.learn(decisionsIn(session, labels)));
  }
}

const audited = (file: string): void => {
  const ledger = finished(readLedger(file))!;
  finished(requireConsistent(ledger, statedBy(ledger, recordedSpec(file, ledger.header))));
};

describe('who is asked', () => {
  const drawn = { pass: 0, probability: 1, importance: 1, prediction: 0 };
  const asked = (overlap: number, rows: readonly number[], seed = 1): BatchQuestion[] => {
    const questions: BatchQuestion[] = [];
    const panel = { ...people, overlap };
    for (const [position, row] of rows.entries())
      questions.push(questionAfter(questions.at(-1), { ...drawn, position, row, key: 'b', size: 9, panel }, { seed }));
    return questions;
  };
  const rows = Array.from({ length: 3000 }, (_, row) => row);

  it('about a share of the rows everybody, whatever was asked before; the others in turn', () => {
    const all = asked(0.2, rows);
    const shared = new Set(all.filter(({ asked: who }) => who.length === 3).map(({ row }) => row));
    expect(Math.abs(shared.size - 600)).toBeLessThan(4 * Math.sqrt(3000 * 0.2 * 0.8));
    for (const { row, asked: who } of asked(0.2, rows.filter((row) => row % 5 === 0).toReversed()))
      expect(who.length === 3).toBe(shared.has(row));
    const singles = all.flatMap(({ asked: who }) => (who.length === 1 ? who : []));
    expect(singles).toEqual(singles.map((_, n) => people.annotators[n % 3]));
    // More overlap adds rows; another seed draws others.
    const more = asked(0.5, rows).filter(({ asked: who }) => who.length === 3);
    expect([...shared].every((row) => more.some((each) => each.row === row))).toBe(true);
    const other = asked(0.2, rows, 2).filter(({ row, asked: who }) => who.length === 3 && shared.has(row)).length;
    expect(other).toBeLessThan(180);
  });

  it('none or all of the rows, and anybody where nobody was named', () => {
    expect(new Set(asked(0, rows).map(({ asked: who }) => who.length))).toEqual(new Set([1]));
    expect(new Set(asked(1, rows).map(({ asked: who }) => who.length))).toEqual(new Set([3]));
    expect(
      questionAfter(undefined, { ...drawn, position: 0, row: 0, key: 'b', size: 1, panel: undefined }, { seed: 1 }).asked,
    ).toEqual([]);
  });
});

test('a majority is more than half of the votes, of all answers of three and four people and of three classes', () => {
  const answers: readonly Answer[] = [1, 2, 3, 'abstains'];
  for (const asked of [
    ['ana', 'ben', 'cem'],
    ['ana', 'ben', 'cem', 'dan'],
  ]) {
    for (let n = 0; n < 4 ** asked.length; n++) {
      const given = asked.map((_, k) => answers[Math.floor(n / 4 ** k) % 4]);
      const opinions = new Map(asked.map((name, k) => [name, given[k]]));
      const votes = [1, 2, 3].map((label) => given.filter((each) => each === label).length);
      const sum = votes[0] + votes[1] + votes[2];
      const winner = votes.findIndex((each) => each > sum / 2) + 1;
      expect(majorityOf({ asked, opinions })).toBe(sum === 0 ? 'abstains' : winner === 0 ? undefined : winner);
      opinions.delete('cem');
      expect(majorityOf({ asked, opinions })).toBeUndefined();
    }
  }
});

describe('a row that several people are asked about', () => {
  it('is learned once, when the last of them has answered, signed by the majority, or by who decides; a row of one by that one', () => {
    const file = newFile();
    inBatches(planOn(file, spec), (session) => drive(session, 6));
    const ledger = finished(readLedger(file))!;
    audited(file);
    const { questions } = batchesIn(ledger);
    const shared = questions.filter(({ asked }) => asked.length > 1);
    expect(shared.length).toBeGreaterThan(3);
    for (const each of questions) {
      const { asked, opinions, row, answer, by } = each;
      if (asked.length === 1) expect([answer, by, opinions.size]).toEqual([opinionOf(asked[0], row), asked[0], 0]);
      else {
        expect(new Map(asked.map((name) => [name, opinionOf(name, row)]))).toEqual(opinions);
        const majority = majorityOf(each);
        expect([answer, by]).toEqual(majority === undefined ? [pool.labels[row], 'dan'] : [majority, MAJORITY]);
      }
    }
    expect(new Set(shared.map(({ by }) => by))).toEqual(new Set([MAJORITY, 'dan']));
    const lines = linesIn(textOf(file));
    const ends = lines.filter(({ entry }) => entry === 'opinion').map(({ position }) => position);
    for (const { position } of shared) {
      const answer = lines.findIndex((line) => line.entry === 'answer' && line.position === position);
      expect(lines.findLastIndex((line) => line.entry === 'opinion' && line.position === position)).toBeLessThan(answer);
      expect(ends.filter((each) => each === position)).toHaveLength(3);
    }
    const agreement = agreementIn(ledger)!;
    expect(agreement).toMatchObject({ rows: shared.length, disputed: 0, waiting: 0 });
    expect(Object.values(agreement.settled).reduce((sum, each) => sum + each, 0)).toBe(shared.length);
  });

  it('waits for the others, then for a decision, and nothing else is asked, nor answered one at a time, meanwhile', () => {
    const file = newFile();
    inBatches(planOn(file, spec), (session) => {
      finished(session.ask(12, { ...people, overlap: 1 }));
      for (const name of ['ana', 'ben']) finished(session.learn(sheetOf(session, name)));
      expect([session.standing.labels, session.open.length]).toEqual([0, 12]);
      finished(session.learn(sheetOf(session, 'cem')));
      const differ = session.open.length;
      expect(differ).toBeGreaterThan(0);
      expect(decisionsIn(session)).toHaveLength(differ);
      finished(session.ask(3, people));
      expect(session.questions).toHaveLength(12);
    });
    expect(() => finished(openSession(planOn(file, spec)))).toThrow('wait');
    expect(agreementIn(finished(readLedger(file))!)).toMatchObject({ rows: 12, waiting: 0 });
  });
});

describe('several people at once, each with an open question of their own', () => {
  /** Everybody is asked; who answers next depends on how many answers there are: nobody waits for others. */
  function attend(session: BatchSession, panel: People): void {
    for (let n = session.questions.length; ; n += 3) {
      const open = panel.annotators.map((name) => [name, finished(session.questionFor(name, panel))] as const);
      const asked = open.flatMap(([annotator, question]) => (question === undefined ? [] : [{ annotator, question }]));
      for (const { annotator, question } of asked) expect(question.asked).toContain(annotator);
      if (asked.length === 0) return;
      const { annotator, question } = asked[n ** 2 % asked.length];
      finished(session.learn([{ question, annotator, answer: opinionOf(annotator, question.row) }]));
    }
  }

  it.each([0, 0.4])('overlap %s: a fast person gets more; audited, opened again, cut off at any byte: the same', (overlap) => {
    const panel = { ...people, overlap };
    for (const own of [spec, pacedSpec(9, { warmUp: 3 })]) {
      const file = newFile();
      inBatches(planOn(file, own), (session) => {
        // Ana is quick: the others have one question each, and keep it.
        const others = ['ben', 'cem'].map((name) => finished(session.questionFor(name, panel))!);
        for (let n = 0; n < 4; n++) {
          const question = finished(session.questionFor('ana', panel))!;
          finished(session.learn([{ question, annotator: 'ana', answer: opinionOf('ana', question.row) }]));
        }
        expect(session.answersOf('ana').map(({ number }) => number)).toEqual([1, 2, 3, 4]);
        expect(['ben', 'cem'].map((name) => finished(session.questionFor(name, panel)))).toEqual(others);
        attend(session, panel);
        for (const decision of decisionsIn(session)) finished(session.learn([decision]));
        attend(session, panel);
        expect(session.open).toEqual([]);
        expect(session.isOver).toBe(true);
      });
      audited(file);
      const bytes = readFileSync(file);
      for (const end of cutsOf(bytes, 400)) {
        const cut = newFile();
        writeFileSync(cut, bytes.subarray(0, end));
        inBatches(planOn(cut, own), (session) => {
          const open = session.open.map(({ row, asked }) => [row, asked]);
          attend(session, panel);
          const { questions } = batchesIn(finished(readLedger(cut))!);
          for (const [row, asked] of open) expect(questions.find((each) => each.row === row)!.asked).toEqual(asked);
        });
        audited(cut);
      }
    }
  });
});

test('sheets in any order, in any parts, some twice, come to the same opinions, labels and sums (property)', () => {
  const task = toyTask({ rows: 18, columns: 4, seed: 5 });
  const state = (file: string): unknown => {
    const { questions } = batchesIn(finished(readLedger(file))!);
    return questions.map(({ row, answer, by, opinions }) => [row, answer, by, [...opinions].sort()]);
  };
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (chance) => {
      const next = (below: number): number => (chance.next().value as number) % below;
      const file = newFile();
      const sums = inBatches(planOn(file, spec, 'considered', task), (first) => {
        let session = first;
        finished(session.ask(18, people));
        while (session.open.length > 0) {
          const all = [
            ...people.annotators.flatMap((name) => sheetOf(session, name, task.labels)),
            ...decisionsIn(session, task.labels),
          ];
          const part = all.filter(() => next(3) === 0);
          finished(
            session.learn(
              part
                .map((each) => ({ each, at: next(99) }))
                .sort((a, b) => a.at - b.at)
                .map(({ each }) => each),
            ),
          );
          if (next(4) === 0) {
            session.close();
            session = finished(openBatches(planOn(file, spec, 'considered', task)));
          }
        }
        const { labels, error } = session.standing;
        session.close();
        return [labels, session.standing.importanceSum.toFixed(9), error.kind];
      });
      audited(file);
      outcomes.add(JSON.stringify([state(file), sums]));
    }),
    { numRuns: 25 },
  );
  expect(outcomes.size).toBe(1);
});

test('one sheet of all answers: the same bytes, whatever the order of its lines', () => {
  const texts = new Set<string>();
  for (const order of ['as asked', 'reversed', 'by name'] as const) {
    const file = newFile();
    inBatches(planOn(file, spec), (session) => {
      finished(session.ask(12, people));
      const answers = people.annotators.flatMap((name) => sheetOf(session, name));
      if (order === 'as asked') answers.sort((a, b) => a.question.position - b.question.position);
      if (order === 'reversed') answers.reverse();
      finished(session.learn(answers));
    });
    texts.add(textOf(file));
  }
  expect(texts.size).toBe(1);
});

describe('cut off anywhere', () => {
  const few = toyTask({ rows: 10, columns: 4, seed: 3 });
  test.each([
    ['all considered', specOf({ name: 'random', rate: 0.7 })],
    ['with a budget, of which skips give back', specOf({ name: 'random', rate: 0.9 }, { budget: 6 })],
    ['paced', pacedSpec(7, { warmUp: 4 })],
  ])('%s: the same questions, opinions and bytes', (_, cutSpec) => {
    const file = newFile();
    const drivenOn = (each: string): unknown =>
      inBatches(planOn(each, cutSpec, 'considered', few), (session) => {
        drive(session, 4, few.labels);
        return session.state();
      });
    const whole = drivenOn(file);
    const bytes = readFileSync(file);
    expect(bytes.toString()).toContain('"entry":"opinion"');
    expect(bytes.toString()).toContain('"annotator":"majority"');
    const cut = newFile();
    for (const end of cutsOf(bytes)) {
      writeFileSync(cut, bytes.subarray(0, end));
      expect(drivenOn(cut)).toEqual(whole);
      expect(textOf(cut)).toBe(bytes.toString());
    }
  });

  it.each([1, 2] as const)('at every byte of an opinion, in format %i, that opinion alone is lost', (version) => {
    const file = newFile();
    inBatches(planOn(file, spec), (session) => {
      finished(session.ask(6, { ...people, overlap: 1 }));
      finished(session.learn(sheetOf(session, 'ana')));
    });
    const lines = textOf(file)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line, (name, value: unknown) => (name === 'crc' ? undefined : value)) as Line);
    const [header, ...entries] = lines;
    const begun = { ...header, 'iwal-ledger': version } as unknown as Line;
    const bytes = Buffer.from([begun, ...entries].map((line) => `${lineText(line, version)}\n`).join(''));
    const last = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
    for (let end = last; end < bytes.length - 1; end++) {
      writeFileSync(file, bytes.subarray(0, end));
      expect(finished(readLedger(file))).toMatchObject({ bytes: last, cutOff: end - last, opinions: { length: 5 } });
    }
    writeFileSync(file, bytes.subarray(0, -1));
    inBatches(planOn(file, spec), (session) => {
      expect(session.open.every((each) => !waitsFor(each, 'ana'))).toBe(true);
      for (const name of ['ben', 'cem']) finished(session.learn(sheetOf(session, name)));
    });
    audited(file);
    expect(finished(readLedger(file))).toMatchObject({ header: { 'iwal-ledger': version }, opinions: { length: 18 } });
  });

  it('between the last opinion and what it comes to: learned when the session is opened', () => {
    const file = newFile();
    inBatches(planOn(file, spec), (session) => drive(session, 30));
    const lines = textOf(file).split('\n');
    const at = lines.findIndex((line) => line.includes('"annotator":"majority"'));
    const cut = newFile();
    writeFileSync(cut, `${lines.slice(0, at).join('\n')}\n`);
    expect(inBatches(planOn(cut, spec), (session) => session.standing.labels)).toBeGreaterThan(0);
    expect(textOf(cut)).toBe(`${lines.slice(0, at + 1).join('\n')}\n`);
  });
});

describe('further passes and undo', () => {
  it('a top-up is shared, too; each pass deals anew, and agreement counts both', () => {
    const task = toyTask({ rows: 60, columns: 5, seed: 4 });
    const file = newFile();
    inBatches(planOn(file, pacedSpec(12, { warmUp: 4 }), 'considered', task), (session) => drive(session, 5, task.labels));
    const rows = agreementIn(finished(readLedger(file))!)!.rows;
    inBatches(planOn(file, pacedSpec(8, { warmUp: 4, seed: 2 }), 'considered', task, { pass: 'next' }), (session) => {
      drive(session, 5, task.labels);
    });
    audited(file);
    const ledger = finished(readLedger(file))!;
    const { questions } = batchesIn(ledger);
    const ofPass = questions.filter(({ pass }) => pass === 1);
    expect(ofPass.find(({ asked }) => asked.length === 1)!.asked).toEqual(['ana']);
    const shared = ofPass.filter(({ asked }) => asked.length > 1).length;
    expect([rows, shared].every((each) => each > 0)).toBe(true);
    expect(agreementIn(ledger)!.rows).toBe(rows + shared);
  });

  it('what is taken back after a shared batch are later answers alone', () => {
    const file = newFile();
    inBatches(planOn(file, spec), (session) => {
      finished(session.ask(4, { ...people, overlap: 1 }));
      for (const name of people.annotators) finished(session.learn(sheetOf(session, name)));
      finished(session.learn(decisionsIn(session)));
    });
    const session = finished(openSession(planOn(file, spec)));
    expect(finished(session.undo())).toBe(false);
    finished(session.answer(1));
    expect(finished(session.undo())).toBe(true);
    session.close();
    audited(file);
    expect(agreementIn(finished(readLedger(file))!)!.rows).toBe(4);
  });

  it('an undo of a question voids what was said of it', () => {
    const file = newFile();
    const positions = inBatches(planOn(file, spec), (session) => {
      finished(session.ask(3, { ...people, overlap: 1 }));
      finished(session.learn(sheetOf(session, 'ana')));
      return session.questions.map(({ position }) => position);
    });
    writeFileSync(file, `${textOf(file)}${lineText({ entry: 'undo', position: positions[1] }, 2)}\n`);
    expect(finished(readLedger(file))!.opinions!.map(({ entry }) => entry.position)).toEqual([positions[0]]);
  });
});

describe('an audit refuses', () => {
  const file = newFile();
  const change = (edit: (line: OpinionEntry | AnswerEntry, shared: boolean) => Line | undefined) => (): void => {
    const original = newFile();
    inBatches(planOn(original, spec), (session) => drive(session, 12));
    const shared = new Set(
      linesIn(textOf(original))
        .filter(({ entry }) => entry === 'opinion')
        .map(({ position }) => position),
    );
    let isChanged = false;
    const lines = textOf(original)
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const fields = JSON.parse(line, (name, value: unknown) => (name === 'crc' ? undefined : value)) as OpinionEntry;
        if (isChanged || !['opinion', 'answer'].includes(fields.entry)) return [line];
        const edited = edit(fields, shared.has(fields.position));
        if (edited === fields) return [line];
        isChanged = true;
        return edited === undefined ? [] : [lineText(edited, 2)];
      });
    expect(isChanged).toBe(true);
    writeFileSync(file, `${lines.join('\n')}\n`);
    audited(file);
  };
  const opinion = (edit: (line: OpinionEntry) => Line | undefined) =>
    change((line) => (line.entry === 'opinion' ? edit(line) : line));
  const answer = (isShared: boolean, edit: (line: AnswerEntry) => Line) =>
    change((line, shared) => (line.entry === 'answer' && shared === isShared ? edit(line) : line));

  test.each([
    [
      'an opinion that is missing',
      opinion(() => undefined),
      /found the answer .* of 'majority' at position \d+; expected what ana, ben, cem came to/,
    ],
    [
      'one of another name',
      opinion((line) => ({ ...line, annotator: 'eva' })),
      /:\d+: found opinion .* of 'eva' .*; expected one each of ana, ben, cem/,
    ],
    [
      'one of another row',
      opinion((line) => ({ ...line, row: line.row + 1 })),
      /expected one each of ana, ben, cem, on the row of the purchase/,
    ],
    ['one with a label that is none', opinion((line) => ({ ...line, label: 3 })), /found opinion 3 of 'ana'/],
    [
      'an answer that another person has signed',
      answer(false, (line) => ({ ...line, annotator: 'eva' })),
      /found the answer .* of 'eva'/,
    ],
    ['a decision where a majority is', answer(true, (line) => ({ ...line, annotator: 'dan' })), /found the answer .* of 'dan'/],
  ])('%s', (_, read, words) => expect(read).toThrow(words));
});
