import { shellWord } from '../../data/readers/column-kinds.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { Begun } from '../../labelling/begun-spec.ts';
import { MOST_KEYS, type NamedClasses } from '../../labelling/classes.ts';
import { converse } from '../../labelling/conversation.ts';
import { answerLines, type AnswerLine } from '../../labelling/pipe/answer-lines.ts';
import { pipeRespondent } from '../../labelling/pipe/pipe.ts';
import { planOf } from '../../labelling/plan.ts';
import type { PastAnswer, Sight } from '../../labelling/question.ts';
import { passRemarks } from '../../labelling/pass-words.ts';
import { columnsOfRow, linesOfRow, readPool, type Pool } from '../../labelling/pool.ts';
import { doneLine } from '../../labelling/pipe/protocol.ts';
import type { Labelling } from '../../labelling/labelling.ts';
import type { BatchSession } from '../../labelling/batch/session.ts';
import { LabelSession, openSession } from '../../labelling/session.ts';
import { TerminalRespondent } from '../../labelling/terminal/terminal.ts';
import { farewellView, ignoredView, screenOf } from '../../labelling/terminal/view.ts';
import type { ColumnOptions, Recorded } from '../../ledger/entry.ts';
import { groupedPool } from '../data/several-seen.ts';
import { scaleRemarks, stopRemarks } from '../data/remarks.ts';
import { labelledRemarks, idRemarks, readingRemarks, textRemarks } from '../data/file-remarks.ts';
import { isOfSeveral } from '../../specs/kinds/active-classes.ts';
import { count, plural, significant } from '../../numerics/display.ts';
import { overFile } from '../../specs/fitting.ts';
import { budgetOf, rowsToPace, type RunSpec, type Start } from '../../specs/run.ts';
import { after, interruptibly } from '../terminal/event-loop.ts';
import { comparedLines } from '../terminal/layout.ts';
import { Failure, Interrupted, UsageError } from '../terminal/failure.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import { spaceRead, type FeatureSpace } from '../models/feature-space.ts';
import { PURPOSES } from '../../specs/defaults.ts';
import { ENOUGH_FOR_MODELS, halfWidthOfModel } from '../../statistics/error-tally.ts';
import { HALF_WIDTH } from '../../numerics/elementary.ts';
import { areNamed } from './classes.ts';
import { labelledModel } from '../models/labelled-model.ts';
import { saveModel } from '../models/model.ts';
import type { Target } from '../options/target.ts';
import { knownLabels, type KnownLedger, type OtherRowsRequest, requireSameRows } from './known.ts';
import { openKeyboard } from './keyboard.ts';
import type { Page } from './on-page.ts';
import type { Session } from '../terminal/session.ts';
import { stopGroup } from './terminal-modes.ts';
import { programVersion } from '../../files/own-package.ts';
import { present } from '../../numerics/present.ts';
import { numberIn } from '../../numerics/state.ts';

/** What is to be labelled, as the options say it. */
export interface LabelRequest extends OtherRowsRequest {
  readonly reading: DatasetOptions;
  readonly text: string | undefined;
  readonly record: Recorded;
  readonly columns: ColumnOptions | undefined;
  /** The negative one of two first. */
  readonly classes: NamedClasses;
  /** What is to be known of them first. */
  readonly said: readonly string[];
  readonly spec: RunSpec;
  /** undefined: a person answers. */
  readonly protocol: string | undefined;
  /** Of a page; undefined: there is none. */
  readonly page: Page | undefined;
  readonly sight: Sight;
  /** Who answers. */
  readonly annotator: string | undefined;
  readonly model: Target | undefined;
  /** What an earlier command has begun, and with it settled how the pool is read; undefined: nothing. */
  readonly begun: Begun | undefined;
  /** What becomes of labels that the pool has already. */
  readonly known: 'learned' | 'left out';
  /** Another session, whose labels are learned first where this one begins; undefined: none. */
  readonly knownLedger: KnownLedger | undefined;
  /** Whether the last pass over the pool goes on or another one begins. */
  readonly pass: 'last' | 'next';
  /** Labels to be asked for after the end, which nothing learns. */
  readonly fresh: number | undefined;
  /** Called when the session is open. */
  readonly opened?: ((pool: Pool) => Promise<void>) | undefined;
}

