import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { sheetLines } from '../../labelling/batch/answer-sheet.ts';
import { ABSTAINS, answersOf, nameOf } from '../../labelling/batch/answers.ts';
import { isDisputed, waitingByName, waitsFor, type BatchQuestion, type People } from '../../ledger/batches.ts';
import { questionSheet, sheetRemarks } from '../../labelling/batch/question-sheet.ts';
import type { BatchSession } from '../../labelling/batch/session.ts';
import { legalAnswers, type NamedClasses } from '../../labelling/classes.ts';
import type { Pool } from '../../labelling/pool.ts';
import { farewellView } from '../../labelling/terminal/view.ts';
import { DataError } from '../../files/data-error.ts';
import { count, plural } from '../../numerics/display.ts';
import { groupBy } from '../../numerics/group-by.ts';
import { present } from '../../numerics/present.ts';
import { Target } from '../options/target.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import { table } from '../terminal/layout.ts';
import type { Session } from '../terminal/session.ts';

/** Questions that are wanted as a table. */
export interface BatchRequest {
  /** Of a batch; undefined: those whose answers differ. */
  readonly size: number | undefined;
  /** Who answers; undefined: one person. */
  readonly panel: People | undefined;
  /** The file for the questions; undefined: stdout. */
  readonly out: Target | undefined;
  /** The project's; undefined: a ledger alone keeps the session. */
  readonly folder: string | undefined;
}

/**
 * `iwal label --batch`: asks a batch, or tells the one again that waits for its answers, and writes its questions as a file for
 * other tools, a file for each of several people. `--disagreements` writes those whose answers differ. Loaded only then.
 */
export async function writeBatch(
  labelling: BatchSession,
  pool: Pool,
  classes: NamedClasses,
  request: BatchRequest,
  session: Session,
): Promise<void> {
  const { size, out } = request;
  const before = labelling.open.length;
  const panel = before === 0 ? request.panel : labelling.open[0].panel;
  const { annotators = [undefined] } = (size === undefined ? undefined : panel) ?? {};
  if (out !== undefined) for (const each of annotators) await requireNoNewAnswers(fileFor(out.name, each), labelling);
  if (size !== undefined) await interruptibly(labelling.ask(size, panel), session);
  const open = labelling.open.filter((each) => size !== undefined || isDisputed(each));
  if (open.length === 0) {
    const why =
      size === undefined ? 'no row waits for a decision: where most agree, that is learned' : 'no question is left to ask';
    session.note(`${why}, and no file is written`);
    for (const line of farewellView(labelling.standing, labelling.remarks)) session.note(line);
    return;
  }
  const { asked } = open[0];
  const saidOf = ({ opinions }: BatchQuestion): string[] => asked.map((name) => nameOf(opinions.get(name)!, classes));
  const opinions = asked.map((name, k) => [name, (each: BatchQuestion) => saidOf(each)[k]] as const);
  const sheets = annotators.flatMap((annotator) => {
    const questions = open.filter((each) => waitsFor(each, annotator));
    const named = annotator === undefined ? {} : { annotator: () => annotator };
    const text = questionSheet(questions, pool, classes, size === undefined ? Object.fromEntries(opinions) : named);
    return questions.length === 0 ? [] : [{ annotator, text }];
  });
  if (out === undefined) {
    // The sheets of several people are one table.
    const texts = sheets.map(({ text }, k) => text.slice(k === 0 ? 0 : text.indexOf('\n') + 1));
    if (texts.length > 0) session.data(texts.join('').slice(0, -1));
  } else {
    const { writeFile } = await import('node:fs/promises');
    for (const { annotator, text } of sheets) {
      const target = annotator === undefined ? out : new Target(fileFor(out.name, annotator), out.sources);
      await target.fill((path) => writeFile(path, text));
    }
  }
  const remarks =
    size === undefined
      ? alikeLines(asked, open.map(saidOf))
      : [...batchRemarks(before, open.length, size, labelling), ...panelRemarks(open, out?.name)];
  for (const line of [...remarks, ...sheetRemarks(open, pool)]) session.note(line);
  if (sheets.length > 0) session.note(howToFill(classes, out && fileFor(out.name, sheets[0].annotator), request));
}

