import { count } from '../../numerics/display.ts';
import { present } from '../../numerics/present.ts';
import { type Case, type Claim, outcomeOf, type Criterion, inUnit, type Unit } from './claim.ts';
import { isLookedAt, marginOf, standingOf, takes } from './looks.ts';

/** What the cases of a claim come to, each with the words of one such claim and of several in a tally. */
const VERDICTS = {
  holds: ['holds', 'hold'],
  'does not hold': ['does not', 'do not'],
  'holds, smaller than d': ['holds, smaller than d', 'hold, smaller than d'],
  'no difference larger than d': ['is within d', 'are within d'],
  undecided: ['open', 'open'],
  'undecided by design': ['by design', 'by design'],
  'not measured': ['was not measured', 'were not measured'],
  'not decided': ['is not decided', 'are not decided'],
} as const satisfies Record<Verdict, readonly [string, string]>;

/** What the cases of a claim come to. */
export type Verdict =
  | `holds${'' | ', smaller than d'}`
  | 'does not hold'
  | 'no difference larger than d'
  | `undecided${'' | ' by design'}`
  | `not ${'measured' | 'decided'}`;

/** Whether the claim was measured and no verdict came of it. */
export function isOpen(claim: Claim): boolean {
  return verdict(claim).startsWith('undecided');
}

/**
 * A case meets its criterion where its whole interval does, fails it where no point of the interval does, and else says nothing
 * (claim.ts). The claim
 *
 *   holds           where as many cases as it asks for meet theirs, whatever the others would turn out to be
 *   does not hold   where so many fail that as many cannot meet theirs, whatever the others would turn out to be
 *   undecided       else: the intervals are too wide to decide; `by design` where 40 seeds would not narrow enough of them (looks.ts)
 *   not measured    where no case has a number
 *   not decided     where a public set that it is about was missing, whatever the cases of the others say
 *
 * Of new seeds (Claim.look) two more, by two one-sided tests against d, the smallest difference that matters:
 *
 *   holds, smaller than d         it holds, and each case that meets its criterion does so by less than d
 *   no difference larger than d   as many cases as it asks for meet theirs or are within d of it
 *
 * A claim about every case needs no correction for their number: each of its intervals has to be on the right side. (One that asks
 * for most of them is a count of 95% intervals.)
 *
 * @example
 * const below = (low, high) => ({ what: '', value: low, low, high, basis: '', unit: 'number', criterion: { below: 1 } });
 * const claim = { claim: 'c', cases: [below(0, 0.5), below(0, 2)] };
 * verdict(claim) // => 'undecided'
 * verdict({ ...claim, atLeast: 1 }) // => 'holds'
 */
export function verdict({ cases, atLeast = cases.length, needs = [], look }: Claim): Verdict {
  if (needs.length > 0) return 'not decided';
  const standings = cases.map((each) => standingOf(each, look !== undefined));
  if (standings.every((standing) => standing === 'unmeasured')) return 'not measured';
  const of = (wanted: string): number => standings.filter((standing) => standing === wanted).length;
  const smaller = of('met, smaller');
  const met = of('met') + smaller;
  if (met >= atLeast) return smaller > 0 && smaller === met ? 'holds, smaller than d' : 'holds';
  if (cases.length - of('failed') < atLeast) return 'does not hold';
  if (met + of('level') >= atLeast) return 'no difference larger than d';
  const decidable = cases.filter((each, n) => standings[n] === 'open' && takes(each) === undefined).length;
  return met + of('level') + decidable < atLeast ? 'undecided by design' : 'undecided';
}

/**
 * More than half of the cases have to meet their criteria.
 *
 * @example
 * mostOf([]).atLeast // => 1
 */
export function mostOf(cases: readonly Case[]): Pick<Claim, 'cases' | 'atLeast'> {
  return { cases, atLeast: Math.floor(cases.length / 2) + 1 };
}

/**
 * The claims in one sentence.
 *
 * @example
 * const [good, bad] = [1, 2].map((value) => ({
 *   claim: 'c',
 *   cases: [{ what: '', value, low: value, high: value, basis: '', unit: 'number', criterion: { atMost: 1 } }],
 * }));
 * tally([good, bad]) // => '1 of 2 claims holds, 1 does not.'
 */
