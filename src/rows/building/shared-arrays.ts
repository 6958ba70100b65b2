/** A copy on shared memory, so that worker threads read one. */
export function sharedFloat64(numbers: ArrayLike<number>): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(8 * numbers.length));
  shared.set(numbers);
  return shared;
}

/** A copy that threads can share. */
export function sharedUint32(numbers: ArrayLike<number>): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(4 * numbers.length));
  shared.set(numbers);
  return shared;
}

/** A copy that threads can share, in single precision. */
export function sharedFloat32(numbers: ArrayLike<number>): Float32Array {
  const shared = new Float32Array(new SharedArrayBuffer(4 * numbers.length));
  shared.set(numbers);
  return shared;
}
