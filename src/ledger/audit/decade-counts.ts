import type { ExampleEntry } from '../entry.ts';

/** What the examples of a decade come to. */
export class DecadeCount {
  bought = 0;
  refused = 0;
  /** Sums of p and of p (1 - p). */
  expected = 0;
  variance = 0;

  add({ outcome, probability: p }: Pick<ExampleEntry, 'outcome' | 'probability'>): void {
    if (outcome === 'asked') this.bought++;
    if (outcome === 'refused') this.refused++;
    this.expected += p;
    this.variance += p * (1 - p);
  }
}

/** Decisions by decades of the stream: positions 0 to 9, 10 to 99, and so on. */
export class DecadeCounts {
  readonly #decades: DecadeCount[] = [new DecadeCount()];
  /** The first position of the decade after the last one. */
  #to = 10;

  /** Examples come in the order of the stream. */
  add(example: ExampleEntry): void {
    while (example.position >= this.#to) {
      this.#decades.push(new DecadeCount());
      this.#to *= 10;
    }
    this.#decades.at(-1)!.add(example);
  }

  /** Of decade n; one in which nothing happened has nothing in it. */
  of(n: number): DecadeCount {
    return this.#decades.at(n) ?? new DecadeCount();
  }
}
