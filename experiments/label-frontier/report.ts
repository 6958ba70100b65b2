import type { PathPanel, Point } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { count } from '../../src/numerics/display.ts';
import { median, quantile } from '../../src/statistics/small-samples.ts';
import type { Setting } from '../../src/studies/results/results.ts';
import { generated } from '../support/generated.ts';
import { points, claimsOn } from '../support/numbers.ts';
import { savingsTable } from '../support/saving.ts';
import { share, shareOf, testErrorOf, validationError } from '../support/settings.ts';
import { claims } from './claims.ts';
import { SAME_ACCURACY } from '../support/criteria.ts';
import { excess, fieldsOf, inWords, isAccurate, spread, thriftiest, type Field } from './fields.ts';
import { BUDGETS, NAMED } from './settings.ts';

const FRONTIER = 'frontier.png';
/** The rules drawn; the tables hold all. */
const DRAWN = ['random', 'margin', 'shrinking-margin', 'iwal-cal', NAMED, `${NAMED}, temper 1`, 'random, paced'];

/** The report of label-frontier: the thriftiest settings that validation lets through, and what the test part says of them. */
export function report(findings: Findings): StudyReport {
  const fields = fieldsOf(findings);
  const documents = count(findings.splits.get(generated(1))!.train.rows.length);
  return {
    title: `How few labels will do (${documents} documents like RCV1, and real text)`,
    protocol: [
      `Documents like RCV1: ${documents} for training, read once, another draw for each of ${findings.seeds} seeds; ` +
        'one validation and one test part. Real sets are shuffled by seed and cut in three once. ' +
        'All settings of a seed see the same stream and toss the same coins. Updates are invariant; ' +
        `step sizes are eta0 / sqrt(1 + t), the same averaged, and AdaGrad's. A paced rule is given a budget of ` +
        `${BUDGETS.join(', ')} of the labels, which sets its knob; it learns with importance 1 (temper 0) or 1/p (temper ` +
        '1), and keeps p >= p_min > 0.',
      "Passive learning is represented by the loss's own best step size, by median validation error. " +
        'A rule is represented by the setting (step size and knob) that bought the fewest labels, in the median over seeds, ' +
        'of those whose median validation error is within 0.4 points of that of passive learning; ' +
        'where none is, by the one with the lowest validation error. The test part decides nothing.',
      'The frontier shows the settings of a rule that no other beats in both labels and validation error, at their TEST ' +
        'error: median over seeds, whiskers the 10th to 90th percentile.',
    ],
    figures: [
      {
        file: FRONTIER,
        figure: { panels: fields.slice(0, 2).map(frontier), legend: 'at the ends' },
        caption: `Labels against error above passive learning, ${documents} documents like RCV1.`,
      },
    ],
    tables: [...fields.map(table), savings(fields)],
    claims: claimsOn([], claims(fields.slice(0, 2), findings.size, FRONTIER)),
    notes: [
      ...(findings.size === 'default'
        ? [
            `The claims are about 781,265 documents and are held here against ${documents}, of which a larger share is ` +
              'needed; the full size is in label-frontier-full.',
          ]
        : []),
    ],
    command: `npm run reproduce -- label-frontier${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function frontier({ title, passive, rules }: Field): PathPanel {
  return {
    kind: 'paths',
    title,
    x: { label: 'share of labels bought', unit: 'share', scale: 'log', min: 3e-3, max: 1 },
    y: { label: 'test error above passive, points', scale: 'linear', min: -0.5, max: 5 },
    references: [{ y: 100 * SAME_ACCURACY, label: 'passive + 0.4' }],
    series: DRAWN.flatMap((rule) => {
      const settings = rules.get(rule);
      return settings === undefined
        ? []
        : [
            {
              label: rule,
              points: unbeaten(settings).map((setting) => ({
                ...pointOf(setting, passive),
                note: inWords(setting, settings),
              })),
            },
          ];
    }),
  };
}

function pointOf(setting: Setting, passive: Setting): Point {
  const gaps = excess(setting, passive).map((gap) => 100 * gap);
  return { x: share(setting), y: median(gaps), low: quantile(gaps, 0.1), high: quantile(gaps, 0.9), cells: setting.cells };
}

/** As good in labels and validation error, and better in one of them. */
function isBetter(one: Setting, other: Setting): boolean {
  const [labels, error] = [share(one) - share(other), validationError(one) - validationError(other)];
  return labels <= 0 && error <= 0 && (labels < 0 || error < 0);
}

/** The settings that no other beats in both labels and validation error, in order of labels. */
function unbeaten(settings: readonly Setting[]): Setting[] {
  const finite = settings.filter((setting) => Number.isFinite(share(setting)));
  return finite.filter((one) => !finite.some((other) => isBetter(other, one))).toSorted((a, b) => share(a) - share(b));
}

function table({ title, passive, rules }: Field): Table {
  const standings = [...rules].flatMap(([rule, settings]) => {
    const setting = rule === 'passive' ? passive : thriftiest(settings, passive);
    if (setting === undefined) return [];
    const row = [
      rule,
      inWords(setting, settings),
      spread(setting, shareOf, 1),
      spread(setting, testErrorOf, 2),
      points(median(excess(setting, passive))),
      isAccurate(setting, passive) ? 'yes' : 'no',
    ];
    return [{ row, rank: share(setting) + (isAccurate(setting, passive) ? 0 : 1) }];
  });
  return {
    title,
    header: ['rule', 'setting', 'labels bought', 'test error', 'above passive, points', 'within 0.4 on validation'],
    rows: standings.toSorted((a, b) => a.rank - b.rank).map(({ row }) => row),
  };
}

/** The saving factor of every rule's representative against the best passive learner of both losses. */
function savings(fields: readonly Field[]): Table {
  const rules = [...new Set(fields.flatMap(({ rules }) => [...rules.keys()]))].filter((rule) => rule !== 'passive');
  return savingsTable(
    fields.map(({ title, rows, passive, allPassive, rules: all }) => ({
      dataset: title,
      rows,
      passive: allPassive,
      chosen: new Map(
        [...all].flatMap(([rule, settings]): [string, Setting][] => {
          const setting = thriftiest(settings, passive);
          return setting === undefined ? [] : [[rule, setting]];
        }),
      ),
    })),
    rules,
  );
}
