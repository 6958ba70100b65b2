/** How far the thread that writes a ledger has come, on memory that both sides see: neither has to return to its event loop. */
export function writingProgress(memory = new SharedArrayBuffer(1024)) {
  /** Messages done with, and the length of the complaint. */
  const counts = new Int32Array(memory, 0, 2);
  const complaint = new Uint8Array(memory, 8);
  return {
    /** To be handed to the other side. */
    memory,
    /** One more message is done with. */
    done(): void {
      Atomics.add(counts, 0, 1);
      Atomics.notify(counts, 0);
    },
    /** Nothing can be written any more, for this reason. */
    fail(reason: string): void {
      Atomics.store(counts, 1, new TextEncoder().encodeInto(reason, complaint).written);
    },
    /** Why nothing can be written any more. */
    get failure(): string | undefined {
      const length = Atomics.load(counts, 1);
      return length === 0 ? undefined : Buffer.from(complaint.slice(0, length)).toString();
    },
    /** Returns when at least so many messages are done with. */
    waitFor(messages: number): void {
      for (let done = Atomics.load(counts, 0); done < messages; done = Atomics.load(counts, 0)) Atomics.wait(counts, 0, done);
    },
  };
}
