import type { Claim } from '../../src/studies/results/claims.ts';
import type { BarPanel, CurvePanel, Figure, PathPanel, Point, Series } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { median, quantile } from '../../src/statistics/small-samples.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import { bestOf, final, medianOver, ofKind, rangeOver, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Checkpoint } from '../../src/streams/measurement.ts';
import type { Findings, Size, StudyReport } from '../../src/studies/study.ts';
import { BUDGETS } from './paced.ts';
import { realism } from './realism.ts';
import { factorPanel, savingClaims, savingPanel, Savings, savingTable } from './saving.ts';
import { GENERATED, generated as datasetOf } from '../support/generated.ts';
import { percent, points } from '../support/numbers.ts';
import { triedForTime } from '../support/pass-times.ts';
import { raceBars } from '../support/race-bars.ts';
import { share, testErrorOf, validationError } from '../support/settings.ts';
import { gridInWords, settingInWords } from '../support/words.ts';
import { count } from '../../src/numerics/display.ts';
import { smallerClass } from '../../src/rows/smaller-class.ts';

export const LOSSES = ['hinge', 'logistic'] as const;

/** The share of labels that counts as "about a tenth", around the 91K of 781,265 on the slides. */
const TENTH = { low: 0.08, slides: 91_000 / 781_265, high: 0.14 };
/** Test error above passive that still counts as passive accuracy. */
const SAME_ACCURACY = 0.004;

interface Method {
  readonly label: string;
  readonly query: string;
  readonly update: string;
  readonly optimizer: string;
}

const PASSIVE: Method = { label: 'passive', query: 'passive', update: 'invariant', optimizer: 'gradient-descent' };
const PASSIVE_AVERAGED: Method = { ...PASSIVE, label: 'passive, averaged', optimizer: 'averaged' };
const VARIANCE_AWARE: Method = { ...PASSIVE, label: 'variance-aware', query: 'variance-aware' };
const AVERAGED: Method = { ...VARIANCE_AWARE, label: 'variance-aware, averaged', optimizer: 'averaged' };
const IWAL_CAL: Method = { ...PASSIVE, label: 'iwal-cal', query: 'iwal-cal' };
const IMPLICIT: Method = { ...VARIANCE_AWARE, label: 'variance-aware, implicit', update: 'implicit' };
const NAIVE: Method = { ...VARIANCE_AWARE, label: 'variance-aware, naive', update: 'naive' };
const ACTIVE = [VARIANCE_AWARE, AVERAGED, IWAL_CAL, IMPLICIT, NAIVE];
const METHODS = [PASSIVE, ...ACTIVE, PASSIVE_AVERAGED];

const FILES = {
  saving: 'saving.png',
  factor: 'saving-factor.png',
  curves: 'learning-curves.png',
  frontier: 'frontier.png',
  speed: 'speed.png',
};

/** How a setting is chosen to stand for an active method, among all of them, given passive learning's validation error. */
type Choice = (settings: readonly Setting[], passiveError: number) => Setting | undefined;

/**
 * The lowest validation error of those that bought 8 to 14%; where none did, the share nearest by ratio to the slides' 11.65%.
 */
const aTenth: Choice = (settings) =>
  bestOf(
    settings.filter((setting) => isTenth(share(setting))),
    validationError,
  ) ?? bestOf(settings, (setting) => Math.abs(Math.log(share(setting) / TENTH.slides)));

/** The fewest labels of those within a point of passive validation error; where none is, the lowest validation error. */
const fewestLabels: Choice = (settings, passiveError) =>
  bestOf(
    settings.filter((setting) => validationError(setting) <= passiveError + 0.01),
    share,
  ) ?? bestOf(settings, validationError);

/** All that was measured on one dataset (all seeds) with one loss. */
class Arena {
  readonly title: string;
  readonly majorityError: number;
  readonly methods: readonly Method[];
  readonly #settings: readonly Setting[];
  readonly #choice: Choice;

