import { type FieldReader, jsonFields, tableFields } from '../data/documents/fields.ts';
import { detectedFormat } from '../data/index.ts';
import { crcOf, crcText } from '../files/crc.ts';
import { DataError } from '../files/data-error.ts';
import { didYouMean } from '../files/did-you-mean.ts';
import { csvCell, firstOf } from '../files/printable.ts';
import { decimal } from '../numerics/decimals.ts';
import { plural } from '../numerics/display.ts';
import { guessRows, type Guess } from '../rows/guesses.ts';
import type { Pool } from './pool.ts';

/** A table of the probabilities that a model of somebody's own gives the classes of every row. */
export interface Scores {
  readonly file: string;
  /** The negative one of two first. */
  readonly classes: readonly string[];
  /** Of the rows: unlike each other; their numbers from 1 where no column has them. */
  readonly ids: readonly string[];
  /** Where each row stands in the file. */
  readonly lines: readonly number[];
  /** Columns of probabilities, and their cells by row as they are written. */
  readonly columns: readonly string[];
  readonly cells: readonly (readonly string[])[];
  readonly guesses: readonly Guess[];
  /** Cells of the columns that are carried along. */
  readonly kept: readonly (readonly string[])[];
}

/** Which columns of a table of scores are which. */
export interface ScoresRequest {
  /** undefined: `id`, if there is such a column. */
  readonly id?: string | undefined;
  /** Columns that are carried along; all others are probabilities. */
  readonly keep?: readonly string[];
  /** Names of the classes, where somebody has said them. */
  readonly classes?: readonly string[] | undefined;
}

/** What probabilities of a row may sum to besides 1. */
const ROUNDING = 1e-3;
const MOST_NAMED = 10;
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
export async function readScores(file: string, { id, keep = [], classes }: ScoresRequest): Promise<Scores> {
  const format = await detectedFormat(file, undefined);
  if (!Object.hasOwn(TABLES, format)) throw new DataError({ file, found: format, legal: 'a table: .csv, .tsv or .jsonl' });
  const names = await namesIn(file, TABLES[format]);
  const idColumn = id ?? ['id', OWN_ID].find((name) => names.includes(name));
  const columns = names.filter((name) => name !== idColumn && !keep.includes(name));
  const named = classesOf(file, columns, classes);
  const places = named.map((name) => columns.indexOf(name));
  const read = {
    ids: [] as string[],
    lines: [] as number[],
    cells: [] as string[][],
    guesses: [] as Guess[],
    kept: [] as string[][],
  };
  const seen = new Set<string>();
  const wanted = [...(idColumn === undefined ? [] : [idColumn]), ...columns, ...keep];
  const fields = wanted.map((column) => ({ use: 'scores', columns: [column], need: 'must' as const }));
  for await (const piece of TABLES[format](file, fields, { header: 'present' }))
    for (const { line, values } of piece) {
      const cells = values.map((cell) => cell?.trim() ?? '');
      const own = idColumn === undefined ? String(read.ids.length + 1) : cells.shift()!;
      if (own === '' || seen.has(own))
        throw new DataError({
          file,
          line,
          found: own === '' ? 'no id' : `the id '${own}' again`,
          legal: 'an id of its own for every row',
        });
      seen.add(own);
      const written = cells.slice(0, columns.length);
      const given = written.map((cell, k) => probabilityIn(cell, { file, line, column: columns[k] }));
      const p = given.length === 1 ? [1 - given[0], given[0]] : places.map((at) => given[at]);
      read.guesses.push(guessOf(p, { file, line }));
      read.ids.push(own);
      read.lines.push(line);
      read.cells.push(written);
      read.kept.push(cells.slice(columns.length));
    }
  if (read.ids.length === 0)
    throw new DataError({ file, found: 'no rows', legal: 'a row for everything that could be asked about' });
  return { file, classes: named, columns, ...read };
}

async function namesIn(file: string, read: FieldReader): Promise<readonly string[]> {
  let names: readonly string[] = [];
  const unwanted = (found: readonly string[]): void => {
    names = found;
  };
  for await (const piece of read(file, [], { header: 'present', unwanted })) {
    // Names are told while rows are taken.
    Array.from(piece);
    if (names.length > 0) break;
  }
  const twice = names.find((name, k) => names.indexOf(name) < k);
  if (twice !== undefined)
    throw new DataError({ file, line: 1, found: `the column '${twice}' twice`, legal: 'names that differ' });
  return names;
}

