import type { Values } from '../../numerics/recipe.ts';
import { numberIn, partIn, type State, type Stateful } from '../../numerics/state.ts';
import { decayOf, startOf, type scheduleParameters } from '../bases/schedule.ts';

/**
 * Where each of several is on its schedule (bases/pace.ts), with the step sizes of one alone, bit for bit. The decay of those that share
 * it and have seen the same importance mass is computed once.
 */
export class Paces implements Stateful {
  readonly #settings: readonly Values<typeof scheduleParameters>[];
  readonly #masses: Float64Array;
  readonly #passes: Float64Array;
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
    this.#settings = settings;
    this.#masses = new Float64Array(settings.length);
    this.#passes = new Float64Array(settings.length);
    this.#starts = Float64Array.from(settings, (each) => startOf(each, 0));
    this.#alike = Uint32Array.from(settings, ({ power, t0 }) =>
      settings.findIndex((other) => other.power === power && other.t0 === t0),
    );
    this.#decays = settings.map(decayOf);
  }

  /** Counts importance h into member m; returns the step size of this example. */
  advance(m: number, h: number): number {
    return this.#starts[m] * this.#decayOfMember(m, (this.#masses[m] += h));
  }

  /** The step size that `advance(m, 1)` would return. */
  ahead(m: number): number {
    return this.#starts[m] * this.#decayOfMember(m, this.#masses[m] + 1);
  }

  /** The next pass over the data begins, for all. */
  beginPass(): void {
    this.#passes.forEach((pass, m) => {
      this.#enter(m, pass + 1);
    });
  }

  state(): State {
    return Object.fromEntries(Array.from(this.#masses, (mass, m) => [String(m), { mass, pass: this.#passes[m] }]));
  }

  restore(state: State): void {
    for (let m = 0; m < this.#masses.length; m++) {
      const own = partIn(state, String(m));
      this.#masses[m] = numberIn(own, 'mass');
      this.#enter(m, numberIn(own, 'pass'));
    }
  }

  #enter(m: number, pass: number): void {
    this.#passes[m] = pass;
    this.#starts[m] = startOf(this.#settings[m], pass);
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