export function tally(claims: readonly Claim[]): string {
  if (claims.length === 0) return 'No claims.';
  const verdicts = claims.map(verdict);
  const parts = Object.entries(VERDICTS).flatMap(([one, words]) => {
    const count = verdicts.filter((each) => each === one).length;
    const of = one === 'holds' ? ` of ${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}` : '';
    return count === 0 && of === '' ? [] : [`${count}${of} ${words[count === 1 ? 0 : 1]}`];
  });
  return `${parts.join(', ')}.`;
}

/**
 * A report's answer in a paragraph: what its study says, or its first claim and what was measured; and how many of all claims hold.
 *
 * @example
 * const saved = { what: '', value: 3.6, low: 3, high: 4.2, basis: '95% interval over 5 seeds', unit: 'number', criterion: { above: 1 } };
 * const said = answer({ claims: [{ claim: 'it saves labels', cases: [saved] }] });
 * said // => 'The first claim holds: it saves labels. Measured: 3.6 (3 to 4.2, 95% interval over 5 seeds). 1 of 1 claim holds.'
 */
export function answer({ claims, answer: own }: { readonly claims: readonly Claim[]; readonly answer?: string }): string {
  if (own !== undefined) return `${own} ${tally(claims)}`;
  const first = claims.at(0);
  if (first === undefined) return 'This study makes no claims.';
  const found = isOpen(first) ? `is ${verdict(first)}` : VERDICTS[verdict(first)][0].replace(/not$/, 'not hold');
  return `The first claim ${found}: ${first.claim}. Measured: ${measuredOf(first)}. ${tally(claims)}`;
}

/** A claim that an answer needs was not made: reports say their first claim instead. */
export class NoSuchClaim extends RangeError {
  override readonly name = 'NoSuchClaim';
}

/**
 * The claim that begins with these words, for the answer of a study.
 *
 * @throws RangeError (NoSuchClaim) where there is none: a run of one seed makes fewer.
 *
 * @example
 * claimOf([{ claim: 'it saves labels', cases: [] }], 'it saves').cases // => []
 */
export function claimOf(claims: readonly Claim[], begin: string): Claim {
  const found = claims.find(({ claim }) => claim.startsWith(begin));
  if (found === undefined) throw new NoSuchClaim(`no claim begins with '${begin}'`);
  return found;
}

/** A claim that does not hold or is undecided, and what a reader is owed besides the verdict. */
export interface UnmetClaim extends Pick<Claim, 'claim' | 'tried'> {
  readonly figure?: FigureOfClaim;
}

/** A figure of a report, counted from 1. */
export interface FigureOfClaim {
  readonly file: string;
  readonly number: number;
}

/**
 * The claims that were measured and do not hold, but for those that name neither figure nor sentence; `figures` are the report's files,
 * in order.
 *
 * @throws RangeError where a claim names another one.
 *
 * @example
 * const cases = [{ what: '', value: 2, low: 2, high: 2, basis: '', unit: 'number', criterion: { atMost: 1 } }];
 * const claim = { claim: 'c', cases, figure: 'b.png', tried: 'Nothing.' };
 * unmetClaims([claim], ['a.png', 'b.png']) // => [{ claim: 'c', tried: 'Nothing.', figure: { file: 'b.png', number: 2 } }]
 */
export function unmetClaims(claims: readonly Claim[], figures: readonly string[]): UnmetClaim[] {
  return claims
    .filter((claim) => (isOpen(claim) || verdict(claim) === 'does not hold') && (claim.figure ?? claim.tried) !== undefined)
    .map((claim) =>
      present({
        claim: claim.claim,
        tried: isOpen(claim) ? `${claim.tried ?? ''} Deciding it takes ${whatItTakes(claim)}.`.trim() : claim.tried,
        figure: figureOf(claim, figures),
      }),
    );
}

/**
 * The figure that a claim names, of these files of its report; undefined where it names none.
 *
 * @throws RangeError where it is not there.
 *
 * @example
 * figureOf({ claim: 'c', cases: [], figure: 'b.png' }, ['a.png', 'b.png']) // => { file: 'b.png', number: 2 }
 */
