import { DataError } from '../../../files/data-error.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { Growing } from '../../../rows/building/growing.ts';
import type { VwExample } from './example.ts';

/**
 * The costs of a file that comes line by line: the first line decides whether a file has costs or labels.
 *
 * @throws DataError with the line: costs on some lines only.
 */
export class GrowingCosts {
  readonly #file: string;
  #offsets = new Growing(Uint32Array);
  #classes = new Growing(Uint32Array);
  #costs = new Growing(Float64Array);
  #lines = new Growing(Uint32Array);
  #examples = 0;
  #hasCosts = false;

  constructor(file: string) {
    this.#file = file;
    this.#offsets.push(0);
  }

  /** Takes the costs of the next example in; its cheapest class, the first of several, undefined where the file has no costs. */
  cheapestOf({ line, costs }: Pick<VwExample, 'line' | 'costs'>): number | undefined {
    if (this.#examples++ === 0) this.#hasCosts = costs !== undefined;
    const hasCosts = this.#hasCosts;
    if (hasCosts !== (costs !== undefined)) {
      throw new DataError({
        file: this.#file,
        line,
        found: hasCosts ? 'a line without costs' : 'costs after lines without',
        legal: 'class:cost on every line or on none',
      });
    }
    if (costs === undefined) return undefined;
    for (const { class: number, cost } of costs) {
      this.#classes.push(number);
      this.#costs.push(cost);
    }
    this.#offsets.push(this.#classes.length);
    this.#lines.push(line);
    const least = Math.min(...costs.map(({ cost }) => cost));
    return Math.min(...costs.filter(({ cost }) => cost === least).map(({ class: number }) => number));
  }

  /** Lets go of them all; what comes is still held against the first line. */
  forget(): void {
    if (!this.#hasCosts) return;
    this.#offsets = new Growing(Uint32Array);
    this.#offsets.push(0);
    this.#classes = new Growing(Uint32Array);
    this.#costs = new Growing(Float64Array);
    this.#lines = new Growing(Uint32Array);
  }

  /** All of them; nothing where the file has none. */
  finish(): Pick<Dataset, 'costs'> {
    if (this.#lines.length === 0) return {};
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
