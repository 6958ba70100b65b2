import { GrowingEntries, type Slots, slotOf } from '../../../rows/building/growing.ts';
import type { SparseRowsBuilder } from '../../../rows/building/sparse-rows-builder.ts';
import { type Rowed, serve, type Service, type Task } from './crew.ts';

/**
 * What the rows of a file have in common, which the first ones tell and all others must have too; undefined where none has told yet.
 */
export interface Habits {
  /** The negative one of two labels. */
  readonly negative?: number | undefined;
  /** Whether rows are of groups. */
  readonly groups?: boolean | undefined;
}

/** Both together; undefined where one contradicts the other. */
export function together(known: Habits, found: Habits): Habits | undefined {
  const all: Record<string, unknown> = { ...known };
  for (const [name, habit] of Object.entries(found)) if ((all[name] ??= habit) !== (habit ?? all[name])) return undefined;
  return all;
}

/** What was read of a text, and all before it. */
export interface Progress {
  readonly lines: number;
  readonly rows: number;
  readonly habits: Habits;
}

/** Takes text apart a block of complete lines at a time, whatever comes of it besides rows. */
export interface BlockParser<Piece extends Rowed> {
  /** Lines taken so far. */
  readonly line: number;
  readonly habits: Habits;
  /** What comes from here on is behind what others have read. */
  goOn(progress: Progress): void;
  /** The rows since the last piece. */
  readonly rows: SparseRowsBuilder;
  /** Throws where a line is none of the format. */
  parse(lines: Buffer): void;
  /** What came of the lines since the last piece, on shared memory: its entries are good until others are written there. */
  piece(): Piece;
}

/** Complete lines, and the slot that the entries of their rows are to stand in. */
export interface Block extends Task {
  readonly lines: Buffer;
}

/** What came of a block: its piece, with what is known of it. */
export type BlockResult<Piece> = Piece & { readonly taken: { readonly lines: number; readonly habits: Habits } };

/** Takes blocks apart. */
export class BlockWork<Piece extends Rowed, P extends BlockParser<Piece> = BlockParser<Piece>> {
  readonly #make: () => P;
  readonly #slots: Slots | undefined;
  readonly #entries: GrowingEntries[] = [];
  parser: P;

  /** slots: absent where entries may stand anywhere. */
  constructor(make: () => P, slots?: Slots) {
    this.#make = make;
    this.#slots = slots;
    this.parser = make();
  }

  /** A block of any order, or one behind all that was read; throws where a line is none of the format, and begins anew. */
  done({ lines, slot }: Block, progress?: Progress): BlockResult<Piece> {
    const { parser } = this;
    if (progress !== undefined) {
      parser.goOn(progress);
      parser.rows.before = progress.rows;
    }
    const before = parser.line;
    parser.rows.entries = this.#entries[slot] ??= new GrowingEntries(undefined, this.#slots && slotOf(this.#slots, slot));
    try {
      parser.parse(Buffer.from(lines.buffer, lines.byteOffset, lines.length));
    } catch (error) {
      this.parser = this.#make();
      throw error;
    }
    return { ...parser.piece(), taken: { lines: parser.line - before, habits: parser.habits } };
  }
}

/** Takes blocks apart on a thread. */
export function serveBlocks<Piece extends Rowed>(service: Service<unknown>, parser: () => BlockParser<Piece>): void {
  const work = new BlockWork(parser, service.slots);
  serve(service, work.done.bind(work));
}
