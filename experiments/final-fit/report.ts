import type { CurvePanel, Point } from '../../src/figures/model/figure.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { OFFSET } from '../support/criteria.ts';
import { isUneven } from '../support/default-sets.ts';
import { percent } from '../support/numbers.ts';
import { signed } from '../support/ratios.ts';
import { RIVAL_LABELS, RIVAL_MODEL } from '../support/rivals.ts';
import { claims, decidingRatio } from './claims.ts';
import { CONFIRMATION, DEVELOPMENT } from './sets.ts';
import { ALL, BEST, BUDGETS, CHOOSING, DEFAULT, FIT, MEETINGS, ONLINE, RANDOM, RULES, SETTINGS, SPREAD } from './settings.ts';
import { RIVALS, View, type Contestant } from './view.ts';

const FILE = 'rivals.png';
const UNCERTAINTY = 'scikit-learn, chosen by uncertainty';
/** What is drawn and told over scikit-learn's uncertainty sampling. */
const DRAWN = [DEFAULT, RANDOM, ONLINE];

/** The report of final-fit: the command line beside scikit-learn at equal numbers of labels, and what was chosen. */
export function report(findings: Findings): StudyReport {
  const view = new View(findings);
  const isThere = view.sets.length > 0;
  return {
    title: 'The model that bought labels end with',
    protocol: [
      'At most 10,000 rows of a set, evenly spread over its file: of every five the first three are the pool, the others test. Raw ' +
        'features. Numbers are cut in two at their median, letters in the middle of the alphabet. Budgets of more than half of a ' +
        'pool are left out.',
      'The command line: soft-margin, the model that asks fitted anew whenever labels have grown by 1.2, at the end the model that ' +
        `cross-validation on the bought labels prefers; ${findings.seeds} seeds.`,
      `${RIVAL_MODEL}; ${RIVAL_LABELS}. ${RIVALS.origin(view.sets, BUDGETS)}`,
      `Chosen on ${DEVELOPMENT.join(', ')}, by a rule that stands in experiments/final-fit/study.ts and was written before. ` +
        `Nothing was chosen on ${CONFIRMATION.join(', ')}.`,
      `Ratios are of mean test errors, each ${100 * OFFSET} points up; their means are geometric, with 95% t intervals over sets.`,
    ],
    figures: isThere
      ? [
          {
            file: FILE,
            figure: {
              panels: [panel(view, 'sets where nothing was chosen', view.confirmation), panel(view, 'all sets', view.sets)],
            },
            caption:
              `Test error over that of ${UNCERTAINTY}, at the same number of labels: geometric mean over sets; the band is the ` +
              '95% interval of the command line over sets. Below the line is better.',
          },
        ]
      : [],
    tables: isThere ? [ratioTable(view), choiceTable(view), errorTable(view), ...balancedTable(view)] : [],
    claims: isThere ? claims(view, FILE) : [],
    notes: [],
    command: `npm run reproduce -- final-fit --seeds ${findings.seeds}`,
  };
}

function panel(view: View, title: string, sets: readonly string[]): CurvePanel {
  return {
    kind: 'curves',
    title,
    x: { label: 'labels', scale: 'log' },
    y: { label: 'test error over that of scikit-learn', scale: 'log' },
    references: [{ y: 1, label: 'equal' }],
    series: DRAWN.map((label) => ({
      label,
      points: BUDGETS.flatMap((budget): Point[] => {
        const { value, low, high } = view.ratio(SETTINGS[label], 'uncertainty', sets, [budget]);
        const cells = sets.flatMap((set) => view.runs(set, SETTINGS[label], budget).map(({ cell }) => cell));
        const band = label === DEFAULT && { low: 1 + low, high: 1 + high };
        return Number.isNaN(value) ? [] : [{ x: budget, y: 1 + value, ...band, cells }];
      }),
    })),
  };
}

