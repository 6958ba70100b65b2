import { meanOver } from '../../src/studies/results/cases.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import type { PathPanel, Point } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { median, quantile } from '../../src/statistics/small-samples.ts';
import {
  bestOf,
  final,
  groupBy,
  medianOver,
  ofKind,
  rangeOver,
  settingsOf,
  type Setting,
} from '../../src/studies/results/results.ts';
import type { Measurement } from '../../src/streams/measurement.ts';
import type { Findings, Size, StudyReport } from '../../src/studies/study.ts';
import { SAME_ACCURACY, TENTH } from '../support/criteria.ts';
import { GENERATED, generated } from '../support/generated.ts';
import { percent, points } from '../support/numbers.ts';
import { share, shareOf, testErrorOf, validationError } from '../support/settings.ts';
import { settingInWords } from '../support/words.ts';
import { count } from '../../src/numerics/display.ts';

const FRONTIER = 'frontier.png';
/** The rules drawn; the tables hold all. */
const DRAWN = ['random', 'margin', 'shrinking-margin', 'slides', 'iwal-cal', 'variance-aware'];

/** All settings of one loss on one kind of data. */
interface Field {
  readonly title: string;
  /** The passive setting with the lowest validation error. */
  readonly passive: Setting;
  /** All settings by rule, passive learning among them. */
  readonly rules: ReadonlyMap<string, readonly Setting[]>;
}

/** The report of label-frontier: the thriftiest settings that validation lets through, and what the test part says of them. */
export function report(findings: Findings): StudyReport {
  const results = ofKind(findings.results, 'active');
  const groups = [
    { title: GENERATED, holds: (name: string) => name.startsWith(GENERATED) },
    ...[...findings.splits.keys()]
      .filter((name) => !name.startsWith(GENERATED))
      .map((title) => ({ title, holds: (name: string) => name === title })),
  ];
  const fields = groups.flatMap(({ title, holds }) =>
    ['logistic', 'hinge'].map((loss) =>
      field(`${title}, ${loss}`, settingsOf(results.filter(({ cell }) => holds(cell.dataset) && cell.run.loss.name === loss))),
    ),
  );
  const documents = count(findings.splits.get(generated(1))!.train.rows.length);
  return {
    title: `How few labels will do (${documents} documents like RCV1, and real text)`,
    protocol: [
      `Documents like RCV1: ${documents} for training, read once, another draw for each of ${findings.seeds} seeds; one validation and one test part. Real sets are shuffled by seed and cut in three once. All settings of a seed see the same stream and toss the same coins. Updates are invariant; step sizes are eta0 / sqrt(1 + t), the same averaged, and AdaGrad's.`,
      "Passive learning is represented by the loss's own best step size, by median validation error. A rule is represented by the setting (step size and knob) that bought the fewest labels, in the median over seeds, of those whose median validation error is within 0.4 points of that of passive learning; where none is, by the one with the lowest validation error. The test part decides nothing.",
      'The frontier shows the settings of a rule that no other beats in both labels and validation error, at their TEST error: median over seeds, whiskers the 10th to 90th percentile.',
    ],
    figures: [
      {
        file: FRONTIER,
        figure: { panels: fields.slice(0, 2).map(frontier) },
        caption: `Labels against error above passive learning, ${documents} documents like RCV1.`,
      },
    ],
    tables: fields.map(table),
    claims: fields.slice(0, 2).map((each) => belowClaim(each, findings.size)),
    notes: [
      ...(findings.size === 'default'
        ? [
            `The claims are about 781,265 documents and are held here against ${documents}, of which a larger share is needed; the full size is in label-frontier-full.`,
          ]
        : []),
      ...findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    ],
    command: `npm run reproduce -- label-frontier${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function field(title: string, settings: readonly Setting[]): Field {
  const rules = groupBy(settings, ({ run }): string => run.query.name);
  return { title, passive: bestOf(rules.get('passive')!, validationError)!, rules };
}

/** The setting that stands for a rule. */
function thriftiest(settings: readonly Setting[], passive: Setting): Setting | undefined {
  const accurate = settings.filter((setting) => validationError(setting) <= validationError(passive) + SAME_ACCURACY);
  return bestOf(accurate, share) ?? bestOf(settings, validationError);
}

/** Test error above that of passive learning, seed by seed. */
function excess(setting: Setting, passive: Setting): number[] {
  return setting.measurements.map(
    (measurement, seed) => final(measurement).testError! - final(passive.measurements[seed]).testError!,
  );
}

function frontier({ title, passive, rules }: Field): PathPanel {
  return {
    kind: 'paths',
    title,
    x: { label: 'share of labels bought', scale: 'log', min: 3e-3, max: 1 },
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
                note: settingInWords(setting, settings),
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

/** The settings that no other beats in both labels and validation error, in order of labels. */
function unbeaten(settings: readonly Setting[]): Setting[] {
  const finite = settings.filter((setting) => Number.isFinite(share(setting)));
  return finite
    .filter((one) => !finite.some((other) => share(other) < share(one) && validationError(other) <= validationError(one)))
    .toSorted((a, b) => share(a) - share(b));
}

function table({ title, passive, rules }: Field): Table {
  const standings = [...rules].flatMap(([rule, settings]) => {
    const setting = rule === 'passive' ? passive : thriftiest(settings, passive);
    if (setting === undefined) return [];
    const row = [
      rule,
      settingInWords(setting, settings),
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

function isAccurate(setting: Setting, passive: Setting): boolean {
  return validationError(setting) <= validationError(passive) + SAME_ACCURACY;
}

/** Median over seeds and 10th to 90th percentile, in percent. */
function spread(setting: Setting, quantity: (measurement: Measurement) => number, digits: number): string {
  const [low, high] = rangeOver(setting, quantity);
  return `${percent(medianOver(setting, quantity), digits)} [${percent(low, digits)}, ${percent(high, digits)}]`;
}

/** The best rule is chosen on validation, and held against the slides on the test part. */
function belowClaim({ title, passive, rules }: Field, size: Size): Claim {
  const claim = `${title}: the thriftiest rule on validation needs fewer labels than the 11.65% of the slides and ends within 0.4 points of passive test error`;
  const candidates = [...rules].flatMap(([rule, settings]) => {
    const setting = thriftiest(settings, passive);
    return setting !== undefined && isAccurate(setting, passive) ? [{ rule, setting, settings }] : [];
  });
  const tried = [...rules].flatMap(([rule, settings]) => (rule === 'passive' ? [] : [settings]));
  const best = bestOf(candidates, ({ setting }) => share(setting))!;
  return {
    claim,
    cases: [
      {
        what: `${best.rule} (${settingInWords(best.setting, best.settings)}), labels`,
        ...meanOver(best.setting.measurements.map(shareOf), 'seeds'),
        unit: 'share',
        criterion: { below: TENTH.slides },
      },
      {
        what: 'error above passive',
        ...meanOver(excess(best.setting, passive), 'seeds'),
        unit: 'points',
        criterion: { atMost: SAME_ACCURACY },
      },
    ],
    figure: FRONTIER,
    tried: `The grid of the study is all that was tried, ${tried.flat().length} settings of ${tried.length} rules${size === 'default' ? '; the claim is about the full size, at which label-frontier-full measures it' : ''}.`,
  };
}
