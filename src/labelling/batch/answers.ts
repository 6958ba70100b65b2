import { groupBy } from '../../numerics/group-by.ts';
import { folded } from '../../data/documents/classes.ts';
import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { count } from '../../numerics/display.ts';
import { decimal } from '../../numerics/decimals.ts';
import { present } from '../../numerics/present.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';
import { answerOf, classOf, legalAnswers, type NamedClasses } from '../classes.ts';
import type { SheetLine } from './answer-sheet.ts';
import { isDisputed, MAJORITY, type BatchQuestion } from '../../ledger/batches.ts';
import type { BatchAnswer } from './session.ts';

/** What a sheet is held against. */
export interface AnswerContext {
  readonly file: string;
  readonly classes: NamedClasses;
  /** All that were ever asked in batches. */
  readonly questions: readonly BatchQuestion[];
  /** One a row of the pool, where it has some. */
  readonly ids?: readonly string[];
  /** Who answers, where no column says it; undefined: nobody is named. */
  readonly annotator?: string;
  /** Whether an answer of one person may become another one; absent: it stands. */
  readonly corrects?: true;
}

/** What says that nobody can tell; a class of that name comes first. */
export const ABSTAINS = ['skip', '?'];

/**
 * The new answers of a sheet, each with its question, those that correct an earlier one, how many the session has already, and how many
 * lines have none; all lines are judged before any answer is taken.
 *
 * A question is found by its row, by its id where there is no column of rows. The column `batch` says whether the sheet belongs here; where
 * it is missing, ids have to agree with rows; where it is there, they may not be those of other questions.
 *
 * @throws DataError with the line: a row or an id that no batch has asked about, one of another project, an id of several questions; a
 * label that is no class, with the nearest; another answer than one that was given before, unless it corrects that; a name that was
 * not asked, where names were.
 */
export function answersOf(lines: readonly SheetLine[], context: AnswerContext) {
  const { file, classes } = context;
  const find = finder(context);
  const taken = new Map<string, BatchAnswer & { readonly line: number }>();
  const corrected: typeof taken = new Map();
  let [repeated, empty] = [0, 0];
  for (const line of lines) {
    if (line.label === '') {
      empty++;
      continue;
    }
    const question = find(line);
    const answer = answerIn(line, classes, file);
    const annotator = question.asked.length === 0 ? undefined : signerOf(line, question, context);
    const isOpinion = question.asked.length > 1 && question.asked.includes(annotator!);
    const place = `${question.pass} ${question.position} ${isOpinion ? annotator : ''}`;
    const earlier = taken.get(place) ?? corrected.get(place);
    const given = earlier?.answer ?? (isOpinion ? question.opinions.get(annotator!) : question.answer);
    const said = { question, answer, line: line.line, ...present({ annotator }) };
    if (given === undefined) taken.set(place, said);
    else if (given === answer) repeated++;
    else if (context.corrects && earlier === undefined && question.opinions.size === 0) corrected.set(place, said);
    else {
      const kept = isOpinion
        ? `of ${annotator}: it stands, and a person who was not asked decides`
        : `that the session has learned: it stands; write '${nameOf(given, classes)}' again`;
      const legal = `'${nameOf(given, classes)}', the answer ${earlier === undefined ? kept : `in line ${earlier.line}`}`;
      throw new DataError({ file, line: line.line, found: `'${line.label}' for row ${question.row + 1}`, legal });
    }
  }
  const [answers, corrections] = [taken, corrected].map((all) => [...all.values()].map(({ line: _, ...answer }) => answer));
  return { answers, corrections, repeated, empty };
}