function ratioText({ value, low, high }: Estimate): string {
  return Number.isNaN(value) ? '' : `${signed(value)} (${signed(low)} to ${signed(high)})`;
}

function ratioTable(view: View): Table {
  const pairs: readonly (readonly [title: string, one: Contestant, other: Contestant])[] = [
    [`${DEFAULT} over scikit-learn by uncertainty`, SETTINGS[DEFAULT], 'uncertainty'],
    [`${DEFAULT} over scikit-learn with random labels`, SETTINGS[DEFAULT], 'random'],
    [`${DEFAULT} over ${RANDOM}`, SETTINGS[DEFAULT], SETTINGS[RANDOM]],
    [`${DEFAULT} over ${ONLINE}`, SETTINGS[DEFAULT], SETTINGS[ONLINE]],
    [`${RANDOM} over scikit-learn with random labels`, SETTINGS[RANDOM], 'random'],
  ];
  const halves = [
    ['nothing was chosen', view.confirmation],
    ['all', view.sets],
  ] as const;
  return {
    title: 'Ratios of test errors less 1: geometric mean over sets, with its 95% interval',
    header: ['sets', '', ...BUDGETS.map((budget) => `${budget} labels`)],
    rows: [
      ...halves.flatMap(([name, sets]) =>
        pairs.map(([title, one, other]) => [
          name,
          title,
          ...BUDGETS.map((budget) => ratioText(view.ratio(one, other, sets, [budget]))),
        ]),
      ),
      ...halves.map(([name, sets]) => [
        name,
        'every label, over scikit-learn',
        ratioText(view.ratio(ALL, 'all', sets, [undefined])),
        '',
        '',
        '',
      ]),
    ],
  };
}

function choiceTable(view: View): Table {
  return {
    title: 'Development sets: test error of the command line over that of others, less 1',
    header: ['', `${CHOOSING.budgets.join(' and ')} labels`],
    rows: Object.entries({ ...SPREAD, ...MEETINGS, ...RULES }).map(([name, variation]) => [
      name,
      ratioText(decidingRatio(view, variation)),
    ]),
  };
}

function errorTable(view: View): Table {
  const own = [DEFAULT, BEST, FIT, ONLINE, RANDOM];
  const shown = (error: number | undefined): string => (error === undefined ? '' : percent(error, 2));
  return {
    title: 'Test error, mean over seeds',
    header: ['set', 'labels', ...own, UNCERTAINTY, 'scikit-learn, random'],
    rows: view.sets.flatMap((set) => [
      ...BUDGETS.filter((budget) => view.error(set, SETTINGS[DEFAULT], budget) !== undefined).map((budget) => [
        set,
        String(budget),
        ...own.map((name) => shown(view.error(set, SETTINGS[name], budget))),
        shown(view.error(set, 'uncertainty', budget)),
        shown(view.error(set, 'random', budget)),
      ]),
      [set, 'all', shown(view.error(set, ALL)), '', '', '', '', shown(view.error(set, 'all')), ''],
    ]),
  };
}

/** Where one class is small: the mean of the error of either class. */
function balancedTable(view: View): Table[] {
  const sets = view.sets.filter(isUneven);
  if (sets.length === 0) return [];
  const own = [DEFAULT, RANDOM];
  const shown = (errors: readonly number[]): string => (errors.length === 0 ? '' : percent(mean(errors), 1));
  return [
    {
      title: 'Where the smaller class has less than 20% of the rows: balanced test error, mean over seeds',
      header: ['set', 'labels', ...own, UNCERTAINTY, 'scikit-learn, random'],
      rows: sets.flatMap((set) =>
        BUDGETS.map((budget) => [
          set,
          String(budget),
          ...own.map((name) => shown(view.runs(set, SETTINGS[name], budget).flatMap(({ balanced }) => balanced ?? []))),
          shown(RIVALS.errors(set, 'uncertainty', budget, 1)),
          shown(RIVALS.errors(set, 'random', budget, 1)),
        ]),
      ),
    },
  ];
}