  constructor(title: string, settings: readonly Setting[], majorityError: number, choice: Choice) {
    this.title = title;
    this.#settings = settings;
    this.#choice = choice;
    this.majorityError = majorityError;
    this.methods = METHODS.filter((method) => this.settings(method).length > 0);
  }

  settings(method: Method): Setting[] {
    return this.#settings.filter(
      ({ run }) => run.query.name === method.query && run.update === method.update && run.optimizer.name === method.optimizer,
    );
  }

  /** The setting that stands for a method. Passive: the lowest validation error, median over seeds. */
  chosen(method: Method): Setting | undefined {
    if (method.query === 'passive') return bestOf(this.settings(method), validationError);
    const passive = this.chosen(passiveOf(method));
    return passive && this.#choice(this.settings(method), validationError(passive));
  }

  /** Test error above that of passive learning with the same optimizer, seed by seed. */
  excess(method: Method, setting: Setting): number[] {
    const passive = this.chosen(passiveOf(method));
    if (passive === undefined) return [];
    return setting.measurements.map(
      (measurement, seed) => final(measurement).testError! - final(passive.measurements[seed]).testError!,
    );
  }
}

function passiveOf(method: Method): Method {
  return method.optimizer === 'averaged' ? PASSIVE_AVERAGED : PASSIVE;
}

/** The report of rcv1-active: which settings stand for each method, and what the measurements say about every claim. */
export function report(findings: Findings): StudyReport {
  const generated = LOSSES.map((loss) => arena(findings, loss, (name) => name.startsWith(GENERATED), loss, aTenth));
  const real = [...findings.splits.keys()]
    .filter((name) => !name.startsWith(GENERATED))
    .map((name) => arena(findings, 'logistic', (each) => each === name, name, fewestLabels));
  const first = findings.splits.get(datasetOf(1))!;
  const documents = first.train.rows.length;
  const savings = new Savings(findings);
  const command = `npm run reproduce -- rcv1-active${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`;
  return {
    title: `RCV1: passive accuracy with a tenth of the labels (${count(documents)} documents)`,
    protocol: [
      `Documents are drawn from a generator fitted to RCV1 (CCAT against the rest): ${count(documents)} for training, read once, and ${count(first.test!.rows.length)} each for validation and test. Every one of the ${findings.seeds} seeds has a training stream and coins of its own, shared by all methods. Step sizes are eta0 / sqrt(1 + t).`,
      'One setting stands for each method, chosen by median validation error over seeds: of passive learning the lowest; of active learning the lowest among the settings that bought 8 to 14% of the labels, and where none did, the one whose share is nearest to the 11.65% of the slides by ratio (on a logarithmic scale, so that half of it is as far as twice). On the small real samples it is the one with the fewest labels within a point of passive validation error. The test part decides nothing. "Averaged" predicts with the mean of the weights; all other methods with the last ones.',
      `Paced runs: a budget of ${BUDGETS.join(', ')} of the labels sets the knob, p_min = explore * budget / documents, and every label is learned once (temper 0) or with 1/p (temper 1). The best passive learner is, at every number of labels, the setting of the whole report with the smallest mean test error there: a choice in its favour. The saving factor is the labels it needs for the error that active learning ended with, over the labels bought; interval by test inversion, paired by seed. Seeds share the test part: intervals are about streams and coins.`,
      'Otherwise lines are medians over seeds, bands and brackets are the 10th to 90th percentile over seeds.',
      'What the grids owe to hindsight: their ranges (step sizes, mellowness, the power 1/2) were set after some two hundred exploratory full-size runs that printed test error, on documents of the first version of the generator. The documents measured here are of its second, which was fitted anew to the statistics of RCV1; the headline was measured on it before it was taken, and neither grids nor rules were changed for it. "Averaged" joined after those runs had shown the last weights to be noisy, and the first claim asks for some one of three rules, which is kinder than one rule named beforehand. After the first report under this protocol two things were changed with its outcome known: naive updates were given more mellowness (they had bought next to nothing), and the real samples a rule of their own (a tenth of 1,300 rows had left them at chance).',
    ],
    figures: [
      {
        file: FILES.saving,
        figure: { panels: [savingPanel(savings)] },
        caption:
          'Test error above the end of the best passive learner, mean over seeds; bands are 95% intervals. The arrow goes from the labels bought to those that passive learning needs for the same error.',
      },
      {
        file: FILES.factor,
        figure: { panels: [factorPanel(savings)] },
        caption:
          'Labels that the best passive learner needs for the same error, over the labels bought; 95% intervals where both ends are known.',
      },
      {
        file: FILES.curves,
        figure: { panels: generated.map(learningCurves) },
        caption: 'Test error against labels bought.',
      },
      ...(real.length === 0
        ? []
        : [
            {
              file: 'real-samples.png',
              figure: { panels: real.map(learningCurves) },
              caption: 'The same on small samples of real text, logistic loss.',
            },
          ]),
      {
        file: 'fraction-queried.png',
        figure: { panels: generated.map(fractionQueried) },
        caption: 'Share of the labels bought so far, over time.',
      },
      {
        file: FILES.frontier,
        figure: { panels: generated.map(frontier) },
        caption:
          'What mellowness and step size trade: the settings that no other beats in both labels and validation error, with their excess over passive test error.',
      },
      ...(findings.races.length === 0
        ? []
        : [
            {
              file: FILES.speed,
              figure: speed(findings, command),
              caption: 'Time of one pass, alternating in one process; whiskers span all laps.',
            },
          ]),
    ],
    tables: [
      savingTable(savings),
      ...generated.map(methodTable),
      ...real.map(methodTable),
      realism(first.train, generatedErrors(findings)),
    ],
    claims: [
      ...savingClaims(savings, FILES.saving, FILES.factor),
      ...generated.map((each) => tenthClaim(each, findings.size)),
      ...generated.map(naiveClaim),
      ...generated.map(unbiasedClaim),
      ...findings.races.map(speedClaim),
    ],
    notes: [
      ...(findings.size === 'default'
        ? [
            `The claims are about 781,265 documents and are held here against ${count(documents)}, which take a minute; the full size is in rcv1-active-full.`,
          ]
        : []),
      ...findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    ],
    command,
  };
}

