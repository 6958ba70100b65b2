/** What a source claims, what was measured, and whether the one bears out the other: decided by code, never typed. */
export interface Claim {
  readonly claim: string;
  readonly measured: string;
  readonly holds: boolean | 'not measured';
  /** File of the report's figure in which it can be seen. */
  readonly figure?: string;
  /** In a sentence: what was tried, and what limits it. Pages say it of a claim that does not hold. */
  readonly tried?: string;
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

/**
 * A report's answer in a paragraph: its first claim, what was measured, and how many of all claims hold.
 *
 * @example
 * const told = answer([{ claim: 'it saves labels', measured: 'factor 3.6', holds: true }]);
 * told // => 'The first claim holds: it saves labels. Measured: factor 3.6. 1 of 1 claim holds.'
 */
export function answer(claims: readonly Claim[]): string {
  const first = claims.at(0);
  if (first === undefined) return 'Nothing is claimed here.';
  const found = first.holds === 'not measured' ? 'was not measured' : verdict(first);
  return `The first claim ${found}: ${first.claim}. Measured: ${first.measured}. ${tally(claims)}`;
}

/** A claim that does not hold, and what a reader is owed besides the verdict. */
export interface Shortfall extends Pick<Claim, 'claim' | 'tried'> {
  readonly figure?: { readonly file: string; readonly number: number };
}

/**
 * The claims that do not hold, but for those that name neither figure nor sentence; `figures` are the report's files, in order.
 * Throws RangeError where a claim names another one.
 *
 * @example
 * const claim = { claim: 'c', measured: 'm', holds: false, figure: 'b.png', tried: 'Nothing.' };
 * shortfalls([claim], ['a.png', 'b.png']) // => [{ claim: 'c', tried: 'Nothing.', figure: { file: 'b.png', number: 2 } }]
 */
export function shortfalls(claims: readonly Claim[], figures: readonly string[]): Shortfall[] {
  return claims
    .filter(({ holds, figure, tried }) => holds === false && (figure !== undefined || tried !== undefined))
    .map(({ claim, figure, tried }) => ({
      claim,
      ...(tried === undefined ? {} : { tried }),
      ...(figure === undefined ? {} : { figure: { file: figure, number: numberOf(figure, claim, figures) } }),
    }));
}

/** 1, 2, … */
function numberOf(file: string, claim: string, figures: readonly string[]): number {
  if (!figures.includes(file))
    throw new RangeError(`the claim '${claim}' names the figure ${file}; its report has ${figures.join(', ') || 'none'}`);
  return figures.indexOf(file) + 1;
}
