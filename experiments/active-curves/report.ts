import type { Bar, BarPanel, CurvePanel, Point } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import type { Setting } from '../../src/studies/results/results.ts';
import { percent } from '../support/numbers.ts';
import { savingsTable } from '../support/saving.ts';
import { testError, testErrorRange } from '../support/settings.ts';
import { settingInWords } from '../support/words.ts';
import { COLLAPSED, EVERYTHING, HELD_AT } from '../support/criteria.ts';
import { claims } from './claims.ts';
import {
  arenasOf,
  buysEverything,
  collapsed,
  FILES,
  isWasted,
  labelsNeeded,
  SHARES,
  standIn,
  UPDATES,
  wastedShare,
  type Arena,
  type Update,
} from './settings.ts';

/** Shares of the table. */
const TABLE_SHARES = [0.05, 0.1, 0.2, 0.5];

/** The report of active-curves: envelopes over settings, chosen on validation parts, and what they say about the updates. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings);
  return {
    title: 'Test accuracy against labels: naive, implicit and invariant updates',
    protocol: [
      'Logistic loss, one shuffled pass, query rule IWAL-CAL (c1 = c2 = 1) for all. ' +
        'Every update meets the same ten step sizes (constant, 1/sqrt t, 1/t), the same values of mellowness, and ' +
        `${findings.seeds} shuffles with their coins. A quarter of each set tests, an eighth validates, cut once. ` +
        'spambase is taken as ln(1 + x).',
      'A curve is an envelope: at each share of labels the setting with the lowest median validation error among those ' +
        'that bought no more. Shown is its test accuracy, the median over seeds with the 10th to 90th percentile; ' +
        'the test part decides nothing. (The envelopes of the talk were over test accuracies.) ' +
        'query-curves shows every run instead.',
      'Passive learning is the best of all updates and steps by validation error. ' +
        `A setting has collapsed if a run of it diverged or its test error is above ${percent(COLLAPSED, 0)} of that of the ` +
        `larger class; it buys everything above ${percent(EVERYTHING, 0)} of the labels.`,
    ],
    figures:
      arenas.length === 0
        ? []
        : [
            {
              file: FILES.envelopes,
              figure: { panels: arenas.map(envelopes), columns: 3 },
              caption: 'Test accuracy of the best setting, by validation error, that buys no more than a share of the labels.',
            },
            {
              file: FILES.wasted,
              figure: { panels: [wasted(arenas)] },
              caption:
                'Share of the settings (step size, schedule, mellowness) that end no better than the larger class, ' +
                'diverge, or buy more than 90% of the labels.',
            },
          ],
    tables: [errorTable(arenas), labelTable(arenas), savings(arenas)],
    claims: claims(arenas),
    notes: [
      'At a tenth of the labels the envelopes of small sets are at their steepest: ' +
        'the grid has factors of ten in mellowness and of eight to sixteen in step size, and one setting more or less in ' +
        'reach moves them by whole points. --full is denser in mellowness and has ten seeds.',
      'Gradient descent with a single step size starts slowly on small text sets, and a rule that starts from its ' +
        'predictions with it: label-complexity has the curves of AdaGrad.',
      'The first grid, which ended at mellowness 1e-3, where small steps buy almost nothing, was unfair to naive updates, ' +
        'which need small steps. The claims and their thresholds were fixed before it was widened.',
    ],
    command: `npm run reproduce -- active-curves${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** Of the settings that stand for each update at a tenth of the labels. */
function savings(arenas: readonly Arena[]): Table {
  const sets = arenas.map((arena) => ({
    dataset: arena.name,
    rows: arena.rows,
    passive: arena.passives,
    chosen: new Map(UPDATES.flatMap((update) => [[update, standIn(arena, update, HELD_AT)] as const]).filter(isChosen)),
  }));
  return savingsTable(sets, UPDATES);
}

