import { inCaseOf } from '../../numerics/iwal-error.ts';
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
import { AnswerError } from '../../labelling/question.ts';
import { farewellView } from '../../labelling/terminal/view.ts';
import { DataError } from '../../files/data-error.ts';
import { firstOf } from '../../files/printable.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';
import { count, plural } from '../../numerics/display.ts';
import { groupBy } from '../../numerics/group-by.ts';
import { present } from '../../numerics/present.ts';
import { ownKind } from '../options/inputs.ts';
import { Target } from '../options/target.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { Failure, orFault } from '../terminal/failure.ts';
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
  const open = size === undefined ? differing(labelling) : labelling.open;
  if (open.length === 0) {
    session.note(`${size === undefined ? 'no answers differ' : 'no question is left to ask'}, and no file is written`);
    if (size !== undefined) for (const line of farewellView(labelling.standing, labelling.remarks)) session.note(line);
    return;
  }
  const opinions = opinionColumns(open, classes);
  const sheets = annotators.flatMap((annotator) => {
    const questions = size === undefined ? open : open.filter((each) => waitsFor(each, annotator));
    const named = annotator === undefined ? {} : { annotator: () => annotator };
    const text = questionSheet(questions, pool, classes, size === undefined ? opinions : named);
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
      ? alikeLines(opinions, open)
      : [...batchRemarks(before, open.length, size, labelling), ...panelRemarks(open, out?.name)];
  for (const line of [...remarks, ...sheetRemarks(open, pool)]) session.note(line);
  if (open.every(isDecided)) session.note('these rows are decided: the column learned has the class');
  else if (sheets.length > 0) session.note(howToFill(classes, out && fileFor(out.name, sheets[0].annotator), request));
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

/** Rows about which people disagree: those that wait for a decision; where none does, those that have one. */
function differing({ open, questions }: BatchSession): BatchQuestion[] {
  const waiting = open.filter(isDisputed);
  return waiting.length > 0 ? waiting : questions.filter(isDecided);
}

function isDecided({ answer, opinions }: BatchQuestion): boolean {
  return answer !== undefined && new Set(opinions.values()).size > 1;
}

function disputedWords(open: readonly BatchQuestion[]): string[] {
  const disputed = open.filter(isDisputed).length;
  if (disputed === 0) return [];
  return [`${plural(disputed, 'row')} whose answers differ: --disagreements writes ${disputed === 1 ? 'it' : 'them'}`];
}

/** What each person has said of a question, and what was learned where all have it; empty where nothing was said. */
type Opinions = Readonly<Record<string, (question: BatchQuestion) => string>>;

function opinionColumns(questions: readonly BatchQuestion[], classes: NamedClasses): Opinions {
  const said = (answer: Answer | undefined): string => (answer === undefined ? '' : nameOf(answer, classes));
  const names = [...new Set(questions.flatMap(({ asked }) => asked))];
  const ofPeople = names.map((name) => [name, ({ opinions }: BatchQuestion) => said(opinions.get(name))] as const);
  return { ...Object.fromEntries(ofPeople), ...(questions.every(isDecided) && { learned: ({ answer }) => said(answer) }) };
}

/** How many rows have been answered alike, the most frequent first. */
function alikeLines(opinions: Opinions, questions: readonly BatchQuestion[]): string[] {
  const answers = questions.map((each) => Object.values(opinions).map((said) => said(each)));
  const kinds = [...groupBy(answers, String).values()].sort((a, b) => b.length - a.length);
  return table([[...Object.keys(opinions), 'rows'], ...kinds.map((alike) => [...alike[0], count(alike.length)])], 'names');
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
  const kind = ownKind(file);
  if (kind !== undefined)
    throw new Failure(`${file} is a ${kind}; --answers takes the table that --batch wrote, its column label filled`);
  if (questions.length === 0)
    throw new Failure(`${file} cannot be taken: this session has asked nothing in batches; --batch 50 --out ask.csv does`);
  const lines = await session.unlessInterrupted(sheetLines(file));
  const { answers, corrections, repeated, empty } = answersOf(lines, {
    ...{ file, classes, questions, corrects: true },
    ...present({ annotator, ids: pool.ids }),
  });
  await interruptibly(labelling.learn(answers), session);
  const refuse = ({ message }: AnswerError): never => {
    throw new Failure(`${file}: ${message}`);
  };
  for (const each of corrections) await interruptibly(labelling.change(each), session).catch(inCaseOf(AnswerError, refuse));
  const answered = [...new Set(answers.map(({ question }) => question))].filter(({ answer }) => answer !== undefined);
  const skipped = answered.filter(({ answer }) => answer === 'abstains').length;
  const waiting = answers.filter(({ question }) => question.answer === undefined && !isDisputed(question)).length;
  const corrected = corrections.map(({ question }) => count(question.row + 1));
  const open = labelling.open.length;
  const names = Object.entries(waitingByName(labelling.open)).map(([name, n]) => `${name} ${count(n)}`);
  session.print(
    [
      `${plural(answered.length - skipped, 'answer')} learned`,
      ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
      ...(corrections.length > 0 ? [`${count(corrections.length)} corrected (row ${firstOf(corrected, 5)})`] : []),
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
        `--answers ${file} takes those to its own questions, or --out names another file`,
    );
}

/** Of a file that is such a sheet; any other is written over, as every --out is. */
async function filledLines(file: string): ReturnType<typeof sheetLines> {
  const lines = await orFault(sheetLines(file));
  return lines instanceof DataError ? [] : lines.filter(({ label }) => label !== '');
}
