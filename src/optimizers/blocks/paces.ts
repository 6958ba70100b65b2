import type { Values } from '../../numerics/recipe.ts';
import { Kept } from '../../numerics/state.ts';
import { decayOf, startOf, type scheduleParameters } from '../bases/schedule.ts';

/**
 * Where each of several is on its schedule (bases/schedule.ts), with the step sizes of one alone, bit for bit. The decay of those that share
 * it and have seen the same importance mass is computed once.
 */
export class Paces extends Kept {
  readonly #settings: readonly Values<typeof scheduleParameters>[];
  readonly #seen: { mass: number; pass: number }[];
  /** Step sizes at the start of the pass. */
  readonly #starts: Float64Array;
  /** The first member with the same decay as each, and the decays of those. */
  readonly #alike: Uint32Array;
  readonly #decays: readonly ((t: number) => number)[];
  /** The decay computed last, whose it is, and at which mass. */
  #decay = 1.5;
  #decayOf = 0;
  #decayAt = NaN;

  constructor(settings: readonly Values<typeof scheduleParameters>[]) {
    super();
    this.#settings = settings;
    this.#seen = settings.map(() => ({ mass: 0, pass: 0 }));
    this.keep(this.#seen);
    this.#starts = Float64Array.from(settings, (each) => startOf(each, 0));
    this.#alike = Uint32Array.from(settings, ({ power, t0 }) =>
      settings.findIndex((other) => other.power === power && other.t0 === t0),
    );
    this.#decays = settings.map(decayOf);
  }

  /** Counts importance h into member m; returns the step size of this example. */
  advance(m: number, h: number): number {
    return this.#starts[m] * this.#decayOfMember(m, (this.#seen[m].mass += h));
  }

  /** The step size that `advance(m, 1)` would return. */
  ahead(m: number): number {
    return this.#starts[m] * this.#decayOfMember(m, this.#seen[m].mass + 1);
  }

  /** The next pass over the data begins, for all. */
  beginPass(): void {
    for (const seen of this.#seen) seen.pass++;
    this.restored();
  }

  protected override restored(): void {
    for (const [m, { pass }] of this.#seen.entries()) this.#starts[m] = startOf(this.#settings[m], pass);
  }

  #decayOfMember(m: number, t: number): number {
    if (t !== this.#decayAt || this.#alike[m] !== this.#decayOf) {
      this.#decayAt = t;
      this.#decayOf = this.#alike[m];
      this.#decay = this.#decays[this.#decayOf](t);
    }
    return this.#decay;
  }
}
