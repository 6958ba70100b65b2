import { DataError } from '../../files/data-error.ts';
import { PlatformError } from '../../files/native.ts';
import { printable } from '../../files/printable.ts';
import { systemWords } from '../../files/system-words.ts';
import { DivergenceError } from '../../learners/learner.ts';
import { SpecError } from '../../specs/choices.ts';
import { thrownInParts } from '../../specs/parts/loaded.ts';
import { ProbabilityError } from '../../streams/decision.ts';
import { ImportanceError } from '../../updates/update.ts';

/** Characters of a message. */
const LONGEST = 10_000;

/** The exit codes of the program. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command line asks for something that does not exist or is out of range. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The world outside does not allow it: a missing file, a folder that cannot be written. One line for a person, exit code 1.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The person pressed Ctrl-C, or the system asked us to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('interrupted');
  }
}

/** What ends a command by the state of the world, the data or the numbers. */
const EXPECTED = [Failure, DataError, DivergenceError, ImportanceError, PlatformError, ProbabilityError];

/**
 * What is printed of an error, and the exit code. An error that names no fault of the user is one of the program: its stack is
 * shown.
 */
export function verdict(error: unknown): { readonly message: string; readonly code: number } {
  if (error instanceof Interrupted) return { message: error.message, code: EXIT.interrupted };
  if (error instanceof UsageError || error instanceof SpecError) return { message: oneLine(error.message), code: EXIT.usage };
  if (EXPECTED.some((kind) => error instanceof kind)) {
    return { message: oneLine((error as Error).message), code: EXIT.failed };
  }
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

/** Whether the operating system refused something. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function oneLine(message: string): string {
  return printable(message.split(/\s*\n\s*/).join('; '), LONGEST);
}
