import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { firstOf } from '../../files/printable.ts';
import { ColumnKinds, LABEL_NAMES, shellWord } from '../readers/column-kinds.ts';
import { readLines } from '../readers/lines.ts';
import { csvColumns } from '../readers/csv-columns.ts';
import { LabelReader, type ReadOptions } from '../readers/reader.ts';
import { readRecords } from './records.ts';

/** Rows of examples that the choice goes by. */
const SAMPLE = 2000;
/** Columns of few values that an error names. */
const MOST_NAMED = 4;

/** What a command wants of the labels of a table: it learns from them, it says what they are, or it does not look at them. */
export type LabelUse = 'needed' | 'described' | 'unread';

/** What a choice of columns is for. */
interface ColumnRequest {
  readonly labels: LabelUse;
  /** Names of classes that are said, by which a table of numbers has its labels read. */
  readonly said: readonly string[];
  /** For errors. */
  readonly command: string;
}

/**
 * The columns of a table with a row of names of which nobody has named any, where the reader of numbers would stop at a word or an empty cell:
 * text, numbers, categories and those that are left out, as ColumnKinds tells them apart. Undefined: the table is read as one of
 * numbers.
 *
 * The label is the column that `labelColumn` names, else the first of the names `label`, `labels`, `class` and `target` that is there, in any
 * case. It is never guessed.
 *
 * The choice depends on the row of names and the first 2,000 examples alone. A later row that does not fit is an error with its line and the
 * option that names the columns otherwise; a later word in a table whose first examples are numbers is an error as well. So is a word among ten
 * numbers or more of a column. Labels that are two names make a table one of words where they are 'needed', and so do two names or more where
 * they are 'described'; the reader of numbers takes several names as classes.
 *
 * @throws DataError where labels are needed and no column is theirs, with the columns of few values and the words to add to `command`; where no
 * column is left to learn from.
 */
export async function chooseColumns(file: string, options: ReadOptions, { labels, said, command }: ColumnRequest) {
  const found = await firstRows(file, options);
  if (found === undefined) return undefined;
  const { kinds, names, label, place } = found;
  // One column is none that has a label, or the delimiter is another one.
  if (names.length === 1 && (labels === 'needed' || /[;\t|]/.test(names[0]))) return undefined;
  if (label < 0 && labels === 'needed') throw noLabel(found, command);
  const classes = label < 0 || said.length > 0 ? 0 : kinds.names(label);
  const haveNames = labels === 'needed' ? classes === 2 : labels === 'described' && classes > 1;
  const isOfNumbers = !kinds.haveWords && !haveNames;
  const isFound = options.labelColumn !== undefined || names[label] === 'label';
  if (isOfNumbers && (labels !== 'needed' || isFound || label < 0)) return undefined;
  const named = (columns: readonly number[]): string[] => (isOfNumbers ? [] : columns.map((k) => kinds.nameOf(k)));
  const { id, left, ...uses } = kinds.choice();
  const chosen = {
    ...{ text: named(uses.text), categories: named(uses.categories), numbers: named(uses.numbers) },
    // One that readers of documents do not find by its name.
    id: id === undefined ? undefined : named([id])[0],
    label: label < 0 ? undefined : kinds.nameOf(label),
    // Not learned from, each with the reason in brackets.
    left: isOfNumbers ? [] : left.map(([k, why]) => `${kinds.nameOf(k)} (${why})`),
    namesComeAgain: kinds.namesComeAgain,
    missing: uses.numbers.some((k) => kinds.misses(k)) ? ('learned' as const) : undefined,
    // The classes themselves: features that may be the answers.
    answers: named(uses.categories).filter((_, at) => areClasses(kinds.classes(uses.categories[at]), said)),
  };
  if (isOfNumbers || uses.text.length + uses.categories.length + uses.numbers.length > 0) return chosen;
  const legal = 'columns that --text, --number-columns or --category-columns names';
  throw new DataError({ ...place, found: `no column to learn from: ${chosen.left.join(', ')}`, legal });
}

