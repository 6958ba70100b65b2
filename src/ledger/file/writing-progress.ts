/** How far the thread that writes a ledger has come, on memory that both sides see: neither has to return to its event loop. */
export class WritingProgress {
  /** To be handed to the other side. */
  readonly memory: SharedArrayBuffer;
  /** Messages done with, and the length of the complaint. */
  readonly #counts: Int32Array;
  readonly #complaint: Uint8Array;

  constructor(memory = new SharedArrayBuffer(1024)) {
    this.memory = memory;
    this.#counts = new Int32Array(memory, 0, 2);
    this.#complaint = new Uint8Array(memory, 8);
  }

  /** One more message is done with. */
  done(): void {
    Atomics.add(this.#counts, 0, 1);
    Atomics.notify(this.#counts, 0);
  }

  /** Nothing can be written any more, for this reason. */
  fail(reason: string): void {
    Atomics.store(this.#counts, 1, new TextEncoder().encodeInto(reason, this.#complaint).written);
  }

  /** Why nothing can be written any more. */
  get failure(): string | undefined {
    const length = Atomics.load(this.#counts, 1);
    return length === 0 ? undefined : Buffer.from(this.#complaint.slice(0, length)).toString();
  }

  /** Returns when at least so many messages are done with. */
  waitFor(messages: number): void {
    for (let done = Atomics.load(this.#counts, 0); done < messages; done = Atomics.load(this.#counts, 0))
      Atomics.wait(this.#counts, 0, done);
  }
}
