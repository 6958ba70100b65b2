/**
 * What a parser makes of a run, every default filled in. Runs that differ in nothing but the seed are parsed once: a report looks each of
 * its thousands of runs up time and again.
 */
export function bySeed<Parsed extends object>(
  parse: (run: object) => Parsed,
): (run: Readonly<Record<string, unknown>> & { readonly seed: number }) => Parsed {
  const known = new Map<string, Parsed>();
  return ({ seed, ...rest }) => {
    const key = JSON.stringify(rest);
    const parsed = known.get(key) ?? parse({ ...rest, seed: 1 });
    known.set(key, parsed);
    return { ...parsed, seed };
  };
}
