import { builtin } from '../../../files/builtin.ts';
import { ifPossible } from '../../../files/if-possible.ts';
import { type Slots, slotOf } from '../../../rows/building/growing.ts';
import { kernelBuffer } from '../../../rows/kernels/kernels.ts';
import { SparseRows } from '../../../rows/sparse-rows.ts';

const { availableParallelism } = builtin('node:os');
const { setImmediate } = builtin('node:timers/promises');
const { parentPort, Worker } = builtin('node:worker_threads');

/** A result that has rows. */
export interface Rowed {
  readonly rows: SparseRows;
}

/** The same on its way to another thread: entries that stand in a slot are left out. */
export type Sent<R extends Rowed> = Omit<R, 'rows'> & {
  readonly rows: Pick<SparseRows, 'offsets' | 'columns' | 'squaredNorms'> & Partial<Pick<SparseRows, 'indices' | 'values'>>;
};

/** What is to be done, on any thread; entries of the rows that come of it are to stand in a slot. */
export interface Task {
  readonly slot: number;
}

/** Tasks, which come one behind the other. */
export interface Tasks<T extends Task, Result extends Rowed> {
  /** The next one, for this slot; undefined behind the last. */
  next(slot: number): Promise<T | undefined>;
  /** Does it here; throws where that cannot be done before its turn. */
  done(task: T): Result;
  /** Told that all were done and the next one is waited for. */
  starving?(): void;
}

/** A task whose turn has come; without a result it is to be done now. */
export interface Turn<T extends Task, Result> {
  readonly task: T;
  readonly result?: Result | undefined;
}

type Thread = InstanceType<typeof Worker>;

/** What a thread of a crew is told (serve). */
export interface Service<Options> {
  readonly slots: Slots;
  readonly options: Options;
}

/** Tasks that a thread is given: it goes on with the others while the answer about one is under way and this thread is busy. */
const GIVEN = 3;

/** Threads beside this one, as many as there are processors, but no more than this. */
export function threadsHere(most: number): number {
  return Math.min(most, availableParallelism() - 1);
}

/** Slots that keep so many threads and this one at work. */
export function slotsFor(threads: number): number {
  return 2 + GIVEN * threads;
}

/**
 * Does tasks on this thread and on others, and hands their results over in their order. This thread asks for tasks, and does some where all
 * slots are taken; where no other thread can be had it does them all.
 */
export class Crew<T extends Task, Result extends Rowed> {
  readonly #tasks: Tasks<T, Result>;
  /** Slots that hold nothing. */
  readonly #free = [0];
  /** Threads that are there; those that answer, with what each was given, in that order. */
  readonly #workers: Thread[] = [];
  readonly #given = new Map<Thread, T[]>();
  /** Tasks in their order whose turn is still to come, those of them that nobody was given, and what came of others. */
  readonly #order: T[] = [];
  readonly #queue: T[] = [];
  readonly #results = new Map<T, Result | undefined>();
  #state: 'idle' | 'asking' | 'ended' = 'idle';
  /** What comes behind the last one: nothing, or an error. */
  #end = (): Promise<undefined> => Promise.resolve(undefined);
  /** Looks again at what there is to do. */
  wake = (): void => undefined;

  constructor(tasks: Tasks<T, Result>) {
    this.#tasks = tasks;
  }

