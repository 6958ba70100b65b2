import { existsSync } from 'node:fs';
import { DataError } from '../../files/data-error.ts';
import { writeContents } from '../../files/durable.ts';
import { programVersion } from '../../files/own-package.ts';
import { csvCell } from '../../files/printable.ts';
import { sheetLines } from '../../labelling/batch/answer-sheet.ts';
import { ABSTAINS, answersOf, nameOf } from '../../labelling/batch/answers.ts';
import { openBatches, type BatchSession } from '../../labelling/batch/session.ts';
import { begunSession, type Begun } from '../../labelling/begun-spec.ts';
import { namedClasses, numberedClasses, type NamedClasses } from '../../labelling/classes.ts';
import { planOf } from '../../labelling/plan.ts';
import {
  areAlike,
  copyOf,
  inOrderOf,
  poolOfScores,
  readScores,
  type Scores,
  type ScoresRequest,
} from '../../labelling/scores.ts';
import { batchesIn, type BatchQuestion } from '../../ledger/batches.ts';
import type { Entries } from '../../ledger/entries.ts';
import { isKnown, type ExampleEntry } from '../../ledger/entry.ts';
import { readLedger } from '../../ledger/file/read-ledger.ts';
import { labelsIn, passesOf } from '../../ledger/passes.ts';
import { classesOf } from '../../losses/loss.ts';
import { count, plural } from '../../numerics/display.ts';
import { present } from '../../numerics/present.ts';
import { poolChecksum } from '../../rows/pool-checksum.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { DEFAULTS } from '../../specs/defaults.ts';
import { isOfSeveral, judgeOf, parseAnyRun } from '../../specs/kinds/active-classes.ts';
import type { RunSpec } from '../../specs/run.ts';
import { DEFAULT_REDUCTION } from '../options/spec/reduction-loss.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';

/** What `iwal next` is asked for. */
export interface NextRequest {
  readonly scores: ScoresRequest & { readonly file: string };
  readonly ledger: string;
  /** The table of questions and answers. */
  readonly labels: string;
  readonly budget: number | undefined;
  readonly explore: number | undefined;
  readonly seed: number | undefined;
  /** Whether the scores of the round before ask once more. */
  readonly isAgain: boolean;
}

/**
 * Carries out `iwal next`: takes the answers of the round under way in, and begins another round where none is. Loaded only then.
 *
 * Beside the ledger a copy of the scores of its last round is kept, for those that the user has are overwritten while answers come; it is
 * there before the round begins. The table of questions is written last: what is in it is on the disk.
 */
export async function nextRound(request: NextRequest, session: Session): Promise<void> {
  const { ledger, labels: sheet, budget, isAgain } = request;
  const begun = await interruptibly(begunSession(ledger), session);
  if (begun !== undefined && begun.spec.scores === undefined)
    throw new UsageError(`--ledger ${ledger} is a session of iwal label, and iwal next needs one of its own: name another`);
  if (begun === undefined && existsSync(sheet))
    throw new Failure(`${sheet} is there already, and ${ledger} is not begun: --labels names another file`);
  const { file, classes: said, ...columns } = request.scores;
  const classes = begun?.classes ?? said;
  if (said !== undefined && String(said) !== String(classes))
    throw new UsageError(`--classes: those of ${ledger} are ${classes!.join(', ')}, in this order; leave it out`);
  const read = await session.unlessInterrupted(readScores(file, { ...columns, classes }));
  const copy = `${ledger}.scores.csv`;
  const before = begun && existsSync(copy) ? await readScores(copy, { classes }) : read;
  const scores = inOrderOf(read, before);
  const work = { request, scores, begun, session };
  if (begun !== undefined && !(await isAnswered(work, begun, before))) return;
  const pool = poolOfScores(scores);
  const checksum = poolChecksum(pool.rows);
  if (checksum === begun?.spec.scores && !isAgain) {
    session.print(
      `${file} has the scores of the last round: train your model on the labels in ${sheet}, write ${file} anew, then the same ` +
        'command asks the next round (--same-scores asks one without that)',
    );
    return;
  }
  const told = begun && labelsIn(await interruptibly(readLedger(ledger), session));
  if (told?.size === pool.rows.length) {
    session.print(`every row has its label: iwal audit ${ledger} counts them`);
    return;
  }
  const spec = specOf(request, scores, checksum, begun?.spec);
  await writeContents(copy, copyOf(scores));
  if (areAlike(scores)) session.note('all rows have the same scores: the questions of this round are drawn at random');
  const labelling = await opened(work, spec, scores, begun === undefined ? 'last' : 'next');
  try {
    await interruptibly(labelling.ask(budget ?? Number(spec.budget)), session);
  } finally {
    labelling.close();
  }
  await writeSheet(work);
}

/** One call of the command. */
interface Call {
  readonly request: NextRequest;
  readonly scores: Scores;
  readonly begun: Begun | undefined;
  readonly session: Session;
}

