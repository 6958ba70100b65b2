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
