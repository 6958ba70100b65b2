import { type FieldReader, jsonFields, tableFields } from '../data/documents/fields.ts';
import { detectedFormat } from '../data/index.ts';
import { crcOf, crcText } from '../files/crc.ts';
import { DataError } from '../files/data-error.ts';
import { csvLine } from '../files/printable.ts';
import { decimal } from '../numerics/decimals.ts';
import { guessRows, type Guess } from '../rows/guesses.ts';
import type { Pool } from './pool.ts';

/** A table of the probabilities that a model from outside gives the classes of every row. */
export interface Scores {
  readonly file: string;
  /** The negative one of two first. */
  readonly classes: readonly string[];
  /** One a row, unlike each other; numbers from 1 where no column has them. */
  readonly ids: readonly string[];
  /** Columns of probabilities: the first cells of each row. Behind them those that are carried along. */
  readonly columns: readonly string[];
  readonly kept: readonly string[];
  /** The likeliest class, and all cells as they are written. */
  readonly rows: readonly (Guess & { readonly line: number; readonly cells: readonly string[] })[];
}

/** Which columns of a table of scores are which. */
export interface ScoresRequest {
  /** Absent: `id`, if there is such a column. */
  readonly id?: string | undefined;
  /** Columns that are carried along; all others are probabilities. */
  readonly keep?: readonly string[];
  /** The same, those that the table has. */
  readonly keepIfThere?: readonly string[];
  /** Names of the classes, where somebody has said them. */
  readonly classes?: readonly string[] | undefined;
}

/** What probabilities of a row may sum to besides 1. */
const ROUNDING = 1e-3;
const TABLES: Readonly<Record<string, FieldReader>> = { csv: tableFields, jsonl: jsonFields };
/** The column of ids in copies. */
const OWN_ID = 'iwal-id';

/**
 * Reads a table of scores: CSV, TSV or JSON lines. One column of probabilities is that of the second of two classes; else there is a column
 * a class, of its name.
 *
 * @throws DataError with the line: what is no probability, probabilities that do not sum to 1 within 1e-3, an id that comes twice; a table
 * that does not say which classes there are.
 */
export async function readScores(file: string, request: ScoresRequest): Promise<Scores> {
  const { id, keep = [], keepIfThere = [], classes: said } = request;
  const format = await detectedFormat(file, undefined);
  if (!Object.hasOwn(TABLES, format)) throw new DataError({ file, found: format, legal: 'a table: .csv, .tsv or .jsonl' });
  const names: string[] = [];
  const unwanted = (all: readonly string[]): unknown => names.push(...all);
  // Names are told while rows are taken.
  for await (const piece of TABLES[format](file, [], { header: 'present', unwanted })) Array.from(piece);
  const idColumn = id ?? ['id', OWN_ID].find((name) => names.includes(name));
  const kept = [...keep, ...keepIfThere.filter((name) => name !== idColumn && names.includes(name))];
  const columns = names.filter((name) => name !== idColumn && !kept.includes(name));
  const classes = classesOf(file, columns, said);
  const ids = new Set<string>();
  const rows: Scores['rows'][number][] = [];
  const wanted = [...columns, ...kept, ...(idColumn === undefined ? [] : [idColumn])];
  const fields = wanted.map((column) => ({ use: 'scores', columns: [column], need: 'must' as const }));
  for await (const piece of TABLES[format](file, fields, { header: 'present' }))
    for (const { line, values } of piece) {
      const wrong = (found: string, legal: string): DataError => new DataError({ file, line, found, legal });
      const cells = values.map((cell) => cell?.trim() ?? '');
      const own = idColumn === undefined ? String(ids.size + 1) : cells.pop()!;
      if (own === '' || ids.has(own)) throw wrong(own === '' ? 'no id' : `the id '${own}' again`, 'an id of its own a row');
      ids.add(own);
      const given = columns.map((column, k) => {
        const p = decimal(cells[k]);
        if (p >= 0 && p <= 1) return p;
        throw wrong(`'${cells[k]}' in the column '${column}'`, `a probability from 0 to 1; --keep ${column} carries it along`);
      });
      const p = given.length === 1 ? [1 - given[0], given[0]] : classes.map((name) => given[columns.indexOf(name)]);
      const sum = p.reduce((all, each) => all + each, 0);
      if (Math.abs(sum - 1) > ROUNDING) throw wrong(`probabilities that sum to ${sum}`, `1, to ${ROUNDING}`);
      const [second, first] = p.toSorted((a, b) => a - b).slice(-2);
      // On the threshold between two classes the positive one is predicted. Log-odds are ln of first / second.
      const guessed = p.length === 2 ? p.lastIndexOf(first) : p.indexOf(first);
      rows.push({ guessed, confidence: first / (first + (p.length - 1) * second), line, cells });
    }
  if (rows.length === 0) throw new DataError({ file, found: 'no rows', legal: 'a row for all that could be asked about' });
  return { file, classes, ids: [...ids], columns, kept, rows };
}

function classesOf(file: string, columns: readonly string[], said: readonly string[] | undefined): readonly string[] {
  const found = `probabilities in the columns '${columns.join("', '")}', classes ${said?.join(', ') ?? 'not named'}`;
  if (columns.length === 1 && said?.length !== 2)
    throw new DataError({ file, found, legal: `--classes no,yes, if '${columns[0]}' is the probability of yes` });
  const isOther = said !== undefined && (said.length !== columns.length || !said.every((name) => columns.includes(name)));
  if (columns.length === 0 || (columns.length > 1 && isOther) || new Set(columns).size < columns.length)
    throw new DataError({ file, found, legal: 'a column a class, of its name; --keep carries other columns along' });
  return said ?? columns;
}

/**
 * Scores in the order of the rows of earlier ones, by their ids.
 *
 * @throws DataError with the line of a row that is new, or where the earlier table has one that is missing.
 */
export function inOrderOf({ rows, ids, ...scores }: Scores, before: Scores): Scores {
  const places = new Map(ids.map((id, row) => [id, row]));
  const known = new Set(before.ids);
  const legal = `the ${known.size} rows of the first round in any order, by their ids (--id-column); others need a ledger of their own`;
  const wrong = (found: string, line?: number): DataError => new DataError({ file: scores.file, found, legal, line });
  const added = ids.findIndex((id) => !known.has(id));
  if (added >= 0) throw wrong(`the row '${ids[added]}', which is new`, rows[added].line);
  const missing = before.ids.findIndex((id) => !places.has(id));
  if (missing >= 0) throw wrong(`no row '${before.ids[missing]}' (${before.file}:${before.rows[missing].line})`);
  return { ...scores, ids: before.ids, rows: before.ids.map((id) => rows[places.get(id)!]) };
}

/** A pool whose rows are scores: they change from round to round, and their ids name it. */
export function poolOfScores({ file, ids, rows, classes }: Scores): Pool {
  return { name: file, rows: guessRows(rows, classes.length), ids, checksum: crcText(crcOf([Buffer.from(ids.join('\n'))])) };
}

/** Where a copy of the scores of the last round of a ledger is kept. */
export function copyFile(ledger: string): string {
  return `${ledger}.scores.csv`;
}

/** A copy of scores as CSV, which readScores reads as the same. */
export function copyOf({ ids, columns, rows }: Scores): string {
  const lines = rows.map(({ cells }, row) => [ids[row], ...cells.slice(0, columns.length)]);
  return [[OWN_ID, ...columns], ...lines].map(csvLine).join('');
}
