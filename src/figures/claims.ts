/** What a source claims, what was measured, and whether the one bears out the other: decided by code, never typed. */
export interface Claim {
  readonly claim: string;
  readonly measured: string;
  readonly holds: boolean | 'not measured';
}

export function verdict({ holds }: Claim): string {
  if (holds === 'not measured') return 'not measured';
  return holds ? 'holds' : 'does not hold';
}

/**
 * The claims in one sentence.
 *
 * @example
 * const [good, bad] = [true, false].map((holds) => ({ claim: 'c', measured: 'm', holds }));
 * tally([good, bad]) // => '1 of 2 claims holds, 1 does not.'
 */
export function tally(claims: readonly Claim[]): string {
  const holding = claims.filter(({ holds }) => holds === true).length;
  const failing = claims.filter(({ holds }) => holds === false).length;
  const unknown = claims.length - holding - failing;
  const parts = [
    `${holding} of ${claims.length} ${claims.length === 1 ? 'claim' : 'claims'} ${holding === 1 ? 'holds' : 'hold'}`,
    ...(failing > 0 ? [`${failing} ${failing === 1 ? 'does' : 'do'} not`] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? 'was' : 'were'} not measured`] : []),
  ];
  return `${parts.join(', ')}.`;
}
