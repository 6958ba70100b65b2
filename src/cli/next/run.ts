import { existsSync } from 'node:fs';
import { readRecords } from '../../data/documents/records.ts';
import { writeContents } from '../../files/durable.ts';
import { programVersion } from '../../files/own-package.ts';
import { csvLine } from '../../files/printable.ts';
import { sheetLines } from '../../labelling/batch/answer-sheet.ts';
import { answersOf, nameOf } from '../../labelling/batch/answers.ts';
import { readLedger } from '../../ledger/file/read-ledger.ts';
import { openBatches } from '../../labelling/batch/session.ts';
import { begunSession } from '../../labelling/begun-spec.ts';
import { planOf } from '../../labelling/plan.ts';
import { copyFile, copyOf, inOrderOf, poolOfScores, readScores } from '../../labelling/scores.ts';
import type { Scores, ScoresRequest } from '../../labelling/scores.ts';
import { plural } from '../../numerics/display.ts';
import { present } from '../../numerics/present.ts';
import { poolChecksum } from '../../rows/pool-checksum.ts';
import { DEFAULTS } from '../../specs/defaults.ts';
import { judgeOf, parseAnyRun } from '../../specs/kinds/active-classes.ts';
import { choicesOf } from '../../labelling/classes.ts';
import { DEFAULT_REDUCTION as reduction } from '../options/spec/reduction-loss.ts';
import { errorWords } from '../../streams/measures/error-words.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { latestError } from './round-error.ts';

/** What `iwal next` is asked for. */
export interface NextRequest extends Required<Pick<ScoresRequest, 'id' | 'classes'>> {
  /** undefined: the columns that the table of questions carries along already. */
  readonly keep: readonly string[] | undefined;
  readonly file: string;
  readonly ledger: string;
  /** The table of questions and answers. */
  readonly labels: string;
  /** Of a round of a session that was begun: undefined is as before. */
  readonly budget: number | undefined;
  readonly explore: number | undefined;
  readonly seed: number;
  /** Whether the scores of the round before ask once more. */
  readonly isAgain: boolean;
}

/**
 * Carries out `iwal next`: takes the answers of the round under way in, and begins another round where none is. Loaded only then.
 *
 * The scores of a round are copied beside the ledger before it begins, for the user writes others while its answers come. The table of
 * questions is written last: what is in it is on the disk.
 */
export async function nextRound(request: NextRequest, session: Session): Promise<void> {
  const { file, keep, id, ledger, labels, budget, explore, seed, isAgain } = request;
  const begun = await interruptibly(begunSession(ledger), session);
  if (begun !== undefined && begun.spec.scores === undefined)
    throw new UsageError(`--ledger ${ledger} is a session of iwal label: iwal next needs another one`);
  if (begun === undefined && existsSync(labels))
    throw new Failure(`${labels} is there already, and ${ledger} is not begun: --labels names another file`);
  if (begun === undefined && budget === undefined) throw new UsageError('--budget is needed: how many questions a round');
  const classes = begun?.classes ?? request.classes;
  if (String(request.classes ?? classes) !== String(classes))
    throw new UsageError(`--classes: those of ${ledger} are ${classes!.join(',')}, in this order`);
  const copy = copyFile(ledger);
  const last = begun && existsSync(copy) ? await readScores(copy, { classes }) : undefined;
  const keepIfThere = keep === undefined && existsSync(labels) ? await carriedIn(labels, last?.columns) : [];
  const read = await session.unlessInterrupted(readScores(file, { id, ...present({ keep }), keepIfThere, classes }));
  const before = last ?? read;
  const call = { request, scores: inOrderOf(read, before), session };
  const [now, checksum] = [call.scores, before].map((each) => poolChecksum(poolOfScores(each).rows));
  // A process may have died between a copy and its round.
  if (begun !== undefined && (!begun.isOver || checksum === begun.spec.scores)) {
    if ((await played(call, begun.spec, before, 'last')) > 0) return;
    const read = (await interruptibly(readLedger(ledger), session))!;
    const { estimate, rounds } = latestError(read) ?? {};
    if (estimate !== undefined)
      session.print(
        `error of the scores of ${rounds}, on rows that had no label then: ${errorWords(estimate)}; the model that learns these ` +
          'labels is not judged by them',
      );
  }
  if (now === begun?.spec.scores && !isAgain) {
    session.print(
      `${file} has the scores of the last round: train your model on the labels in ${labels}, write ${file} anew, then the same ` +
        'command asks the next round (--same-scores asks without that)',
    );
    return;
  }
  await writeContents(copy, copyOf(call.scores));
  const spec = { ...(begun?.spec ?? newSpec(call.scores, seed)), ...present({ budget, explore }) };
  if ((await played(call, spec, call.scores, begun === undefined ? 'last' : 'next')) === 0) {
    session.print(`no question is left: every row of ${file} has an answer`);
    return;
  }
  const [{ guessed, confidence }] = call.scores.rows;
  if (call.scores.rows.every((row) => row.guessed === guessed && row.confidence === confidence))
    session.note('all rows have the same scores: the questions of this round are drawn at random');
}

