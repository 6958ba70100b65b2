import { existsSync } from 'node:fs';
import type { LabelUse } from '../../data/documents/choose-columns.ts';
import type { ColumnOptions } from '../../ledger/entry.ts';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { listed } from '../data/file-remarks.ts';
import type { Values } from '../syntax/option.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import { readingOf, type guessOptions, type readingOptions } from './reading-options.ts';

type Written = Values<typeof readingOptions> & Partial<Values<typeof guessOptions>>;

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
  const own = { ...labelled, ngrams: undefined, idf: undefined, bits: undefined, classes: undefined, positive: undefined };
  const { format, ...reading } = await readingOf(file, own);
  const { detectedFormat } = await import('../../data/index.ts');
  if ((await detectedFormat(file, format)) !== 'csv') return undefined;
  const { chooseColumns } = await import('../../data/documents/choose-columns.ts');
  const { classes, positive, 'label-column': labelColumn, 'id-column': idColumn } = written;
  const isSaid = (classes ?? positive) !== undefined;
  const request = { labels, isSaid, command: `iwal ${command} ${shellWord(file)}` };
  const chosen = await session.unlessInterrupted(chooseColumns(file, reading, request));
  if (chosen === undefined) return undefined;
  const { text, categories, numbers, id, label, left } = chosen;
  if (text.length + categories.length + numbers.length === 0) {
    session.note(`labels of ${file}: the column ${label!}; --label-column names another`);
    return { 'label-column': label! };
  }
  const uses = [
    ...Object.entries({ text, numbers, categories, label: label === undefined ? [] : [label] }),
    ['left out', left] as const,
  ].flatMap(([use, columns]) => (columns.length === 0 ? [] : [`${use} ${listed(columns)}`]));
  if (label === undefined && labels === 'described') uses.push('no label');
  session.note(
    `columns of ${file}: ${uses.join('; ')}: --text, --number-columns, --category-columns and --label-column name others`,
  );
  return {
    ...(text.length > 0 && { text: text.join(',') }),
    ...(numbers.length > 0 && { 'number-columns': numbers.join(',') }),
    ...(categories.length > 0 && { 'category-columns': categories.join(',') }),
    ...((idColumn ?? id) !== undefined && { 'id-column': idColumn ?? id! }),
    ...(labelColumn !== undefined && { 'label-column': labelColumn }),
  };
}
