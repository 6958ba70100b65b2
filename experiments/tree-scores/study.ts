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
import type { Scores } from './kind.ts';

const SETS = ['rcv1_4class', 'pendigits', 'mnist10k', 'news20', 'letter'];
const [TREE, STATIC] = ['scoring-filter-tree', 'static-scoring-filter-tree'] as const;
type Tree = typeof TREE | typeof STATIC;
const ETA0 = 1;
const FILE = 'scores.png';
const TRIED = 'Nothing was tried: scores are counted, with one step size for all sets.';
const COUNTED = {
  once: 'not recomputed',
  shortCircuit: 'with the short circuit',
  recomputed: 'recomputed after every level',
} as const;

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
  datasets: () => SETS.map((name) => severalClassSet(name, inUnits)),
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
  const sets = SETS.filter((name) => own.some(({ cell }) => cell.dataset === name));
  const runs = (set: string, reduction: Tree) =>
    settingsOf(own.filter(({ cell }) => cell.dataset === set && cell.run.reduction === reduction))[0];
  const tree = (set: string): readonly Scores[] => runs(set, TREE).measurements;
  const ratio = (set: string, above: keyof Scores, below: keyof Scores, criterion: Criterion): Case => ({
    what: set,
    ...meanOver(
      tree(set).map((each) => each[above] / each[below]),
      'seeds',
    ),
    unit: 'times',
    criterion,
    compared: { of: [mean(tree(set).map((each) => each[above])), mean(tree(set).map((each) => each[below]))], unit: 'tenths' },
  });
  const claims: Omit<Claim, 'figure' | 'tried'>[] = [
    { claim: SLOWER, cases: sets.map((set) => ratio(set, 'shortCircuit', 'once', { above: 1 })) },
    { claim: QUICKER, cases: sets.map((set) => ratio(set, 'shortCircuit', 'recomputed', { below: 1 })) },
  ];
  const worst = Math.max(...sets.map((set) => mean(tree(set).map(({ shortCircuit, once }) => shortCircuit / once))));
  const panel: BarPanel = {
    kind: 'bars',
    title: `up to ${decimals(worst, 2)} times the scores`,
    y: { label: 'scores a learned example', scale: 'linear', min: 0 },
    groups: sets.map((set) => `${set} (${tree(set)[0].classes})`),
    series: Object.entries(COUNTED).map(([key, label]) => ({
      label,
      bars: sets.map((set) => ({
        height: mean(tree(set).map((each) => each[key as keyof typeof COUNTED])),
        cells: runs(set, TREE).cells,
      })),
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
              header: [
                'set',
                'classes',
                'progressive error',
                ...Object.values(COUNTED),
                'this program',
                'this program, not recomputed',
              ],
              rows: sets.map((set) => {
                const average = (key: keyof Scores, reduction = TREE as Tree): number =>
                  mean(runs(set, reduction).measurements.map((each) => each[key]));
                return [
                  set,
                  String(average('classes')),
                  percent(average('error'), 2),
                  ...[...(Object.keys(COUNTED) as (keyof Scores)[]), 'ours' as const].map((key) => decimals(average(key), 2)),
                  decimals(average('ours', STATIC), 2),
                ];
              }),
            },
          ],
    claims: claims.map((claim) => ({ ...claim, figure: FILE, tried: TRIED })),
    notes: [],
    command: `npm run reproduce -- tree-scores --seeds ${seeds}`,
  };
}
