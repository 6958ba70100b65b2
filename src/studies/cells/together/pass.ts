import { canonical } from '../../../specs/hash.ts';
import type { LearnerSpec, StreamSpec } from '../../../specs/learner-spec.ts';

/** Optimizers that learn faster as members of a block than one after the other (npm run bench -- blocks). */
export const FASTER_TOGETHER: readonly string[] = ['gradient-descent', 'ada-grad', 'normalized-adaptive'];

/** Fields that a shared pass knows how to follow; with any other one, or parts of one's own, a cell has a run of its own. */
const FOLLOWED: readonly string[] = ['loss', 'update', 'optimizer', 'constant', 'perDecade', 'order', 'seed'];

/**
 * What specs have to have in common to share a pass over their rows: everything but the numbers of the optimizer, and in the order
 * as given the seed, which decides nothing there. Undefined for a spec that needs a pass of its own; `also`: fields besides.
 */
export function passKey(spec: LearnerSpec & StreamSpec, also: readonly string[]): string | undefined {
  const isFollowed = Object.keys(spec).every((field) => FOLLOWED.includes(field) || also.includes(field));
  const { optimizer, seed, ...same } = spec;
  if (!isFollowed || !FASTER_TOGETHER.includes(optimizer.name)) return undefined;
  return canonical({ ...same, optimizer: optimizer.name, ...(spec.order === 'shuffled' && { seed }) });
}

/** Members of a block at most: more gain nothing. */
export const MOST_MEMBERS = 16;
/**
 * Cells that a pass is shared by at least: with 7 of 200,000 documents it takes .65 to .88 of the time of as many runs in either order,
 * with 4 or 5, which leave vectors half empty, 1 to 1.3.
 */
export const FEWEST_MEMBERS = 7;
/** Bytes that the weights of a block and the other numbers of its features may take. */
const MOST_BYTES = 2 ** 28;
/** Numbers a feature and member of the optimizer that keeps most of them (w, G, s). */
const NUMBERS = 3;

/** How many members a block for so many features may have; 1 at least. */
export function membersFor(columns: number): number {
  return Math.max(1, Math.min(MOST_MEMBERS, Math.floor(MOST_BYTES / (8 * NUMBERS * columns))));
}

/**
 * A list in as few parts as it takes that none is longer than `most`, all about as long.
 *
 * @example
 * inParts(['a', 'b', 'c', 'd', 'e'], 4) // => [['a', 'b', 'c'], ['d', 'e']]
 */
export function inParts<T>(list: readonly T[], most: number): T[][] {
  const parts = Math.ceil(list.length / most);
  const at = (part: number): number => Math.ceil((part * list.length) / parts);
  return Array.from({ length: parts }, (_, part) => list.slice(at(part), at(part + 1)));
}