/** Checks what the file and the terminal decide about the command line. */
export function requireAnswerable(given: Pick<LabelRequest, 'protocol' | 'page' | 'batch' | 'answers' | 'classes'>): void {
  const { protocol, page, batch, answers, classes } = given;
  const needsNobody = [protocol, page, batch, answers].some((each) => each !== undefined);
  if (!needsNobody && !(process.stdin.isTTY && process.stdout.isTTY)) {
    throw new UsageError(
      'iwal label asks a person at a terminal, and here is none; programs answer with --protocol jsonl, people in a ' +
        'browser with --serve, other tools with --batch and --answers',
    );
  }
  if (!needsNobody && classes.some(({ keys }) => keys.length === 0))
    throw new UsageError(
      `--classes has ${classes.length} names, and a keyboard has keys for ${MOST_KEYS}: ` +
        '--serve has a button for each, --protocol jsonl and --batch take names',
    );
}

/** Carries out `iwal label` once its command line is checked: reads the pool, opens the ledger, converses. Loaded only then. */
export async function labelFile(request: LabelRequest, session: Session): Promise<void> {
  const { pool: file, reading, text, ledger, record, annotator, pass, batch, answers, classes, fresh, page, protocol } = request;
  const shown = await session.unlessInterrupted(
    readPool({
      file,
      reading: withConstantOf(request.spec, reading),
      ...(text !== undefined && { text }),
      ...(request.known === 'learned' && { labels: 'known' }),
    }),
  );
  const pool = await session.unlessInterrupted(groupedPool(shown, request.spec, { file, reading }));
  const { begun, knownLedger } = request;
  // A session goes on as it was begun.
  const spec = overFile(request.spec, pool, begun);
  if (fresh !== undefined && pool.importances !== undefined)
    throw new Failure('--fresh counts rows, and these have importances of their own');
  if (begun !== undefined) await interruptibly(requireSameRows({ ...request, begun }, pool), session);
  const told = knownLedger && (await interruptibly(knownLabels(knownLedger, pool, classes), session));
  if (told?.changes !== undefined)
    session.note(
      `${file}: ${told.changes}; known are ${count(told.labels.size)} of ${plural(told.told, 'label')} of ${knownLedger!.file}`,
    );
  const open = { ...request, spec, space: await spaceOfPool(request, pool) };
  const plan = planOf(spec, pool, {
    file: ledger,
    record,
    classes,
    iwal: programVersion(),
    now: new Date().toISOString(),
    pass,
    known: told?.labels ?? knownIn(pool, spec, classes),
    ...present({ fresh, columns: request.columns, annotator }),
  });
  const isOfBatches = (batch ?? answers ?? page?.panel) !== undefined;
  const opening = isOfBatches ? (await import('../../labelling/batch/session.ts')).openBatches(plan) : openSession(plan);
  const labelling = await interruptibly<LabelSession | BatchSession>(opening, session);
  const use = async (): Promise<void> => {
    if (page !== undefined) await (await import('./on-page.ts')).onPage(labelling, pool, request, page, session);
    else if (labelling instanceof LabelSession)
      await (protocol === undefined ? atTerminal : onPipe)(labelling, pool, request, session);
    else {
      const { takeAnswers, writeBatch } = await import('./batches.ts');
      if (batch !== undefined) return writeBatch(labelling, pool, classes, batch, session);
      await takeAnswers(labelling, pool, classes, { file: answers!, annotator }, session);
    }
    const { columns } = screenOf(process.stdout.columns, process.env);
    if (protocol === undefined)
      for (const line of farewellView(labelling.standing, labelling.remarks, columns)) session.print(line);
  };
  await carriedOut(open, pool, labelling, use, session);
}

