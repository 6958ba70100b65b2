import type { Loss } from '../losses/loss.ts';

/** Why a loss cannot compare two scores by the sign of a margin; undefined where it can. */
export function signed({ name, labels, threshold, domain: [low, high] }: Loss): string | undefined {
  const fits = (labels === 'sign' || labels === 'real') && threshold === 0 && low === -Infinity && high === Infinity;
  return fits ? undefined : `loss '${name}' takes no margins of either sign with the labels -1 and +1; logistic does`;
}
