/**
 * Laws of fresh labels in a session: they are asked for behind the end, by their own draw, and change nothing before it; cut off
 * anywhere the session goes on with them; undo takes back the last of them, and one answer of the stream takes all of them back.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openSession, type LabelSession } from '../../src/labelling/session.ts';
import type { Plan } from '../../src/labelling/labelling.ts';
import { questionLine } from '../../src/labelling/pipe/protocol.ts';
import { questionSchema } from '../../src/labelling/pipe/lines.ts';
import { reasonOf } from '../../src/labelling/question.ts';
import { finalError } from '../../src/ledger/passes.ts';
import { begunSession } from '../../src/labelling/begun-spec.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import { freshRows } from '../../src/streams/fresh.ts';
import { finished } from '../../src/numerics/work.ts';
import { linesIn, plan, pool, specOf } from '../support/processes/label-sessions.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

const folder = temporaryFolder();
const spec = specOf({ name: 'random', rate: 0.4 }, { floor: 0.4 });
let files = 0;
const planned = (fresh?: number): Plan => ({
  ...plan(folder.path(`${++files}.jsonl`), spec),
  ...(fresh !== undefined && { fresh }),
});

/** Answers all that is asked, at most so many questions; the second fresh one nobody can tell. */
function answerAll(session: LabelSession, atMost = Infinity): void {
  for (let asked = 0; asked < atMost; asked++) {
    if (session.question === undefined) session.finish();
    const { question } = session;
    if (question === undefined) return;
    finished(session.answer(question.fresh?.number === 2 ? 'abstains' : pool.labels[question.row]));
  }
}

function kept(plan: Plan, use: (session: LabelSession) => void): string {
  const session = finished(openSession(plan));
  try {
    use(session);
  } finally {
    session.close();
  }
  return readFileSync(plan.file, 'utf8');
}

const reported = finished(openSession(planned(5)));
answerAll(reported);
const { standing } = reported;
reported.close();

