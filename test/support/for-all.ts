/** What holds of everything that some arbitraries make, tried as often as fast-check is told to, or a hundred times. */
import fc from 'fast-check';

type Arbitraries<T> = { [K in keyof T]: fc.Arbitrary<T[K]> };
type Several = [unknown, ...unknown[]];
type Settings<T> = fc.Parameters<T>;

type Check<T extends Several, R> = (...values: T) => R;
type Rest<T extends Several, R> = [check: Check<T, R>] | [settings: Settings<T>, check: Check<T, R>];

/** `check` holds of these values, or `fc.assert` says of which it does not. */
export function forAll<T extends Several>(of: Arbitraries<T>, ...rest: Rest<T, void>): void {
  const [settings, check] = settled(rest);
  fc.assert(fc.property(...of, check), settings);
}

/** The same where a check waits for something. */
export async function forAllAwaited<T extends Several>(of: Arbitraries<T>, ...rest: Rest<T, Promise<void>>): Promise<void> {
  const [settings, check] = settled(rest);
  await fc.assert(fc.asyncProperty(...of, check), settings);
}

function settled<T extends Several, R>(rest: Rest<T, R>): readonly [Settings<T>, Check<T, R>] {
  return rest.length === 1 ? [{}, rest[0]] : rest;
}
