import { caught } from '../../src/numerics/iwal-error.ts';

/** What an error of this kind says of the work; undefined where it is done. Any other error is thrown. */
export function refusalOf(kind: abstract new (...given: never[]) => Error, work: () => unknown): string | undefined {
  const done = (): undefined => void work();
  return caught(kind, done, ({ message }) => message);
}