function arena(
  { results, splits }: Findings,
  loss: string,
  isMember: (dataset: string) => boolean,
  title: string,
  choice: Choice,
): Arena {
  const members = ofKind(results, 'active').filter(({ cell }) => isMember(cell.dataset) && cell.run.loss.name === loss);
  const { labels } = splits.get(members[0].cell.dataset)!.test!;
  return new Arena(title, settingsOf(members), smallerClass(labels), choice);
}

function isTenth(fraction: number): boolean {
  return fraction >= TENTH.low && fraction <= TENTH.high;
}

/** Figure (a). */
function learningCurves(arena: Arena): CurvePanel {
  return {
    kind: 'curves',
    title: arena.title,
    x: { label: 'labels bought', scale: 'log', min: 10 },
    y: { label: 'test error', scale: 'linear', min: 0, max: 0.55 },
    references: [{ y: arena.majorityError, label: 'majority class' }],
    series: arena.methods.map((method) => ({
      label: method.label,
      points: curve(
        arena.chosen(method),
        (at) => at.queried,
        (at) => at.testError!,
      ).filter(({ x }) => x >= 10),
    })),
  };
}

/** Figure (b). */
function fractionQueried(arena: Arena): CurvePanel {
  return {
    kind: 'curves',
    title: arena.title,
    x: { label: 'examples seen', scale: 'log' },
    y: { label: 'share of labels bought', scale: 'linear', min: 0, max: 1 },
    references: [{ y: TENTH.slides, label: 'slides: 11.65%' }],
    series: ACTIVE.map((method) => ({
      label: method.label,
      points: curve(
        arena.chosen(method),
        (at) => at.examples,
        (at) => at.queried / at.examples,
      ),
    })),
  };
}

