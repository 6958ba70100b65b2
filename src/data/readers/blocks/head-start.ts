import { builtin } from '../../../files/builtin.ts';
import { whileOpen } from '../../../files/contents.ts';
import { ifPossible } from '../../../files/if-possible.ts';
import { isPacked, STDIN } from '../bytes.ts';
import { readLines } from '../lines.ts';
import { type BlockParser, type BlockResult, type Habits, Lane, type LaneWork, type Progress, together } from './lane.ts';

const { readSync, statSync } = builtin('node:fs');
const { availableParallelism } = builtin('node:os');
const { setImmediate } = builtin('node:timers/promises');
const { Worker } = builtin('node:worker_threads');

/** Which files are read in blocks, and by how many threads. */
export interface Lanes {
  /** Bytes of the smallest such file. */
  readonly least: number;
  /** Bytes of a block: text and rows of a block fit the processor's cache. */
  readonly bytes: number;
  /** Threads beside this one, for files of at least so many bytes: a thread takes some 50 ms to begin. */
  readonly threads: number;
  readonly leastShared: number;
}

/** Pieces that a thread may hold: enough for it to go on while an earlier block is still under way. */
const SLOTS = 4;

/** As many threads as there are processors, within reason: what they make is put together by one. */
function lanesHere(): Lanes {
  return { least: 1 << 21, bytes: 1 << 20, threads: Math.min(7, availableParallelism() - 1), leastShared: 1 << 25 };
}

/** Goes on by itself where blocks end. */
export interface LineParser<Piece> extends BlockParser<Piece> {
  /** What comes from here on is behind what others have read. */
  goOn(progress: Progress): void;
}

/** How a file is taken apart. */
export interface BlockReading<Piece, P extends BlockParser<Piece> = BlockParser<Piece>> {
  readonly file: string;
  readonly parser: () => P;
  /** The file of the thread, which serves blocks (lane.ts) by parsers that are the same, made of `options`. */
  readonly thread: URL;
  readonly options: object;
  /** What rows of earlier files have told; absent: nothing but what a fresh parser was told. */
  readonly habits?: Habits | undefined;
  /** Told the pieces in the order of the file, and how many lines they and all before them have. */
  readonly take: (piece: Piece, lines: number) => void;
}

/** How far a file was read. */
interface HeadStart extends Pick<Progress, 'lines' | 'habits'> {
  /** Where the first line that was not read begins, or ends the one before it. */
  readonly bytes: number;
}

/** For files whose pieces must come in their order from the first on. */
export const IN_ORDER: Lanes = { least: Infinity, bytes: 1, threads: 0, leastShared: 0 };

/**
 * Reads a file to its end: its blocks as far as they go (headStart), and what is behind them line by line; gives the parser that read
 * the last line. rows: how many are there, of this file and those before.
 *
 * @throws DataError where a line is none of the format; what `take` throws.
 */
export async function readThrough<Piece, P extends LineParser<Piece>>(
  reading: BlockReading<Piece, P>,
  rows: () => number,
  lanes?: Lanes,
): Promise<P> {
  const { file, take } = reading;
  const parser = reading.parser();
  const head = await headStart({ ...reading, habits: reading.habits ?? parser.habits }, lanes);
  parser.goOn({ ...head, rows: rows() });
  for await (const block of readLines(file, { taken: () => parser.line, from: head.bytes })) {
    parser.parse(block);
    take(parser.piece(), parser.line);
  }
  return parser;
}

/**
 * Reads the blocks of a file of plain text, of a large one on several threads, and hands their rows over in the order of the file;
 * whoever calls reads on behind them, line by line. Every block is read into the same memory: buffers that come and go are collected
 * at a price, for nothing else does.
 *
 * That is the end of the file, as a rule. It is the block of the first line that is none of the format, of one that is megabytes long,
 * or that contradicts a line before it: the block is left to the caller, who comes to the same line, and the error is the one that
 * it would have been. So are compressed files, small ones and what is no file, and all where threads cannot be had.
 *
 * @throws those of `take`.
 */
