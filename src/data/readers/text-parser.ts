import { DataError } from '../../files/data-error.ts';
import { DecimalScanner } from '../../numerics/decimals.ts';
import { tooLarge } from '../../rows/building/growing.ts';
import type { SparseRowsBuilder } from '../../rows/building/sparse-rows-builder.ts';
import type { Rowed } from './blocks/crew.ts';
import type { BlockParser, Habits, Progress } from './blocks/parser.ts';
import { PairScanner } from './pairs.ts';
import type { LabelReader } from './reader.ts';

/** The line of a file that is under way. */
export class Place {
  readonly file: string;
  /** Its number, from 1. */
  line = 0;
  /** Where it begins and ends in the block at hand; line ends are not part of it. */
  start = 0;
  end = 0;

  constructor(file: string) {
    this.file = file;
  }

  /** The error about the bytes from `at` to `end`; nothing: what is found where there are none. */
  trouble(bytes: Buffer, at: number, end: number, legal: string, nothing = 'nothing'): DataError {
    const token = bytes.toString('utf8', at, Math.min(end, at + 40));
    const found = end <= at ? nothing : JSON.stringify(end > at + 40 ? `${token}…` : token);
    return new DataError({ file: this.file, line: this.line, column: at - this.start + 1, found, legal });
  }
}

/** Takes text apart that has an example a line, a block of complete lines at a time: what such formats have in common. */
export abstract class TextParser<Piece extends Rowed> implements BlockParser<Piece> {
  abstract readonly rows: SparseRowsBuilder;
  protected readonly place: Place;
  protected readonly labels: LabelReader;
  protected readonly decimals = new DecimalScanner();
  protected readonly pairs = new PairScanner();
  /** The bytes of the block at hand. */
  protected view: DataView = new DataView(new ArrayBuffer(0));
  /** Whether the first row is of a group, once there is one that may be. */
  protected hasGroups: boolean | undefined;

  constructor(file: string, labels: LabelReader) {
    this.place = new Place(file);
    this.labels = labels;
  }

  get line(): number {
    return this.place.line;
  }

  get habits(): Habits {
    return { negative: this.labels.negative, groups: this.hasGroups };
  }

  goOn({ lines, habits: { negative, groups } }: Progress): void {
    this.place.line = lines;
    this.labels.negative = negative;
    this.hasGroups = groups;
  }

  parse(bytes: Buffer): void {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    try {
      this.takeLines(bytes);
    } catch (error) {
      throw tooLarge({ file: this.place.file, line: this.line }, error);
    }
  }

  abstract piece(): Piece;

  /** Takes the lines of a block. */
  protected abstract takeLines(bytes: Buffer): void;
}
