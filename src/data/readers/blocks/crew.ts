import { builtin } from '../../../files/builtin.ts';
import { ifPossible } from '../../../files/if-possible.ts';
import { threadFile } from '../../../files/own-package.ts';

const { availableParallelism } = builtin('node:os');
const { setImmediate } = builtin('node:timers/promises');
const { Worker } = builtin('node:worker_threads');

/** What is to be done, on any thread; what comes of it is to stand in a slot of common memory. */
export interface Task {
  readonly slot: number;
}

/** Tasks, which come one behind the other. */
export interface Tasks<T extends Task, Result> {
  /** The next one, for this slot; undefined behind the last. */
  next(slot: number): Promise<T | undefined>;
  /** Does it here before its turn; undefined where that cannot be done. */
  done(task: T): Result | undefined;
  /** What a thread has answered (serve); undefined where it could not do it. */
  answered(answer: object | undefined, task: T): Result | undefined;
  /** Told that all were done and the next one is waited for. */
  starving(): void;
}

/** A task whose turn has come; without a result it is to be done now. */
export interface Turn<T extends Task, Result> {
  readonly task: T;
  readonly result: Result | undefined;
}

/** Tasks that a thread is given: one that it goes on with while the answer about the other is under way. */
const GIVEN = 2;

interface Numbered<T> {
  readonly number: number;
  readonly task: T;
}

/** Another thread, and what it was given, in that order. */
interface Member<T> {
  readonly worker: InstanceType<typeof Worker>;
  readonly given: Numbered<T>[];
}

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
export class Crew<T extends Task, Result> {
  readonly #tasks: Tasks<T, Result>;
  /** Slots that hold nothing. */
  readonly #free: number[] = [];
  #slots = 0;
  /** Threads that are there, and those that answer. */
  readonly #workers: Member<T>['worker'][] = [];
  readonly #members: Member<T>[] = [];
  /** Tasks that nobody was given, and those that are done before their turn. */
  readonly #queue: Numbered<T>[] = [];
  readonly #done = new Map<number, Turn<T, Result>>();
  /** Tasks so far. */
  #count = 0;
  #state: 'idle' | 'asking' | 'ended' = 'idle';
  /** What comes behind the last one: nothing, or an error. */
  #end = (): Promise<undefined> => Promise.resolve(undefined);
  #wake = (): void => undefined;

  constructor(tasks: Tasks<T, Result>) {
    this.#tasks = tasks;
  }

  /** Slots are 0 to count - 1 from now on. */
  widen(count: number): void {
    while (this.#slots < count) this.#free.push(this.#slots++);
  }

  /** Begins threads of this file, which serves tasks, as its worker data say. */
  hire(threads: number, file: string, workerData: object): void {
    for (let k = 0; k < threads; k++)
      ifPossible(() => {
        this.#join(new Worker(threadFile(file), { workerData }));
      });
  }

  /** Looks again at what there is to do. */
  wake(): void {
    this.#wake();
  }

  /**
   * The tasks in their order. The slot of each is taken until the next one is asked for.
   *
   * @throws what `next` throws, behind the tasks before it.
   */
  async *turns(): AsyncGenerator<Turn<T, Result>> {
    try {
      for (let number = 0; ; number++) {
        const turn = await this.#turn(number);
        if (turn === undefined) return;
        yield turn;
        this.#free.push(turn.task.slot);
        if (turn.result === undefined) await setImmediate();
      }
    } finally {
      await Promise.all(this.#workers.map((worker) => worker.terminate()));
    }
  }

  /** Waits for the turn of this task; undefined behind the last one. */
  async #turn(number: number): Promise<Turn<T, Result> | undefined> {
    for (;;) {
      this.#ask();
      this.#give();
      const done = this.#done.get(number);
      this.#done.delete(number);
      if (done !== undefined) return done;
      if (this.#state === 'ended' && number === this.#count) return this.#end();
      const next = this.#state === 'asking' && this.#members.length > 0 ? undefined : this.#queue.shift();
      if (next?.number === number) return { task: next.task, result: undefined };
      if (next !== undefined) {
        this.#done.set(next.number, { task: next.task, result: this.#tasks.done(next.task) });
        await setImmediate();
      } else {
        if (number === this.#count) this.#tasks.starving();
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  /** Asks for the next task where there is a slot for it. */
  #ask(): void {
    const slot = this.#state === 'idle' ? this.#free.pop() : undefined;
    if (slot === undefined) return;
    this.#state = 'asking';
    const take = (task: T | undefined): void => {
      if (task !== undefined) this.#queue.push({ number: this.#count++, task });
      this.#state = task === undefined ? 'ended' : 'idle';
      this.#wake();
    };
    this.#tasks.next(slot).then(take, (error: Error) => {
      this.#end = () => Promise.reject(error);
      take(undefined);
    });
  }

  /** Gives tasks to threads that have few. */
  #give(): void {
    for (let few = 0; few < GIVEN; few++)
      for (const { worker, given } of this.#members) {
        const next = given.length === few ? this.#queue.shift() : undefined;
        if (next === undefined) continue;
        given.push(next);
        worker.postMessage(next.task);
      }
  }

  #join(worker: Member<T>['worker']): void {
    const member: Member<T> = { worker, given: [] };
    this.#workers.push(worker);
    worker.on('error', () => {
      // What it was given is for others.
      this.#queue.push(...member.given);
      this.#queue.sort((a, b) => a.number - b.number);
      if (this.#members.includes(member)) this.#members.splice(this.#members.indexOf(member), 1);
      this.#wake();
    });
    worker.on('message', (answer: object | undefined) => {
      const given = member.given.shift();
      // The first answer says that tasks may come.
      if (given === undefined) this.#members.push(member);
      else this.#done.set(given.number, { task: given.task, result: this.#tasks.answered(answer, given.task) });
      this.#wake();
    });
  }
}
