import type { Cell } from '../cells/cell.ts';
import type { Kind } from '../cells/kinds/kind.ts';
import { kinds } from '../cells/kinds/index.ts';
import { FEWEST_MEMBERS, inParts, MOST_MEMBERS } from '../cells/together/pass.ts';
import { canonical } from '../../specs/hash.ts';

/**
 * The cells at these places as the threads run them: those that can share a pass over their rows (cells/kinds/kind.ts) together, every
 * other one alone. Passes are shared by so few cells that there is work for all threads, and by so many that they gain something
 * by it. Results do not depend on it.
 */
export function passesOf(cells: readonly Cell[], places: readonly number[], threads: number): (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const at of places) {
    const key = keyOf(cells[at]) ?? `${at}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  }
  const most = Math.min(MOST_MEMBERS, Math.ceil(places.length / threads));
  return [...groups.values()].flatMap((group) =>
    inParts(group, most).flatMap((part) => (part.length < FEWEST_MEMBERS ? part.map((at) => [at]) : [part])),
  );
}

function keyOf({ kind, dataset, run }: Cell): string | undefined {
  const { shared } = kinds[kind] as Partial<Kind<unknown, unknown, unknown>>;
  const key = shared?.key(run);
  return key === undefined ? undefined : canonical([kind, dataset, key]);
}

/**
 * Which cell a lane runs next. Cells of one stream (data and seed) go to one lane, one after the other, as long as there are
 * streams for all: a thread then finds the rows as its last cell left them (cells/in-order.ts). A lane whose stream is run takes one
 * that nobody has begun, and then from the one with most cells left. Results do not depend on it.
 */
export class Lanes {
  /** Places of the cells of every stream, the next one last. */
  readonly #streams: number[][];
  readonly #begun = new Set<number[]>();
  readonly #ofLane = new Map<number, number[]>();

  constructor(cells: readonly Cell[], places: readonly number[]) {
    const streams = new Map<string, number[]>();
    for (const at of places) {
      const { dataset, run } = cells[at];
      const stream = JSON.stringify([dataset, 'seed' in run ? run.seed : undefined]);
      const others = streams.get(stream);
      if (others === undefined) streams.set(stream, [at]);
      else others.push(at);
    }
    this.#streams = Array.from(streams.values(), (stream) => stream.reverse());
  }

  /** The place of the lane's next cell; undefined where all have begun. */
  next(lane: number): number | undefined {
    let stream = this.#ofLane.get(lane);
    if (stream === undefined || stream.length === 0) {
      const left = this.#streams.filter(({ length }) => length > 0);
      stream = left.find((each) => !this.#begun.has(each)) ?? left.sort((a, b) => b.length - a.length).at(0);
      if (stream === undefined) return undefined;
      this.#begun.add(stream);
      this.#ofLane.set(lane, stream);
    }
    return stream.pop();
  }
}
