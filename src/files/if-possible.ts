/** What the work gives; undefined where it throws: whoever asks has another way, or says himself what is wrong. */
export function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
