/**
 * References and LAWS of agreement between annotators: published values; the definition by pairs, spelt out; Fleiss, Cohen & Everitt's standard
 * error for many units; and that 95% intervals hold the truth of a population, few units and perfect samples included.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { cohensKappa, krippendorffsAlpha } from '../../../src/statistics/agreement.ts';
import { runs } from '../../support/long.ts';
import { always } from './always.ts';

const valueOf = ({ coefficient }: ReturnType<typeof cohensKappa>): number => coefficient.value;
/** The labels of units, from a line of labels an observer; `*` for none. */
const unitsOf = (...observers: readonly string[]): string[][] =>
  Array.from(observers[0].split(' '), (_, u) => observers.map((line) => line.split(' ')[u]).filter((label) => label !== '*'));

describe('published values', () => {
  it('of alpha: K. Krippendorff, Computing Krippendorff’s alpha-reliability (2011), examples A, B and C', () => {
    const binary = unitsOf('0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0');
    const nominal = unitsOf('a a b b d c c c e d d a', 'b a b b b c c c e d d d');
    const four = unitsOf(
      '1 2 3 3 2 1 4 1 2 * * *',
      '1 2 3 3 2 2 4 1 2 5 * 3',
      '* 3 3 3 2 3 4 2 2 5 1 *',
      '1 2 3 3 2 4 4 1 2 5 1 *',
    );
    const found = [binary, nominal, four].map((units) => valueOf(krippendorffsAlpha(units)).toFixed(3));
    expect(found).toEqual(['0.095', '0.692', '0.743']);
    // One unit of the last has a single label.
    expect(krippendorffsAlpha(four).units).toBe(11);
  });

  it('of kappa: J. L. Fleiss, J. Cohen & B. S. Everitt, Large sample standard errors of kappa (1969), and theirs', () => {
    const found = cohensKappa(pairsOf(psychiatrists));
    expect(found.units).toBe(200);
    expect([found.agreed.value, valueOf(found)].map((x) => x.toFixed(3))).toEqual(['0.700', '0.429']);
    expect(Math.sqrt(0.002885).toFixed(4)).toBe(errorOf(psychiatrists).toFixed(4));
  });
});

/** Counts of patients, a row a class of the first diagnosis, a column one of the second. */
const psychiatrists = [
  [106, 10, 4],
  [22, 28, 10],
  [2, 12, 6],
];

function pairsOf(table: readonly (readonly number[])[]): number[][] {
  return table.flatMap((row, a) => row.flatMap((n, b) => Array.from({ length: n }, () => [a, b])));
}

/** The asymptotic standard error of kappa, as printed in their equation 13. */
function errorOf(table: readonly (readonly number[])[]): number {
  const n = table.flat().reduce((sum, each) => sum + each, 0);
  const p = table.map((row) => row.map((each) => each / n));
  const first = p.map((row) => row.reduce((sum, each) => sum + each, 0));
  const second = p.map((_, c) => p.reduce((sum, row) => sum + row[c], 0));
  const observed = p.reduce((sum, row, c) => sum + row[c], 0);
  const chance = first.reduce((sum, each, c) => sum + each * second[c], 0);
  let variance = -((observed * chance - 2 * chance + observed) ** 2);
  for (const [a, row] of p.entries())
    for (const [b, share] of row.entries())
      variance +=
        a === b
          ? share * (1 - chance - (second[a] + first[a]) * (1 - observed)) ** 2
          : share * ((1 - observed) * (second[a] + first[b])) ** 2;
  return Math.sqrt(variance / n) / (1 - chance) ** 2;
}

describe('laws', () => {
  const units = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }), { minLength: 1, maxLength: 8 });

  it('alpha is 1 less the share of differing pairs within units over that among all labels (property)', () => {
    always(units, (all) => {
      const several = all.filter(({ length }) => length > 1);
      const labels = several.flat();
      const differing = (of: readonly number[]): number =>
        of.reduce((sum, a, j) => sum + of.filter((b, k) => k !== j && a !== b).length, 0);
      const within = several.reduce((sum, unit) => sum + differing(unit) / (unit.length - 1), 0) / labels.length;
      const among = differing(labels) / (labels.length * (labels.length - 1));
      const found = krippendorffsAlpha(all);
      expect(found.units).toBe(several.length);
      if (several.length > 0 && among > 0) expect(valueOf(found)).toBeCloseTo(1 - within / among, 10);
      else expect(valueOf(found)).toBeNaN();
    });
  });

  it('nothing depends on the order of units and labels or on the names of classes; an interval holds its value (property)', () => {
    always(units, fc.infiniteStream(fc.nat()), (all, shuffle) => {
      const shuffled = <T>(of: readonly T[]): T[] =>
        of
          .map((each) => ({ each, at: shuffle.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ each }) => each);
      const found = krippendorffsAlpha(all);
      const other = krippendorffsAlpha(shuffled(all).map((unit) => shuffled(unit).map((label) => `class ${4 - label}`)));
      for (const name of ['agreed', 'coefficient'] as const) {
        const { value, low, high } = found[name];
        if (Number.isNaN(value)) {
          expect([low, high, other[name].value]).toEqual([NaN, NaN, NaN]);
          continue;
        }
        for (const end of ['value', 'low', 'high'] as const) expect(other[name][end]).toBeCloseTo(found[name][end], 10);
        expect([low <= value + 1e-12, value <= high + 1e-12, low >= -1, high <= 1]).toEqual([true, true, true, true]);
      }
    });
  });

  it('of two people, kappa does not depend on who comes first, and alpha is Scott’s pi with the correction for few units', () => {
    const pairs = pairsOf(psychiatrists);
    expect(valueOf(cohensKappa(pairs.map(([a, b]) => [b, a])))).toBeCloseTo(valueOf(cohensKappa(pairs)), 12);
    const shares = [0, 1, 2].map((c) => pairs.flat().filter((each) => each === c).length / 400);
    const chance = shares.reduce((sum, each) => sum + each * each, 0);
    const pi = (0.7 - chance) / (1 - chance);
    expect(valueOf(krippendorffsAlpha(pairs))).toBeCloseTo(pi + (1 - pi) / 400, 12);
  });

  it('says nothing without units and where all labels are alike; one unit, or no difference at all, leaves an interval', () => {
    const nothing = { value: NaN, low: NaN, high: NaN };
    expect(krippendorffsAlpha([['a'], []])).toEqual({ units: 0, agreed: nothing, coefficient: nothing });
    expect(cohensKappa([['a', 'a']]).coefficient.value).toBeNaN();
    expect(cohensKappa([['a', 'b']]).coefficient).toMatchObject({ value: 0, low: 0 });
    const alike = ['a', 'b'].flatMap((label) => Array<string[]>(10).fill([label, label]));
    const { agreed, coefficient } = cohensKappa(alike);
    // Wilson's interval of 20 of 20, and the same of kappa, whose chance agreement is a half.
    expect([agreed.value, agreed.high, coefficient.value, coefficient.high]).toEqual([1, 1, 1, 1]);
    expect([agreed.low.toFixed(3), coefficient.low.toFixed(3)]).toEqual(['0.839', '0.678']);
    expect(() => cohensKappa([['a']])).toThrow('a unit of kappa has two labels, found 1');
    expect(() => krippendorffsAlpha([['a', 'b']], 1)).toThrow('confidence must be a number in (0, 1)');
  });

  it('for many units the interval is the normal one with the published standard error', () => {
    const many = psychiatrists.map((row) => row.map((n) => 50 * n));
    const { low, high } = cohensKappa(pairsOf(many)).coefficient;
    expect((high - low) / (2 * 1.959964 * errorOf(many))).toBeCloseTo(1, 2);
  });
});

