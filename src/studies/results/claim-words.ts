import { type Case, type Claim, type Criterion, inUnit, outcomeOf, type Unit } from './claim.ts';

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
export function criterionOf({ cases, atLeast = cases.length }: Pick<Claim, 'cases' | 'atLeast'>): string {
  const words = [...new Set(cases.map(({ criterion, unit }) => criterionInWords(criterion, unit)))].join('; ');
  if (cases.length < 2) return words;
  return `${atLeast === cases.length ? `all ${cases.length}` : `at least ${atLeast} of ${cases.length}`}: ${words}`;
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
