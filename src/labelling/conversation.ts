import { inCaseOf } from '../numerics/iwal-error.ts';
import type { Work } from '../numerics/work.ts';
import type { People } from '../ledger/batches.ts';
import type { BatchSession } from './batch/session.ts';
import { AnswerError, type Question, type Reply, type Standing } from './question.ts';
import { present } from '../numerics/present.ts';
import type { LabelSession } from './session.ts';

/** Who answers: a person at a terminal, or a program at the other end of a pipe. */
export interface Respondent {
  ask(question: Question, standing: Standing): Promise<Reply>;
  /** Every example has been considered: 'undo' takes the last answer back, 'quit' leaves it at that, and earlier answers can be corrected. */
  finish(standing: Standing): Promise<Reply>;
  /** What could not be done, and why. */
  refuse(words: string): void;
}

/**
 * A session with whoever answers, from the first question to the last. Returns when the respondent has quit; the session stays
 * open. `run` carries work out.
 */
export async function converse(
  session: LabelSession,
  respondent: Respondent,
  run: <T>(work: Work<T>) => Promise<T>,
): Promise<void> {
  for (;;) {
    // Summed up before anybody is asked: what is killed here says the same as what is left with 'quit'.
    if (session.question === undefined) session.finish();
    const { question, standing } = session;
    const reply = await (question === undefined
      ? respondent.finish(standing)
      : meanwhile(session.ahead(), respondent.ask(question, standing)));
    if (reply.kind === 'quit') return;
    if (reply.kind === 'undo') {
      if (!(await run(session.undo()))) respondent.refuse(NO_UNDO);
    } else {
      session.say(reply.remark);
      if (reply.correct !== undefined) await orRefused(run(session.correct(reply.correct, reply.answer)), respondent);
      else await run(session.answer(reply.answer));
    }
  }
}

const NO_UNDO = 'there is no answer to take back';

function orRefused(work: Promise<void>, respondent: Respondent): Promise<void> {
  return work.catch(inCaseOf(AnswerError, ({ message }) => respondent.refuse(message)));
}

/** One of several who answer. */
export interface SharedRespondent extends Respondent {
  /** Somebody else has answered. */
  refresh(standing: Standing): void;
  /** Has quit. */
  leave(standing: Standing): void;
}

/**
 * A session that several people share, each with an open question of their own: answers come in any order, and nobody waits for
 * others while there is something to ask. Returns when all have quit.
 */
export async function converseWithAll(
  session: BatchSession,
  people: People,
  respondents: ReadonlyMap<string, SharedRespondent>,
  run: <T>(work: Work<T>) => Promise<T>,
): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: Work<T>): Promise<T> => {
    const mine = last.then(() => run(work));
    last = mine.catch(() => undefined);
    return mine;
  };
  const attend = async (name: string, respondent: SharedRespondent): Promise<void> => {
    for (;;) {
      const question = await inTurn(session.questionFor(name, people));
      const { standing } = session;
      const reply = await (question === undefined
        ? respondent.finish(standing)
        : respondent.ask(session.shownAs(question, session.answersOf(name).length), standing));
      if (reply.kind === 'quit') break;
      if (reply.kind === 'undo') {
        if (question !== undefined) respondent.refuse(NO_UNDO);
      } else {
        const { answer } = reply;
        if (reply.correct !== undefined) await orRefused(inTurn(session.correct(name, reply.correct, answer)), respondent);
        else
          await inTurn(session.learn([{ question: question!, answer, annotator: name, ...present({ remark: reply.remark }) }]));
        for (const each of respondents.values()) if (each !== respondent) each.refresh(session.standing);
      }
    }
    respondent.leave(session.standing);
  };
  await Promise.all(Array.from(respondents, ([name, respondent]) => attend(name, respondent)));
}

/** Works until the reply comes, a piece a turn; what is not done by then is done when it is needed. */
async function meanwhile<T>(work: Work<void>, reply: Promise<T>): Promise<T> {
  const waiting = { isOver: false };
  const end = (): void => {
    waiting.isOver = true;
  };
  reply.then(end, end);
  while (!waiting.isOver && work.next().done !== true) await new Promise(setImmediate);
  return reply;
}
