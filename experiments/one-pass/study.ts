import type { ForestPanel } from '../../src/figures/model/figure.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import { twoClassSet } from '../../src/studies/data/datasets.ts';
import { type Claim, type Criterion, inUnit, meanDifference } from '../../src/studies/results/claim.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { MARGINS } from '../../src/studies/results/looks.ts';
import { ofKind, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { inUnits } from '../support/unit-features.ts';
import { ALL_SETS, type Best, bestIn, type Name, OPTIMIZERS, OTHERS, type Passes, PASSES, RUNS, SETS } from './settings.ts';

const FILE = 'differences.png';
const TRIED =
  'Seven step sizes for every optimizer, and nothing else; the sets are those of the study of defaults without mushrooms and rcv1_stems, ' +
  'of which the one has no errors and the other is part of another set.';

/**
 * "Rely on --ftrl" where the data cannot be passed over several times: one pass of FTRL-Proximal against one and five passes of others.
 *
 * Protocol. Real sets cut in three, logistic loss; of the test part nothing is chosen.
 */
export const onePass = defineStudy({
  id: 'one-pass',
  title: 'One pass: FTRL against other optimizers',
  question: 'Is FTRL the optimizer to rely on where the data can be passed over only once?',
  source:
    'Chikkerur, Vowpal Wabbit update rules overview (2015), "Summary": "If you can\'t afford multiple passes through the data"',
  sizes: ['default'],
  seeds: { default: 5, full: 5 },
  datasets: () => [...SETS.plain.map((name) => twoClassSet(name)), ...SETS.inUnits.map((name) => twoClassSet(name, inUnits))],
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      RUNS.flatMap((own) =>
        grid({
          kind: 'online',
          dataset,
          run: { ...own, loss: { name: 'logistic' }, passes: [...PASSES], perDecade: 1, seed: seedsUpTo(seeds) },
        }),
      ),
    ),
  report,
  answer: (claims) =>
    `Test error of FTRL less that of the best other optimizer: ${brieflyMeasured(claimOf(claims, LOWER))} where both make one pass, ` +
    `${brieflyMeasured(claimOf(claims, FIVE))} where the other makes five.`,
});

const D = MARGINS.points;
const LOWER = 'With one pass, FTRL has a lower test error than the best other optimizer with one pass';
const NEAR = `With one pass, FTRL has a test error at most ${inUnit(D, 'points')} above the best other optimizer's with one pass`;
const FIVE = `With one pass, FTRL has a test error at most ${inUnit(D, 'points')} above the best other optimizer's with five passes`;
const LOSES = 'FTRL loses less than the best other optimizer where one pass is made instead of five';

