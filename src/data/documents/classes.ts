import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { firstOf } from '../../files/printable.ts';
import { decimal } from '../../numerics/decimals.ts';
import { count } from '../../numerics/display.ts';
import { sharedFloat64 } from '../../rows/building/growing.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { LabelChoice } from '../readers/reader.ts';

/** The names of two classes, the negative one first. */
export type ClassNames = readonly [negative: string, positive: string];

/** What is said about classes beforehand. */
interface ClassOptions {
  /** Both names, the negative one first unless `positive` says which. */
  readonly classes?: ClassNames;
  readonly positive?: string;
}

/** Labels as they are written, and where. */
export interface WrittenLabels {
  readonly file: string;
  /** One a row; '' and undefined for none. */
  readonly written: readonly (string | undefined)[];
  /** Line of each row. */
  readonly lines: ArrayLike<number>;
}

/**
 * The labels of a column, classes by name: -1 and +1 for two classes, else the numbers that are written, without names; NaN for none.
 *
 * Two classes are any two names; upper and lower case are one. Which is positive: the one that `positive` or the order of
 * `classes` says, else the later one: 1 of -1 and 1, 0 and 1, 1 and 2; yes of no and yes; of other names in the order of their
 * characters (as in scikit-learn). Where labels may be 'real' and all are numbers, they are numbers.
 *
 * @throws DataError with the line: a row without a label where each needs one, a label that is none of the classes, with the nearest;
 * one class only, more than two.
 */
export function namedLabels(
  column: WrittenLabels,
  choice: LabelChoice,
  options: ClassOptions,
): Pick<Dataset, 'labels' | 'classes'> {
  const { file, written } = column;
  const names = namesIn(written);
  const isSaid = options.classes !== undefined || options.positive !== undefined;
  if (choice === 'sign' || choice === 'real') requireEvery(column, 'a label');
  if (!isSaid && choice !== 'sign' && [...names.keys()].every((name) => Number.isFinite(decimal(name)))) {
    const numbers = sharedFloat64(written.map((label) => (folded(label) === '' ? NaN : decimal(label!.trim()))));
    return { labels: numbers };
  }
  if (!isSaid && names.size === 0) return { labels: sharedFloat64(written.map(() => NaN)) };
  const classes = namesOfClasses(column, names, options);
  const [negative, positive] = classes.map(folded);
  const legal = `${classes.join(' or ')}${choice === 'sign' ? '' : ', or nothing'}`;
  const numbers = new Map<string, number>([
    [negative, -1],
    [positive, 1],
    ['', NaN],
  ]);
  const labels = numbersOf(column, numbers, { what: 'label', classes, legal });
  if (choice === 'sign' && names.size === 1) throw single(file, [...names.values()][0].name);
  return { labels, classes };
}

/** Labels that are numbers of a range; a DataError with the line of another one. */
export function numberLabels(
  { file, written, lines }: WrittenLabels,
  [low, high]: readonly [number, number],
): { labels: Float64Array } {
  const numbers = written.map((label = '', row) => {
    const number = decimal(label.trim());
    if (number >= low && number <= high) return number;
    const found = `the label ${JSON.stringify(label)}`;
    throw new DataError({ file, line: lines[row], found, legal: `a number from ${low} to ${high}` });
  });
  return { labels: sharedFloat64(numbers) };
}

/** The numbers of these names; a DataError with the line of a label that is none of them, with the nearest. */
function numbersOf(
  { file, written, lines }: WrittenLabels,
  numbers: ReadonlyMap<string, number>,
  { what, classes, legal }: { readonly what: string; readonly classes: readonly string[]; readonly legal: string },
): Float64Array {
  const labels = written.map((label, row) => {
    const number = numbers.get(folded(label));
    if (number !== undefined) return number;
    const found = `the ${what} ${JSON.stringify(label)}${didYouMean(label!, classes)}`;
    throw new DataError({ file, line: lines[row], found, legal });
  });
  return sharedFloat64(labels);
}

/** Throws a DataError with the line of the first row without a label. */
function requireEvery({ file, written, lines }: WrittenLabels, what: string): void {
  const missing = written.findIndex((label) => folded(label) === '');
  if (missing < 0) return;
  const none = written.filter((label) => folded(label) === '').length;
  const found = `a row without a label (${count(none)} of ${count(written.length)} rows have none)`;
  throw new DataError({ file, line: lines[missing], found, legal: `${what} in every row: leave such rows out of the file` });
}

interface Met {
  /** As it is written first. */
  readonly name: string;
  rows: number;
}

function namesIn(written: readonly (string | undefined)[]): Map<string, Met> {
  const names = new Map<string, Met>();
  for (const label of written) {
    const name = folded(label);
    if (name === '') continue;
    const met = names.get(name);
    if (met === undefined) names.set(name, { name: label!.trim(), rows: 1 });
    else met.rows++;
  }
  return names;
}

function namesOfClasses(
  { file }: WrittenLabels,
  names: ReadonlyMap<string, Met>,
  { classes, positive }: ClassOptions,
): ClassNames {
  const all = [...names.values()].map(({ name }) => name);
  if (classes !== undefined) return positive === undefined ? classes : ordered(file, classes, positive);
  if (names.size > 2) throw several(file, names, positive);
  if (names.size === 1) throw single(file, all[0]);
  if (names.size === 0 && positive !== undefined)
    throw new DataError({ file, found: 'no label in any row', legal: `rows of two classes, ${positive} the positive one` });
  const [a, b] = all;
  const inOrder = isBefore(folded(a), folded(b)) ? ([a, b] as const) : ([b, a] as const);
  return positive === undefined ? inOrder : ordered(file, inOrder, positive);
}

