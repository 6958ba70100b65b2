import { existsSync } from 'node:fs';
import type { LabelUse } from '../../data/documents/choose-columns.ts';
import type { ColumnOptions } from '../../ledger/entry.ts';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { listed } from '../data/file-remarks.ts';
import { going, meaningAndRange, meanings, nameIn, numeral, optional, flag, readAs, whole } from '../syntax/option.ts';
import type { Values } from '../syntax/option.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import type { DatasetOptions, Format } from '../../data/index.ts';
import type { DocumentFormat } from '../../data/documents/read-documents.ts';
import { BITS } from '../../data/readers/vw/options.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { present } from '../../numerics/present.ts';
import { refuseWritten, UsageError } from '../terminal/failure.ts';
import { IDFS } from '../../text/vectorizer.ts';
import { classNames, twoClasses } from './class-names.ts';
import { requireFile } from './inputs.ts';

type Written = Values<typeof readingOptions> & Partial<Values<typeof guessOptions>> & { readonly show?: string | undefined };

/** What columns are taken for. */
interface TakingRequest {
  readonly command: string;
  readonly labels: LabelUse;
  /** A column of labels that are learned before the first question. */
  readonly known?: string | undefined;
}

/** Whoever writes one of these options names all columns. */
const NAMING = ['text', 'number-columns', 'category-columns', 'text-column', 'guess'] as const;

function isNamed(written: Partial<Written>): boolean {
  return NAMING.some((name) => written[name] !== undefined);
}

/** A command line with the columns that a session was begun with, unless it names some itself; none are chosen a second time. */
export function withColumns<W extends Partial<Written>>(written: W, columns: ColumnOptions | undefined): W {
  if (columns === undefined || isNamed(written)) return written;
  return { ...columns, ...(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)) as W) };
}

/** The same, of the session that a ledger keeps. */
export async function asBegun<W extends Partial<Written>>(ledger: string, written: W, session: Session): Promise<W> {
  if (isNamed(written)) return written;
  const { begunSession } = await import('../../labelling/begun-spec.ts');
  return withColumns(written, (await interruptibly(begunSession(ledger), session))?.data.columns);
}

/**
 * The options that name the columns of a table with words, where a command line names none: as `chooseColumns` chooses, which one line on
 * stderr says. Undefined where there is nothing to name. They stand for written options from then on: what reads them, keeps them or
 * shows them knows no difference.
 */
export async function takenColumns(
  file: string,
  written: Written,
  { command, labels, known }: TakingRequest,
  session: Session,
): Promise<ColumnOptions | undefined> {
  if (isNamed(written) || !existsSync(file)) return undefined;
  // What documents and names of classes may be told is no matter of a table whose columns nobody knows yet.
  const labelled = { ...written, 'label-column': written['label-column'] ?? known };
  const unsaid = { show: undefined, ngrams: undefined, idf: undefined, bits: undefined, missing: undefined };
  const { format, ...reading } = await readingOf(file, { ...labelled, ...unsaid, classes: undefined, positive: undefined });
  const { detectedFormat } = await import('../../data/index.ts');
  if ((await detectedFormat(file, format)) !== 'csv') return undefined;
  const { chooseColumns } = await import('../../data/documents/choose-columns.ts');
  const { classes, positive, encoding, 'label-column': labelColumn, 'id-column': idColumn } = written;
  const said = [classes ?? positive ?? []].flat();
  const read = `iwal ${command} ${shellWord(file)}${encoding === undefined ? '' : ` --encoding ${encoding}`}`;
  const request = { labels, said, command: read };
  const chosen = await session.unlessInterrupted(chooseColumns(file, reading, request));
  if (chosen === undefined) return undefined;
  const { text, categories, numbers, id, label, left, answers, missing, namesComeAgain } = chosen;
  if (text.length + categories.length + numbers.length === 0) {
    session.note(`labels of ${file}: the column ${label!}; --label-column names another`);
    return present({ 'label-column': label!, encoding });
  }
  const isLearned = (written.missing ?? missing) === 'learned';
  const uses = [
    ...Object.entries({ text, numbers, categories, label: label === undefined ? [] : [label] }),
    ['left out', left] as const,
  ].flatMap(([use, columns]) =>
    columns.length === 0
      ? []
      : [`${use} ${listed(columns)}${columns === numbers && isLearned ? ', and whether one is missing' : ''}`],
  );
  if (label === undefined && labels === 'described') uses.push('no label');
  session.note(
    `columns of ${file}: ${uses.join('; ')}: --text, --number-columns, --category-columns and --label-column name others`,
  );
  if (namesComeAgain)
    session.note(
      `the names of the columns of ${file} are values that come again below: if it has no row of names, --header absent`,
    );
  for (const column of answers)
    session.note(
      `the column ${column} holds the classes: if it is the answer, --label-column ${column} keeps it from what is learned from`,
    );
  const joined = (columns: readonly string[]): string | undefined => columns.join(',') || undefined;
  return present({
    ...{ text: joined(text), 'number-columns': joined(numbers), 'category-columns': joined(categories) },
    ...{
      missing: isLearned ? ('learned' as const) : undefined,
      'id-column': idColumn ?? id,
      'label-column': labelColumn,
      encoding,
    },
  });
}

