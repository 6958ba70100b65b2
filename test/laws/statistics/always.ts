import fc from 'fast-check';

/** A law holds whatever is drawn (fast-check). */
export function always<Ts extends [unknown, ...unknown[]]>(
  ...drawn: [...arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> }, law: (...values: Ts) => void]
): void {
  fc.assert(fc.property(...drawn));
}
