import type { CurvePanel } from '../../src/figures/model/figure.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { DEFAULTS, DEFAULT_EXPLORE, DEFAULT_FINAL, DEFAULT_REFIT, PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import type { FinalMeasured } from '../../src/streams/measures/measurement.ts';
import { type Cell, grid } from '../../src/studies/cells/cell.ts';
import { severalClassSet } from '../../src/studies/data/datasets.ts';
import type { Claim, Criterion } from '../../src/studies/results/claim.ts';
import { brieflyMeasured, claimOf } from '../../src/studies/results/claims.ts';
import { ofKind, type Setting, settingsOf } from '../../src/studies/results/results.ts';
import { defineStudy } from '../../src/studies/study-file.ts';
import type { Findings, StudyDataset, StudyReport } from '../../src/studies/study.ts';
import { cut } from '../final-fit/sets.ts';
import { BEATS_RANDOM, BEHIND_POOL, OFFSET } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';
import { logRatio, meanRatio, signed } from '../support/ratios.ts';
import { RIVAL_LABELS, RIVAL_MODEL, Rivals, type Rival } from '../support/rivals.ts';
import { seedsUpTo } from '../support/seeds.ts';
import rivals from './rivals.json' with { type: 'json' };

const FILE = 'errors.png';
const SETS = ['pendigits', 'letter', 'mnist10k', 'rcv1_4class'];
export const BUDGETS = [200, 1000];
/** The pool of rcv1_4class is a short one. */
const MOST: Readonly<Record<string, number>> = { rcv1_4class: 593 };
const RIVALS = new Rivals(rivals);

const [DEFAULT, EACH, RANDOM] = ['fitted at once', 'each against all others', 'random labels, fitted at once'] as const;
const ASKING = { query: { name: DEFAULTS.query }, refit: DEFAULT_REFIT, explore: DEFAULT_EXPLORE } as const;
const SETTINGS = {
  [DEFAULT]: { ...ASKING, joint: true },
  [EACH]: ASKING,
  [RANDOM]: { query: { name: 'random' }, joint: true },
} as const;
const TRIED =
  'Written before these runs. That classes are fitted at once was decided before, with other runs of pendigits, rcv1_4class and ' +
  'the digits of scikit-learn.';

/** The sets, at most 10,000 rows of each. */
export function severalSets(): StudyDataset[] {
  return SETS.map((name) => severalClassSet(name, cut));
}

/**
 * Several classes: the default of the command line, which fits them at once, beside one fit a class and beside scikit-learn.
 *
 * Protocol. As that of final-fit. Nothing is chosen here.
 */
export const severalClasses = defineStudy({
  id: 'several-classes',
  title: 'Several classes: fitted at once or each against all others',
  question: 'Of several classes, how good is the final model, fitted at once, beside one fit a class and beside scikit-learn?',
  source: "The toolkit's own defaults; the rival: uncertainty sampling over a pool, Lewis & Gale (1994), with scikit-learn",
  goals: true,
  seeds: { default: 5, full: 5 },
  datasets: severalSets,
  cells: (_size, datasets, seeds) => datasets.flatMap((dataset) => cellsOf(dataset, seedsUpTo(seeds))),
  report,
  answer: (claims) =>
    `Test error of classes fitted at once over that of one fit a class: ${brieflyMeasured(claimOf(claims, LESS))}; over that of ` +
    `scikit-learn's uncertainty sampling: ${brieflyMeasured(claimOf(claims, NEAR))}.`,
});

function cellsOf(dataset: string, seed: number[]): Cell[] {
  const budget = BUDGETS.filter((each) => each <= (MOST[dataset] ?? Infinity));
  const { loss, optimizer, update } = DEFAULTS;
  const common = {
    reduction: 'one-against-all',
    loss: { name: loss },
    update,
    optimizer: { name: optimizer },
    coins: 'pool',
  } as const;
  return Object.values(SETTINGS).flatMap((own) =>
    grid({
      kind: 'active-classes',
      dataset,
      run: { ...common, ...PACED_DEFAULTS, ...own, final: DEFAULT_FINAL, perDecade: 1, budget, seed },
    }),
  );
}

const LESS = 'several classes fitted at once have less error than fitted each against all others';
const NEAR = `several classes fitted at once have at most ${100 * BEHIND_POOL}% more error than scikit-learn's uncertainty sampling`;
const BEATS = `several classes fitted at once have at least ${100 * BEATS_RANDOM}% less error than random labels, fitted alike`;

