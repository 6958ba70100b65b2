import { about } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import { createColors } from 'picocolors';
import { meanText } from '../../ledger/audit/quantities.ts';
import {
  errorWords,
  finalText,
  isSaid,
  predictionsName,
  randomSentence,
  shareSentence,
} from '../../streams/measures/error-words.ts';
import { classOf, legalAnswers, type NamedClasses } from '../classes.ts';
import { fits, printable, wrap } from './columns.ts';
import { endingText, passName, TOP_UP } from '../pass-words.ts';
import { classLines, reasonOf, strengthText, type PastAnswer, type Question, type Sight, type Standing } from '../question.ts';

/** Width and colours of a terminal. */
export interface Screen {
  readonly columns: number;
  readonly colors: ReturnType<typeof createColors>;
}

const WIDEST = 80;
const NARROWEST = 40;

/** For a terminal of so many columns (0 or undefined: it does not say) in this environment. */
export function screenOf(columns: number | undefined, { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>): Screen {
  const wanted = columns === undefined || columns === 0 ? WIDEST : columns;
  return {
    columns: Math.max(NARROWEST, Math.min(WIDEST, wanted)),
    colors: createColors(NO_COLOR === undefined && TERM !== 'dumb'),
  };
}

/** Lines of a text that are shown at once: with all else they fit a terminal of 24. */
const TEXT_LINES = 12;

/** The part of a document that fits on the screen. */
export interface Shown {
  readonly lines: readonly string[];
  /** Whether there is more to see. */
  readonly isCut: boolean;
}

/** The beginning of a text, or all of it. */
export function shownText(text: string, columns: number, atMost = TEXT_LINES): Shown {
  const lines = text.split(/\r?\n/).flatMap((line) => wrap(printable(line), columns));
  if (lines.length === 0) return { lines: ['(empty)'], isCut: false };
  if (lines.length <= atMost) return { lines, isCut: false };
  const left = lines.length - atMost + 1;
  return { lines: [...lines.slice(0, atMost - 1), `(cut here: ${left} more lines, [m] shows them)`], isCut: true };
}

/**
 * A question as a person sees it, as lines that fit the terminal: like all views here a pure function of the question and of how
 * things stand, in plain ASCII around the text, so that it looks the same over any connection.
 */
export function questionView(
  question: Question,
  standing: Standing,
  shown: Shown,
  classes: NamedClasses,
  { columns, colors }: Screen,
  sight: Sight = 'sees',
): string[] {
  const { dim, bold } = colors;
  const head = ` question ${question.number}, row ${question.row + 1} --`;
  const prediction = sight === 'blind' || (classes.range && !question.guess) ? '' : `${predictionText(question, classes)} | `;
  const status = printable(`${prediction}${standingText(standing)}`);
  return [
    bold(head.padStart(columns, '-')),
    ...shown.lines,
    '',
    ...wrap(reasonOf(question), columns).map(dim),
    ...wrap(status, columns).map(dim),
    ...(standing.band === undefined ? [] : wrap(printable(standing.band), columns).map(dim)),
    ...keysView(classes, shown.isCut, columns),
  ];
}

/** An answer that was given, with its question. */
export function answerView({ number, row, label }: PastAnswer, text: string, classes: NamedClasses, columns: number): string[] {
  const said = label === null ? 'skipped' : `answered ${classOf(classes, label).name}`;
  return [
    ` question ${number}, row ${row + 1} --`.padStart(columns, '-'),
    ...shownText(text, columns, Infinity).lines,
    ...wrap(printable(`${said}; a new answer takes its place, [<] leaves it as it is`), columns),
    ...keysView(classes, false, columns),
  ];
}

/** The line of keys below a question. */
export function keysView(classes: NamedClasses, isCut: boolean, columns: number): string[] {
  const entries = [
    ...(classes.range
      ? [`${legalAnswers(classes)}, then [Enter]`]
      : classes.map(({ name, keys }) => `[${keys.join('/')}] ${name}`)),
    ...(isCut ? ['[m]ore'] : []),
    '[s]kip',
    '[u]ndo',
    '[q]uit',
    '[?] help',
  ];
  const shown = entries.map((entry) => printable(entry));
  return joined(shown, columns);
}

/** The lines that explain the keys. */
export function helpView(classes: NamedClasses, columns: number): string[] {
  const lines = [
    ...(classes.range
      ? [`digits, . and -: ${legalAnswers(classes)}; Backspace takes one away, Enter gives the number`]
      : classes.map(({ name, keys }) => `${keys.join(' or ')}: this is '${name}'`)),
    's: skip, you cannot tell; costs nothing and is not asked again',
    'u: undo your last answer',
    '<: change an earlier answer, by the number of its question',
    'm: more, the whole text',
    'q: quit; everything is saved, and the same command continues here (Ctrl-C does the same)',
    'Ctrl-L: show the question again; Ctrl-Z: suspend',
  ];
  return lines.flatMap((line) => wrap(printable(line), columns));
}

/** Keys came faster than a person presses them. */
export function ignoredView(keys: number, columns: number): string[] {
  return wrap(
    `Ignored: ${keys} keys at once, as from a paste or a key held down. A question is answered by a single key.`,
    columns,
  );
}

/** No question is left. */
export function finishView(standing: Standing, columns: number): string[] {
  return wrap(`${endingText(standing)} [u]ndo the last answer, [<] change an earlier one, or [q]uit.`, columns);
}

/** A few lines when the session is left, with the remarks that its sample calls for. */
export function farewellView(standing: Standing, remarks: readonly string[], columns = WIDEST): string[] {
  const { labels, known = 0, importanceSum, refusedImportance, error, mean, shares = [], band, final } = standing;
  const refused = refusedImportance === 0 ? '' : `, and ${about(refusedImportance)} that the budget refused`;
  const isErrorSaid = standing.guess === true || !isSaid(error);
  return presentIn([
    ...shares.map(shareSentence),
    ...randomSentence(shares, labels + known),
    `${standingText(standing)}; sum of importance ${about(importanceSum)}${refused}`,
    mean ? meanText(mean) : isErrorSaid && `error of the ${predictionsName(standing)}: ${errorWords(error)}`,
    band,
    final && finalText(final),
    ...remarks,
    `Everything is saved; ${whatIsNext(standing)}.`,
  ]).flatMap((line) => wrap(line, columns));
}

function whatIsNext({ examples, pool, labelsLeft, stop, awaited = 0 }: Standing): string {
  if (awaited > 0) return 'the questions that wait for their answers come first';
  if (stop?.isReached === true) return 'no question is left';
  if (labelsLeft < 1) return TOP_UP;
  return examples < pool ? 'the same command continues here' : 'no question is left';
}

function predictionText(question: Question, classes: NamedClasses): string {
  const { distance, reads, predicted, guess } = question;
  if (guess) return `guessed ${classOf(classes, predicted).name}`;
  const isOpen = reads !== 'counts' && distance === 0;
  if (isOpen) return 'no prediction yet';
  return `predicted ${classOf(classes, predicted).name}${strengthText(question)}`;
}

/** The numbers that change with every answer; why there is no estimate, if there is none, is told once, at the end. */
function standingText({ labels, labelsLeft, awaited, error, classes, stop, pass, ...standing }: Standing): string {
  const left = labelsLeft === Infinity ? '' : `, ${labelsLeft} left`;
  const waiting = awaited === undefined ? '' : `, ${awaited} asked and waiting`;
  const shown = isSaid(error) ? [`error ${errorWords(error)}`, ...classLines(error, classes)] : [];
  const certified = stop === undefined ? '' : ` | ${stop.words}`;
  const again = pass === undefined ? '' : `${passName(pass)}: `;
  return (
    `${again}${labels} bought${left}${waiting}${shown.map((each) => ` | ${each}`).join('')}${certified} | ` + seenText(standing)
  );
}

/** "seen 30 of 60", and in which round. */
function seenText({ examples, pool, round }: Pick<Standing, 'examples' | 'pool' | 'round'>): string {
  if (round === undefined) return `seen ${examples} of ${pool}`;
  return `round ${round.number}: seen ${examples - (round.number - 1) * round.rows} of ${round.rows}`;
}

/** Entries on as few lines as they fit, kept whole. */
function joined(entries: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const entry of entries.flatMap((each) => (fits(each, columns) ? [each] : wrap(each, columns)))) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last}  ${entry}`, columns)) lines[lines.length - 1] = `${last}  ${entry}`;
    else lines.push(entry);
  }
  return lines;
}