/** Tells what is to be known of an open session, uses it, keeps its model, and closes it. */
async function carriedOut(
  request: OpenRequest,
  pool: Pool,
  labelling: Labelling,
  use: () => Promise<void>,
  session: Session,
): Promise<void> {
  const { pool: file, ledger, spec, opened, said, begun, pass } = request;
  try {
    for (const line of said) session.note(line);
    if (labelling.leavesImportancesOut)
      session.note(`${ledger} was begun without the importances of ${file}, and goes on without them`);
    for (const line of [
      ...(begun || spec.range ? [] : [...readingRemarks(file, pool), ...idRemarks(file, pool), ...textRemarks(file, pool)]),
      ...labelledRemarks(file, pool),
      ...passRemarks(labelling.standing),
      ...(begun && pass === 'last' ? [] : beginningRemarks(request, pool, labelling)),
      ...scaleRemarks(spec, pool.rows),
      ...stopRemarks(spec, { ...pool, ...(labelling.start && { start: labelling.start }) }),
    ])
      session.note(line);
    await opened?.(pool);
    if (labelling.remark !== undefined) session.note(labelling.remark);
    // Who leaves by Ctrl-C has labelled as much as who quits, and so has who closes the window, which is a 'q' and then a signal. The
    // time that an interruption leaves is for this.
    const unhurried = { ...session, signal: new AbortController().signal };
    try {
      await use();
    } catch (error) {
      const isUpToDate = labelling instanceof LabelSession ? labelling.isUpToDate : request.page !== undefined;
      if (error instanceof Interrupted && isUpToDate) await keepModel(request, pool, labelling, unhurried);
      throw error;
    }
    await keepModel(request, pool, labelling, unhurried);
  } finally {
    labelling.close();
  }
}

/** What the budget of a pass means, to be said before its first question. */
function beginningRemarks({ spec, protocol, fresh }: LabelRequest, { rows }: Pool, { start, spreadBefore }: Labelling): string[] {
  const tells = protocol === undefined && fresh === undefined ? modelRemarks(spec, rows.length, spreadBefore) : [];
  return [...budgetRemarks(spec, rows.length, start), ...tells];
}

/** What a paced budget of labels means that is enough for all rows of a pool: a line before the first question, or none. */
function budgetRemarks(spec: RunSpec, rows: number, start: Start | undefined): string[] {
  const budget = budgetOf(spec, rows);
  const open = rowsToPace(rows, start);
  if (spec.pace === undefined || budget === Infinity || budget < open) return [];
  return [`--budget: ${plural(budget, 'label')} for ${plural(open, 'row')}: every row will be asked about`];
}

/**
 * How well the labels of a budget will tell shares (budgetOf), and the error of the model that learned them (ErrorTally.ofModel): a line
 * before the first question. Nothing of runs that have no budget to share, choose no model, go in rounds, or wait for a certificate.
 * `spreadBefore`: by earlier passes over the pool.
 */
function modelRemarks(spec: RunSpec, rows: number, spreadBefore = 0): string[] {
  const { explore, final, rounds, stop, groups, guess } = spec;
  const budget = budgetOf(spec, rows);
  if (explore === undefined || (guess ?? final) === undefined || (rounds ?? stop ?? groups) !== undefined || budget >= rows)
    return [];
  const spread = explore * budget + spreadBefore;
  const half = (n: number): string => significant(50 * Math.min(1, HALF_WIDTH * Math.sqrt(Math.max(0, 1 / n - 1 / rows))), 2);
  if (guess)
    return [`these labels will tell any share, of a class or of wrong guesses, to ${half(spread)} points or less either way`];
  const shares = `shares of classes to ${half(spread)} points`;
  if (spread >= ENOUGH_FOR_MODELS) {
    const labels = budget + spreadBefore;
    const [small, large] = [0.05, 0.15].map((error) => significant(100 * halfWidthOfModel(error, spread, labels), 2));
    const error = `5% give or take about ${small} points, 15% give or take ${large}`;
    return [`these labels will tell how often the final model is wrong: ${error}; and ${shares} or less either way`];
  }
  const [way, how] = PURPOSES.both! * budget + spreadBefore < ENOUGH_FOR_MODELS ? ['estimate', '--fresh 50'] : ['both', 'and'];
  const more = `--for ${way} tells shares to ${half(PURPOSES[way]! * budget + spreadBefore)} points, ${how} that error`;
  return [`these labels will tell ${shares} either way, and nothing of the final model's error; ${more}`];
}

