import { inCaseOf } from '../../numerics/iwal-error.ts';
import { files } from './host.ts';
import { concat } from './bytes.ts';
import { linesInPieces } from '../../data/documents/lines.ts';
import { readDocuments, type DocumentFormat } from '../../data/documents/read-documents.ts';
import { mayBeNames, readRecords } from '../../data/documents/records.ts';
import { ColumnKinds, LABEL_NAMES } from '../../data/readers/column-kinds.ts';
import { DataError } from '../../files/data-error.ts';
import { ifPossible } from '../../files/if-possible.ts';
import type { NamedClasses } from '../../labelling/classes.ts';
import { converse } from '../../labelling/conversation.ts';
import { inTurns, plannedSession } from '../../labelling/labelling-session.ts';
import { AnswerError } from '../../labelling/question.ts';
import { poolOf, type Pool } from '../../labelling/pool.ts';
import { openSession, type LabelSession } from '../../labelling/session.ts';
import { Changes } from '../../labelling/web/changes.ts';
import { WebRespondent } from '../../labelling/web/respondent.ts';
import { bytesOfModel } from '../../learners/model-file.ts';
import type { ColumnOptions } from '../../ledger/entry.ts';
import type { LedgerStorage } from '../../ledger/file/memory-ledger.ts';
import { StoredLedger } from '../../ledger/file/stored-ledger.ts';
import { finished } from '../../numerics/work.ts';
import { chooseKernels } from '../../rows/kernels/choice.ts';
import { withConstant } from '../../rows/dataset.ts';
import type { Percentage } from '../../specs/choices.ts';
import { shareSentence } from '../../streams/measures/error-words.ts';
import { labelledModel, type Labelled } from '../models/labelled-model.ts';
import { continuedLearner, continuedReduction, probabilitiesOf, written } from '../models/model.ts';
import { csvOf, type PredictedRow } from '../predict/forms.ts';
import { classTeller, rowTeller } from '../predict/tell.ts';

/** What becomes of a column. */
type Use = 'text' | 'numbers' | 'categories' | 'id' | 'shown' | 'not learned from';

/** A table as it is shown before somebody labels it. */
export interface Preview {
  readonly columns: readonly { readonly name: string; readonly use: Use }[];
  readonly rows: readonly (readonly string[])[];
}

/** What somebody says of a session. */
export interface Setup {
  /** Of the table. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly columns: Preview['columns'];
  readonly classes: readonly string[];
  /** A number, or a share of the rows as in 10%. */
  readonly budget: string;
  /** What keeps the ledger: of a session that goes on, or nothing yet. */
  readonly storage: LedgerStorage;
}

/** What a page does with a session. */
export interface Session {
  /** As the server of `iwal label --serve` answers (labelling/web/server.ts). */
  readonly call: (path: string, body?: string) => Promise<object>;
  readonly ledger: () => string;
  /** Undefined before the first label. */
  readonly model: () => Uint8Array | undefined;
  /** A table, likewise. */
  readonly predictions: () => string | undefined;
}

/** Rows that are shown, and those that tell what columns are. */
const [SHOWN, SAMPLE] = [5, 2000];

/** Names are told apart from numbers of columns, as a command line does. */
const columnOf = (name: string): string | number => (/^\d+$/.test(name) ? Number(name) : name);

function formatOf(name: string): DocumentFormat {
  if (/\.(csv|tsv)$/i.test(name)) return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl';
  throw new DataError({ file: name, found: 'another kind of file', legal: 'a table in .csv or .tsv, or JSON lines in .jsonl' });
}

/** The first rows of a table, and what its columns are taken for: the rule of the command line (data/documents/choose-columns.ts). */
export async function preview(name: string, bytes: Uint8Array): Promise<Preview> {
  files.set(name, bytes);
  const [names = [], ...rows] = await (formatOf(name) === 'csv' ? tableRows(name) : objectRows(name));
  if (rows.length === 0) throw new DataError({ file: name, found: 'no rows', legal: 'one at least' });
  const labels = LABEL_NAMES.map((each) => names.findIndex((found) => found.toLowerCase() === each));
  const label = labels.find((k) => k >= 0);
  const kinds = new ColumnKinds({ names, isHeader: true, roles: names.map((_, k) => (k === label ? 'label' : 'feature')) });
  for (const cells of rows) kinds.see(cells);
  const { text, numbers, categories, id } = kinds.choice();
  const uses = Object.entries({ text, numbers, categories, id: [id] }) as [Use, readonly (number | undefined)[]][];
  const useOf = (k: number): Use => uses.find(([, columns]) => columns.includes(k))?.[0] ?? 'not learned from';
  return { columns: names.map((_, k) => ({ name: kinds.nameOf(k), use: useOf(k) })), rows: rows.slice(0, SHOWN) };
}

/** Names, empty where there are none, and the first rows. */
async function tableRows(file: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRecords(file)) if (rows.push(cells.map((cell) => cell.trim())) > SAMPLE) break;
  return rows.length === 0 || mayBeNames(rows[0]) ? rows : [rows[0].map(() => ''), ...rows];
}