describe('fresh labels', () => {
  const without = kept(planned(), answerAll);
  const whole = kept(planned(5), answerAll);

  test('come after the end, and what is before it is as it is without them', () => {
    expect(whole.startsWith(without)).toBe(true);
    expect(linesIn(whole.slice(without.length - 1)).map(({ entry, label }) => [entry, label === null])).toEqual(
      [false, true, false, false, false].map((isSkipped) => ['fresh', isSkipped]),
    );
    const last = planned();
    writeFileSync(last.file, whole);
    expect(finished(begunSession(last.file))?.isOver).toBe(true);
    const ledger = finished(readLedger(last.file))!;
    expect([standing.final, standing.final!.labels]).toEqual([finalError(ledger), 4]);
    expect(standing.final!.estimate.kind).not.toBe('nothing');
  });

  test('are of rows that were not learned, and a further sitting asks for the others of the draw', () => {
    const begun = planned(3);
    kept(begun, answerAll);
    expect(kept({ ...begun, fresh: 5 }, answerAll)).toBe(whole);
    const learned = linesIn(without).filter(({ entry, label }) => entry === 'example' && label !== undefined).length;
    const all = linesIn(kept({ ...begun, fresh: 1000 }, answerAll)).filter(({ entry }) => entry === 'fresh');
    expect(all.length).toBe(pool.rows.length - learned);
    expect(
      kept(begun, (session) => {
        session.finish();
        expect(session.question).toBeUndefined();
      }),
    ).toContain('"fresh"');
  });

  test('are of every row without a learned label: skipped ones are in the draw, those known before are not; all signed', () => {
    const known = new Map([2, 5, 11].map((row) => [row, pool.labels[row]]));
    const file = folder.path(`${++files}.jsonl`);
    const signed = plan(file, spec, 'considered', pool, { known, fresh: 1000, annotator: 'ana' });
    const learned = new Set(known.keys());
    const drawn: number[] = [];
    kept(signed, (session) => {
      for (let asked = 0; ; asked++) {
        if (session.question === undefined) session.finish();
        const { question } = session;
        if (question === undefined) break;
        const { row, fresh, probability, importance } = question;
        if (fresh !== undefined) {
          drawn.push(row);
          expect([probability, importance, fresh.wanted]).toEqual([1, 1, pool.rows.length - learned.size]);
        } else if (asked % 3 > 0) learned.add(row);
        finished(session.answer(fresh === undefined && !learned.has(row) ? 'abstains' : pool.labels[row]));
      }
      finished(session.undo());
    });
    expect(drawn.toSorted((a, b) => a - b)).toEqual([...pool.labels.keys()].filter((row) => !learned.has(row)));
    expect(learned.size).toBeGreaterThan(5);
    const said = readFileSync(signed.file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('fresh"'));
    expect(said.length).toBe(drawn.length + 1);
    expect(said.every((line) => line.includes('"annotator":"ana"'))).toBe(true);
  });

  test('are drawn anew where the last answer of the stream has become another one', () => {
    const stream = linesIn(without).filter(({ label }) => label !== undefined).length;
    const drawn = (session: LabelSession): number[] => {
      const rows: number[] = [];
      session.finish();
      while (session.question !== undefined) {
        rows.push(session.question.row);
        finished(session.answer(1));
      }
      return rows;
    };
    let [straight, crooked]: number[][] = [[], []];
    kept(planned(1000), (session) => {
      answerAll(session, stream - 1);
      finished(session.answer('abstains'));
      straight = drawn(session);
    });
    kept(planned(1000), (session) => {
      answerAll(session, stream);
      session.finish();
      expect(session.question?.fresh?.number).toBe(1);
      finished(session.undo());
      finished(session.answer('abstains'));
      crooked = drawn(session);
    });
    expect(crooked).toEqual(straight);
    expect(straight.length).toBe(pool.rows.length - stream + 1);
  });

  test('of a further pass are drawn anew', () => {
    const begun = planned();
    kept(begun, answerAll);
    const other = { ...spec, seed: 1, query: { name: 'random', rate: 0.3 } } as typeof spec;
    const drawn: number[] = [];
    const learned = new Set<number>();
    kept(plan(begun.file, other, 'considered', pool, { pass: 'next', fresh: 3 }), (session) => {
      for (;;) {
        if (session.question === undefined) session.finish();
        const { question } = session;
        if (question === undefined) break;
        if (question.fresh === undefined) learned.add(question.row);
        else drawn.push(question.row);
        finished(session.answer(pool.labels[question.row]));
      }
    });
    const { header } = finished(readLedger(begun.file))!;
    const before = linesIn(kept(planned(), answerAll)).filter(({ label }) => label !== undefined);
    for (const { row } of before) learned.add(row!);
    const { rows, checksum } = header.data;
    const order = freshRows({ seed: 1, rows, checksum, pass: 1, isLearned: (row) => learned.has(row) });
    expect(header.pass).toBe(1);
    expect(drawn).toEqual([...order.subarray(0, 3)]);
    expect([...freshRows({ seed: 1, rows, checksum, pass: 0, isLearned: (row) => learned.has(row) })]).not.toEqual([...order]);
  });

  test('survive a cut behind the end, in the middle of lines too', () => {
    const cut = planned(5);
    for (let at = without.length; at < whole.length; at += 11) {
      writeFileSync(cut.file, whole.slice(0, at));
      expect(kept(cut, answerAll), `cut at ${at}`).toBe(whole);
    }
  });

  test('are taken back one by one, then with the answers of the stream', () => {
    const undone = planned(5);
    const text = kept(undone, (session) => {
      answerAll(session);
      for (let left = 4; left >= 2; left--) {
        expect(finished(session.undo())).toBe(true);
        expect(session.question?.fresh).toEqual({ number: left + 1, wanted: 5 });
        expect(session.answers(100).length).toBe(session.question!.number - 1);
      }
    });
    expect(finished(readLedger(undone.file))!.fresh?.length).toBe(2);
    expect(text).toContain('{"entry":"undo-fresh","labels":2,');
    // Killed here, and gone on with: the same labels as ever.
    expect(kept(undone, answerAll).endsWith(whole.slice(whole.lastIndexOf('{"entry":"fresh"')))).toBe(true);
    kept(undone, (session) => {
      for (let n = 0; n < 6; n++) expect(finished(session.undo())).toBe(true);
      expect(session.question?.fresh).toBeUndefined();
      answerAll(session);
    });
    const [again, wanted] = [undone.file, planned(5)].map((each) => {
      const plan = typeof each === 'string' ? undone : each;
      if (!existsSync(plan.file)) kept(plan, answerAll);
      return finished(readLedger(plan.file))!;
    });
    expect(again.fresh!.map(({ entry }) => entry)).toEqual(wanted.fresh!.map(({ entry }) => entry));
  });

  test('are asked for in words of their own', () => {
    kept(planned(2), (session) => {
      answerAll(session, linesIn(without).filter(({ label }) => label !== undefined).length);
      session.finish();
      const question = session.question!;
      expect(reasonOf(question)).toMatch(/^drawn at random .* label 1 of 2 that tells the model's error, and is not learned$/);
      const line = JSON.parse(questionLine(question, session.standing)) as object;
      expect(questionSchema.parse(line)).toMatchObject({ fresh: 1, labelsLeft: 2, id: question.row });
    });
  });

  test.each([
    ['{"entry":"undo-fresh","labels":5}', 'an undo that leaves 5 fresh labels'],
    ['{"entry":"undo-fresh","labels":-1}', 'labels'],
  ])('damaged: %s', (line, complaint) => {
    const bad = planned();
    // In format 1 a line has no checksum.
    writeFileSync(bad.file, `${unsealed(whole)}${line}\n`);
    expect(() => finished(readLedger(bad.file))).toThrow(complaint);
  });
});

function unsealed(text: string): string {
  return text.replaceAll(/,"crc":"[0-9a-f]{8}"\}/g, '}').replace('{"iwal-ledger":2', '{"iwal-ledger":1');
}