/** Figure (c). */
function frontier(arena: Arena): PathPanel {
  return {
    kind: 'paths',
    title: arena.title,
    x: { label: 'share of labels bought', scale: 'log', min: 1e-2, max: 1 },
    y: { label: 'test error above passive, points', scale: 'linear', min: -0.5, max: 5 },
    references: [{ y: 100 * SAME_ACCURACY, label: 'passive + 0.4' }],
    series: ACTIVE.map((method): Series => {
      const points = paretoFront(arena.settings(method)).map((setting): Point => {
        const excess = arena.excess(method, setting).map((gap) => 100 * gap);
        return {
          x: share(setting),
          y: median(excess),
          low: quantile(excess, 0.1),
          high: quantile(excess, 0.9),
          note: settingInWords(setting, arena.settings(method)),
          cells: setting.cells,
        };
      });
      return { label: method.label, points };
    }),
  };
}

/** The settings that no other beats in both labels and validation error, in order of labels. */
function paretoFront(settings: readonly Setting[]): Setting[] {
  const finite = settings.filter((setting) => Number.isFinite(share(setting)));
  return finite
    .filter((one) => !finite.some((other) => share(other) < share(one) && validationError(other) <= validationError(one)))
    .toSorted((a, b) => share(a) - share(b));
}

/** Figure (d). */
function speed(findings: Findings, command: string): Figure {
  const { races } = findings;
  const panel: BarPanel = {
    kind: 'bars',
    title: 'time of one pass',
    y: { label: 'seconds', scale: 'linear', min: 0 },
    groups: races.map(({ race, fractionQueried }) => `${race.title}, ${percent(fractionQueried)} bought`),
    series: [
      { label: PASSIVE.label, bars: raceBars(findings, races, 'passive', command) },
      { label: VARIANCE_AWARE.label, bars: raceBars(findings, races, 'active', command) },
    ],
  };
  return { panels: [panel] };
}

/** Checkpoint by checkpoint: medians over seeds, and the 10th to 90th percentile of y. */
function curve(setting: Setting | undefined, x: (at: Checkpoint) => number, y: (at: Checkpoint) => number): Point[] {
  if (setting === undefined || setting.measurements.length === 0) return [];
  const { measurements, cells } = setting;
  return measurements[0].curve.map((_, c) => {
    const ys = measurements.map((measurement) => y(measurement.curve[c]));
    return {
      x: median(measurements.map((measurement) => x(measurement.curve[c]))),
      y: median(ys),
      low: quantile(ys, 0.1),
      high: quantile(ys, 0.9),
      cells,
    };
  });
}

function methodTable(arena: Arena): Table {
  return {
    title: `${arena.title}: the chosen settings`,
    header: ['method', 'eta0', 'mellowness', 'labels bought', 'test error', 'above passive, points', 'sum of importance / n'],
    rows: arena.methods.map((method) => {
      const setting = arena.chosen(method);
      if (setting === undefined) return [method.label, '', '', '', 'every setting failed', '', ''];
      const [low, high] = rangeOver(setting, testErrorOf);
      const excess = arena.excess(method, setting);
      return [
        method.label,
        `${parameterOf(setting.run.optimizer, 'eta0')}`,
        setting.run.query.name === 'passive' ? '' : exponential(parameterOf(setting.run.query, 'mellowness')),
        percent(share(setting)),
        `${percent(medianOver(setting, testErrorOf), 2)} [${percent(low, 2)}, ${percent(high, 2)}]`,
        (100 * median(excess)).toFixed(2),
        medianOver(setting, (measurement) => final(measurement).importanceSum / final(measurement).examples).toFixed(3),
      ];
    }),
  };
}