function report({ results, seeds }: Findings): StudyReport {
  const own = ofKind(results, 'online');
  const sets = ALL_SETS.filter((name) => own.some(({ cell }) => cell.dataset === name));
  const settings = new Map(sets.map((name) => [name, settingsOf(own.filter(({ cell }) => cell.dataset === name))]));
  const found = (set: string, name: Name, passes: Passes): Best =>
    bestIn(settings.get(set)!.filter(({ run }) => run.optimizer.name === name && run.passes === passes));
  const ftrl = (set: string, passes: Passes): Best => found(set, 'ftrl-proximal', passes);
  const other = (set: string, passes: Passes): Best =>
    (Object.keys(OTHERS) as Name[])
      .map((name) => found(set, name, passes))
      .reduce((best, each) => (each.validation < best.validation ? each : best));
  const claims = claimsOf(sets, ftrl, other);
  const panel = (passes: Passes): ForestPanel => {
    const rows = sets.map((set) => {
      const [one, best] = [ftrl(set, 1), other(set, passes)];
      const { value, low, high } = meanDifference(one.tests, best.tests, 'seeds');
      return { label: set, difference: 100 * value, low: 100 * low, high: 100 * high, cells: [...one.cells, ...best.cells] };
    });
    const { value, low, high } = claimOf(claims, passes === 1 ? LOWER : FIVE).cases[0];
    const cells = rows.flatMap((each) => each.cells);
    const all = { label: 'mean over sets', difference: 100 * value, low: 100 * low, high: 100 * high, cells };
    const [better, worse] = [rows.filter((each) => each.high < 0), rows.filter((each) => each.low > 0)].map(
      ({ length }) => length,
    );
    return {
      kind: 'forest',
      title: `others make ${passes === 1 ? 'one pass' : 'five passes'}: FTRL better on ${better}, worse on ${worse} of ${sets.length} sets`,
      x: { label: 'test error of one pass of FTRL less that of the best other optimizer, points', scale: 'linear' },
      better: 'lower',
      rows: [...rows, all],
    };
  };
  const [one, five] = [LOWER, FIVE].map((claim) => inUnit(claimOf(claims, claim).cases.at(0)?.value ?? NaN, 'points'));
  const title = `One pass of FTRL less the best other: ${one} after one pass, ${five} after five`;
  const atEdges = sets.flatMap((set) =>
    (Object.keys(OPTIMIZERS) as Name[]).flatMap((name) =>
      PASSES.filter((passes) => found(set, name, passes).isAtEdge).map(
        (passes) => `${OPTIMIZERS[name]} on ${set}, passes: ${passes}`,
      ),
    ),
  );
  return {
    title: onePass.title,
    protocol: [
      `${ALL_SETS.length} real sets cut in three; ${SETS.inUnits.join(', ')} with every feature divided by its largest value. ` +
        `Logistic loss, an order drawn from each of ${seeds} seeds, every pass in the same order. FTRL-Proximal takes gradients and has ` +
        'no penalties, as in Vowpal Wabbit; gradient descent, adaptive and normalized adaptive take invariant updates.',
      'Seven step sizes a factor of 4 apart: from 4^-2 for gradient descent, whose steps are eta0 / sqrt(1 + t), else from 4^-4. The ' +
        'step size with the lowest validation error, mean over seeds, stands for an optimizer, and the lowest of the three others is ' +
        'the best other. A set is one number, its mean over seeds; intervals of claims are over sets.',
    ],
    figures:
      sets.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: { title, columns: 1, panels: PASSES.map(panel) },
              caption: `One pass of FTRL against the best other optimizer, 95% intervals over ${seeds} seeds, the last one over sets.`,
            },
          ],
    tables:
      sets.length === 0
        ? []
        : PASSES.map((passes) => ({
            title: `Test error after ${passes === 1 ? 'one pass' : 'five passes'}`,
            header: ['set', ...Object.values(OPTIMIZERS)],
            rows: sets.map((set) => [
              set,
              ...(Object.keys(OPTIMIZERS) as Name[]).map((name) => percent(found(set, name, passes).test, 2)),
            ]),
          })),
    claims,
    notes: atEdges.length === 0 ? [] : [`The step size that validation chose is at the end of its grid: ${atEdges.join('; ')}.`],
    command: `npm run reproduce -- one-pass --seeds ${seeds}`,
  };
}

type Find = (set: string, passes: Passes) => Best;

function claimsOf(sets: readonly string[], ftrl: Find, other: Find): Claim[] {
  const claim = (words: string, own: (set: string) => number, than: (set: string) => number, criterion: Criterion): Claim => {
    const [first, second] = [sets.map(own), sets.map(than)];
    const difference = meanDifference(first, second, 'sets');
    const compared = { of: [mean(first), mean(second)], unit: 'percent' } as const;
    return {
      claim: words,
      cases: sets.length === 0 ? [] : [{ what: '', ...difference, unit: 'points', criterion, compared }],
      figure: FILE,
      tried: TRIED,
    };
  };
  const [one, oneOther, fiveOther] = [
    (set: string) => ftrl(set, 1).test,
    (set: string) => other(set, 1).test,
    (set: string) => other(set, 5).test,
  ];
  return [
    claim(LOWER, one, oneOther, { below: 0 }),
    claim(NEAR, one, oneOther, { atMost: D }),
    claim(FIVE, one, fiveOther, { atMost: D }),
    claim(
      LOSES,
      (set) => one(set) - ftrl(set, 5).test,
      (set) => oneOther(set) - fiveOther(set),
      { below: 0 },
    ),
  ];
}
