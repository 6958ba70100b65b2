import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import { syncFolder } from '../../files/durable.ts';
import { writeTrouble } from '../../files/contents.ts';
import { ifPossible } from '../../files/if-possible.ts';
import type { Header, KnownEntry } from '../entry.ts';
import { textOf } from './line.ts';
import type { LedgerPlace, MemoryLedger } from './memory-ledger.ts';
import type { Ledger } from './read-ledger.ts';

const { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } = builtin('node:fs');
const paths = builtin('node:path');

/** What a ledger wants of its place. */
export const LEGAL_DISK = 'a file in a writable folder on a disk with room; what was written before is valid';

/**
 * What appends to a ledger, of which it cuts off what stands behind `end`: a piece of text is written whole, or the file ends where it
 * ended before.
 *
 * @throws DataError for a file that cannot be made or written.
 */
export function appenderOf(file: string, descriptor: number, end: number) {
  let bytes = end;
  let isOpen = true;
  ftruncateSync(descriptor, bytes);
  return {
    /** Where another thread may go on. */
    get place() {
      return { descriptor, bytes };
    },
    append(text: string): void {
      const added = Buffer.from(text);
      // A lock binds those who look at it: another name of the same file, or another program, gets past it.
      const { size } = fstatSync(descriptor);
      const found = `${size} bytes where ${bytes} were: another process has changed it`;
      if (size !== bytes) throw new DataError({ file, found, legal: 'one process at a time; nothing more is written here' });
      try {
        for (let at = 0; at < added.length;) at += writeSync(descriptor, added, at);
      } catch (error) {
        // Else the file ends in a part of a line, which every reader forgives.
        ifPossible(() => ftruncateSync(descriptor, bytes));
        throw writeTrouble(file, error, LEGAL_DISK);
      }
      bytes += added.length;
    },
    /** Returns when everything is on the disk. */
    sync(): void {
      try {
        fsyncSync(descriptor);
      } catch (error) {
        throw writeTrouble(file, error, LEGAL_DISK);
      }
    },
    /** Closing again does nothing. */
    close(): void {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

/** Goes on after the last complete line of a ledger, or begins it, with the labels that are known, where it has none. */
export function continueLedger(
  place: LedgerPlace,
  ledger: Ledger | undefined,
  header: Header,
  known: readonly KnownEntry[] = [],
): LedgerWriter {
  const bytes = ledger?.bytes ?? 0;
  const writer = typeof place === 'string' ? appenderOf(place, opened(place, 'a'), bytes) : writerOf(place, bytes);
  if (ledger === undefined) writer.append(textOf([header, ...known], header['iwal-ledger']));
  else if (!ledger.isTerminated) writer.append('\n');
  // What a process wrote that was killed before its sync is read, and so has to be on the disk before anybody hears of it.
  writer.sync();
  if (ledger === undefined && typeof place === 'string') syncFolder(paths.dirname(place));
  return writer;
}

/** What appends to a ledger that is open. */
export type LedgerWriter = Pick<ReturnType<typeof appenderOf>, 'append' | 'sync' | 'close'>;

function writerOf(ledger: MemoryLedger, bytes: number): LedgerWriter {
  ledger.cutOff(bytes);
  let at = ledger.read().length;
  const done = (): void => undefined;
  const append = (text: string): void => {
    ledger.append(text, at);
    at += text.length;
  };
  return { append, sync: done, close: done };
}

/** Begins a ledger where no file is; nothing is sure to be on the disk yet. */
export function beginLedger(file: string, header: Header) {
  const appender = appenderOf(file, opened(file, 'ax'), 0);
  appender.append(textOf([header], header['iwal-ledger']));
  return appender;
}

function opened(file: string, flags: 'a' | 'ax'): number {
  try {
    return openSync(file, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeTrouble(file, error, LEGAL_DISK);
    throw new DataError({ file, found: 'a file that exists already', legal: 'a new name, so that no ledger is written over' });
  }
}
