import { builtin } from '../../files/builtin.ts';
import { bytesOf, crcJoined } from '../../files/crc.ts';
import type { DataError } from '../../files/data-error.ts';
import { threadFile } from '../../files/own-package.ts';
import { present } from '../../numerics/present.ts';
import { finished } from '../../numerics/work.ts';
import { plain, type Slots, slotOf } from '../../rows/building/growing.ts';
import { type Constant, type Dataset, piecesWithConstant } from '../../rows/dataset.ts';
import { flawIn } from '../../rows/flaw.ts';
import { SparseRows } from '../../rows/sparse-rows.ts';
import { Crew, newSlots, type Service, slotsFor, type Task, type Tasks } from '../readers/blocks/crew.ts';
import { DAMAGED, fill, refusal } from './cache-bytes.ts';
import type { ArrayName, CacheBegin, CacheHeader } from './cache-format.ts';

const { closeSync, openSync } = builtin('node:fs');

/** Rows and entries of a piece at most, a longer row aside; bytes of which the checksum is taken at once. */
const ROWS = 1 << 13;
const ENTRIES = 1 << 18;
const STRIDE = 1 << 20;

/** The arrays of a .iwal file, which stand one behind the other until its end. */
export interface Body extends Pick<CacheHeader, 'name' | 'columns' | 'classNames'>, Omit<CacheBegin, 'header' | 'bytes'> {
  readonly file: string;
  readonly rows: number;
}

/** Rows that follow one another: the first of them, its first entry, and where each of them begins behind that. */
interface Range extends Task {
  readonly row: number;
  readonly first: number;
  readonly offsets: Uint32Array;
}

/** Of an array, bytes that were read and their checksum. */
type Sum = readonly [array: ArrayName, bytes: number, crc: number];

/** The rows of a range, with what is wrong with them, and the sums of what was read for them. */
type Piece = Dataset & { readonly taken: { readonly flaw: string | undefined; readonly sums: readonly Sum[] } };

/** What a thread is told that reads ranges. */
export interface RangeOptions {
  readonly format: 'iwal';
  readonly body: Body;
  readonly constant: Constant | undefined;
}

/** Reads ranges of rows in any order. */
export class RangeReader {
  readonly body: Body;
  readonly #slots: Slots;
  readonly #withConstant: ReturnType<typeof piecesWithConstant>;
  readonly #descriptor: number;
  readonly #places: ReadonlyMap<ArrayName, number>;

  constructor({ body, constant }: RangeOptions, slots: Slots) {
    this.body = body;
    this.#slots = slots;
    this.#withConstant = piecesWithConstant(constant);
    this.#descriptor = openSync(body.file, 'r');
    let { start } = body;
    this.#places = new Map(body.arrays.map(({ name, bytes }) => [name, (start += bytes) - bytes]));
  }