type Names<T extends string | undefined> = Record<NonNullable<T>, undefined>;
const HEADERS: Names<DatasetOptions['header']> = { detect: undefined, present: undefined, absent: undefined };
const HASHES: Names<DatasetOptions['hash']> = { strings: undefined, all: undefined };

/** What each format is called. */
const FORMATS: Record<Format | DocumentFormat, string> = {
  svmlight: 'svmlight text',
  csv: 'CSV',
  vw: 'Vowpal Wabbit text',
  iwal: '.iwal',
  jsonl: 'JSON lines',
  text: 'documents a line each',
};

/** Formats, and the options that are for them alone; any other option is for all. */
const FOR: readonly (readonly [formats: readonly (Format | DocumentFormat)[], options: readonly (keyof Written)[]])[] = [
  [
    ['csv', 'jsonl'],
    ['label-column', 'importance-column', 'id-column', 'text', 'number-columns', 'category-columns', 'missing', 'guess', 'show'],
  ],
  [['csv'], ['text-column', 'ignore-columns', 'header', 'delimiter']],
  [
    ['csv', 'jsonl', 'svmlight', 'vw', 'iwal'],
    ['classes', 'positive'],
  ],
  [
    ['csv', 'jsonl', 'text'],
    ['ngrams', 'idf', 'encoding'],
  ],
  [['vw', 'csv', 'jsonl', 'text'], ['bits']],
  [['vw'], ['hash', 'interactions']],
];

/** What makes sense of documents alone. */
const OF_DOCUMENTS = ['ngrams', 'idf', 'bits', 'show', 'missing'] as const;