/** Columns of the table of questions, those of the user behind them. */
const OWN = ['batch', 'id', 'p', 'importance', 'says', 'label'];

/** What a table of questions has besides, but for probabilities that somebody has put there. */
async function carriedIn(labels: string, probabilities: readonly string[] = []): Promise<string[]> {
  for await (const { cells } of readRecords(labels)) return cells.filter((name) => ![...OWN, ...probabilities].includes(name));
  return [];
}

/** One call of the command, with the scores of now in the order of the first round. */
interface Call {
  readonly request: NextRequest;
  readonly scores: Scores;
  readonly session: Session;
}

/** The spec of a session but for its budget. */
function newSpec({ classes: { length } }: Scores, seed: number): object {
  const { loss, update, optimizer, query } = DEFAULTS;
  const parts = { loss: { name: loss }, update, optimizer: { name: optimizer }, query: { name: query } };
  const several = length > 2 && { reduction, classes: length };
  return { ...parts, ...several, guess: true, pace: {}, rounds: 1, coins: 'pool', seed };
}

/** Takes the answers in, asks what the pass has still to ask, and says so; how many questions wait. `own`: the scores of the pass. */
async function played({ request, scores, session }: Call, given: object, own: Scores, pass: 'last' | 'next'): Promise<number> {
  const { ledger: file, labels } = request;
  const pool = poolOfScores(own);
  const { ids, classes: names } = own;
  const spec = parseAnyRun({ ...given, scores: poolChecksum(pool.rows) });
  const classes = choicesOf(names, spec);
  const lines = existsSync(labels) ? await session.unlessInterrupted(sheetLines(labels)) : [];
  const now = new Date().toISOString();
  const plan = planOf(spec, pool, { file, record: 'considered', classes, iwal: programVersion(), now, pass });
  const labelling = await interruptibly(openBatches(plan), session);
  try {
    const { questions } = labelling;
    const { answers, empty } = answersOf(lines, { file: labels, classes, questions, ids });
    await interruptibly(labelling.learn(answers), session);
    if (answers.length > 0) session.print(`${plural(answers.length, 'answer')} taken in`);
    await interruptibly(labelling.ask(Number(spec.budget)), session);
    const open = labelling.open.length;
    const judge = judgeOf(spec);
    const table = questions.map(({ key, row, probability: p, prediction, answer }) => [
      ...[key, ids[row], String(p), String(1 / p), names[judge.predictedClass(prediction)]],
      ...[answer === undefined ? '' : nameOf(answer, classes), ...scores.rows[row].cells.slice(scores.columns.length)],
    ]);
    const all = [[...OWN, ...scores.kept], ...table];
    // A table that has all questions may have been sorted or widened by somebody.
    if (empty < open || lines.length < questions.length) await writeContents(labels, all.map(csvLine).join(''));
    if (open > 0)
      session.print(
        `round ${questions.at(-1)!.pass + 1}: ${plural(open, 'question')} without an answer in ${labels}: fill the column label with ` +
          `${names.join(' or ')}, skip where nobody can tell, then the same command takes the answers in`,
      );
    return open;
  } finally {
    labelling.close();
  }
}
