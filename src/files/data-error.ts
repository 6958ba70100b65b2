import { IwalError } from '../numerics/iwal-error.ts';
import { printable } from './printable.ts';

/** Characters of a message: paths are up to 4,096, and lists of legal names may be long. */
const LONGEST = { place: 4200, part: 2000 };

/** Where something stands in a file; lines count from 1. */
export interface LineOfFile {
  readonly file: string;
  readonly line: number;
}

/** What a DataError says. */
export interface DataTrouble {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly found: string;
  readonly legal: string;
}

/**
 * What every reader throws: where the trouble is, what was found there, what would be legal.
 *
 * The message reads `file:line:column: found …; expected …`; line and column count from 1 and are absent where the trouble is
 * the file itself. Column counts bytes in svmlight text and cells in CSV. Names and values come from outside: the message shows
 * them without control characters and at a length that can be read.
 */
export class DataError extends IwalError {
  override readonly code = 'IWAL_DATA';
  override readonly name = 'DataError';
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly found: string;
  readonly legal: string;

  constructor({ file, line, column, found, legal }: DataTrouble) {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    super(
      `${printable(place, LONGEST.place)}: found ${printable(found, LONGEST.part)}; expected ${printable(legal, LONGEST.part)}`,
    );
    this.file = file;
    this.line = line;
    this.column = column;
    this.found = found;
    this.legal = legal;
  }
}
