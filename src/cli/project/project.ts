import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { jsonIn, textOf, writeTrouble } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { makeFolder } from '../../files/folders.ts';
import { programVersion } from '../../files/own-package.ts';
import { writeContents } from '../../files/durable.ts';
import { keepRowMarks, type MarkedPool } from '../../labelling/row-marks.ts';
import { guessOptions, readingOptions } from '../options/reading-options.ts';
import { Failure, UsageError } from '../terminal/failure.ts';

/** The format of settings. */
const VERSION = 1;

const Written = z.union([z.string(), z.number(), z.array(z.string()).min(2)]);
const versionSchema = z.object({ 'iwal-project': z.int(), iwal: z.string() });
const settingsSchema = z.strictObject({
  'iwal-project': z.literal(VERSION),
  iwal: z.string(),
  files: z.strictObject({ pool: z.string().min(1), text: z.string().min(1).exactOptional() }),
  options: z.record(z.string(), Written),
});
type Settings = z.infer<typeof settingsSchema>;

/** What a command line says, by option. */
type Options = Readonly<Record<string, unknown>>;

/** Where a project keeps what. */
export interface Project {
  readonly folder: string;
  readonly ledger: string;
  readonly model: string;
  /** Options that the command line may leave out, as they were written when the project was begun. */
  readonly options: Options;
  /** undefined for a new one. */
  readonly pool: string | undefined;
  /** The file with a line to show for every row, where there is one. */
  readonly text: string | undefined;
}

/**
 * A labelling project: a folder with the ledger of its session, the model that the session has made, its vectorizer included, and
 * `settings.json`, what the command line said of the data and of the classes. Whatever the spec of the session says stands in the
 * ledger.
 *
 * `rows.json` has a checksum of every row, so that rows that were edited can be told.
 *
 * Files of data are named as seen from the folder, so that both may move together.
 *
 * Errors (DataError): a file in place of the folder, settings that are none, or those of a newer version.
 */
export function projectIn(folder: string): Project {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new DataError({ file: folder, found: 'a file', legal: 'the folder of a project, or a name for a new one' });
  const file = join(folder, 'settings.json');
  const settings = existsSync(file) ? settingsIn(file) : undefined;
  const place = (name: string | undefined): string | undefined => (name === undefined ? undefined : join(folder, name));
  return {
    folder,
    ledger: join(folder, 'ledger.jsonl'),
    model: join(folder, 'model.iwalmodel'),
    options: settings?.options ?? {},
    pool: place(settings?.files.pool),
    text: place(settings?.files.text),
  };
}

/** Throws a Failure that says what to write where the data of a project are no longer where they were. */
export function requireData({ folder, pool }: Project): void {
  if (pool === undefined || existsSync(pool)) return;
  throw new Failure(
    `${pool}: no such file, and project ${folder} looks for its data there; name their new place once: ` +
      `iwal label NEW-PLACE --project ${folder}`,
  );
}

/** What a project keeps of a command line: how its data are read, and what it says to a person. */
const KEPT = [...Object.keys({ ...readingOptions, ...guessOptions }), 'record', 'blind'];

/** What is written, and what the project was begun with where nothing is. */
export function completed<V extends Options>(written: V, { options }: Project): V {
  const known = Object.entries(options).filter(([name]) => KEPT.includes(name) && written[name] === undefined);
  return { ...written, ...Object.fromEntries(known) };
}

/** Options as a command line writes them. */
export type Again = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** What a command line says of the data, and of how they are shown and answered; `lines`: the file of lines to show. */
export function writtenAgain(values: Options, lines: string | undefined): Again {
  const own = [...KEPT, 'annotator', 'parts', 'serve', 'port', 'protocol'];
  const said = Object.fromEntries(Object.entries(values).filter(([name]) => own.includes(name))) as Again;
  return lines === undefined ? said : { ...said, text: lines };
}

/** Files of data. */
interface Files {
  readonly pool: string;
  readonly text: string | undefined;
}

/**
 * Makes the project's folder; what is returned keeps what the command line says, for the next one that leaves it out: to be called
 * once the session is open, that is, fits its ledger. A DataError where nothing can be written.
 */
export function kept(project: Project, files: Files, values: Options): (pool: MarkedPool) => Promise<void> {
  try {
    makeFolder(project.folder);
  } catch (error) {
    throw writeTrouble(project.folder, error, 'a folder in a writable one');
  }
  return async (pool) => {
    await keep(project, files, values);
    await keepRowMarks(project.ledger, pool);
  };
}

async function keep({ folder }: Project, files: Files, values: Options): Promise<void> {
  const place = (file: string): string => relative(resolve(folder), resolve(file));
  // A file of lines to show is a file, not an option.
  const isOption = (name: string): boolean => KEPT.includes(name) && !(name === 'text' && files.text !== undefined);
  const options = Object.entries(values).filter(([name, value]) => isOption(name) && value !== undefined);
  const settings: Settings = {
    'iwal-project': VERSION,
    iwal: programVersion(),
    files: { pool: place(files.pool), ...(files.text !== undefined && { text: place(files.text) }) },
    options: z.record(z.string(), Written).parse(Object.fromEntries(options)),
  };
  const written = `${JSON.stringify(settings, undefined, 2)}\n`;
  const file = join(folder, 'settings.json');
  if (!existsSync(file) || textOf(file) !== written) await writeContents(file, written);
}

/** The ledger is the project's: one of the two says where the session is. */
export function requireOnePlace(ledger: string | undefined, project: string | undefined): void {
  if (ledger !== undefined && project !== undefined)
    throw new UsageError('--ledger and --project exclude each other: a project keeps its own ledger');
  if (ledger === undefined && project === undefined)
    throw new UsageError(
      'label needs --ledger: file for the session; an existing one is continued; or --project: folder for all of it',
    );
}

function settingsIn(file: string): Settings {
  const value = jsonIn(file);
  const version = versionSchema.safeParse(value).data;
  if (version !== undefined && version['iwal-project'] > VERSION) {
    const found = `a project of format ${version['iwal-project']}, begun with iwal ${version.iwal}`;
    throw new DataError({ file, found, legal: `format ${VERSION}, which this version reads; a newer iwal reads the other` });
  }
  const { success, data } = settingsSchema.safeParse(value);
  if (success) return data;
  const found = 'no settings of a project';
  throw new DataError({ file, found, legal: 'what iwal label --project has written, or another folder' });
}