type Runs = Setting<'active-classes'>;
/** Whose errors. */
type Contestant = keyof typeof SETTINGS | Rival;

function report({ results, seeds }: Findings): StudyReport {
  const all = ofKind(results, 'active-classes');
  const settings = new Map(SETS.map((set) => [set, settingsOf(all.filter(({ cell }) => cell.dataset === set))]));
  const sets = SETS.filter((set) => settings.get(set)!.length > 0);
  const runsOf = (set: string, who: Contestant, budget: number): Runs | undefined =>
    settings
      .get(set)!
      .find(({ run }) => run.budget === budget && (run.query.name === 'random' ? RANDOM : run.joint ? DEFAULT : EACH) === who);
  /** Mean test error over seeds, NaN where there is none. */
  const error = (set: string, who: Contestant, budget: number): number =>
    who in SETTINGS
      ? mean((runsOf(set, who, budget)?.measurements ?? []).map((each) => (each as { final: FinalMeasured }).final.testError!))
      : mean(RIVALS.errors(set, who as Rival, budget));
  const panel = (set: string): CurvePanel => ({
    kind: 'curves',
    title: set,
    x: { label: 'labels', scale: 'log' },
    y: { label: 'test error', unit: 'percent', scale: 'linear', min: 0 },
    series: ([DEFAULT, EACH, RANDOM, 'uncertainty'] as const).map((who) => ({
      label: who === 'uncertainty' ? 'scikit-learn, by uncertainty' : who,
      points: BUDGETS.filter((budget) => !Number.isNaN(error(set, who, budget))).map((budget) => ({
        x: budget,
        y: 100 * error(set, who, budget),
        cells: runsOf(set, who, budget)?.cells ?? [],
      })),
    })),
  });
  const claims = sets.length === 0 ? [] : claimsOf(sets, error);
  const [less] = claims.map(({ cases }) => cases.map(({ what, value }) => `${signed(value)} with ${what}`));
  const columns: readonly Contestant[] = [DEFAULT, EACH, RANDOM, 'uncertainty', 'random'];
  return {
    title: severalClasses.title,
    protocol: [
      'At most 10,000 rows of a set, evenly spread over its file: of every five the first three are the pool, the others test. Raw ' +
        `features, the defaults of the command line, ${seeds} seeds; budgets of more than half of a pool are left out.`,
      'Fitted at once: multinomial logistic regression, compared with what learned online by cross-validation on the bought labels. Each ' +
        'against all others: one logistic regression a class, as before.',
      `${RIVAL_MODEL}; ${RIVAL_LABELS}. ${RIVALS.origin(sets, BUDGETS)}`,
      `Ratios are of mean test errors, each ${100 * OFFSET} points up; their means are geometric, with 95% t intervals over sets.`,
    ],
    figures:
      sets.length === 0
        ? []
        : [
            {
              file: FILE,
              figure: {
                title: `Fitted at once over each against all others: ${less.join(', ')}`,
                columns: 2,
                panels: sets.map(panel),
              },
              caption: 'Test error against labels bought, means over seeds.',
            },
          ],
    tables: [
      {
        title: 'Test error, mean over seeds',
        header: ['set', 'labels', DEFAULT, EACH, RANDOM, 'scikit-learn, by uncertainty', 'scikit-learn, at random'],
        rows: sets.flatMap((set) =>
          BUDGETS.filter((budget) => !Number.isNaN(error(set, DEFAULT, budget))).map((budget) => [
            set,
            `${budget}`,
            ...columns.map((who) => percent(error(set, who, budget), 2)),
          ]),
        ),
      },
    ],
    claims,
    notes: [],
    command: `npm run reproduce -- several-classes --seeds ${seeds}`,
  };
}

function claimsOf(sets: readonly string[], error: (set: string, who: Contestant, budget: number) => number): Claim[] {
  const over = (claim: string, other: Contestant, criterion: Criterion): Claim => ({
    claim: `${claim}, in the geometric mean over sets`,
    cases: BUDGETS.map((budget) => {
      const ratios = sets.map((set) => logRatio(error(set, DEFAULT, budget), error(set, other, budget)));
      return {
        what: `${budget} labels`,
        ...meanRatio(ratios.filter((ratio) => !Number.isNaN(ratio))),
        unit: 'change',
        criterion,
      };
    }),
    figure: FILE,
    tried: TRIED,
  });
  return [
    over(LESS, EACH, { below: 0 }),
    over(NEAR, 'uncertainty', { atMost: BEHIND_POOL }),
    over(BEATS, RANDOM, { atMost: -BEATS_RANDOM }),
  ];
}