function classesOf(file: string, columns: readonly string[], said: readonly string[] | undefined): readonly string[] {
  const shown = firstOf(columns, MOST_NAMED);
  if (columns.length === 0) throw new DataError({ file, found: 'no column of probabilities', legal: 'one, or one a class' });
  if (columns.length === 1) {
    const found = `one column of probabilities, '${shown}', and ${said === undefined ? 'no names of classes' : plural(said.length, 'class')}`;
    if (said?.length !== 2)
      throw new DataError({ file, found, legal: `--classes no,yes, if '${shown}' is the probability of yes` });
    return said;
  }
  const other = columns.find((name) => said?.includes(name) === false);
  if (said === undefined || (other === undefined && columns.length === said.length)) return said ?? columns;
  const found = `probabilities of ${shown}${other === undefined ? '' : didYouMean(other, said)}`;
  throw new DataError({
    file,
    found,
    legal: `a column for each of ${firstOf(said, MOST_NAMED)}; --keep carries other columns along`,
  });
}

function probabilityIn(cell: string, { column, ...place }: { file: string; line: number; column: string }): number {
  const p = decimal(cell);
  if (p >= 0 && p <= 1) return p;
  const legal = `a probability, a number from 0 to 1${Number.isNaN(p) && cell !== '' ? `; --keep ${column} carries a column along` : ''}`;
  throw new DataError({ ...place, found: `'${cell}' in the column '${column}'`, legal });
}

/** The likeliest class, and ln of how often it is as likely as the next: with two classes the log-odds. */
function guessOf(p: readonly number[], place: { file: string; line: number }): Guess {
  const sum = p.reduce((all, each) => all + each, 0);
  if (Math.abs(sum - 1) > ROUNDING)
    throw new DataError({
      ...place,
      found: `probabilities that sum to ${sum}`,
      legal: `1, to within ${ROUNDING}; --keep names columns that are none`,
    });
  const [second, first] = p.toSorted((a, b) => a - b).slice(-2);
  // On the threshold between two classes the positive one is predicted.
  return {
    guessed: p.length === 2 ? p.lastIndexOf(first) : p.indexOf(first),
    confidence: first / (first + (p.length - 1) * second),
  };
}

/**
 * Scores in the order of the rows of earlier ones, by their ids.
 *
 * @throws DataError with the line of a row that is new; of one that is missing, with its line in the earlier table.
 */
export function inOrderOf(scores: Scores, before: Scores): Scores {
  const { file, ids, lines } = scores;
  const places = new Map(ids.map((id, row) => [id, row]));
  const known = new Set(before.ids);
  const legal =
    `the ${plural(before.ids.length, 'row')} that the ledger was begun with, in any order (--id-column names their ids); ` +
    'rows that come later need a ledger of their own';
  const added = ids.findIndex((id) => !known.has(id));
  if (added >= 0) throw new DataError({ file, line: lines[added], found: `the row '${ids[added]}', which is new`, legal });
  const missing = before.ids.findIndex((id) => !places.has(id));
  if (missing >= 0)
    throw new DataError({ file, found: `no row '${before.ids[missing]}' (${before.file}:${before.lines[missing]})`, legal });
  const of = <T>(all: readonly T[]): T[] => before.ids.map((id) => all[places.get(id)!]);
  const { cells, guesses, kept } = scores;
  return { ...scores, ids: before.ids, lines: of(lines), cells: of(cells), guesses: of(guesses), kept: of(kept) };
}

/** A pool whose rows are scores: they change from round to round, their ids name it. */
export function poolOfScores({ file, ids, guesses, classes }: Scores): Pool & { readonly checksum: string } {
  const checksum = crcText(crcOf([Buffer.from(ids.join('\n'))]));
  return { name: file, rows: guessRows(guesses, classes.length), ids, checksum };
}

/** Whether all rows have the same scores, which tell nothing about where to ask. */
export function areAlike({ guesses }: Scores): boolean {
  return guesses.every(({ guessed, confidence }) => guessed === guesses[0].guessed && confidence === guesses[0].confidence);
}

/** A copy of scores as CSV, that readScores reads as the same scores. */
export function copyOf({ ids, columns, cells }: Scores): string {
  const line = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\n`;
  return line([OWN_ID, ...columns]) + cells.map((values, row) => line([ids[row], ...values])).join('');
}