/** The spec of a round: that of the round before, with what is said otherwise. */
function specOf(
  { budget, explore, seed }: NextRequest,
  { classes }: Scores,
  scores: string,
  before: RunSpec | undefined,
): RunSpec {
  if (seed !== undefined && before !== undefined && seed !== before.seed)
    throw new UsageError(`--seed: this session has ${before.seed}, and its rounds share it; leave it out`);
  if (before !== undefined) return parseAnyRun({ ...before, scores, ...present({ budget, explore }) });
  if (budget === undefined) throw new UsageError('--budget: how many questions a round');
  const { loss, update, optimizer } = DEFAULTS;
  return parseAnyRun({
    ...{ loss: { name: loss }, update, optimizer: { name: optimizer }, guess: true, query: { name: 'soft-margin' }, pace: {} },
    ...{ budget, ...present({ explore }), coins: 'pool', scores, seed: seed ?? 1 },
    ...(classes.length > 2 && { reduction: DEFAULT_REDUCTION, classes: classes.length }),
  });
}

function namedIn(classes: readonly string[], spec: RunSpec): NamedClasses {
  return isOfSeveral(spec) ? numberedClasses(classes) : namedClasses([classes[0], classes[1]], classesOf(buildLoss(spec)));
}

async function opened({ request, session }: Call, spec: RunSpec, scores: Scores, pass: 'last' | 'next'): Promise<BatchSession> {
  const now = new Date().toISOString();
  const classes = namedIn(scores.classes, spec);
  const plan = { file: request.ledger, record: 'considered', classes, iwal: programVersion(), now, pass } as const;
  return interruptibly(openBatches(planOf(spec, poolOfScores(scores), plan)), session);
}

/** Takes the answers of the last round in; whether all of them are there. */
async function isAnswered(call: Call, { spec, isOver }: Begun, before: Scores): Promise<boolean> {
  const { request, scores, session } = call;
  const { ledger, labels: sheet, budget } = request;
  const lines = existsSync(sheet) ? await session.unlessInterrupted(sheetLines(sheet)) : [];
  const answersTo = (questions: readonly BatchQuestion[]) =>
    answersOf(lines, { file: sheet, classes: namedIn(scores.classes, spec), questions, ids: scores.ids });
  if (isOver) {
    answersTo(batchesIn((await interruptibly(readLedger(ledger), session))!).questions);
    if (lines.length === 0) await writeSheet(call);
    return true;
  }
  if (poolChecksum(poolOfScores(before).rows) !== spec.scores)
    throw new DataError({
      file: before.file,
      found: 'other scores than those of the round under way',
      legal: `those it was begun with`,
    });
  if (budget !== undefined && budget !== spec.budget)
    session.note(`the round under way has ${String(spec.budget)} questions; --budget ${budget} is for the next one`);
  const labelling = await opened(call, spec, before, 'last');
  try {
    const { answers, empty } = answersTo(labelling.questions);
    await interruptibly(labelling.learn(answers), session);
    await interruptibly(labelling.ask(Number(spec.budget)), session);
    if (answers.length > 0) session.print(`${plural(answers.length, 'answer')} taken in`);
    if (labelling.isOver) return true;
    // A process may have died before it wrote them; a table that has them all may have been sorted or widened by somebody.
    if (empty < labelling.open.length) await writeSheet(call);
    else {
      const open = plural(labelling.open.length, 'question');
      session.print(`${open} in ${sheet} without an answer: fill the column label, ${ABSTAINS[0]} where nobody can tell`);
    }
    return false;
  } finally {
    labelling.close();
  }
}

/** Writes the table of all questions, the answers so far in it, and says what is to be done with it. */
async function writeSheet({ request, scores, session }: Call): Promise<void> {
  const { labels: sheet, ledger: file, scores: asked } = request;
  const ledger = (await interruptibly(readLedger(file), session))!;
  const spec = parseAnyRun(ledger.header.spec);
  const classes = namedIn(scores.classes, spec);
  const judge = judgeOf(spec);
  const entries = passesOf(ledger).map((pass) => questionsIn(pass.entries));
  const { questions } = batchesIn(ledger);
  const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`;
  const rows = questions.map(({ key, pass, position, row, answer }) => {
    const { probability, importance, prediction } = entries[pass].get(position)!;
    const label = answer === undefined ? '' : nameOf(answer, classes);
    const says = classes[judge.predictedClass(prediction)].name;
    return line([key, scores.ids[row], String(probability), String(importance), says, label, ...scores.kept[row]]);
  });
  await writeContents(sheet, line(['batch', 'id', 'p', 'importance', 'says', 'label', ...(asked.keep ?? [])]) + rows.join(''));
  const open = questions.filter(({ answer }) => answer === undefined).length;
  if (open === 0) return;
  session.print(
    `round ${entries.length}: ${plural(open, 'question')} in ${sheet}, of ${count(scores.ids.length)} rows; fill the column label with ` +
      `${scores.classes.join(' or ')}, ${ABSTAINS[0]} where nobody can tell, then the same command takes the answers in`,
  );
}

/** The purchases of a round, by position. */
function questionsIn(entries: Entries): Map<number, ExampleEntry> {
  const asked = new Map<number, ExampleEntry>();
  for (const entry of entries)
    if (entry.entry === 'example' && entry.outcome === 'asked' && !isKnown(entry)) asked.set(entry.position, entry);
  return asked;
}
