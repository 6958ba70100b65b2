import type { Cell } from '../../src/studies/cells/cell.ts';
import { canonical } from '../../src/specs/hash.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import { brieflyMeasured, estimateOf, claimOf } from '../../src/studies/results/claims.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { report } from './report.ts';
import { DEVELOPMENT, fitSets } from './sets.ts';
import { ALL, BUDGETS, cellOf, CHOOSING, MEETINGS, RULES, SETTINGS, SPREAD, type Variation } from './settings.ts';

/**
 * How good the model is that a few bought labels end with, beside what scikit-learn's user would do with as many.
 *
 * Protocol. At most 6,000 rows of a set are the pool, at most 4,000 test; raw features; budgets are numbers of labels. The rivals
 * are scikit-learn's (../support/rivals.py, rivals.json): the same rows, its own seeds. Of several classes one against all.
 *
 * Choice, written before the runs that decide. On the development sets, at 200 and 1,000 labels, three seeds, by the geometric mean
 * over sets and budgets of test errors, each 0.2 points up:
 * 1. explore with refits: the largest of 0.1, 0.05, 0.02 whose mean is within 2% of the least; a larger one certifies earlier.
 * 2. the rule: soft-margin, unless the mean of margin (with refits), variance-aware or iwal-cal (without: they read the importance
 *    to flip) is lower by more than 2%.
 * 3. rounds with refits: the fewest of 1, 2, 5 whose mean is within 2% of the least; each round makes p_min smaller.
 * That less than 0.1 may be better was seen before on eight of the development sets, at 100 and 200 labels.
 * Taken: explore 0.05, soft-margin, one round. pendigits, a development set, and imdb_binary, a confirmation set, were dropped while the study ran,
 * for the time that they take. With pendigits variance-aware was lower by 1.2%, without it by 2.2%: by the rule as it was written
 * soft-margin stays, and the claim of the report, on the sets that are left, does not hold.
 * housing and mpg, which allow 100 labels only, joined the confirmation sets after the others had run, and before they had run themselves.
 * Results are those of the confirmation sets; they decided nothing, and some of them were looked at when fits were written.
 */
export const finalFit = defineStudy({
  id: 'final-fit',
  title: 'The model that bought labels end with',
  question: 'How good is the final model beside scikit-learn at equal numbers of labels?',
  source: "The toolkit's own defaults; the rival: uncertainty sampling over a pool, Lewis & Gale (1994), with scikit-learn",
  goals: true,
  seeds: { default: 10, full: 10 },
  datasets: fitSets,
  cells(_size, datasets, seeds) {
    const few = Math.min(seeds, CHOOSING.seeds);
    const choosing = [...Object.values(SPREAD), ...Object.values(RULES), ...Object.values(MEETINGS)];
    const cells = [
      ...datasets
        .filter((name) => DEVELOPMENT.includes(name))
        .flatMap((name) => choosing.flatMap((variation) => runs(name, variation, CHOOSING.budgets, few))),
      ...datasets.flatMap((name) => [
        ...Object.values(SETTINGS).flatMap((variation) => runs(name, variation, BUDGETS, seeds)),
        cellOf(name, ALL, 1),
      ]),
    ];
    return [...new Map(cells.map((cell) => [canonical(cell), cell])).values()];
  },
  report,
  answer(claims) {
    const beside = claimOf(claims, 'the command line has at most').cases.map((each) => `${estimateOf(each)} with ${each.what}`);
    return (
      `Beside scikit-learn's uncertainty sampling the error of the command line is ${beside.join(', ')}; with all labels ` +
      `${brieflyMeasured(claimOf(claims, 'with all labels'))} beside its cross-validated logistic regression.`
    );
  },
});

/** Half of a pool may be bought at most. */
const SMALL: Readonly<Record<string, number>> = {
  mpg: 117,
  housing: 151,
  german_scale: 300,
  rcv1_stems: 300,
  rcv1_vw: 524,
  rcv1_4class: 593,
  rcv1_ccat: 691,
};

function runs(dataset: string, variation: Variation, budgets: readonly number[], seeds: number): Cell[] {
  return budgets
    .filter((budget) => budget <= (SMALL[dataset] ?? Infinity))
    .flatMap((budget) => seedsUpTo(seeds).map((seed) => cellOf(dataset, variation, seed, budget)));
}