function tenthClaim(arena: Arena, size: Size): Claim {
  const rules = [VARIANCE_AWARE, AVERAGED, IWAL_CAL];
  const tries = rules.flatMap((method) => {
    const setting = arena.chosen(method);
    if (setting === undefined) return [];
    const gap = median(arena.excess(method, setting));
    return [
      {
        text: `${method.label}: ${percent(share(setting))} of labels, ${points(gap)} points`,
        holds: isTenth(share(setting)) && gap <= SAME_ACCURACY,
      },
    ];
  });
  return {
    claim: `${arena.title}: some rule buys 8 to 14% of the labels and ends within 0.4 points of passive test error`,
    measured: tries.map(({ text }) => text).join('; '),
    holds: tries.some(({ holds }) => holds),
    figure: FILES.frontier,
    tried: `We searched ${rules.flatMap((rule) => arena.settings(rule)).length} settings of these ${rules.length} methods, in ranges set by exploratory runs at full size${size === 'default' ? '; the claim is about that size, at which rcv1-active-full measures it' : ''}.`,
  };
}

function naiveClaim(arena: Arena): Claim {
  const [invariant, naive] = [arena.chosen(VARIANCE_AWARE), arena.chosen(NAIVE)];
  const error = (setting: Setting | undefined): number =>
    setting === undefined ? Infinity : median(setting.measurements.map((m) => final(m).testError!));
  return {
    claim: `${arena.title}: with the same rule, invariant updates end at a lower test error than naive ones`,
    measured: [invariant, naive]
      .map(
        (setting, n) =>
          `${n === 0 ? 'invariant' : 'naive'} ${percent(error(setting), 2)} with ${setting === undefined ? 'no setting' : percent(share(setting))} of labels`,
      )
      .join('; '),
    holds: error(invariant) < error(naive),
    figure: FILES.curves,
    tried: `We searched ${gridInWords(arena.settings(NAIVE))} for naive updates, ${gridInWords(arena.settings(VARIANCE_AWARE))} for invariant ones.`,
  };
}

function unbiasedClaim(arena: Arena): Claim {
  const setting = arena.chosen(VARIANCE_AWARE);
  const ratio =
    setting === undefined
      ? NaN
      : medianOver(setting, (measurement) => final(measurement).importanceSum / final(measurement).examples);
  return {
    claim: `${arena.title}: the importances of the labels bought sum to the number of examples, within 5%`,
    measured: `sum / n = ${ratio.toFixed(3)}`,
    holds: Math.abs(ratio - 1) <= 0.05,
    tried: 'Nothing was tried: it is a property of the setting that was chosen for its error.',
  };
}

function speedClaim({ race, passive, active, fractionQueried }: RaceResult): Claim {
  const ratio = median(active.map((seconds, lap) => seconds / passive[lap]));
  return {
    claim: `${race.title}: an active pass takes no longer than a passive one`,
    measured: `active / passive = ${ratio.toFixed(2)} (median of ${active.length} laps, ${median(active).toFixed(3)} s against ${median(passive).toFixed(3)} s, ${percent(fractionQueried)} of labels bought)`,
    holds: ratio <= 1,
    figure: FILES.speed,
    tried: triedForTime(race.active.loss.name),
  };
}

/** Lowest test error of one-pass passive learning, over losses and step sizes, at each checkpoint: medians over seeds. */
function generatedErrors({ results }: Findings): { examples: number; error: number }[] {
  const settings = settingsOf(
    ofKind(results, 'active').filter(({ cell }) => cell.dataset.startsWith(GENERATED) && cell.run.query.name === 'passive'),
  );
  return settings[0].measurements[0].curve.map(({ examples }, c) => ({
    examples,
    error: Math.min(...settings.map((setting) => medianOver(setting, ({ curve }) => curve[c].testError!))),
  }));
}

function parameterOf(choice: object, name: string): number {
  return (choice as Readonly<Record<string, number>>)[name];
}

function exponential(value: number): string {
  return value.toExponential(0);
}
