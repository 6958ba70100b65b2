import type { Standing } from '../../labelling/question.ts';
import { existsSync } from 'node:fs';
import { shellWord } from '../../data/readers/column-kinds.ts';

import { readLedger } from '../../ledger/file/read-ledger.ts';
import { batchesIn, isDisputed, waitingByName, type BatchQuestion } from '../../ledger/batches.ts';
import { meanText } from '../../ledger/audit/quantities.ts';
import { spreadOf } from '../../ledger/audit/over-passes.ts';
import { labelsToldBy, passesOf } from '../../ledger/passes.ts';
import { choicesOf } from '../../labelling/classes.ts';
import { budgetOf } from '../../specs/run.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { auditFile, type Audited } from '../audit/run.ts';
import { inspect, type Contents } from '../model/page.ts';
import type { Begun } from '../project/project.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import { count, plural, significant } from '../../numerics/display.ts';
import { errorWords, estimateText, finalText as freshText, isSaid } from '../../streams/measures/error-words.ts';
import { present, presentIn } from '../../numerics/present.ts';
import { comparedLines } from '../terminal/layout.ts';

/** Where a project stands. */
export interface Status extends Pick<Standing, 'error' | 'final' | 'guess' | 'mean'> {
  readonly project: string;
  /** Rows considered, each once however many rounds there were. */
  readonly pool: { readonly file: string; readonly isThere: boolean; readonly rows: number; readonly considered: number };
  /** All labels that the project knows, by the names of their classes in order. */
  readonly labels: Readonly<Record<string, number>>;
  /** Of the last pass: what it may spend (null: without limit) and has spent; questions that wait for their answers. */
  readonly pass: { readonly number: number; readonly budget: number | null; readonly spent: number; readonly waiting: number };
  /** Questions that wait for each of several people, and those whose answers differ; absent where no batch is shared. */
  readonly people?: { readonly waiting: Readonly<Record<string, number>>; readonly disputed: number };
  readonly isOver: boolean;
  /** Two guesses that are held against each other: rows, shares and errors are those where they differ, the error that of the first. */
  readonly rivals?: readonly string[];
  /** Shares of all rows, by class; absent where nothing can be said. */
  readonly shares?: Readonly<Record<string, ErrorEstimate>>;
  /** null before a session was left. */
  readonly model: Pick<Contents, 'compared' | 'examplesLearned'> | null;
  /**
   * How wide the interval of the error of the model is, of guesses that of theirs, and about how wide with as many labels more as the last
   * pass spread evenly; absent where it is not known.
   */
  readonly widths?: { readonly now: number; readonly then: number };
  /** Command lines, and what each is for. */
  readonly next: readonly (readonly [line: string, what: string])[];
}

/** What the ledger and the model of a project say; the data are not read. */
export async function statusOf({ folder, ledger, model, pool, options }: Begun, session: Session): Promise<Status> {
  const audited = await auditFile(ledger, { data: undefined, certify: undefined, positive: undefined }, session);
  const read = (await interruptibly(readLedger(ledger), session))!;
  const told = labelsToldBy(read);
  const { questions } = batchesIn(read);
  const { header, spec, examples, spent, awaited, error, final } = audited;
  const budget = budgetOf(spec, header.data.rows);
  const shares = sharesOf(audited);
  const rivals = typeof options.guess === 'string' ? options.guess.split(',') : [];
  const status = {
    project: folder,
    pool: { file: pool, isThere: existsSync(pool), rows: header.data.rows, considered: Math.min(examples, header.data.rows) },
    labels: byClass(audited, told),
    pass: { number: (header.pass ?? 0) + 1, budget: budget === Infinity ? null : budget, spent, waiting: awaited },
    ...(read.opinions && { people: { waiting: waitingByName(questions), disputed: questions.filter(isDisputed).length } }),
    isOver: audited.isFinished,
    ...present({ guess: spec.guess, mean: audited.mean, rivals: rivals.length > 1 ? rivals : undefined }),
    error,
    ...(shares && { shares }),
    model: existsSync(model) ? modelIn(model) : null,
    ...(final && { final }),
  };
  const known = { ...status, ...present({ widths: widthsOf(status, spreadOf(passesOf(read))) }) };
  return { ...known, next: nextOf(known, batchLike(questions.at(-1))) };
}