describe('the interval holds the truth of the population', () => {
  /** People who each see the class of a unit, and mistake it for another with a probability of their own. */
  interface Population {
    readonly classes: readonly number[];
    readonly mistakes: readonly number[];
  }
  const populations: readonly (readonly [string, Population])[] = [
    ['two classes, careful', { classes: [0.5, 0.5], mistakes: [0.05, 0.05, 0.05] }],
    ['two classes, one of them small', { classes: [0.85, 0.15], mistakes: [0.05, 0.1, 0.05] }],
    ['three classes, careless', { classes: [0.5, 0.3, 0.2], mistakes: [0.2, 0.3, 0.25] }],
    ['one class almost alone, guesses', { classes: [0.6, 0.4], mistakes: [0.4, 0.45, 0.5] }],
  ];

  const labelled = ({ classes, mistakes }: Population, random: RandomStream): number[] => {
    let at = random.next();
    const truth = classes.findIndex((share) => (at -= share) < 0);
    return mistakes.map((rate) =>
      random.next() < rate ? (truth + 1 + random.below(classes.length - 1)) % classes.length : truth,
    );
  };

  /** Probability that a person says a class of a unit of a class. */
  const says = ({ classes, mistakes }: Population, person: number, truth: number, said: number): number =>
    said === truth ? 1 - mistakes[person] : mistakes[person] / (classes.length - 1);

  /** Kappa of the first two, and alpha of all, where units are without number. */
  function truth(population: Population): { kappa: number; alpha: number } {
    const { classes, mistakes } = population;
    const people = [...mistakes.keys()];
    const agree = (a: number, b: number): number =>
      classes.reduce(
        (sum, share, t) =>
          sum + share * classes.reduce((s, _, c) => s + says(population, a, t, c) * says(population, b, t, c), 0),
        0,
      );
    const marginal = (a: number, c: number): number =>
      classes.reduce((sum, share, t) => sum + share * says(population, a, t, c), 0);
    const chance = (a: number, b: number): number => classes.reduce((sum, _, c) => sum + marginal(a, c) * marginal(b, c), 0);
    const pairs = people.flatMap((a) => people.filter((b) => b !== a).map((b) => [a, b]));
    const within = pairs.reduce((sum, [a, b]) => sum + agree(a, b), 0) / pairs.length;
    const pooled = classes.map((_, c) => people.reduce((sum, a) => sum + marginal(a, c), 0) / people.length);
    const among = pooled.reduce((sum, share) => sum + share * share, 0);
    return { kappa: 1 - (1 - agree(0, 1)) / (1 - chance(0, 1)), alpha: 1 - (1 - within) / (1 - among) };
  }

  it.each(populations)('%s: 95%% of the time, nearly, with 15 units, and with 40 and 150', (name, population) => {
    const { kappa, alpha } = truth(population);
    const RUNS = runs(600);
    for (const [n, least] of [
      [15, 0.85],
      [40, 0.92],
      [150, 0.925],
    ]) {
      const random = randomStream(1, `agreement, ${name}, ${n}`);
      const held = { kappa: 0, alpha: 0 };
      for (let run = 0; run < RUNS; run++) {
        const units = Array.from({ length: n }, () => labelled(population, random));
        const [ofTwo, ofAll] = [cohensKappa(units.map((unit) => unit.slice(0, 2))), krippendorffsAlpha(units)].map(
          (each) => each.coefficient,
        );
        // Where nothing is said the interval misses nothing.
        if (!(kappa < ofTwo.low || kappa > ofTwo.high)) held.kappa++;
        if (!(alpha < ofAll.low || alpha > ofAll.high)) held.alpha++;
      }
      for (const [what, times] of Object.entries(held)) expect(times / RUNS, `${what} of ${n} units`).toBeGreaterThan(least);
    }
  });
});
