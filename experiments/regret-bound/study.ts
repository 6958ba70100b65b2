import type { CurvePanel } from '../../src/figures/model/figure.ts';
import { inShort } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import { type Case, type Claim, DETERMINISTIC, exactly, inUnit, meanDifference } from '../../src/studies/results/claim.ts';
import { ofKind, type Setting, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { losses, normalizedSets } from '../generalized-implicit/study.ts';
import { SAME_NUMBER } from '../support/criteria.ts';
import { seedsUpTo } from '../support/seeds.ts';

const ETAS = [0.01, 0.1, 1];
/** The step size of the figure. */
const SHOWN = 0.1;
const FILE = 'bound.png';
const [LEAST, MOST] = [1e-3, 10];

type Runs = Setting<'bound'>;

/**
 * Both sides of theorem 2.2 of Chen & Orabona on real data: the regret of online gradient descent, importance weight aware and proximal
 * updates, and the bound from which delta_t is subtracted.
 *
 * Protocol. The sets and units of generalized-implicit, constant lambda, an order drawn from the seed; kind.ts has the formula.
 */
export const regretBound = defineStudy({
  id: 'regret-bound',
  title: 'The regret bound of generalised implicit updates',
  question: 'How far is the regret below the bound of theorem 2.2, and is the bound of IWA lower than that of gradient descent?',
  source: 'Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), theorem 2.2',
  sizes: ['default'],
  seeds: { default: 3, full: 3 },
  datasets: () => normalizedSets('default'),
  cells: (size, datasets, seeds) =>
    losses(size, datasets).flatMap(({ loss, dataset }) =>
      grid({
        kind: 'bound',
        dataset,
        run: { lossName: loss, update: ['naive', 'invariant', 'implicit'] as const, eta: ETAS, seed: seedsUpTo(seeds) },
      }),
    ),
  report,
});

function report({ results, seeds }: Findings): StudyReport {
  const own = ofKind(results, 'bound');
  const sets = [...new Set(own.map(({ cell }) => cell.dataset))];
  const settings = new Map(sets.map((name) => [name, settingsOf(own.filter(({ cell }) => cell.dataset === name))]));
  const ends = ({ measurements, failures, cells }: Runs): number[] =>
    failures.length > 0
      ? cells.map(() => Infinity)
      : measurements.map(({ curve }) => curve.at(-1)!.bound / curve.at(-1)!.examples);
  const found = (set: string, update: Runs['run']['update'], eta: number): Runs =>
    settings.get(set)!.find(({ run }) => run.update === update && run.eta === eta)!;
  const slack = (set: string): Case => ({
    what: set,
    ...exactly(
      Math.min(
        ...settings
          .get(set)!
          .flatMap(({ measurements }) => measurements.flatMap(({ curve }) => curve.map((at) => at.slack / at.examples))),
      ),
      DETERMINISTIC,
    ),
    unit: 'number',
    criterion: { atLeast: 0 },
  });
  const claims: Claim[] = [
    {
      claim: 'Theorem 2.2: the regret is never above the bound (bound less regret, an example)',
      cases: sets.map(slack),
      figure: FILE,
      tried: 'Nothing was tried: every run counts, at every place at which it was measured.',
    },
    {
      claim: 'The two sides differ by the Fenchel-Young gaps at u, as the proof has it',
      cases: sets.map((set) => ({
        what: set,
        ...exactly(
          Math.max(...settings.get(set)!.flatMap(({ measurements }) => measurements.map(({ mismatch }) => mismatch))),
          DETERMINISTIC,
        ),
        unit: 'number',
        criterion: { atMost: SAME_NUMBER },
      })),
      tried: 'Nothing was tried: both are sums over the same steps.',
    },
    {
      claim: 'The bound of IWA is below that of online gradient descent at every step size',
      cases: sets.flatMap((set) =>
        ETAS.map((eta) => ({
          what: `${set} at ${inShort(eta)}`,
          ...meanDifference(ends(found(set, 'invariant', eta)), ends(found(set, 'naive', eta)), 'shuffles'),
          unit: 'difference' as const,
          criterion: { below: 0 },
        })),
      ),
      tried: `The grid of the study is all that was tried: ${ETAS.length} step sizes. Each bound is that of its own run.`,
    },
  ];
  const panel = (set: string, n: number): CurvePanel => {
    const { measurements, cells } = found(set, 'invariant', SHOWN);
    const line = (label: string, of: 'regret' | 'bound' | 'withoutDelta') => ({
      label,
      points: (measurements[0]?.curve ?? []).map(({ examples }, k) => ({
        x: examples,
        y: mean(measurements.map(({ curve }) => curve[k][of] / examples)),
        cells,
      })),
    });
    return {
      kind: 'curves',
      title: `${set}: at least ${inUnit(claims[0].cases[n].value, 'number')} apart`,
      x: { label: 'examples', scale: 'log', max: 1e5 },
      y: { label: 'regret and bound, an example', scale: 'log', min: LEAST, max: MOST },
      series: [line('regret of IWA', 'regret'), line('bound', 'bound'), line('bound without deltas', 'withoutDelta')],
    };
  };
  return {
    title: regretBound.title,
    protocol: [
      'Every feature is divided by its largest absolute value and a constant is added; numbers to be predicted are divided by their ' +
        'largest absolute value. Squared loss is (p - y)^2 / 2 and learns numbers, logistic loss learns classes. The regulariser is ' +
        `|x|^2 / (2 eta), eta one of ${ETAS.join(', ')}.`,
      'Regret is against one u, the minimiser of the sum of all losses plus 0.001 |w|^2 / 2 up to a gradient of 1e-5. The bound is ' +
        '|u|^2 / (2 eta) - |x - u|^2 / (2 eta) + the sum of eta |g|^2 / 2 - delta, x the weights that were reached: theorem 2.2 for this ' +
        'regulariser.',
    ],
    figures:
      sets.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: { format: 'small multiples', panels: sets.map(panel) },
              caption: `Both sides of theorem 2.2 for IWA with eta = ${SHOWN}, an example, mean over ${seeds} shuffles.`,
            },
          ],
    tables: [],
    claims,
    notes: [],
    command: `npm run reproduce -- regret-bound --seeds ${seeds}`,
  };
}