/** The column that tells the rows of a table of documents apart, as `chooseColumns` finds it: none that `fitted` was learned from. */
export async function idColumnOf(file: string, { fitted, ...options }: ReadOptions): Promise<string | undefined> {
  const learned = fitted === undefined ? [] : [...fitted.text, ...fitted.numbers, ...fitted.categories];
  const kinds = (await firstRows(file, { ...options, ignoreColumns: learned }))?.kinds;
  const id = kinds?.choice().id;
  return id === undefined ? undefined : kinds?.nameOf(id);
}

/** Whether the values of a column are these names, two at least, in any case. */
function areClasses(values: readonly string[], names: readonly string[]): boolean {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return values.length > 1 && values.every((value) => known.has(value.toLowerCase()));
}

/** The first rows of a table with names; the number of its label's column from 0, -1 for none. */
interface FirstRows {
  readonly place: LineOfFile;
  readonly names: readonly string[];
  readonly label: number;
  readonly kinds: ColumnKinds;
}

/** Undefined where there are no names or no examples, and where rows of numbers cannot be read: who reads all of them says what is wrong. */
async function firstRows(file: string, options: ReadOptions): Promise<FirstRows | undefined> {
  let found: FirstRows | undefined;
  let rows = 0;
  try {
    for await (const { line, cells: written } of readRecords(file, options)) {
      const cells = written.map((cell) => cell.trim());
      if (found === undefined) {
        const columns = csvColumns(cells, { file, line }, options, new LabelReader('optional'));
        if (!columns.isHeader) return undefined;
        const { names } = columns;
        const roles = [...columns.roles];
        const byCustom = LABEL_NAMES.map((name) =>
          names.findIndex((each, k) => roles[k] === 'feature' && each.toLowerCase() === name),
        );
        const isOpen = options.labelColumn === undefined && !roles.includes('label');
        const label = isOpen ? (byCustom.find((k) => k >= 0) ?? -1) : roles.indexOf('label');
        if (label >= 0) roles[label] = 'label';
        found = { place: { file, line }, names, label, kinds: new ColumnKinds({ ...columns, roles }) };
        continue;
      }
      found.kinds.see(cells);
      if (++rows === SAMPLE) break;
    }
  } catch (error) {
    // The reader of numbers would stop at a word, and would not come to the fault.
    if (error instanceof DataError && !(found?.kinds.haveWords ?? (await mayHaveWords(file)))) return undefined;
    throw error;
  }
  return rows === 0 ? undefined : found;
}

/** Whether a line behind the first has letters in a row as no NaN or null has, whatever its encoding. */
async function mayHaveWords(file: string): Promise<boolean> {
  for await (const bytes of readLines(file, { taken: () => 0 }))
    return /\n.*[a-z]{5}/i.test(bytes.toString('latin1').replaceAll('\0', ''));
  return false;
}

/** Labels have few values, and mostly stand last. */
function noLabel({ kinds, names, place }: FirstRows, command: string): DataError {
  const few = [...names.keys()].filter((k) => kinds.classes(k).length > 1);
  few.sort((a, b) => kinds.classes(a).length - kinds.classes(b).length || b - a);
  const said = few.slice(0, MOST_NAMED).map((k) => `${shellWord(kinds.nameOf(k))} (${firstOf(kinds.classes(k), MOST_NAMED)})`);
  const [first = `NAME, one of ${names.join(', ')}`, ...others] = said;
  const among = [first, ...(others.length > 0 ? [`others of few values: ${others.join(', ')}`] : [])].join('; ');
  const found = `no column named ${LABEL_NAMES.join(', ').replace(/, (\w+)$/, ' or $1')}`;
  return new DataError({ ...place, found, legal: `a column of labels: ${command} --label-column ${among}` });
}
