import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { jsonIn, textOf, writeTrouble } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { makeFolder, writeContents, isFolder } from '../../files/durable.ts';
import { programVersion } from '../../files/own-package.ts';
import { keepRowMarks, type MarkedPool } from '../../labelling/row-marks.ts';
import { guessOptions, readingOptions } from '../options/reading-options.ts';
import { ownKind, requireModel } from '../options/inputs.ts';
import { Failure, unlearned, UsageError } from '../terminal/failure.ts';
import { shellWord } from '../../data/readers/column-kinds.ts';
import type { Option, Part, Syntax } from '../syntax/option.ts';
import type { Said } from '../syntax/parse.ts';

/** The format of settings. */
const VERSION = 1;

const Written = z.union([z.string(), z.number(), z.array(z.string()).min(2), z.tuple([z.number(), z.number()])]);
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
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    const around = dirname(folder);
    const isInside = existsSync(join(around, 'settings.json'));
    const legal = isInside ? `the folder that it is in, ${around}` : 'the folder of a project, or a name for a new one';
    throw new DataError({ file: folder, found: `a ${ownKind(folder) ?? 'file'}`, legal });
  }
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

/** The project whose folder holds this file; undefined where it holds none. */
export function projectAround(file: string): Begun | undefined {
  const project = projectIn(dirname(file));
  const { pool } = project;
  return pool === undefined ? undefined : { ...project, pool };
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
const KEPT = [...Object.keys({ ...readingOptions, ...guessOptions }), 'record', 'blind', 'show', 'range'];

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

/** Columns of a table that other rows may lack. */
const COLUMNS: readonly string[] = ['id-column', 'label-column', 'importance-column', 'text-column', 'ignore-columns'];

/** How a table is laid out. Which columns are features, and what the classes are called, a model knows itself. */
const LAYOUT = [...COLUMNS, 'format', 'header', 'delimiter', 'encoding'];

/** A project that is begun. */
export type Begun = Project & { readonly pool: string };

/** Its files of data. */
type Files = Pick<Begun, 'pool' | 'text'>;

/**
 * A command line in which the files of a project stand for its folder: the ledger, the model or the pool, as the option or the place wants
 * (`Option.part`). Where the command reads data as well and none are named, they are the project's pool, and the options that say how a
 * pool is read are those of the project. What is written takes the place of what the project says.
 *
 * @throws Failure for a folder that is no project, or one that has no such file yet, with what to type.
 */
export async function resolved(syntax: Syntax, said: Said): Promise<Said> {
  const { _: places, ...named }: { _: readonly unknown[]; [name: string]: unknown } = { ...said };
  const projects: { readonly project: Begun; readonly part: Part }[] = [];
  const fileFor = ({ part }: Partial<Option<unknown>>, value: unknown): unknown => {
    if (part === undefined || !isFolder(value)) return value;
    const project = begunIn(value);
    projects.push({ project, part });
    return fileOf(part, project);
  };
  // An option may name something else by the same word, a column for one.
  for (const [name, option] of Object.entries(syntax.options))
    if (isFolder(named[name]) && projectIn(named[name]).pool !== undefined) named[name] = fileFor(option, named[name]);
  const [first, ...others] = Object.values(syntax.places);
  const placeOf = (k: number): Partial<Option<unknown>> => (first.takes === 'many' ? first : ([first, ...others][k] ?? {}));
  for (const [k, value] of places.entries())
    if (typeof value === 'string' && !existsSync(value)) await requireNamed(placeOf(k).part, value, named);
  if (first.part === 'project' && isFolder(places[0])) return onwards(begunIn(places[0]), { ...named, _: places });
  const line = { ...named, _: places.map((value, k) => fileFor(placeOf(k), value)) };
  const isOne = new Set(projects.map(({ project }) => project.folder)).size === 1;
  return isOne ? withData(syntax, line, projects[0]) : line;
}

/** Throws a Failure for a name of nothing, before anything is missed that a project would have known. */
async function requireNamed(part: Part | undefined, name: string, { project, ledger }: Options): Promise<void> {
  if (part === 'project' && !name.includes('.') && (project ?? ledger) === undefined) begunIn(name);
  if (part === 'ledger' || part === 'model') await requireModel(name);
}

/** The command line of a session that goes on. */
function onwards({ folder }: Project, said: Said): Said {
  if (said.project !== undefined)
    throw new UsageError(`${folder} is a project, and so is what --project names; leave one of them out`);
  return { ...said, _: said._.slice(1), project: folder };
}

/** The project in a folder; a Failure where none is begun. */
export function begunIn(folder: string): Begun {
  const project = projectIn(folder);
  const { pool } = project;
  if (pool !== undefined) return { ...project, pool };
  if (!existsSync(folder))
    throw new Failure(`${folder}: no such folder; iwal label DATA --project ${shellWord(folder)} begins a project`);
  throw new Failure(`${folder} is a folder and no project; expected a file, or a folder that iwal label --project has made`);
}

function fileOf(part: Part, project: Begun): string {
  const { folder, ledger, model, pool } = project;
  const again = `iwal label ${shellWord(folder)}`;
  if (part === 'ledger' && !existsSync(ledger)) throw new Failure(`${folder} has no ledger yet; ${again} begins one`);
  const why = unlearned(project.options);
  if (part === 'model' && why !== undefined)
    throw new Failure(`${folder} ${why.does} and has no model; iwal audit ${shellWord(folder)} says ${why.told}`);
  if (part === 'model' && !existsSync(model))
    throw new Failure(`${folder} has no model yet; a session writes it when it is left with q: ${again}`);
  if (part === 'data') requireData(project);
  return { ledger, model, data: pool, project: folder }[part];
}

/** With the pool, if a command that reads one names none, and with how it is read. */
async function withData(syntax: Syntax, said: Said, { project, part }: { project: Begun; part: Part }): Promise<Said> {
  const place = Object.keys(syntax.places).indexOf('data');
  const isOption = Object.hasOwn(syntax.options, 'data');
  // What is read of a pool besides it.
  const isRead = Object.hasOwn(syntax.options, 'ledger') && syntax.options.ledger.part === 'ledger';
  const ledger = isRead && existsSync(project.ledger) && { ledger: project.ledger };
  if (part !== 'data' && place < 0 && !isOption) return said;
  const written = place >= 0 ? said._[place] : isOption ? said.data : project.pool;
  if (written === undefined) requireData(project);
  const data = (written ?? project.pool) as string;
  const options = await readingOf(syntax, { project, part, data });
  return {
    ...options,
    ...ledger,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...(isOption && { data }),
    _: place < 0 ? said._ : Object.assign([...said._], { [place]: data }),
  };
}

/** How the data are read, as a command line of this command would say it. */
async function readingOf(
  syntax: Syntax,
  { project, part, data }: { readonly project: Begun; readonly part: Part; readonly data: string },
): Promise<Record<string, string>> {
  const known: readonly string[] = part === 'model' ? LAYOUT : Object.keys({ ...readingOptions, ...guessOptions });
  const columns = part === 'model' && data !== project.pool ? await columnsOf(data) : undefined;
  const found: Record<string, string> = {};
  for (const name of known) {
    const option = name === 'format' && Object.hasOwn(syntax.options, 'data-format') ? 'data-format' : name;
    const value = valueOf(name, project, part);
    if (value === undefined || !Object.hasOwn(syntax.options, option)) continue;
    if (columns === undefined || !COLUMNS.includes(name)) found[option] = value;
    else {
      const there = value.split(',').filter((column) => /^\d+$/.test(column) || columns.includes(column));
      if (there.length > 0) found[option] = there.join(',');
    }
  }
  return found;
}

/** As it is written; more than two names of classes a ledger tells itself. */
function valueOf(name: string, { options }: Project, part: Part): string | undefined {
  const kept = options[name] as string | number | readonly string[] | undefined;
  const isOfSeveral = Array.isArray(options.classes) && options.classes.length > 2;
  if (isOfSeveral && name === (part === 'data' ? 'positive' : 'classes')) return undefined;
  return typeof kept === 'object' ? kept.join(',') : kept?.toString();
}

/** The names in the first row of a table; none of other files. */
async function columnsOf(file: string): Promise<readonly string[]> {
  if (!existsSync(file)) return [];
  const { featureNames } = await import('../../data/index.ts');
  return (await featureNames(file, { labelColumn: 'none', header: 'present' })) ?? [];
}
