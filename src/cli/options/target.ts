import { appendFileSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Figure } from '../../figures/model/figure.ts';
import { renameDurably, makeFolder, realPath } from '../../files/durable.ts';
import { temporaryIn } from '../../files/owner.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { isSystemError, systemWords } from '../../files/contents.ts';

/**
 * A file a command will write: its folder is tried before the long computation, and the file takes its name only when complete.
 *
 * It is made in a hidden folder beside the target, leaves it by one rename, and the folder is gone in the end: after `fill`,
 * after `discard`, and when the process ends in between. Errors are Failures that name the target.
 *
 * It takes the place of an older file of its name, but never of one that the command reads: `sources`, as far as there are any.
 */
export class Target {
  /** As it was given. */
  readonly name: string;
  /** What it must not take the place of. */
  readonly sources: readonly (string | undefined)[];
  readonly #folder: string;
  /** Its name ends as the target's does. */
  readonly #path: string;

  constructor(name: string, sources: readonly (string | undefined)[] = []) {
    this.name = name;
    this.sources = sources;
    requireOther(name, sources);
    this.#folder = attempt(name, () => {
      requireReplaceable(name);
      return temporaryIn(dirname(name));
    });
    this.#path = join(this.#folder, basename(name));
    process.once('exit', this.discard);
  }

  /** Has the file written at the path that is handed over, and then gives it its name. */
  async fill(write: (path: string) => Promise<void>): Promise<void> {
    try {
      await write(this.#path);
      await renameDurably(this.#path, this.name);
    } catch (error) {
      throw targetTrouble(this.name, error);
    } finally {
      this.discard();
    }
  }

  /** Draws a figure, as the ending of the name says. */
  async draw(figure: Figure): Promise<void> {
    const { figureFile } = await import('../../figures/chart/figure-file.ts');
    await this.fill(async (path) => writeFile(path, await figureFile(figure, path)));
  }

  /** Writes more of a file that grows with the work; `finish` gives it its name. */
  append(text: string): void {
    attempt(this.name, () => appendFileSync(this.#path, text));
  }

  /** Gives the file that grew its name. */
  finish(): Promise<void> {
    return this.fill(() => Promise.resolve());
  }

  /** Leaves nothing behind but a file that was filled. */
  readonly discard = (): void => {
    process.off('exit', this.discard);
    rmSync(this.#folder, { recursive: true, force: true });
  };
}

type Ending = Pick<Session, 'atEnd'>;

/** The target of this name, where there is one; the command's end takes away what it has not filled. */
export function targetOf(session: Ending, name: string, sources?: Target['sources']): Target;
export function targetOf(session: Ending, name: string | undefined, sources?: Target['sources']): Target | undefined;
export function targetOf({ atEnd }: Ending, name: string | undefined, sources?: Target['sources']): Target | undefined {
  if (name === undefined) return undefined;
  const target = new Target(name, sources);
  atEnd(target.discard);
  return target;
}

/** Makes a folder that reports will go into, and throws a Failure where nothing can be written there. */
export function requireWritableFolder(name: string): void {
  attempt(name, () => makeFolder(name));
  new Target(join(name, 'report')).discard();
}

/** What is written must not take the place of what is read, by whatever path or link. */
function requireOther(name: string, sources: readonly (string | undefined)[]): void {
  const file = realPath(name);
  if (sources.some((source) => source !== undefined && realPath(source) === file))
    throw new UsageError(`${name} is a file that this command reads, and would be written over; expected another name`);
}

/** A rename must not take the place of a folder or a device. */
function requireReplaceable(name: string): void {
  const existing = statSync(name, { throwIfNoEntry: false });
  if (existing?.isDirectory() === true) throw new Failure(`${name} is a folder, not a file`);
  if (existing?.isFile() === false) throw new Failure(`${name} is no ordinary file`);
}

function attempt<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw targetTrouble(name, error);
  }
}

function targetTrouble(name: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  return new Failure(`${name} cannot be written: ${error.code === 'ENOENT' ? 'no such folder' : systemWords(error)}`);
}