/** Keys, and the values of the first objects; who reads all of them says what is no object. */
async function objectRows(file: string): Promise<string[][]> {
  const objects: object[] = [];
  for await (const lines of linesInPieces(file))
    for (const { text } of lines) if (objects.length < SAMPLE) objects.push(ifPossible(() => JSON.parse(text) as object) ?? {});
  const keys = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  const cell = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
  return [keys, ...objects.map((each) => keys.map((key) => cell(each[key as keyof object])))];
}

/** The names of the columns of a use. */
function named(columns: Preview['columns'], wanted: Use): string[] {
  return columns.flatMap(({ name, use }) => (use === wanted ? [name] : []));
}

/** Columns as a command line would name them, for the ledger. */
function columnOptions(columns: Preview['columns']): ColumnOptions {
  const uses = { text: 'text', 'number-columns': 'numbers', 'category-columns': 'categories', 'id-column': 'id' } as const;
  const options = Object.entries(uses).map(([option, use]) => [option, named(columns, use).join(',')] as const);
  return Object.fromEntries(options.filter(([, names]) => names !== ''));
}

/** Reads the table, as its columns say. */
async function poolIn({ name, bytes, columns }: Setup): Promise<Pool> {
  files.set(name, bytes);
  const of = (use: Use): (string | number)[] => named(columns, use).map(columnOf);
  const [text, [idColumn]] = [of('text'), of('id')];
  if (text.length === 0) throw new DataError({ file: name, found: 'no column of text', legal: 'one to read and to learn from' });
  const columnsOf = { numberColumns: of('numbers'), categoryColumns: of('categories'), shown: of('shown') };
  const reading = { text, ...columnsOf, ...(idColumn && { idColumn }) };
  return poolOf(name, withConstant(await readDocuments(name, formatOf(name), { ...reading, labels: 'optional' }), undefined));
}

/** Begins a session, or goes on with that of a ledger. */
export async function begin(setup: Setup): Promise<Session> {
  const { columns, classes, budget: said, storage } = setup;
  chooseKernels('js');
  const ledger = await StoredLedger.of(storage);
  const pool = await poolIn(setup);
  const budget = said.endsWith('%') ? (said as Percentage) : Number(said);
  const planned = await plannedSession({ ledger, pool, classes, budget, columns: columnOptions(columns) });
  const labelling = await inTurns(openSession(planned.plan));
  await ledger.store();
  const [space, { columns: width }] = [{ kind: 'words', vectorizer: pool.vectorizer! } as const, pool.rows];
  const ofClasses = classes.length === 2 ? { ...space, classes: [classes[0], classes[1]] as [string, string] } : space;
  const reply = conversation(labelling, pool, planned.classes);
  const made = () => finished(labelledModel(labelling, { ...planned, space: ofClasses }, width));
  return {
    async call(path, body) {
      const next = await reply(path, body);
      if (body !== undefined) await ledger.store();
      return next;
    },
    ledger: () => ledger.read(),
    model() {
      const model = made();
      return model && concat(bytesOfModel(written(model)));
    },
    predictions() {
      const model = made();
      return model && tableOf(model, pool);
    },
  };
}

/** A person answers, as a window of `iwal label --serve` does. */
function conversation(labelling: LabelSession, pool: Pool, classes: NamedClasses): Session['call'] {
  const changes = new Changes();
  const parts = { classes, sight: 'blind', changes, own: labelling } as const;
  const respondent = new WebRespondent(labelling, pool, { ...parts, unlessInterrupted: (reply) => reply });
  let failure: Error | undefined;
  converse(labelling, respondent, inTurns)
    .then(() => {
      labelling.close();
      respondent.leave(labelling.standing);
    })
    .catch((error: unknown) => {
      failure = error as Error;
      changes.tell();
    });
  const key = (): string => `0.${respondent.version}`;
  const state = (): object => {
    const { shares = [] } = labelling.standing;
    const standing = [...(respondent.shown?.standing ?? []), ...shares.map(shareSentence)];
    return { key: key(), role: 'answers', ...respondent.shown, standing };
  };
  return async (path, body) => {
    const isSeen = (): boolean => respondent.shown === undefined || path.endsWith(`after=${key()}`);
    await changes.until(() => body !== undefined || failure !== undefined || !isSeen());
    if (failure !== undefined) throw failure;
    if (path === '/api/past') return { answers: respondent.past() };
    const taken = body === undefined ? undefined : respondent.answer(body);
    const fault = await taken?.catch(inCaseOf(AnswerError, ({ message }) => ({ error: message })));
    return { ...fault, ...state() };
  };
}

/** The predictions of all rows, as `iwal predict` writes them. */
function tableOf(model: Labelled, { rows, ids }: Pool): string {
  const { columns } = rows;
  const [file, several] = ['the model', model.kind === 'classes' ? model : undefined];
  let tell: (i: number) => Omit<PredictedRow, 'id'>;
  if (model.kind === 'classes') tell = classTeller(model, continuedReduction({ ...model, file }, columns), rows);
  else {
    const learner = continuedLearner({ ...model, file }, columns);
    const told = rowTeller(model, learner.loss);
    tell = (i) => told(learner.predict(rows, i));
  }
  const { head, line } = csvOf(several && probabilitiesOf(several) ? several.classes : []);
  const lines = Array.from({ length: rows.length }, (_, i) => line({ id: ids?.[i] ?? String(i + 1), ...tell(i) }));
  return [...head, ...lines, ''].join('\n');
}