export function figureOf({ claim, figure }: Claim, figures: readonly string[]): FigureOfClaim | undefined {
  if (figure === undefined) return undefined;
  if (!figures.includes(figure))
    throw new RangeError(`the claim '${claim}' names the figure ${figure}; its report has ${figures.join(', ') || 'none'}`);
  return { file: figure, number: figures.indexOf(figure) + 1 };
}

/** So many cases are listed; of more, the first of those that do not meet their criterion, and how far the others go. */
const LISTED = 8;

/**
 * What was measured, in the end of a sentence: every estimate with its interval, and how many meet their criteria.
 *
 * @example
 * const common = { basis: '95% interval over 5 seeds', unit: 'points', criterion: { atMost: 0.01 } };
 * const cases = [{ what: 'a9a', value: 0, low: -0.002, high: 0.002, ...common }, { what: 'w8a', value: 0.03, low: 0.02, high: 0.04, ...common }];
 * measuredOf({ claim: 'c', cases: [cases[0]] }) // => 'a9a +0.00 points (−0.20 to +0.20, 95% interval over 5 seeds)'
 * measuredOf({ claim: 'c', cases: [], needs: ['b', 'c'] }) // => 'needs the sets b, c'
 * measuredOf({ claim: 'c', cases }) // => '1 of 2 (95% interval over 5 seeds): a9a +0.00 points (−0.20 to +0.20), w8a +3.00 points (+2.00 to +4.00)'
 */
export function measuredOf({ cases, needs = [] }: Pick<Claim, 'cases' | 'needs'>): string {
  if (needs.length === 0) return measuredIn(cases);
  const [noun, pronoun] = needs.length === 1 ? ['set', 'it'] : ['sets', 'them'];
  return `needs the ${noun} ${needs.join(', ')}${cases.length === 0 ? '' : `; without ${pronoun}: ${measuredIn(cases)}`}`;
}

/**
 * The same in few words: an estimate with its interval, or how many of several meet their criteria, and from where to where they go.
 *
 * @example
 * const case_ = { what: 'a9a', value: 0.03, low: 0.02, high: 0.04, basis: '5 seeds', unit: 'points', criterion: { atMost: 0.01 } };
 * brieflyMeasured({ claim: 'c', cases: [case_] }) // => '+3.00 points (+2.00 to +4.00)'
 * brieflyMeasured({ claim: 'c', cases: [case_, { ...case_, value: 0 }] }) // => '0 of 2, from +0.00 points to +3.00 points'
 */
export function brieflyMeasured({ cases, needs = [] }: Pick<Claim, 'cases' | 'needs'>): string {
  if (needs.length > 0 || cases.length === 0) return measuredOf({ cases: [], needs });
  return cases.length === 1 ? estimateOf(cases[0]) : `${metOf(cases)}, ${spanOf(cases)}`;
}

/**
 * "+3.00 points (+2.00 to +4.00)": the estimate of a case with its interval.
 *
 * @example
 * estimateOf({ what: 'a', value: 2, low: 1, high: 3, basis: 'b', unit: 'times', criterion: { above: 1 } }) // => '2.00 times (1.00 to 3.00)'
 */
export function estimateOf({ value, low, high, basis, unit, criterion }: Case): string {
  return caseInWords({ what: '', value, low, high, basis, unit, criterion }, '');
}

/**
 * "4 of 6": how many cases meet their criteria.
 *
 * @example
 * metOf([]) // => '0 of 0'
 */
export function metOf(cases: readonly Case[]): string {
  return `${cases.filter((each) => outcomeOf(each) === 'met').length} of ${cases.length}`;
}

function measuredIn(cases: Claim['cases']): string {
  if (cases.length === 0) return 'nothing was measured';
  if (cases.length === 1) return caseInWords(cases[0], cases[0].basis);
  const outcomes = cases.map(outcomeOf);
  const open = outcomes.filter((outcome) => outcome === 'open').length;
  const bases = new Set(cases.map(({ basis }) => basis));
  const [common] = bases.size === 1 ? bases : [undefined];
  const listed = cases.length <= LISTED ? cases : cases.filter((_, n) => outcomes[n] !== 'met').slice(0, LISTED);
  const others = cases.filter((each) => !listed.includes(each));
  return [
    `${outcomes.filter((outcome) => outcome === 'met').length} of ${cases.length}`,
    open === 0 ? '' : `, ${open} open`,
    common === undefined ? '' : ` (${common})`,
    ': ',
    [
      ...listed.map((each) => caseInWords(each, common === undefined ? each.basis : '')),
      ...(others.length === 0 ? [] : [`${listed.length === 0 ? '' : `${others.length} more, `}${spanOf(others)}`]),
    ].join(', '),
  ].join('');
}