/** Options of the commands that read data files: which format, and what CSV and Vowpal Wabbit text leave open. */
export const readingOptions = {
  format: optional(`format: ${Object.keys(FORMATS).join(', ')}; by default as the file's name ends`, nameIn('format', FORMATS)),
  text: optional(
    'documents: the columns of text to learn from, by name or by number from 1 (keys of JSON lines), as in ' +
      'title,abstract; no other column is learned from',
  ),
  'number-columns': optional('documents: columns of numbers to learn from beside the text, as in year,pages or 3..21'),
  'category-columns': optional('documents: columns of categories to learn from beside the text, as in journal'),
  missing: optional(
    'documents: whether it is learned that a number is missing: learned or ignored; by default it is learned of columns ' +
      'that iwal takes by itself, and ignored of those that --number-columns names',
    nameIn('missing', { learned: undefined, ignored: undefined }),
  ),
  'id-column': optional('CSV, documents: the column of ids, no feature; by default "id" of documents; none if there is none'),
  ngrams: whole(1, 'documents: most words of a feature: 1 for words, 2 for words and pairs of neighbours', { to: 2 }),
  idf: optional(`documents: where the weight of rare words comes from, pool if absent: ${meanings(IDFS)}`, nameIn('idf', IDFS)),
  classes: optional(
    'the names of the two classes, the negative one first, as in ham,spam or 1,2; ' +
      'of several (describe, label, --reduction) those of all, in the order of their numbers; by default as the labels say',
    classNames,
  ),
  positive: optional('which of the two classes is the positive one'),
  'label-column': optional(
    'CSV, documents: the label\'s column, by name or by number from 1; by default "label", or the first column of a table ' +
      'of numbers; none if there is none',
  ),
  'importance-column': optional(
    'CSV: the column of importances, by name or by number from 1: no feature; by default every one is 1',
  ),
  'text-column': optional(
    'CSV: a column of text of a table of numbers, by name or by number from 1: no feature; iwal label shows it',
  ),
  'ignore-columns': optional('CSV: columns to leave out of a table of numbers, by names or by numbers from 1, as in id,7'),
  header: optional(`CSV: whether a row of names comes first: ${Object.keys(HEADERS).join(', ')}`, nameIn('header', HEADERS)),
  delimiter: optional(
    'CSV: what separates cells; by default the comma, tab or semicolon by which the first rows have equally many cells',
  ),
  encoding: optional(
    'CSV, documents: the encoding, as in windows-1251, shift_jis or gb18030; by default UTF-8, UTF-16 or Windows-1252, as found',
    readAs((name) => ifPossible(() => new TextDecoder(name)) && name, 'an encoding, as in windows-1251, shift_jis or gb18030,'),
  ),
  bits: optional(`VW, documents: ${meaningAndRange(BITS)}; documents are not hashed without it`, numeral(BITS)),
  hash: optional(`VW: how names become features: ${Object.keys(HASHES).join(', ')}`, nameIn('hash', HASHES)),
  interactions: optional('VW: namespaces to multiply, by their first letters, as in ab,aab'),
};

/** What rows of guesses have no use for. */
export const NOT_OF_GUESSES = ['number-columns', 'category-columns', 'ngrams', 'idf', 'bits'];

/** Options of the commands that ask how good guesses are which a table has beside its text. */
export const guessOptions = {
  guess: optional(
    'CSV, documents: the column of guesses, for example what a language model has said: classes, or of two classes the probability of ' +
      'the positive one. They are what is judged; nothing is learned, and --text is shown alone. Two, as in gpt,rules: which of them is ' +
      'right more often; labels are bought where they differ alone',
  ),
  'guess-confidence': going(optional('how likely each guess is said to be: a column of numbers from 0 to 1'), {
    with: ['guess'],
  }),
};

