/** An interleaved array of zeros, in which those of member m now begin as initial[m]. */
export function filledByMember(all: Float64Array, initial: readonly number[]): Float64Array {
  if (initial.every((each) => each === 0)) return all; // untouched memory costs nothing
  for (let at = 0; at < all.length; at++) all[at] = initial[at % initial.length];
  return all;
}