/** Writes the model of what is labelled, where one is wanted, and says so to people. */
async function keepModel(request: OpenRequest, pool: Pool, labelling: Labelling, session: Session): Promise<void> {
  const { pool: file, folder, reading, spec, model, protocol } = request;
  // A guess has learned nothing.
  if (model === undefined || spec.guess || spec.range) return;
  const contents = await interruptibly(labelledModel(labelling, request, pool.rows.columns), session);
  if (contents === undefined) {
    session.note(`${model.name} is not written: no label has come yet`);
    return;
  }
  await model.fill((path) => saveModel(path, contents));
  if (protocol !== undefined) return;
  const { compared, state } = contents;
  if (compared !== undefined) for (const line of comparedLines(compared, numberIn(state, 'learned'))) session.note(line);
  const ids = reading.idColumn === undefined ? '' : ` --id-column ${shellWord(String(reading.idColumn))}`;
  const predict = folder === undefined ? `${model.name} ${file}${ids}` : shellWord(folder);
  const others = folder === undefined ? '' : `, iwal predict ${predict} MORE of other rows`;
  session.note(`the model is written: iwal predict ${predict} shows what it says${others}`);
}

/** The labels of the file, as the loss reads them. */
function knownIn({ labels }: Pool, spec: RunSpec, [negative, positive]: NamedClasses): Map<number, number> {
  const known = new Map<number, number>();
  const sideOf = (label: number): number => (label > 0 ? positive.label : negative.label);
  labels?.forEach((label, row) => {
    if (!Number.isNaN(label)) known.set(row, isOfSeveral(spec) ? label : sideOf(label));
  });
  return known;
}

/** A request whose pool was read, and what the columns of its rows mean: a model is written when the file may be gone. */
interface OpenRequest extends LabelRequest {
  readonly space: FeatureSpace;
}

/** Two classes are called as somebody said, several by the model itself. */
async function spaceOfPool({ pool, reading, spec, classes }: LabelRequest, { vectorizer }: Pool): Promise<FeatureSpace> {
  const [negative, positive] = classes.map(({ name }) => name);
  const named = !isOfSeveral(spec) && (vectorizer !== undefined || areNamed([negative, positive]));
  return spaceRead(pool, reading, { ...(vectorizer && { vectorizer }), ...(named && { classes: [negative, positive] }) });
}

async function atTerminal(
  labelling: LabelSession,
  pool: Pool,
  { classes, sight }: LabelRequest,
  session: Session,
): Promise<void> {
  const { print, data: draw, signal } = session;
  const screen = screenOf(process.stdout.columns, process.env);
  const textOf = (row: number): string => linesOfRow(pool, row);
  const keyboard = openKeyboard({
    input: process.stdin,
    // A terminal that says it is dumb would show them.
    control: (sequence) => {
      if (process.env.TERM !== 'dumb') process.stdout.write(sequence);
    },
    after,
    now: () => performance.now(),
    stop: stopGroup,
    ignored: (keys) => {
      for (const line of ignoredView(keys, screen.columns)) print(line);
    },
    signal,
  });
  const answers = (): PastAnswer[] => labelling.answers(Infinity);
  const respondent = new TerminalRespondent({ classes, sight, answers, textOf, screen, draw, print, key: keyboard.next });
  try {
    await converse(labelling, respondent, (work) => interruptibly(work, session));
  } finally {
    keyboard.close();
  }
}

async function onPipe(labelling: LabelSession, pool: Pool, { classes, sight }: LabelRequest, session: Session): Promise<void> {
  const { data: print } = session;
  const lines = answerLines(process.stdin as AsyncIterable<Buffer>);
  const line = async (): Promise<AnswerLine | undefined> => (await session.unlessInterrupted(lines.next())).value;
  try {
    const beside = (row: number) => ({
      ...present({ document: pool.ids?.[row], text: pool.texts?.[row] }),
      ...(pool.shown && { columns: columnsOfRow(pool, row) }),
    });
    await converse(labelling, pipeRespondent({ classes, sight, beside, print, line }), (work) => interruptibly(work, session));
  } finally {
    process.stdin.destroy();
  }
  print(doneLine(labelling.standing, labelling.remarks));
}
