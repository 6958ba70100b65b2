import { DEFAULT_REFIT } from '../../src/specs/defaults.ts';
import type { BarPanel, CurvePanel, Figure, PathPanel, Point, Series } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { mean, median, quantile } from '../../src/statistics/small-samples.ts';
import { medianOver, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Checkpoint } from '../../src/streams/measures/measurement.ts';
import { claims } from './claims.ts';
import { choiceTable } from './choice.ts';
import { BUDGETS, CANDIDATES, CHOOSING, DEFAULT } from './paced.ts';
import { realism } from './realism.ts';
import { savingClaims } from './saving-claims.ts';
import { factorPanel, savingPanel, Savings, savingTable } from './saving.ts';
import { ACTIVE, aTenth, arena, fewestLabels, FILES, LOSSES, PASSIVE, VARIANCE_AWARE, type Arena } from './settings.ts';
import { DEVELOPMENT, GENERATED, generated as datasetOf } from '../support/generated.ts';
import { SAME_ACCURACY, TENTH } from '../support/criteria.ts';
import { percent, claimsOn, final, rangeOver } from '../support/numbers.ts';
import { raceBars } from '../support/race-bars.ts';
import { share, testErrorOf, validationError } from '../support/settings.ts';
import { settingInWords } from '../support/words.ts';
import { count, decimals, scientific } from '../../src/numerics/display.ts';

