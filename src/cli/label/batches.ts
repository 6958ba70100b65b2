import { existsSync } from 'node:fs';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { sheetLines } from '../../labelling/batch/answer-sheet.ts';
import { ABSTAINS, answersOf, type AnswerContext } from '../../labelling/batch/answers.ts';
import { questionSheet, sheetRemarks, type SheetPool } from '../../labelling/batch/question-sheet.ts';
import type { BatchSession } from '../../labelling/batch/session.ts';
import type { NamedClasses } from '../../labelling/classes.ts';
import type { Pool } from '../../labelling/pool.ts';
import { farewellView, featuresText } from '../../labelling/terminal/view.ts';
import { DataError } from '../../files/data-error.ts';
import { count, plural } from '../../numerics/display.ts';
import type { Target } from '../options/target.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';

/** A batch that is wanted. */
export interface BatchRequest {
  readonly size: number;
  /** The file for the questions; undefined: stdout. */
  readonly out: { readonly name: string; readonly target: Target } | undefined;
  /** The project's; undefined: a ledger alone keeps the session. */
  readonly folder: string | undefined;
}

const COLUMNS = 80;

/**
 * `iwal label --batch`: asks a batch, or tells the one again that waits for its answers, and writes its questions as a file for
 * other tools. Loaded only then.
 */
export async function writeBatch(
  labelling: BatchSession,
  pool: Pool,
  classes: NamedClasses,
  { size, out, folder }: BatchRequest,
  session: Session,
): Promise<void> {
  if (out !== undefined) await requireNoNewAnswers(out.name, labelling);
  const before = labelling.open.length;
  await interruptibly(labelling.ask(size), session);
  const { open } = labelling;
  if (open.length === 0) {
    session.note('no question is left to ask, and no file is written');
    for (const line of farewellView(labelling.standing, labelling.remarks, COLUMNS)) session.note(line);
    return;
  }
  const shown = sheetPool(pool);
  const text = questionSheet(open, shown, classes);
  if (out === undefined) session.data(text.slice(0, -1));
  else {
    const { writeFile } = await import('node:fs/promises');
    await out.target.fill((path) => writeFile(path, text));
  }
  for (const line of batchRemarks(before, open.length, size, labelling)) session.note(line);
  for (const line of sheetRemarks(open, shown)) session.note(line);
  const names = classes.map(({ name }) => name).join(' or ');
  const sheet = out === undefined ? 'FILE' : shellWord(out.name);
  session.note(
    `fill the column label with ${names}, ${ABSTAINS[0]} where nobody can tell; ` +
      (folder === undefined
        ? `then the same command with --answers ${sheet} in place of --batch learns them`
        : `then iwal label ${shellWord(folder)} --answers ${sheet} learns them`),
  );
}

function batchRemarks(before: number, open: number, size: number, { standing }: BatchSession): string[] {
  const questions = plural(open, 'question');
  if (before > 0)
    return [
      `${questions} of the last batch still ${open === 1 ? 'waits' : 'wait'} for an answer: ` +
        'written again, and nothing new is asked',
    ];
  if (open === size) return [questions];
  const why = standing.labelsLeft < 1 ? 'the budget is spent' : 'the pool has no more rows';
  return [`${questions} instead of ${count(size)}: ${why}`];
}

/** `iwal label --answers`: learns the answers of a sheet. */
export async function takeAnswers(
  labelling: BatchSession,
  pool: Pool,
  classes: NamedClasses,
  file: string,
  session: Session,
): Promise<void> {
  const { questions } = labelling;
  if (questions.length === 0)
    throw new Failure(`${file} cannot be taken: this session has asked nothing in batches; --batch 50 --out ask.csv does`);
  const lines = await session.unlessInterrupted(sheetLines(file));
  const { answers, repeated, empty } = answersOf(lines, context(file, labelling, classes, pool));
  await interruptibly(labelling.learn(answers), session);
  const skipped = answers.filter(({ answer }) => answer === 'abstains').length;
  const open = labelling.open.length;
  session.print(
    [
      `${plural(answers.length - skipped, 'answer')} learned`,
      ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
      ...(repeated > 0 ? [`${count(repeated)} ${repeated === 1 ? 'was' : 'were'} known`] : []),
      ...(empty > 0 ? [`${plural(empty, 'line')} without an answer`] : []),
      open === 0 ? 'the batch is complete' : `${plural(open, 'question')} ${open === 1 ? 'waits' : 'wait'}`,
    ].join(', '),
  );
  for (const line of farewellView(labelling.standing, labelling.remarks, COLUMNS)) session.print(line);
}

/** Answers in a file that is about to be written over would be lost. */
async function requireNoNewAnswers(file: string, { questions }: BatchSession): Promise<void> {
  if (!existsSync(file)) return;
  const known = new Set(questions.filter(({ answer }) => answer !== undefined).map(({ key, row }) => `${key} ${row + 1}`));
  const filled = await filledLines(file);
  const unknown = filled.filter(({ batch, row }) => !known.has(`${batch} ${row}`));
  if (unknown.length > 0)
    throw new Failure(
      `${file} holds ${plural(unknown.length, 'answer')} that this session has not learned: ` +
        `--answers ${file} takes them, or --out names another file`,
    );
}

/** Of a file that is such a sheet; any other is written over, as every --out is. */
async function filledLines(file: string): ReturnType<typeof sheetLines> {
  try {
    return (await sheetLines(file)).filter(({ label }) => label !== '');
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}

function sheetPool({ rows, texts, ids }: Pool): SheetPool {
  return { ...(ids && { ids }), textOf: (row) => (texts === undefined ? featuresText(rows, row) : texts[row]) };
}

function context(file: string, { questions }: BatchSession, classes: NamedClasses, { ids }: Pool): AnswerContext {
  return { file, classes, questions, ...(ids && { ids }) };
}
