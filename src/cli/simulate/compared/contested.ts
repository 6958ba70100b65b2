/** A run and what figures and tables call it. */
export interface Contestant<S> {
  readonly label: string;
  readonly spec: S;
}

/** What it came to. */
export interface Contested<R> {
  readonly label: string;
  readonly result: R;
}

/** The results of one rule, a seed each. */
export interface Repeated<R> {
  readonly label: string;
  readonly results: readonly R[];
}

/**
 * The runs on so many seeds, counted from their own, and beside those of every seed what `beside` adds to them: streams and coins
 * are drawn anew, the test part stays the same.
 */
export function onSeeds<S extends { readonly seed: number }>(
  runs: readonly Contestant<S>[],
  seeds: number,
  beside: (runs: readonly Contestant<S>[]) => readonly Contestant<S>[],
): Contestant<S>[] {
  return Array.from({ length: seeds }, (_, s) => s).flatMap((s) =>
    beside(runs.map(({ label, spec }) => ({ label, spec: { ...spec, seed: spec.seed + s } }))),
  );
}

/** The results by rule, in the order of the runs. */
export function byRule<R>(contested: readonly Contested<R>[]): Repeated<R>[] {
  const labels = [...new Set(contested.map(({ label }) => label))];
  return labels.map((label) => ({
    label,
    results: contested.filter((each) => each.label === label).map(({ result }) => result),
  }));
}

/** How results of a kind are told to a person. */
export interface Telling<R> {
  /** One run, and what stands beside it. */
  summary(result: R, beside: R): string;
  comparison(contested: readonly Contested<R>[]): string;
  repetition(rules: readonly Repeated<R>[]): string;
}

/** What is asked for of the results. */
export interface Wanted {
  readonly json: boolean;
  /** Several rules, or one with what stands beside it. */
  readonly runs: 'one' | 'several';
  readonly seeds: number;
}

/** Results as they are printed: text, or an object, or an array of them. */
export function outputOf<R>(contested: readonly Contested<R>[], telling: Telling<R>, { json, runs, seeds }: Wanted): string {
  if (seeds > 1) {
    const rules = byRule(contested);
    return json ? JSON.stringify(rules) : telling.repetition(rules);
  }
  const results = contested.map(({ result }) => result);
  if (json) return JSON.stringify(runs === 'one' ? results[0] : results);
  return runs === 'one' ? telling.summary(results[0], results.at(-1)!) : telling.comparison(contested);
}