/** The report of rcv1-active: which settings stand for each method, and what the measurements say about every claim. */
export function report(findings: Findings): StudyReport {
  const generated = LOSSES.map((loss) => arena(findings, loss, (name) => name.startsWith(GENERATED), loss, aTenth));
  const real = [...findings.splits.keys()]
    .filter((name) => !name.startsWith(GENERATED) && !name.startsWith(DEVELOPMENT))
    .map((name) => arena(findings, 'logistic', (each) => each === name, name, fewestLabels));
  const first = findings.splits.get(datasetOf(1))!;
  const documents = first.train.rows.length;
  const savings = new Savings(findings);
  const command = `npm run reproduce -- rcv1-active${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`;
  return {
    title: `RCV1: passive accuracy with a tenth of the labels (${count(documents)} documents)`,
    protocol: [
      'Documents are drawn from a generator fitted to RCV1 (CCAT against the rest): ' +
        `${count(documents)} for training, read once, and ${count(first.test!.rows.length)} each for validation and test. ` +
        `Every one of the ${findings.seeds} seeds has a training stream and coins of its own, shared by all methods. ` +
        'Step sizes are eta0 / sqrt(1 + t).',
      'One setting stands for each method, chosen by median validation error over seeds: of passive learning the lowest; ' +
        'of active learning the lowest among the settings that bought 8 to 14% of the labels, and where none did, the one ' +
        'whose share is nearest to the 11.65% of the slides by ratio (on a logarithmic scale, so that half of it is as far ' +
        'as twice). On the small real samples it is the one with the fewest labels within a point of passive validation ' +
        'error. The test part decides nothing. "Averaged" predicts with the mean of the weights; ' +
        'all other methods with the last ones.',
      `Paced runs: a budget of ${BUDGETS.join(', ')} of the labels sets the knob, p_min = explore * budget / documents, ` +
        'and every label is learned once (temper 0) or with 1/p (temper 1). The best passive learner is, at every number of ' +
        'labels, the setting of the whole report with the smallest mean test error there: a choice in its favour. ' +
        'The saving factor is the labels it needs for the error that active learning ended with, over the labels bought; ' +
        'interval by test inversion, paired by seed. Seeds share the test part: intervals are about streams and coins. ' +
        `The chance of its ${count(first.test!.rows.length)} documents is a standard error of ` +
        `${chanceOf(savings, first.test!.rows.length)} points on every test error, and less on a difference of two.`,
      `The ${DEFAULT} is what a user has who says nothing: the model that asks is fitted anew whenever labels have grown by ` +
        `${DEFAULT_REFIT}, and the run ends with the model that cross-validation on the bought labels prefers` +
        `${findings.size === 'full' ? '; with more than 10% of these labels, whose fits take long, it did not run' : ''}. ` +
        'All other paced runs end with the model that learned along the way, a label once.',
      `The rule of the headline was chosen from ${Object.keys(CANDIDATES).join('; ')} on development documents: as many streams, ` +
        `and a validation and test part, that nothing else here has seen. It is the one with the least test error there, the ` +
        `mean over seeds and the budgets ${CHOOSING.join(', ')}.`,
      'Otherwise lines are medians over seeds, bands and brackets are the 10th to 90th percentile over seeds.',
      'What the grids owe to hindsight: their ranges (step sizes, mellowness, the power 1/2) were set after some two ' +
        'hundred exploratory full-size runs that printed test error, on documents of the first version of the generator. ' +
        'The documents measured here are of its second, which was fitted anew to the statistics of RCV1; ' +
        'the headline was measured on it before it was taken, and neither grids nor rules were changed for it. ' +
        '"Averaged" joined after those runs had shown the last weights to be noisy, and the claims of a share of 8 to 14% ask ' +
        'for some one of three rules, which is kinder than one rule named beforehand. After the first report under this protocol two ' +
        'things were changed with its outcome known: naive updates were given more mellowness (they had bought next to ' +
        'nothing), and the real samples a rule of their own (a tenth of 1,300 rows had left them at chance). ' +
        'Which rules could be chosen on development documents was settled after some 2,000 runs that printed errors on ' +
        'documents of still other streams and another judging part, and before any run of the later rules on these.',
    ],
    figures: [
      {
        file: FILES.saving,
        figure: { panels: [savingPanel(savings)], legend: 'at the ends' },
        caption:
          'Test error above the end of the best passive learner, mean over seeds; bands are 95% intervals. ' +
          'The arrow goes from the labels bought to those that passive learning needs for the same error.',
      },
      {
        file: FILES.factor,
        figure: { panels: [factorPanel(savings)] },
        caption:
          'Labels that the best passive learner needs for the same error, over the labels bought; ' +
          '95% intervals where both ends are known.',
      },
      {
        file: FILES.curves,
        figure: { panels: generated.map(learningCurves), legend: 'at the ends' },
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
        figure: { panels: generated.map(fractionQueried), legend: 'at the ends' },
        caption: 'Share of the labels bought so far, over time.',
      },
      {
        file: FILES.frontier,
        figure: { panels: generated.map(frontier), legend: 'at the ends' },
        caption:
          'What mellowness and step size trade: the settings that no other beats in both labels and validation error, ' +
          'with their excess over passive test error.',
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
      choiceTable(savings.choice),
      ...generated.map(methodTable),
      ...real.map(methodTable),
      realism(first.train, generatedErrors(findings)),
    ],
    claims: claimsOn([], [...savingClaims(savings, FILES.saving, FILES.factor), ...claims(generated, findings)]),
    notes: [
      ...(findings.size === 'default'
        ? [
            `The claims are about 781,265 documents and are held here against ${count(documents)}, which take a minute; ` +
              'the full size is in rcv1-active-full.',
          ]
        : []),
    ],
    command,
  };
}

/** Standard error of the best passive learner's test error on so many documents, in points. */
function chanceOf({ passive }: Savings, documents: number): string {
  const error = mean(passive.at(-1)!.errors);
  return decimals(100 * Math.sqrt((error * (1 - error)) / documents), 2);
}

/** Figure (a). */
function learningCurves(arena: Arena): CurvePanel {
  return {
    kind: 'curves',
    title: arena.title,
    x: { label: 'labels bought', scale: 'log', min: 10 },
    y: { label: 'test error', unit: 'share', scale: 'linear', min: 0, max: 0.55 },
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
    y: { label: 'share of labels bought', unit: 'share', scale: 'linear', min: 0, max: 1 },
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
    x: { label: 'share of labels bought', unit: 'share', scale: 'log', min: 1e-2, max: 1 },
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
        setting.run.query.name === 'passive' ? '' : scientific(parameterOf(setting.run.query, 'mellowness')),
        percent(share(setting)),
        `${percent(medianOver(setting, testErrorOf), 2)} [${percent(low, 2)}, ${percent(high, 2)}]`,
        decimals(100 * median(excess), 2),
        decimals(
          medianOver(setting, (measurement) => final(measurement).importanceSum / final(measurement).examples),
          3,
        ),
      ];
    }),
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