function modelIn(file: string): NonNullable<Status['model']> {
  const { compared, examplesLearned } = inspect(file, 0);
  return { ...(compared && { compared }), examplesLearned };
}

/** The classes in their order: of two the negative one first. */
function namesOf({ header: { classes = ['negative', 'positive'] } }: Audited): readonly string[] {
  return classes;
}

function byClass(audited: Audited, told: ReadonlyMap<number, number>): Record<string, number> {
  const { spec } = audited;
  if (spec.range) return { numbers: told.size };
  const given = [...told.values()];
  const classes = choicesOf(namesOf(audited), spec);
  return Object.fromEntries(classes.map(({ name, label }) => [name, given.filter((each) => each === label).length]));
}

function sharesOf(audited: Audited): Record<string, ErrorEstimate> | undefined {
  const { measures, classMeasures, mean } = audited;
  if (mean !== undefined) return undefined;
  if (classMeasures !== undefined) return Object.fromEntries(classMeasures.classes.map(({ name, share }) => [name, share]));
  return measures && { [namesOf(audited)[1]]: measures.prevalence };
}

/** An interval is as wide as the root of the labels in it is small. `spread`: those that each pass spread evenly. */
function widthsOf({ guess, error, model }: Omit<Status, 'next'>, spread: readonly number[]): Status['widths'] {
  const { errorLow = null, errorHigh = null } = model?.compared?.ofModel ?? {};
  const [low, high] = guess ? [error.low, error.high] : [errorLow, errorHigh];
  const labels = spread.reduce((sum, each) => sum + each);
  if (low === null || high === null || !(labels > 0)) return undefined;
  return { now: high - low, then: (high - low) * Math.sqrt(labels / (labels + spread.at(-1)!)) };
}

/** ": the interval of the model's error would be about 10 points wide, now 14". */
function widthsText({ widths, guess }: Omit<Status, 'next'>): string {
  if (widths === undefined) return '';
  const [now, then] = [widths.now, widths.then].map((width) => significant(100 * width, 2));
  return `: the interval of the ${guess ? "guesses'" : "model's"} error would be about ${then} points wide, now ${now}`;
}

/** Budget of a pass where none is known to go by. */
const SOME = 50;

/** What asks another batch of this kind; nothing where questions are asked one at a time. */
function batchLike({ size, panel }: Pick<BatchQuestion, 'size' | 'panel'> = { size: 1, panel: undefined }): string {
  if (size === 1) return '';
  const people = panel && ` --annotator ${shellWord(panel.annotators.join(','))} --overlap ${panel.overlap}`;
  return ` --batch ${size}${people ?? ''} --out FILE`;
}

