/**
 * The rows of each query: query q has rows members[offsets[q]] … members[offsets[q + 1] - 1], in their order in the data; queries in the
 * order in which they first appear.
 */
export interface Queries {
  readonly offsets: Uint32Array;
  readonly members: Uint32Array;
}

/** From the query of each row; the rows of one query need not stand together. */
export function queriesOf(groups: Uint32Array): Queries {
  const places = new Map<number, number>();
  for (const group of groups) if (!places.has(group)) places.set(group, places.size);
  const offsets = new Uint32Array(places.size + 1);
  for (const group of groups) offsets[places.get(group)! + 1]++;
  for (let q = 0; q < places.size; q++) offsets[q + 1] += offsets[q];
  const next = offsets.slice(0, -1);
  const members = new Uint32Array(groups.length);
  groups.forEach((group, i) => {
    members[next[places.get(group)!]++] = i;
  });
  return { offsets, members };
}