/** Who gives the answer of a line, where a batch was dealt to several people: one who was asked, or anybody else where they differ. */
function signerOf({ line, annotator: said }: SheetLine, question: BatchQuestion, { file, annotator }: AnswerContext): string {
  const { row, asked, by } = question;
  const name = said === '' ? annotator : said;
  const names = isDisputed(question) ? 'a person who was not asked' : asked.join(', ');
  const wrong = (found: string, legal: string): DataError =>
    new DataError({ file, line, found: `${found} for row ${row + 1}`, legal });
  if (name === undefined) throw wrong('no annotator', `${names} in the column annotator, or --annotator NAME`);
  if (annotator !== undefined && name !== annotator)
    throw wrong(`the annotator '${name}'`, `'${annotator}', as --annotator says, or no --annotator`);
  const decides = name !== MAJORITY && asked.length > 1 && (isDisputed(question) || by === name);
  if (asked.includes(name) || decides) return name;
  const whoDecides = question.answer === undefined ? 'others decide once all of them have answered' : `${by} has decided`;
  const legal = asked.length === 1 ? `${names}, who was asked` : `${names}; ${whoDecides}`;
  throw wrong(`an answer of '${name}'${didYouMean(name, asked)}`, legal);
}

/** Finds the question of a line. */
function finder({ file, questions, ids }: AnswerContext): (line: SheetLine) => BatchQuestion {
  const byRow = groupBy(questions, ({ row }) => String(row + 1));
  const byId = ids === undefined ? undefined : groupBy(questions, ({ row }) => ids[row].trim());
  return (line) => {
    const wrong = (found: string, legal: string): DataError => new DataError({ file, line: line.line, found, legal });
    const shown = line.row === undefined ? `id '${line.id}'` : `row '${line.row}'`;
    const asked = `${count(questions.length)} question${questions.length === 1 ? '' : 's'} of its own`;
    const all = line.row === undefined ? byId?.get(line.id!) : byRow.get(String(decimal(line.row)));
    if (all === undefined) {
      const names = [...(line.row === undefined ? (byId?.keys() ?? []) : byRow.keys())];
      const hint = line.row === undefined ? didYouMean(line.id!, names) : '';
      const legal = `one of the rows that --batch wrote; this session has ${asked}`;
      throw wrong(`${shown}, which no batch has asked about${hint}`, legal);
    }
    const batch = line.batch === undefined || line.batch === '' ? undefined : line.batch.toLowerCase();
    const own = batch === undefined ? all : all.filter(({ key }) => key === batch);
    const here = `batch '${all.at(-1)!.key}', which asked about it here`;
    if (own.length === 0) throw wrong(`${shown} of batch '${line.batch}', which is one of another project`, here);
    // One batch waits at a time: of the questions about a row the last one is open, if any is.
    const question = own.at(-1)!;
    if (line.row === undefined && own.some(({ row }) => row !== question.row))
      throw wrong(`${shown}, which several questions have`, 'the column row, which tells them apart');
    const id = ids?.[question.row].trim();
    // A spreadsheet program rewrites long ids. One of another question says that a column was moved without the others.
    const isOther = line.row !== undefined && line.id !== undefined && id !== undefined && line.id !== id;
    if (isOther && (batch === undefined || byId!.has(line.id)))
      throw wrong(`${shown} with id '${line.id}'`, `id '${id}', as this pool has it`);
    return question;
  };
}

/** The answer that is written; else a word of those who cannot tell. */
function answerIn({ label, line }: SheetLine, classes: NamedClasses, file: string): Answer {
  const meant = answerOf(classes, label);
  if (meant !== undefined) return meant;
  if (ABSTAINS.includes(folded(label))) return 'abstains';
  const legal = `${legalAnswers(classes)}, ${ABSTAINS[0]} where nobody can tell, or nothing`;
  const names = [...classes.map(({ name }) => name), ABSTAINS[0]];
  throw new DataError({ file, line, found: `the label '${label}'${didYouMean(label, names)}`, legal });
}

/** How an answer is written in a sheet. */
export function nameOf(answer: Answer, classes: NamedClasses): string {
  if (answer === 'abstains') return ABSTAINS[0];
  return classOf(classes, answer).name;
}
