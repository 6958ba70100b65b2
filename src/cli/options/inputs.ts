import { isUtf8 } from 'node:buffer';
import { existsSync, readSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { didYouMean } from '../../files/did-you-mean.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import { isSystemError, systemWords, whileOpen } from '../../files/contents.ts';
import { partOf, text, value, optional, type Part, type Syntax } from '../syntax/option.ts';

/** Labelled data, by position. */
export const labelledData = partOf(
  'data',
  value(
    'labelled data: documents (with --text), CSV, svmlight or VW text (also gzipped), .iwal, or the folder of a project',
    text,
  ),
);

/** A ledger whose pool is read as well, by position. */
export const ledgerOfData = partOf(
  'ledger',
  value('ledger, as iwal label and iwal simulate --ledger write it, or the folder of a project, with its data', text),
);

/**
 * Throws a Failure unless there is something to read; a near miss among the folder's files is named. Files and folders are looked
 * at before any work begins, so that a typo costs no time.
 */
export async function requireFile(file: string): Promise<void> {
  try {
    if ((await stat(file)).isDirectory()) throw new Failure(`${file} is a folder, not a file`);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code !== 'ENOENT') throw new Failure(`${file}: ${systemWords(error)}`);
    const hint = file === '-' ? ', and the standard input is not read here' : '';
    throw new Failure(`${file}: ${await missing(file, 'file')}${hint}`);
  }
}

/** The first part of a path that is not there, and a near miss among its neighbours. */
async function missing(path: string, kind: 'file' | 'folder'): Promise<string> {
  const folder = dirname(path);
  const neighbours = await readdir(folder, { encoding: 'buffer' }).catch(() => undefined);
  if (neighbours === undefined && folder !== path) return missing(folder, 'folder');
  const [name, names = []] = [basename(path), neighbours];
  const meant = names.find((each) => !isUtf8(each) && String(each) === name);
  if (meant !== undefined)
    return `the name of this ${kind} is not UTF-8; rename it: mv ${quoted(join(folder, '/'), meant)} NEW_NAME`;
  const what = kind === 'file' ? 'no such file' : `no such file, for there is no folder ${path}`;
  return `${what}${didYouMean(name, names.filter(isUtf8).map(String))}`;
}

/** A path as bash, zsh and ksh read it back, byte for byte: $'caf\xe9.svm'. */
function quoted(folder: string, name: Buffer): string {
  const bytes = folder === './' ? name : Buffer.concat([Buffer.from(folder), name]);
  const escaped = bytes
    .toString('latin1')
    .replace(/[^ -~]|['\\]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `$'${escaped}'`;
}

/** The same of a model; one of a session that nobody has left yet is still to be written. */
export async function requireModel(file: string): Promise<void> {
  const folder = dirname(file);
  if (!existsSync(file) && existsSync(join(folder, 'ledger.jsonl')))
    throw new Failure(`${file}: no such file; a session writes its model when it is left with q: iwal label --project ${folder}`);
  await requireFile(file);
}

/** The first bytes of files that iwal alone writes. */
const BEGINNINGS: Readonly<Record<string, 'ledger' | 'model' | undefined>> = { '{"iwal-l': 'ledger', iwalmdLE: 'model' };
/** What stands where a part of a project is wanted; in place of a new project its data. */
const WANTED = { ledger: 'a ledger', model: 'a model', data: 'data', project: 'data' } as const;

/** Whether a file is a ledger or a model; undefined where it is neither, or cannot be read. */
export function ownKind(file: string): 'ledger' | 'model' | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = Buffer.alloc(8);
  ifPossible(() => whileOpen(file, (descriptor) => readSync(descriptor, bytes)));
  return BEGINNINGS[bytes.toString('latin1')];
}

/** Throws a UsageError for a ledger or a model behind these arguments where a command wants something else, with what to type. */
export function requirePart(
  { name, usage }: Pick<Syntax, 'name' | 'usage'>,
  part: Part,
  before: readonly string[],
  file: string,
): void {
  const kind = ownKind(file);
  if (kind === undefined || kind === part) return;
  const folder = dirname(file);
  const isInProject = existsSync(join(folder, 'settings.json'));
  const line = isInProject && `, or the folder of a project: iwal ${[name, ...before, folder].map(shellWord).join(' ')}`;
  throw new UsageError(`${file} is a ${kind}, and iwal ${name} ${usage} takes ${WANTED[part]} there${line || ''}`);
}

const DOWNLOADS = join('datasets', 'downloads');
/** Folders that are looked into without being asked for, if they are there. */
const USUAL = [DOWNLOADS, join('..', 'shared', 'data')];

/** Where commands look for copies of public datasets, and where they put them. */
export const dataDir = optional(`folder of local copies of public datasets (also IWAL_DATA); without it, ${USUAL.join(' and ')}`);

/** The folders to look into: the one asked for, which must be there, or the usual ones. */
export async function dataFolders(asked: string | undefined): Promise<readonly string[]> {
  const folder = asked ?? process.env.IWAL_DATA;
  if (folder === undefined) return USUAL.filter((each) => existsSync(each));
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new Failure(`${folder} is no folder`);
  return [folder];
}

/** The folder that downloads go to; it may have to be made. */
export function downloadFolder(asked: string | undefined): string {
  return asked ?? process.env.IWAL_DATA ?? DOWNLOADS;
}

/** The folder of caches, of studies and of large files. */
export function cacheFolder(): string {
  return process.env.IWAL_CACHE ?? join('datasets', 'cache');
}