  /** Begins threads of a file, which serves tasks (serve), with a slot for all that they are given: until now there is one slot. */
  hire(threads: number, thread: () => URL, service: Service<unknown>): void {
    for (let slot = 1; slot < slotsFor(threads); slot++) this.#free.push(slot);
    // What a thread makes is little: a young generation of the usual size would only fill memory.
    const options = { workerData: service, resourceLimits: { maxYoungGenerationSizeMb: 4 } };
    for (let k = 0; k < threads; k++) ifPossible(() => this.#joined(new Worker(thread(), options), service.slots));
  }

  /**
   * The tasks in their order. The slot of each is taken until the next one is asked for.
   *
   * @throws what `next` throws, behind the tasks before it.
   */
  async *turns(): AsyncGenerator<Turn<T, Result>> {
    try {
      for (let turn = await this.#turn(); turn !== undefined; turn = await this.#turn()) {
        yield turn;
        this.#free.push(turn.task.slot);
        if (turn.result === undefined) await setImmediate();
      }
    } finally {
      await Promise.all(this.#workers.map((worker) => worker.terminate()));
    }
  }

  /** Waits for the turn of the first task; undefined behind the last one. */
  async #turn(): Promise<Turn<T, Result> | undefined> {
    for (;;) {
      this.#ask();
      this.#give();
      const first = this.#order.at(0);
      if (first === undefined && this.#state === 'ended') return this.#end();
      const isDone = first !== undefined && this.#results.has(first);
      const isFree = !isDone && (this.#state !== 'asking' || this.#given.size === 0);
      const task = isFree ? this.#queue.shift() : undefined;
      if (first !== undefined && (isDone || task === first)) {
        const result = this.#results.get(first);
        this.#results.delete(first);
        this.#order.shift();
        return { task: first, result };
      }
      if (task !== undefined) {
        const result = ifPossible(() => this.#tasks.done(task));
        this.#results.set(task, result);
        await setImmediate();
      } else {
        if (first === undefined) this.#tasks.starving?.();
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    }
  }

  /** Asks for the next task where there is a slot for it. */
  #ask(): void {
    const slot = this.#state === 'idle' ? this.#free.pop() : undefined;
    if (slot === undefined) return;
    this.#state = 'asking';
    const take = (task: T | undefined): void => {
      if (task !== undefined) for (const tasks of [this.#order, this.#queue]) tasks.push(task);
      this.#state = task === undefined ? 'ended' : 'idle';
      this.wake();
    };
    const next = this.#tasks.next(slot);
    next.then(take, () => {
      this.#end = () => next as Promise<undefined>;
      take(undefined);
    });
  }

  /** Gives tasks to threads that have few. */
  #give(): void {
    for (let few = 0; few < GIVEN; few++)
      for (const [worker, given] of this.#given) {
        const task = given.length === few ? this.#queue.shift() : undefined;
        if (task === undefined) continue;
        given.push(task);
        worker.postMessage(task);
      }
  }

  #joined(worker: Thread, slots: Slots): number {
    worker.on('error', () => {
      // What it was given is for others.
      this.#queue.push(...(this.#given.get(worker) ?? []));
      this.#queue.sort((a, b) => this.#order.indexOf(a) - this.#order.indexOf(b));
      this.#given.delete(worker);
      this.wake();
    });
    worker.on('message', (answer: Sent<Result> | undefined) => {
      const task = this.#given.get(worker)?.shift();
      // The first answer says that tasks may come.
      if (task === undefined) this.#given.set(worker, []);
      else this.#results.set(task, answer && arrived(answer, slots, task.slot));
      this.wake();
    });
    return this.#workers.push(worker);
  }
}

/** So many slots, in memory of kernels where that can be had. */
export function newSlots(count: number, entries: number): Slots {
  const bytes = count * 8 * entries;
  return { memory: kernelBuffer(bytes) ?? new SharedArrayBuffer(bytes), entries };
}

function sent<R extends Rowed>(result: R, { memory }: Slots): Sent<R> {
  const { offsets, columns, squaredNorms, indices, values } = result.rows;
  return { ...result, rows: { offsets, columns, squaredNorms, ...(indices.buffer !== memory && { indices, values }) } };
}

function arrived<R extends Rowed>(result: Sent<R>, slots: Slots, slot: number): R {
  const { offsets, columns, squaredNorms } = result.rows;
  const views = slotOf(slots, slot).views(offsets.at(-1)!);
  const { indices = views[0], values = views[1] } = result.rows;
  return { ...result, rows: new SparseRows(offsets, indices, values, columns, squaredNorms) } as unknown as R;
}

/** Does tasks on a thread: a message is one, the answer what came of it; the first answer says that tasks may come. */
export function serve({ slots }: Service<unknown>, done: (task: never) => Rowed): void {
  parentPort!.on('message', (task: Task) => {
    const result = ifPossible(() => done(task as never));
    const all = [result, result?.rows].flatMap((part) => Object.values(part ?? {}) as (Partial<ArrayBufferView> | undefined)[]);
    const going = all.flatMap((each) => (each?.buffer instanceof ArrayBuffer ? each.buffer : []));
    parentPort!.postMessage(result && sent(result, slots), going);
  });
  parentPort!.postMessage(undefined);
}
