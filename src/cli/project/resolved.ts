import { existsSync } from 'node:fs';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { isFolder } from '../../files/folders.ts';
import { guessOptions, readingOptions } from '../options/reading-options.ts';
import type { Option, Part, Syntax } from '../syntax/option.ts';
import type { Said } from '../syntax/parse.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import { projectIn, requireData, type Project } from './project.ts';

/** How a table is laid out. Which columns are features, and what the classes are called, a model knows itself. */
const LAYOUT = [
  'format',
  'id-column',
  'label-column',
  'importance-column',
  'text-column',
  'ignore-columns',
  'header',
  'delimiter',
] as const;

/** Of these, columns that other rows may lack. */
const COLUMNS: readonly string[] = ['id-column', 'label-column', 'importance-column', 'text-column', 'ignore-columns'];

/** A project that is begun. */
export type Begun = Project & { readonly pool: string };

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
  if (first.part === 'project' && isFolder(places[0])) return onwards(begunIn(places[0]), { ...named, _: places });
  const placeOf = (k: number): Partial<Option<unknown>> => (first.takes === 'many' ? first : ([first, ...others][k] ?? {}));
  const line = { ...named, _: places.map((value, k) => fileFor(placeOf(k), value)) };
  const isOne = new Set(projects.map(({ project }) => project.folder)).size === 1;
  return isOne ? withData(syntax, line, projects[0]) : line;
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
  if (part === 'model' && project.options.guess !== undefined)
    throw new Failure(`${folder} judges guesses and has no model; iwal audit ${shellWord(folder)} says how good they are`);
  if (part === 'model' && !existsSync(model))
    throw new Failure(`${folder} has no model yet; a session writes it when it is left with q: ${again}`);
  if (part === 'data') requireData(project);
  return { ledger, model, data: pool, project: folder }[part];
}

/** With the pool, if a command that reads one names none, and with how it is read. */
async function withData(syntax: Syntax, said: Said, { project, part }: { project: Begun; part: Part }): Promise<Said> {
  const place = Object.keys(syntax.places).indexOf('data');
  const isOption = Object.hasOwn(syntax.options, 'data');
  if (part !== 'data' && place < 0 && !isOption) return said;
  const written = place >= 0 ? said._[place] : isOption ? said.data : project.pool;
  if (written === undefined) requireData(project);
  const data = (written ?? project.pool) as string;
  const options = await readingOf(syntax, { project, part, data });
  return {
    ...options,
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