export async function headStart<Piece>(reading: BlockReading<Piece>, lanes: Lanes = lanesHere()): Promise<HeadStart> {
  const size = plainSize(reading.file);
  if (size === 0 || size < lanes.least) return { bytes: 0, lines: 0, habits: reading.habits ?? {} };
  const work = { file: reading.file, size, bytes: lanes.bytes, next: new SharedArrayBuffer(4) };
  const crew = new Crew(reading, work, size < lanes.leastShared ? 0 : lanes.threads);
  try {
    return await crew.run();
  } finally {
    await crew.dismiss();
  }
}

/** Bytes of a file of plain text; 0 for what is none. */
function plainSize(file: string): number {
  if (file === STDIN) return 0;
  const state = statSync(file, { throwIfNoEntry: false });
  if (state?.isFile() !== true) return 0;
  const first = Buffer.alloc(8);
  // Whoever reads it says why it cannot be read.
  const isRead = ifPossible(() => whileOpen(file, (descriptor) => readSync(descriptor, first))) !== undefined;
  return isRead && !isPacked(first) ? state.size : 0;
}

type Thread = InstanceType<typeof Worker>;

/** This thread and others at one file. */
class Crew<Piece> {
  readonly #reading: BlockReading<Piece>;
  readonly #work: LaneWork;
  readonly #lane: Lane<Piece>;
  readonly #workers: Thread[] = [];
  /** What came of blocks whose turn is still to come, and whose thread waits for its slot: undefined for this one. */
  readonly #results = new Map<number, { readonly result: BlockResult<Piece>; readonly worker: Thread | undefined }>();
  readonly #free = Array.from({ length: SLOTS }, (_, slot) => slot);
  #hasFailed = false;
  #wake = (): void => undefined;

  constructor(reading: BlockReading<Piece>, work: LaneWork, threads: number) {
    this.#reading = reading;
    this.#work = work;
    this.#lane = new Lane(work, SLOTS, reading.parser);
    for (let k = 0; k < threads; k++) this.#hire();
  }

  /** Blocks until the end, or the first one that is left to the caller. */
  async run(): Promise<HeadStart> {
    const { size, bytes } = this.#work;
    const count = Math.ceil(size / bytes);
    let taken = 0;
    let lines = 0;
    let { habits = {} } = this.#reading;
    while (taken < count) {
      for (let next = this.#results.get(taken); next !== undefined; next = this.#results.get(taken)) {
        const { worker } = next;
        const { rows, slot } = next.result;
        const both = rows && together(habits, rows.habits);
        if (rows === undefined || both === undefined) return { bytes: taken * bytes, lines, habits };
        habits = both;
        lines += rows.lines;
        this.#reading.take(rows.piece, lines);
        this.#results.delete(taken++);
        if (worker === undefined) this.#free.push(slot);
        else worker.postMessage(slot);
      }
      if (this.#hasFailed) break;
      const slot = this.#free.pop();
      const result = slot === undefined ? undefined : this.#lane.take(slot);
      if (result !== undefined) {
        this.#results.set(result.block, { result, worker: undefined });
        await setImmediate();
      } else if (taken < count && !this.#results.has(taken)) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
    return { bytes: Math.min(size, taken * bytes), lines, habits };
  }

  async dismiss(): Promise<void> {
    this.#lane.close();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  /** A thread more; where none can be had, blocks that it took are left to the caller. */
  #hire(): void {
    const { thread, options } = this.#reading;
    const failed = (): void => {
      this.#hasFailed = true;
      this.#wake();
    };
    try {
      const worker = new Worker(thread, { workerData: { work: this.#work, slots: SLOTS, options } });
      worker.on('error', failed);
      worker.on('message', (result: BlockResult<Piece>) => {
        this.#results.set(result.block, { result, worker });
        this.#wake();
      });
      for (let slot = 0; slot < SLOTS; slot++) worker.postMessage(slot);
      this.#workers.push(worker);
    } catch {
      failed();
    }
  }
}
