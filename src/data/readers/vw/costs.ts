import { DataError } from '../../../files/data-error.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { Growing } from '../../../rows/building/growing.ts';
import type { VwExample } from './example.ts';

/**
 * The costs of a file that comes line by line: the first line that has either decides whether a file has costs or labels. Lines that
 * have neither, where they may be there, list no class.
 *
 * @throws DataError with the line: costs on some lines only.
 */
export class GrowingCosts {
  readonly #file: string;
  #offsets = new Growing(Uint32Array);
  #classes = new Growing(Uint32Array);
  #costs = new Growing(Float64Array);
  #lines = new Growing(Uint32Array);
  /** Unknown until a line has said so. */
  #hasCosts: boolean | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#offsets.push(0);
  }

  /** Takes the costs of the next example in; its cheapest class, the first of several, undefined where it has no costs. */
  cheapestOf({ line, label, costs }: Pick<VwExample, 'line' | 'label' | 'costs'>): number | undefined {
    if (costs === undefined && label === undefined) {
      if (this.#hasCosts !== false) this.#end(line);
      return undefined;
    }
    this.#hasCosts ??= costs !== undefined;
    if (this.#hasCosts !== (costs !== undefined)) {
      throw new DataError({
        file: this.#file,
        line,
        found: this.#hasCosts ? 'a line without costs' : 'costs after lines without',
        legal: 'class:cost on every line or on none',
      });
    }
    if (costs === undefined) return undefined;
    for (const { class: number, cost } of costs) {
      this.#classes.push(number);
      this.#costs.push(cost);
    }
    this.#end(line);
    const least = Math.min(...costs.map(({ cost }) => cost));
    return Math.min(...costs.filter(({ cost }) => cost === least).map(({ class: number }) => number));
  }

  /** Lets go of them all; what comes is still held against the line that decided. */
  forget(): void {
    if (this.#hasCosts === false) return;
    this.#offsets = new Growing(Uint32Array);
    this.#offsets.push(0);
    this.#classes = new Growing(Uint32Array);
    this.#costs = new Growing(Float64Array);
    this.#lines = new Growing(Uint32Array);
  }

  /** An example has all its costs. */
  #end(line: number): void {
    this.#offsets.push(this.#classes.length);
    this.#lines.push(line);
  }

  /** All of them; nothing where the file has none. */
  finish(): Pick<Dataset, 'costs'> {
    if (this.#hasCosts !== true) return {};
    return {
      costs: {
        offsets: this.#offsets.shared(),
        classes: this.#classes.shared(),
        costs: this.#costs.shared(),
        lines: this.#lines.shared(),
      },
    };
  }
}
