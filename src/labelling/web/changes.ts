/** Something that changes, and those who wait for it to. */
export class Changes {
  #waiting = new Set<() => void>();

  tell(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Resolves when this is so: now, or at a change. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((wake) => this.#waiting.add(wake));
  }
}