function isChosen(entry: readonly [Update, Setting | undefined]): entry is readonly [Update, Setting] {
  return entry[1] !== undefined;
}

function envelopes(arena: Arena): CurvePanel {
  const lines = [{ y: 1 - arena.smallerClass, label: 'larger class' }];
  return {
    kind: 'curves',
    title: arena.name,
    x: { label: 'share of labels bought, at most', unit: 'share', scale: 'log', min: SHARES[0], max: 1 },
    // A band that reaches below the larger class says no more than that nothing was learned.
    y: { label: 'test accuracy', unit: 'share', scale: 'linear', min: Math.floor(50 * (1 - arena.smallerClass) - 1) / 50 },
    references: arena.passive === undefined ? lines : [...lines, { y: 1 - testError(arena.passive), label: 'passive' }],
    series: UPDATES.map((update) => ({
      label: update,
      points: SHARES.flatMap((limit): Point[] => {
        const setting = standIn(arena, update, limit);
        if (setting === undefined) return [];
        const [low, high] = testErrorRange(setting);
        return [
          {
            x: limit,
            y: 1 - testError(setting),
            low: 1 - high,
            high: 1 - low,
            note: settingInWords(setting, arena.active[update]),
            cells: setting.cells,
          },
        ];
      }),
    })),
  };
}

/** Names the cells of all settings, the wasted ones first. */
function wastedBar(arena: Arena, update: Update): Bar {
  const settings = arena.active[update];
  const [lost, others] = [true, false].map((is) => settings.filter((setting) => isWasted(arena, setting) === is));
  return {
    height: wastedShare(arena, update),
    note: `${lost.length} of ${settings.length} settings, whose cells come first`,
    cells: [...lost, ...others].flatMap(({ cells }) => cells),
  };
}

function wasted(arenas: readonly Arena[]): BarPanel {
  return {
    kind: 'bars',
    title: 'settings that collapse or buy everything',
    y: { label: 'share of settings', unit: 'share', scale: 'linear', min: 0, max: 1 },
    groups: arenas.map(({ name }) => name),
    series: UPDATES.map((update) => ({ label: update, bars: arenas.map((arena) => wastedBar(arena, update)) })),
  };
}

function errorTable(arenas: readonly Arena[]): Table {
  return {
    title: 'Test error of the envelope (median over seeds)',
    header: ['dataset', 'update', ...TABLE_SHARES.map((limit) => `≤ ${percent(limit, 0)} of labels`), 'passive', 'larger class'],
    rows: arenas.flatMap((arena) =>
      UPDATES.map((update) => [
        arena.name,
        update,
        ...TABLE_SHARES.map((limit) => {
          const setting = standIn(arena, update, limit);
          return setting === undefined ? '' : percent(testError(setting), 2);
        }),
        arena.passive === undefined ? '' : percent(testError(arena.passive), 2),
        percent(arena.smallerClass, 2),
      ]),
    ),
  };
}

function labelTable(arenas: readonly Arena[]): Table {
  return {
    title: 'Labels needed to come within a point of passive learning, and settings that collapse or buy everything',
    header: [
      'dataset',
      ...UPDATES.map((update) => `${update}: labels`),
      ...UPDATES.map((update) => `${update}: collapsed`),
      ...UPDATES.map((update) => `${update}: everything`),
    ],
    rows: arenas.map((arena) => [
      arena.name,
      ...UPDATES.map((update) => needed(labelsNeeded(arena, update))),
      ...UPDATES.map((update) => fraction(arena.active[update], (setting) => collapsed(arena, setting))),
      ...UPDATES.map((update) => fraction(arena.active[update], buysEverything)),
    ]),
  };
}

function needed(limit: number): string {
  return limit === Infinity ? 'never' : percent(limit, 0);
}

function fraction(settings: readonly Setting[], holds: (setting: Setting) => boolean): string {
  return percent(settings.filter(holds).length / settings.length, 0);
}
