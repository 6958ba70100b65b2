import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { arrayIn, type State, type Stateful } from './state.ts';
import { exp, log } from './elementary.ts';

/**
 * Seeded, named, splittable random streams. Equal (seed, name) give equal draws on every machine.
 *
 * The generator is xoroshiro128+ seeded from sha256(seed and name): neighbouring seeds start far apart, and streams of
 * different names ('order', 'query', …) are independent, so that adding a draw to one changes no other.
 *
 * @example
 * const coin = randomStream(42, 'query');
 * coin.next() === randomStream(42, 'query').next() // => true
 */
export class RandomStream implements Stateful {
  readonly #path: string;
  #generator: RandomGenerator;

  constructor(path: string, generator: RandomGenerator) {
    this.#path = path;
    this.#generator = generator;
  }

  /** Uniform in [0, 1), a multiple of 2^-53. */
  next(): number {
    return uniformFloat64(this.#generator);
  }

  /** Uniform integer in [0, n), n >= 1. */
  below(n: number): number {
    return uniformInt(this.#generator, 0, n - 1);
  }

  /** Standard normal, by Marsaglia's polar method (the second value of a pair is not kept: state stays four words). */
  normal(): number {
    for (;;) {
      const a = 2 * this.next() - 1;
      const b = 2 * this.next() - 1;
      const s = a * a + b * b;
      if (s > 0 && s < 1) return a * Math.sqrt((-2 * log(s)) / s);
    }
  }

  /** Poisson with a small mean: how many uniform factors keep a product above e^-mean (Knuth). */
  poisson(mean: number): number {
    const least = exp(-mean);
    let count = 0;
    for (let product = this.next(); product > least; product *= this.next()) count++;
    return count;
  }

  /** A stream of its own that depends on this one's seed and name but not on how far this one has run. */
  split(name: string | number): RandomStream {
    return fromPath(`${this.#path}/${name}`);
  }

  /** An independent copy at the same point. */
  clone(): RandomStream {
    return new RandomStream(this.#path, this.#generator.clone());
  }

  /** How far this stream has run. */
  state(): State {
    return { words: Float64Array.from(this.#generator.getState()) };
  }

  /** Goes to where a stream of the same seed and name once was. */
  restore(state: State): void {
    this.#generator = xoroshiro128plusFromState([...arrayIn(state, 'words')]);
  }
}

/** The stream of this seed and name. */
export function randomStream(seed: number | string, name: string): RandomStream {
  return fromPath(`${seed}:${name}`);
}

/** A uniformly random order of 0 … n-1 (Fisher-Yates). */
export function permutation(n: number, random: RandomStream): Uint32Array {
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const j = random.below(i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

function fromPath(path: string): RandomStream {
  // Synchronous, and the same in a browser; of the bytes of a word the lowest comes first.
  const hash = new DataView(sha256(utf8ToBytes(path)).buffer);
  const words = [0, 4, 8, 12].map((at) => hash.getInt32(at, true));
  return new RandomStream(path, xoroshiro128plusFromState(words));
}
