import { capBias, type CapBias } from './cap-bias.ts';
import type { Setting } from '../../src/studies/results/results.ts';
import { BUDGETS, DELIBERATE, gap, RULES, typical, type Arena, type Gap, type Rule, type Terms } from './settings.ts';

export const TERMS: readonly Terms[] = [{}, ...BUDGETS.toReversed().map((budget) => ({ budget }))];

export function termsName({ budget }: Terms): string {
  return budget === undefined ? 'no cap' : `cap ${budget}`;
}

/** Every dataset, rule and cap with the bias measured on it. */
export function biases(
  arenas: readonly Arena[],
  terms: readonly Terms[],
): { arena: Arena; rule: Rule; terms: Terms; setting: Setting; bias: CapBias }[] {
  return arenas.flatMap((arena) =>
    RULES.flatMap((rule) =>
      terms.map((each) => {
        const setting = typical(arena, rule, each);
        return { arena, rule, terms: each, setting, bias: capBias(setting.measurements) };
      }),
    ),
  );
}

/** Standard deviation over seeds of the sum of importance over n. */
export function spread(setting: Setting): number {
  return capBias(setting.measurements).mass.standardError * Math.sqrt(setting.measurements.length);
}

/** What a floor promises: Var(sum h) = E sum (1/p - 1) <= n (1/floor - 1). */
export function promised(floor: number, examples: number): number {
  return Math.sqrt((1 / floor - 1) / examples);
}

/** Test error with one oracle less that with the other, for both rules on every set. */
export function contrasts(arenas: readonly Arena[], one: string, other: string): (Gap & { what: string })[] {
  return arenas.flatMap((arena) =>
    DELIBERATE.map((rule) => ({ what: `${rule} on ${arena.name}`, ...gap(arena, [rule, one], [rule, other]) })),
  );
}
