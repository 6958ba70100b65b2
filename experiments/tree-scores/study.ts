import type { BarPanel } from '../../src/figures/model/figure.ts';
import { decimals } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { grid } from '../../src/studies/cells/cell.ts';
import { severalClassSet } from '../../src/studies/data/datasets.ts';
import { type Case, type Claim, type Criterion, meanOver } from '../../src/studies/results/claim.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { ofKind, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { seedsUpTo } from '../support/seeds.ts';
import { inUnits } from '../support/unit-features.ts';
import { recomputedScores, type Scores } from './kind.ts';

/** How many classes they have. */
const SETS: Readonly<Record<string, number>> = { rcv1_4class: 4, pendigits: 10, mnist10k: 10, news20: 20, letter: 26 };
const [TREE, STATIC] = ['scoring-filter-tree', 'static-scoring-filter-tree'] as const;
type Tree = typeof TREE | typeof STATIC;
const ETA0 = 1;
const FILE = 'scores.png';
const TRIED = 'Nothing was tried: scores are counted, with one step size for all sets.';
const COUNTED = ['not recomputed', 'with the short circuit', 'recomputed after every level'] as const;

const SLOWER = 'Recomputing slows learning down: an example takes more scores, with the short circuit too';
const QUICKER = 'The short circuit is a speed improvement: an example takes fewer scores than with recomputing after every level';

/**
 * The cost of recomputing in the scoring filter tree, in scores an example: a number without a clock.
 *
 * Protocol. Real sets of 4 to 26 classes, one pass; kind.ts says what is counted.
 */
export const treeScores = defineStudy({
  id: 'tree-scores',
  title: 'What recomputing costs in the scoring filter tree',
  question: 'How many scores does a learned example take with recomputing, with the short circuit and without both?',
  source:
    'Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011): "the slowdown from recomputing quantities while ' +
    'walking the tree", "optional speed improvement: short circuit"',
  sizes: ['default'],
  seeds: { default: 5, full: 5 },
  datasets: () => Object.keys(SETS).map((name) => severalClassSet(name, inUnits)),
  cells: (_size, datasets, seeds) =>
    datasets.flatMap((dataset) =>
      grid({ kind: 'tree-scores', dataset, run: { reduction: [TREE, STATIC], eta0: ETA0, seed: seedsUpTo(seeds) } }),
    ),
  report,
  answer: (claims) =>
    `Scores an example over those without recomputing: ${brieflyMeasured(claimOf(claims, SLOWER))} with the short circuit; over those of ` +
    `recomputing after every level: ${brieflyMeasured(claimOf(claims, QUICKER))}.`,
});

function report({ results, seeds }: Findings): StudyReport {
  const own = ofKind(results, 'tree-scores');
  const sets = Object.keys(SETS).filter((name) => own.some(({ cell }) => cell.dataset === name));
  const runs = (set: string, reduction: Tree) =>
    settingsOf(own.filter(({ cell }) => cell.dataset === set && cell.run.reduction === reduction))[0];
  const measured = (set: string, key: keyof Scores, reduction: Tree = TREE): number[] =>
    runs(set, reduction).measurements.map((each) => each[key]);
  /** The scores in the order of COUNTED. */
  const counted = (set: string): number[] => [SETS[set], mean(measured(set, 'shortCircuit')), recomputedScores(SETS[set])];
  const ratio = (set: string, other: number, criterion: Criterion): Case => {
    const own = measured(set, 'shortCircuit');
    const ratios = own.map((scores) => scores / other);
    return {
      what: set,
      ...meanOver(ratios, 'seeds'),
      unit: 'times',
      criterion,
      compared: { of: [mean(own), other], unit: 'tenths' },
    };
  };
  const claims: Omit<Claim, 'figure' | 'tried'>[] = [
    { claim: SLOWER, cases: sets.map((set) => ratio(set, SETS[set], { above: 1 })) },
    { claim: QUICKER, cases: sets.map((set) => ratio(set, recomputedScores(SETS[set]), { below: 1 })) },
  ];
  const worst = Math.max(...claims[0].cases.map(({ value }) => value));
  const panel: BarPanel = {
    kind: 'bars',
    title: `up to ${decimals(worst, 2)} times the scores`,
    y: { label: 'scores a learned example', scale: 'linear', min: 0 },
    groups: sets.map((set) => `${set} (${SETS[set]})`),
    series: COUNTED.map((label, n) => ({
      label,
      bars: sets.map((set) => ({ height: counted(set)[n], cells: runs(set, TREE).cells })),
    })),
  };
  return {
    title: treeScores.title,
    protocol: [
      `One pass with logistic loss and invariant updates, steps ${ETA0} / sqrt(1 + t), t the matches of a class, ${seeds} orders from ` +
        'the seed; every feature is divided by its largest value. A class label costs 0 for its class and 1 for every other.',
      'Not recomputed: every class has its score once. Recomputed: the classes that are still in have theirs again after every level but ' +
        'the last. Short circuit: the same until all that are in cost the same. These are counts of the procedure as printed. This ' +
        'program adds to a score what its step has moved it by; its scores are counted too.',
    ],
    figures:
      sets.length === 0
        ? []
        : [{ file: FILE, figure: { panels: [panel] }, caption: 'Scores w.x that a learned example takes, by set (classes).' }],
    tables:
      sets.length === 0
        ? []
        : [
            {
              title: 'Scores a learned example, means over orders',
              header: ['set', 'progressive error', ...COUNTED, 'this program', 'this program, not recomputed'],
              rows: sets.map((set) => [
                `${set} (${SETS[set]})`,
                percent(mean(measured(set, 'error')), 2),
                ...counted(set).map((scores) => decimals(scores, 2)),
                ...[TREE, STATIC].map((name) => decimals(mean(measured(set, 'ours', name)), 2)),
              ]),
            },
          ],
    claims: claims.map((claim) => ({ ...claim, figure: FILE, tried: TRIED })),
    notes: [],
    command: `npm run reproduce -- tree-scores --seeds ${seeds}`,
  };
}
