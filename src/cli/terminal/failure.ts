import { isSystemError, systemWords } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { printable } from '../../files/printable.ts';
import { inCaseOf, IwalError, type IwalErrorCode } from '../../numerics/iwal-error.ts';
import { thrownInParts } from '../../specs/parts/loaded.ts';

/** Characters of a message. */
const LONGEST = 10_000;

/** The exit codes of the program. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command line asks for something that does not exist or is out of range. */
export class UsageError extends IwalError {
  readonly code = 'IWAL_USAGE';
  override readonly name = 'UsageError';
}

/**
 * The world outside does not allow it: a missing file, a folder that cannot be written. One line for a person, exit code 1.
 */
export class Failure extends IwalError {
  readonly code = 'IWAL_FAILURE';
  override readonly name = 'Failure';
}

/** Throws a UsageError for the first of these options that is written, which is about something else. */
export function refuseWritten(names: readonly string[], values: object, words: (option: string) => string): void {
  const written = values as Readonly<Record<string, unknown>>;
  const stray = names.find((name) => written[name] !== undefined && written[name] !== false);
  if (stray !== undefined) throw new UsageError(words(`--${stray}`));
}

/** The person pressed Ctrl-C, or the system asked us to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('interrupted');
  }
}

/** What the user has asked for is wrong; all other kinds are about the data, the numbers or the machine. */
const WRONG_USAGE: readonly IwalErrorCode[] = ['IWAL_USAGE', 'IWAL_SPEC', 'IWAL_PARTS'];

/**
 * What is printed of an error, and the exit code. An error that names no fault of the user is one of the program: its stack is
 * shown.
 */
export function verdict(error: unknown): { readonly message: string; readonly code: number } {
  if (error instanceof Interrupted) return { message: error.message, code: EXIT.interrupted };
  if (error instanceof IwalError)
    return { message: oneLine(error.message), code: WRONG_USAGE.includes(error.code) ? EXIT.usage : EXIT.failed };
  if (isSystemError(error))
    return {
      message: printable([error.path, systemWords(error)].filter((part) => part !== undefined).join(': '), LONGEST),
      code: EXIT.failed,
    };
  const own = thrownInParts(error);
  if (own !== undefined) return { message: oneLine(own), code: EXIT.failed };
  const stack = error instanceof Error ? error.stack : String(error);
  return { message: `this is a bug in iwal, please report it with these lines\n${stack}`, code: EXIT.failed };
}

function oneLine(message: string): string {
  return printable(message.split(/\s*\n\s*/).join('; '), LONGEST);
}

/** What is read, or what is wrong with the data; any other error is thrown. */
export function orFault<T>(reading: Promise<T>): Promise<T | DataError> {
  return reading.catch(inCaseOf(DataError, (fault) => fault));
}

/** Builds something with an array element a feature. Throws a Failure where the memory has no room for the arrays. */
export function inMemory<T>(features: number, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof RangeError && /array (length|buffer)|memory/i.test(error.message))
      throw tooLarge(`${features} features`);
    throw error;
  }
}

/**
 * Throws a Failure where so many bytes are not free. Asked before arrays are filled: systems lend more memory than they have, and
 * end a process that takes it.
 */
export function requireMemory(bytes: number, what: string): void {
  if (bytes > process.availableMemory()) throw tooLarge(what);
}

function tooLarge(what: string): Failure {
  return new Failure(`${what} do not fit the memory of this machine`);
}

/** What a session does of which nothing is learned, and what audit says then; undefined where a model is learned. */
export function unlearned({ guess, range }: { readonly guess?: unknown; readonly range?: unknown }) {
  if (range !== undefined) return { does: 'asks for numbers', told: 'what their mean is' };
  return guess === undefined ? undefined : { does: 'judges guesses', told: 'how good they are' };
}