/** The sheet of one of several people: ask-ana.csv beside ask.csv. */
function fileFor(file: string, annotator: string | undefined): string {
  if (annotator === undefined) return file;
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${annotator}${ext}`);
}

function howToFill(classes: NamedClasses, file: string | undefined, { folder, size }: BatchRequest): string {
  const answers = `--answers ${file === undefined ? 'FILE' : shellWord(file)}`;
  const [take, instead] = size === undefined ? [`${answers} --annotator NAME`, 'disagreements'] : [answers, 'batch'];
  return (
    `fill the column label with ${legalAnswers(classes)}, ${ABSTAINS[0]} where nobody can tell; ` +
    (folder === undefined
      ? `then the same command with ${take} in place of --${instead} learns them`
      : `then iwal label ${shellWord(folder)} ${take} learns them`)
  );
}

/** Who is asked how much, and in which file, where a batch is dealt to several people. */
function panelRemarks(open: readonly BatchQuestion[], out: string | undefined): string[] {
  const shared = open.filter((each) => each.asked.length > 1 && !isDisputed(each)).length;
  const waiting = Object.entries(waitingByName(open));
  const files = waiting.map(([name, questions]) => `${out === undefined ? name : fileFor(out, name)} ${count(questions)}`);
  return [...(files.length > 0 ? [`${files.join(', ')}; ${count(shared)} of them for everybody`] : []), ...disputedWords(open)];
}

function disputedWords(open: readonly BatchQuestion[]): string[] {
  const disputed = open.filter(isDisputed).length;
  if (disputed === 0) return [];
  return [`${plural(disputed, 'row')} whose answers differ: --disagreements writes ${disputed === 1 ? 'it' : 'them'}`];
}

/** How many rows have been answered alike, the most frequent first. */
function alikeLines(names: readonly string[], answers: readonly (readonly string[])[]): string[] {
  const kinds = [...groupBy(answers, String).values()].sort((a, b) => b.length - a.length);
  return table([[...names, 'rows'], ...kinds.map((alike) => [...alike[0], count(alike.length)])], 'names');
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
  { file, annotator }: { readonly file: string; readonly annotator: string | undefined },
  session: Session,
): Promise<void> {
  const { questions } = labelling;
  if (questions.length === 0)
    throw new Failure(`${file} cannot be taken: this session has asked nothing in batches; --batch 50 --out ask.csv does`);
  const lines = await session.unlessInterrupted(sheetLines(file));
  const { answers, repeated, empty } = answersOf(lines, {
    ...{ file, classes, questions },
    ...present({ annotator, ids: pool.ids }),
  });
  await interruptibly(labelling.learn(answers), session);
  const answered = [...new Set(answers.map(({ question }) => question))].filter(({ answer }) => answer !== undefined);
  const skipped = answered.filter(({ answer }) => answer === 'abstains').length;
  const waiting = answers.filter(({ question }) => question.answer === undefined && !isDisputed(question)).length;
  const open = labelling.open.length;
  const names = Object.entries(waitingByName(labelling.open)).map(([name, n]) => `${name} ${count(n)}`);
  session.print(
    [
      `${plural(answered.length - skipped, 'answer')} learned`,
      ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
      ...(waiting > 0 ? [`${plural(waiting, 'answer')} ${waiting === 1 ? 'waits' : 'wait'} for those of others`] : []),
      ...disputedWords(labelling.open),
      ...(repeated > 0 ? [`${count(repeated)} ${repeated === 1 ? 'was' : 'were'} known`] : []),
      ...(empty > 0 ? [`${plural(empty, 'line')} without an answer`] : []),
      open === 0
        ? 'the batch is complete'
        : `${plural(open, 'question')} ${open === 1 ? 'waits' : 'wait'}${names.length > 0 ? ` (${names.join(', ')})` : ''}`,
    ].join(', '),
  );
}

/** Answers in a file that is about to be written over would be lost. */
async function requireNoNewAnswers(file: string, { questions }: BatchSession): Promise<void> {
  if (!existsSync(file)) return;
  const known = new Map(questions.map((each) => [`${each.key} ${each.row + 1}`, each]));
  const filled = await filledLines(file);
  const unknown = filled.filter(({ batch, row, annotator }) => {
    const question = known.get(`${batch} ${row}`);
    return question === undefined || waitsFor(question, annotator);
  });
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