/** The two with the positive one last. */
function ordered(file: string, classes: ClassNames, positive: string): ClassNames {
  const at = classes.findIndex((name) => folded(name) === folded(positive));
  if (at < 0) {
    const found = `the positive class ${JSON.stringify(positive)}${didYouMean(positive, classes)}`;
    throw new DataError({ file, found, legal: `one of ${classes.join(', ')}` });
  }
  return at === 1 ? classes : [classes[1], classes[0]];
}

function isBefore(a: string, b: string): boolean {
  const [x, y] = [decimal(a), decimal(b)];
  return Number.isFinite(x) && Number.isFinite(y) ? x < y : a < b;
}

function single(file: string, name: string): DataError {
  return new DataError({ file, found: `one class only, ${JSON.stringify(name)}`, legal: 'rows of two classes' });
}

const MOST_SHOWN = 10;
/** A slip of the pen has at most this share of the rows of the class that was meant. */
const SLIPS = 0.5;

/** Too many: the rarest one may be a slip. */
function several(file: string, names: ReadonlyMap<string, Met>, positive: string | undefined): DataError {
  const byRows = [...names.values()].sort((a, b) => b.rows - a.rows);
  const shown = byRows.map(({ name, rows }) => `${name} (${rows})`);
  const rare = byRows.at(-1)!;
  const meant = byRows.slice(0, 2).filter(({ rows }) => rare.rows <= SLIPS * rows);
  const slip = didYouMean(
    rare.name,
    meant.map(({ name }) => name),
  ).replace(', did', `; in place of ${JSON.stringify(rare.name)}, did`);
  const found = `${count(names.size)} classes: ${firstOf(shown, MOST_SHOWN)}${slip}`;
  const legal =
    `two${positive === undefined ? '' : ` (--positive ${positive} says which of two is positive)`}, or --reduction, where a command ` +
    `has it, or the names of all (--classes of describe and label)` +
    (byRows.every(({ name }) => Number.isFinite(decimal(name))) ? '; iwal learn --loss squared learns numbers' : '');
  return new DataError({ file, found, legal });
}

/** How a name is compared. */
export function folded(label: string | undefined): string {
  return label === undefined ? '' : label.trim().toLowerCase();
}

const MOST_NAMED = 20;

/**
 * Labels of a column as numbers of classes, 1 … K; upper and lower case are one.
 *
 * The classes are those that `names` lists, in that order; without it those of the column, numbers in their order and before all
 * others, other names in the order of their characters.
 *
 * `need`: a label 'where it is known' is NaN in the rows that have none.
 *
 * @throws DataError with the line: a row without a label where every one needs it, a label that is none of the classes, with the
 * nearest; one class only.
 */
export function severalClasses(
  column: WrittenLabels,
  names: readonly string[] | undefined,
  need: 'in every row' | 'where it is known' = 'in every row',
): Pick<Dataset, 'labels'> & { readonly classNames: readonly string[] } {
  if (need === 'in every row') requireEvery(column, 'a class');
  const classes = names ?? namesMet(column.written);
  const numbers = new Map([['', NaN], ...classes.map((name, k) => [folded(name), k + 1] as const)]);
  const labels = numbersOf(column, numbers, { what: 'class', classes, legal: `one of ${firstOf(classes, MOST_NAMED)}` });
  requireSeveral(column.file, classes);
  return { labels, classNames: classes };
}

/** Classes that were read as the whole numbers that the file has, numbered from 1 in their order. */
export function numberedClasses(file: string, labels: Float64Array): Pick<Dataset, 'labels' | 'classNames'> {
  const values = [...new Set(labels)].sort((a, b) => a - b);
  const classNames = values.map(String);
  requireSeveral(file, classNames);
  const numbers = new Map(values.map((value, k) => [value, k + 1]));
  return { labels: sharedFloat64(Array.from(labels, (label) => numbers.get(label)!)), classNames };
}

/** The names of K classes that have none: 1 … K. */
export function namesUpTo(classes: number): string[] {
  return Array.from({ length: classes }, (_, k) => String(k + 1));
}

/** Throws a DataError unless there are two classes to tell apart. */
export function requireSeveral(file: string, names: readonly string[]): void {
  if (names.length >= 2) return;
  const found = names.length === 0 ? 'no class' : `one class only, ${JSON.stringify(names[0])}`;
  throw new DataError({ file, found, legal: 'rows of two classes or more' });
}

/** The names in a column of classes: numbers in their order and before all others, other names in the order of their characters. */
export function namesMet(written: readonly (string | undefined)[]): string[] {
  return Array.from(namesIn(written).values(), ({ name }) => name).sort(inOrder);
}

function inOrder(a: string, b: string): number {
  const [x, y] = [decimal(a), decimal(b)];
  if (Number.isFinite(x) && Number.isFinite(y)) return x - y;
  if (Number.isFinite(x) !== Number.isFinite(y)) return Number.isFinite(x) ? -1 : 1;
  return folded(a) < folded(b) ? -1 : 1;
}