  done({ slot, row, first, offsets }: Range): Piece {
    const { name, columns, classNames } = this.body;
    const rows = offsets.length - 1;
    const entries = offsets[rows];
    const sums: Sum[] = [];
    const read = <N extends Float64Array | Float32Array | Uint32Array>(array: ArrayName, target: N, from: number): N => {
      const crc = this.fill(array, bytesOf(target), from * target.BYTES_PER_ELEMENT);
      sums.push([array, target.byteLength, crc]);
      return target;
    };
    const perRow = <N extends Float64Array | Uint32Array>(array: ArrayName, type: new (length: number) => N): N | undefined =>
      this.#places.has(array) ? read(array, new type(rows), row) : undefined;
    const norms = perRow('squaredNorms', Float64Array);
    const [indices, values] = (entries > this.#slots.entries ? plain(entries) : slotOf(this.#slots, slot)).views(entries);
    if (entries > 0) {
      read('indices', indices, first);
      read('values', values, first);
    }
    const dataset = {
      ...{ name, labels: perRow('labels', Float64Array)!, rows: new SparseRows(offsets, indices, values, columns, norms) },
      ...present({ importances: perRow('importances', Float64Array), groups: perRow('groups', Uint32Array), classNames }),
    };
    const flaw = flawIn(dataset);
    return { ...(flaw === undefined ? this.#withConstant(dataset) : dataset), taken: { sums, flaw } };
  }

  /** Fills the target from this byte of an array on; its checksum. */
  fill(array: ArrayName, target: Uint8Array, from: number): number {
    const open = { file: this.body.file, descriptor: this.#descriptor };
    return finished(fill(open, target, this.#places.get(array)! + from));
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/**
 * Reads the rows of a .iwal file a piece at a time, on several threads, and every byte of it once: the checksums of the parts of each array
 * are joined, and those of all arrays before the last piece is handed over.
 *
 * @throws DataError for rows that are not as they should be, and for a file that is damaged.
 */
export class PieceReader extends RangeReader implements Tasks<Range, Piece> {
  readonly #service: Service<RangeOptions>;
  readonly #threads: number;
  readonly #crew = new Crew<Range, Piece>(this);
  /** Of each array the bytes that are in its checksum. */
  readonly #sums: Map<ArrayName, { bytes: number; crc: number }>;
  /** The first row that is in no range, and where it and those behind it begin, as far as that was read. */
  #row = 0;
  #positions = new Uint32Array(0);

  /** threads: beside this one; kernels walk the rows, however few they are: many pieces stand in the slots. */
  constructor(options: RangeOptions, threads: number) {
    const slots = newSlots(slotsFor(threads), ENTRIES);
    super(options, slots);
    this.#service = { slots, options };
    this.#threads = threads;
    this.#sums = new Map(options.body.arrays.map(({ name }) => [name, { bytes: 0, crc: 0 }]));
  }

  /** The pieces in their order, each good until the next one is asked for. */
  async *pieces(): AsyncGenerator<Dataset> {
    try {
      if (this.body.rows === 0 && !this.#isSound()) throw refusal(this.body.file, DAMAGED);
      for await (const { task, result = this.done(task) } of this.#crew.turns()) {
        const { taken, ...piece } = result;
        // Damage is the reason of other flaws, and told first.
        if (taken.flaw !== undefined) throw this.#flaw(`${taken.flaw}, counted from row ${task.row}`);
        for (const sum of taken.sums) this.#join(...sum);
        if (task.row + piece.labels.length === this.body.rows && !this.#isSound()) throw refusal(this.body.file, DAMAGED);
        yield piece;
        // Who takes the first piece alone pays for no threads.
        if (task.row === 0) this.#crew.hire(this.#threads, () => threadFile('data/readers/blocks/thread'), this.#service);
      }
    } finally {
      this.close();
    }
  }

  /** As many rows as make a piece. */
  next(slot: number): Promise<Range | undefined> {
    const { rows } = this.body;
    const row = this.#row;
    if (row === rows) return Promise.resolve(undefined);
    const most = Math.min(ROWS, rows - row);
    const positions = new Uint32Array(most + 1);
    const held = this.#positions.length;
    positions.set(this.#positions);
    const fresh = bytesOf(positions.subarray(held));
    this.#join('offsets', fresh.length, this.fill('offsets', fresh, 4 * (row + held)));
    const first = positions[0];
    let count = 1;
    while (count < most && positions[count + 1] - first <= ENTRIES) count++;
    const last = positions[count];
    const all = this.body.arrays.find(({ name }) => name === 'indices')?.length ?? 0;
    const isWhole = (row > 0 || first === 0) && (row + count < rows || last === all);
    if (!isWhole || last < first || last > all) throw this.#flaw(`rows from ${first} to ${last} of ${all} entries`);
    this.#row += count;
    this.#positions = positions.slice(count);
    return Promise.resolve({ slot, row, first, offsets: positions.slice(0, count + 1).map((each) => each - first) });
  }

  #join(name: ArrayName, bytes: number, crc: number): void {
    const sum = this.#sums.get(name)!;
    sum.crc = crcJoined(sum.crc, crc, bytes);
    sum.bytes += bytes;
  }

  /** Whether the checksum is right; what nobody has read yet is read for it. */
  #isSound(): boolean {
    let crc = this.body.before;
    for (const { name, bytes } of this.body.arrays) {
      const sum = this.#sums.get(name)!;
      const stride = new Uint8Array(Math.min(STRIDE, bytes - sum.bytes));
      while (sum.bytes < bytes) {
        const rest = stride.subarray(0, bytes - sum.bytes);
        this.#join(name, rest.length, this.fill(name, rest, sum.bytes));
      }
      crc = crcJoined(crc, sum.crc, bytes);
    }
    return crc === this.body.crc;
  }

  #flaw(found: string): DataError {
    return refusal(this.body.file, this.#isSound() ? found : DAMAGED);
  }
}
