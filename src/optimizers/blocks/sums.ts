/** An interleaved array, one number a feature and member, in which those of member m begin as initial[m]. */
export function fillByMember(columns: number, initial: readonly number[]): Float64Array {
  const all = new Float64Array(columns * initial.length);
  if (initial.every((each) => each === 0)) return all; // untouched memory costs nothing
  for (let at = 0; at < all.length; at++) all[at] = initial[at % initial.length];
  return all;
}