/** The same as the readers take it; options that are for some formats are refused where the file is of another. */
export async function readingOf(file: string, written: Written): Promise<DatasetOptions> {
  const { format: wanted, header, delimiter, bits, hash, interactions, ngrams, idf, encoding, classes, positive } = written;
  const { detectedFormat, documentsIn } = await import('../../data/index.ts');
  // What a .txt file holds is told by its first line.
  if (wanted === undefined && file.endsWith('.txt')) await requireFile(file);
  const format = await detectedFormat(file, wanted);
  for (const [formats, options] of FOR.filter(([legal]) => !legal.includes(format))) {
    const names = formats.map((each) => FORMATS[each]).join(', ');
    const words = `is for ${names.replace(/, ([^,]*)$/, ' and $1')}, which ${file} is not`;
    refuseWritten(options, written, (option) => `${option} ${words}`);
  }
  const one = (column: string | undefined): string | number | undefined => column && nameOrNumber(column);
  const all = (columns: string | undefined): (string | number)[] | undefined =>
    columns?.length ? columnsIn(columns) : undefined;
  const guesses = all(written.guess) ?? [];
  const [guess, rival] = guesses.slice(0, 2) as (string | number | undefined)[];
  const confidence = one(written['guess-confidence']);
  if (guesses.length > 2) throw new UsageError(`--guess takes one column or two, found ${guesses.length}: ${written.guess}`);
  if (rival !== undefined && confidence !== undefined)
    throw new UsageError('--guess-confidence is about one column of guesses; which of two is right more often does not go by it');
  const reading = present({
    ...{ format: wanted ?? (format === 'text' ? format : undefined), header, hash, idf, ngrams, bits, delimiter, positive },
    ...{
      text: all(written.text),
      shown: all(written.show),
      classes: classes && twoClasses(classes),
      interactions: interactions?.split(','),
      encoding,
    },
    ...{ numberColumns: all(written['number-columns']), categoryColumns: all(written['category-columns']) },
    missing: written.missing === 'learned' ? ('learned' as const) : undefined,
    ...{ idColumn: one(written['id-column']), labelColumn: one(written['label-column']) },
    ...{ importanceColumn: one(written['importance-column']), textColumn: one(written['text-column']) },
    ...{ ignoreColumns: all(written['ignore-columns']), guess: guess && present({ column: guess, confidence, rival }) },
  }) as DatasetOptions;
  const stray = OF_DOCUMENTS.find((option) => written[option] !== undefined);
  if (stray !== undefined && format === 'csv' && documentsIn(format, reading) === undefined)
    throw new UsageError(`--${stray} is about documents: --text names the columns of ${file} that hold their text`);
  return reading;
}

/** Columns as a command line writes them: names and numbers from 1, ranges among them, separated by commas. */
export function columnsIn(written: string): (string | number)[] {
  return written.split(',').flatMap((column) => rangeOf(column.trim()) ?? nameOrNumber(column.trim()));
}

/** Columns of a range, 3..21; more than any table has are none. */
const LONGEST_RANGE = 1e6;

function rangeOf(written: string): number[] | undefined {
  const [first, last] = (/^(\d+)\.\.(\d+)$/.exec(written) ?? []).slice(1).map(Number);
  return first <= last && last - first < LONGEST_RANGE
    ? Array.from({ length: last - first + 1 }, (_, k) => first + k)
    : undefined;
}

function nameOrNumber(column: string): string | number {
  return /^\d+$/.test(column) ? Number(column) : column;
}

/** Bytes of a file from which on its cache saves more than it costs: reading fewer takes less than half a second. */
export const CACHED_FROM = 2 ** 26;

/** Of commands that read data files. */
export const noCache = {
  'no-cache': flag(
    'always read the text. Without it, a file of 64 MB or more (not of documents) is kept in binary in datasets/cache (or ' +
      'IWAL_CACHE), which is read while size, time and samples of the file stay the same',
  ),
};

/** What it says. */
export type NoCache = Values<typeof noCache>;

/** The name of the standard input. */
const STDIN = '-';

/** Of commands that need not hold the rows of their data. */
export const streamOption = {
  stream: flag(
    'read the rows a piece at a time and forget them, for data larger than the memory; the result is the same; ' +
      '- as the file is the standard input (svmlight text, or --format)',
  ),
};

/** Throws a Failure unless the file is there; the standard input is read as a stream only. */
export async function requireData(file: string, isStreamed: boolean): Promise<void> {
  if (file !== STDIN) await requireFile(file);
  else if (!isStreamed) throw new UsageError('- is the standard input, which is read with --stream; a file of this name is ./-');
}

/** Throws a UsageError for data whose rows can only be read together. */
export async function requireStreamable(file: string, reading: DatasetOptions): Promise<void> {
  const { detectedFormat, whyNoPieces } = await import('../../data/index.ts');
  const why = whyNoPieces(file, await detectedFormat(file, reading.format), reading);
  if (why !== undefined) throw new UsageError(`--stream cannot read ${why}`);
}

/** Throws a UsageError where the standard input would have to be read more than once. */
export function requireOnePass(file: string, passes: number): void {
  if (file === STDIN && passes > 1)
    throw new UsageError(
      `--passes ${passes} would read the standard input more than once; write it to a file, or learn in one pass`,
    );
}