function nextOf(status: Omit<Status, 'next'>, batch: string): Status['next'] {
  const { project, pool, labels, pass, people, isOver, guess, mean, rivals, model, final } = status;
  const name = shellWord(project);
  if (!pool.isThere)
    return [[`iwal label NEW-PLACE --project ${name}`, `the data are no longer at ${pool.file}: name their place once`]];
  const { budget, waiting, spent } = pass;
  const left = budget === null ? '' : `: ${Math.max(0, budget - spent)} of ${budget} labels are left`;
  const isLabelled = Object.values(labels).reduce((sum, each) => sum + each, 0) >= pool.rows;
  const audit = rivals ? 'which of the two guesses is right more often' : 'the ledger checked, and its run computed anew';
  const wants = (isWanted: boolean, line: string, what: string) => isWanted && ([`iwal ${line}`, what] as const);
  return presentIn([
    wants(waiting > 0, `label ${name} --answers FILE`, 'learn the answers of the batch that is out'),
    wants(
      waiting === 0 && isOver && !isLabelled,
      `label ${name} --budget ${budget ?? SOME}`,
      `more labels, in another pass over the rows${widthsText(status)}`,
    ),
    wants(waiting === 0 && !isOver && !isLabelled, `label ${name}${batch}`, `go on${left}`),
    wants(
      (people?.disputed ?? 0) > 0,
      `label ${name} --disagreements --out differ.csv`,
      'the rows whose answers differ, to decide',
    ),
    wants(model !== null, `predict ${name} --out classes.csv`, 'classes and probabilities of all rows'),
    wants(
      isOver && !guess && !mean && final?.labels === 0,
      `label ${name} --fresh ${SOME}`,
      'the error of the model, by labels it does not learn',
    ),
    wants(true, `audit ${name}`, audit),
    wants(
      guess === true && !mean && !rivals,
      `audit ${name} --corrected FILE`,
      'every row with its guess, how likely that is right, and its label',
    ),
  ]);
}

/** The page of `iwal status`: what was asked, how good the model is, what to type next. */
export function statusPage(status: Status): string {
  const width = Math.max(...status.next.map(([line]) => line.length));
  const next = ['next:', ...status.next.map(([line, what]) => `  ${line.padEnd(width)}  ${what}`)];
  return [poolLines(status), qualityLines(status), next].map((lines) => lines.join('\n')).join('\n\n');
}

function poolLines({ project, pool, labels, pass, people, isOver, rivals }: Status): string[] {
  const all = Object.values(labels).reduce((sum, each) => sum + each, 0);
  const named = Object.entries(labels).map(([name, labelled]) => `${name} ${count(labelled)}`);
  const budget = pass.budget === null ? 'no budget' : `of a budget of ${significant(pass.budget, 6)}`;
  const { waiting = {}, disputed = 0 } = people ?? {};
  const names = Object.entries(waiting).map(([name, questions]) => `${name} ${count(questions)}`);
  const place = pool.isThere ? pool.file : `${pool.file}, which is not there`;
  return presentIn([
    `${project}: ${count(pool.rows)} rows of ${place}${rivals ? ` in which ${rivals.join(' and ')} differ` : ''}, ` +
      `${count(pool.considered)} considered`,
    `${plural(all, 'label')}: ${named.join(', ')}`,
    presentIn([
      `${pass.number === 1 ? '' : `pass ${pass.number} over the rows: `}${significant(pass.spent, 6)} spent ${budget}`,
      pass.waiting > 0 && `${plural(pass.waiting, 'question')} not answered yet`,
      isOver && 'all questions are answered',
    ]).join(', '),
    names.length > 0 && `waiting for answers of ${names.join(', ')}`,
    disputed > 0 && `${plural(disputed, 'row')} whose answers differ`,
  ]);
}

function qualityLines({ error, shares, model, final, guess, mean, rivals }: Status): string[] {
  if (mean !== undefined) return [meanText(mean)];
  const named = Object.entries(shares ?? {}).map(([name, share]) => `${name} ${estimateText(share)}`);
  return presentIn([
    ...(guess ? [] : modelLines(model)),
    `error of ${rivals ? `${rivals[0]} in these rows` : guess ? 'the guesses' : 'the predictions made on the way'}: ${errorWords(error)}`,
    !guess && final && final.labels > 0 && freshText(final),
    isSaid(error) && named.length > 0 && `shares of ${rivals ? 'these' : 'the'} rows: ${named.join(', ')}`,
  ]);
}

function modelLines(model: Status['model']): string[] {
  if (model === null) return ['model: none yet; a session writes it when it is left with q'];
  return model.compared ? comparedLines(model.compared, model.examplesLearned) : ['model: learned online'];
}