/** "from +0.10 points to +0.30 points" */
function spanOf(cases: readonly Case[]): string {
  const known = cases.filter(({ value }) => !Number.isNaN(value)).toSorted((a, b) => a.value - b.value);
  if (known.length === 0) return 'unknown';
  const [least, greatest] = [known[0], known.at(-1)!].map(({ value, unit }) => inUnit(value, unit));
  return `from ${least} to ${greatest}`;
}

function caseInWords({ what, value, low, high, unit, compared }: Case, basis: string): string {
  const inside = [
    ...(compared === undefined ? [] : [compared.of.map((x) => inUnit(x, compared.unit)).join(' against ')]),
    ...(low === high || Number.isNaN(value) ? [] : [`${bare(low, unit)} to ${bare(high, unit)}`]),
    ...(basis === '' ? [] : [basis]),
  ];
  return `${what === '' ? '' : `${what} `}${inUnit(value, unit)}${inside.length === 0 ? '' : ` (${inside.join(', ')})`}`;
}

/** Without the word of the unit, which the value has. */
function bare(x: number, unit: Unit): string {
  return inUnit(x, unit).replace(/ [a-z]+$/, '');
}

/**
 * What the claim is held against, in words; "all of 3: at most 1.04 times".
 *
 * @example
 * const cases = [{ what: '', value: 1, low: 1, high: 1, basis: '', unit: 'times', criterion: { atMost: 1.04 } }];
 * criterionOf({ claim: 'c', cases }) // => 'at most 1.04 times'
 */
export function criterionOf({ cases, atLeast = cases.length, look }: Pick<Claim, 'cases' | 'atLeast' | 'look'>): string {
  const d = (each: Case): string =>
    look === undefined || 'within' in each.criterion ? '' : `, d ${inUnit(marginOf(each), each.unit).replace(/^\+/, '')}`;
  const words = [...new Set(cases.map((each) => `${criterionInWords(each.criterion, each.unit)}${d(each)}`))].join('; ');
  if (cases.length < 2) return words;
  return `${atLeast === cases.length ? `all ${cases.length}` : `at least ${atLeast} of ${cases.length}`}: ${words}`;
}

/**
 * What would decide the claim: so many more cases as have to meet their criteria take so many seeds or sets, those that take the fewest.
 *
 * @example
 * const cases = [0.004, 0.04].map((high) => (
 *   { what: '', value: 0, low: -high, high, basis: '95% interval over 3 seeds', unit: 'points', criterion: { atLeast: 0 } }
 * ));
 * [1, 2].map((atLeast) => whatItTakes({ claim: 'c', cases, atLeast })) // => ['up to 40 new seeds', 'about 234 seeds']
 */
export function whatItTakes({ cases, atLeast = cases.length, look }: Claim): string {
  const standings = cases.map((each) => standingOf(each, look !== undefined));
  const open = cases.flatMap((each, n) => (standings[n] === 'open' ? [takes(each)] : []));
  const missing = atLeast - standings.filter((each) => each.startsWith('met') || each === 'level').length;
  const needed = open
    .map((each) => each ?? { n: 0, of: '' })
    .toSorted((a, b) => a.n - b.n)
    .at(missing - 1);
  if (needed === undefined || needed.n === 0) return cases.every(isLookedAt) ? 'up to 40 new seeds' : 'more runs';
  return `${needed.n > 1e6 ? 'more than a million' : `about ${count(needed.n)}`} ${needed.of}`;
}

function criterionInWords(criterion: Criterion, unit: Unit): string {
  if ('within' in criterion) return `${bare(criterion.within[0], unit)} to ${inUnit(criterion.within[1], unit)}`;
  const [[name, bound]] = Object.entries<number>(criterion);
  return `${WORDS[name]} ${inUnit(bound, unit)}`;
}

const WORDS: Readonly<Record<string, string>> = {
  below: 'below',
  atMost: 'at most',
  above: 'above',
  atLeast: 'at least',
  covers: 'interval holds',
};
