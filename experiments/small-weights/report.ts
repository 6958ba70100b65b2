import type { Claim } from '../../src/studies/results/claims.ts';
import type { Point, ScatterPanel } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { CellResult } from '../../src/studies/cells/outcome.ts';
import { groupBy, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { percent, points } from '../support/numbers.ts';
import { inShort } from '../support/words.ts';

const LOSSES = ['squared', 'logistic', 'hinge'] as const;
type Loss = (typeof LOSSES)[number];

/** What stands against the plain step. */
const OTHERS: Readonly<Record<Loss, readonly Update[]>> = {
  squared: ['invariant', 'implicit'],
  logistic: ['invariant', 'implicit'],
  hinge: ['invariant'],
};
type Update = 'naive' | 'invariant' | 'implicit';
/** Rows of the figure. */
const ORDER: readonly Update[] = ['invariant', 'implicit'];

const FIGURE = 'small-weights.png';

/** Accuracy that counts as good: within a point of the best one of all updates under the same schedule. */
const GOOD = 0.01;

/** One schedule: mean accuracies over seeds; 0 where a run diverged, which leaves nothing to predict with. */
interface Trial {
  readonly power: number;
  readonly eta0: number;
  readonly validation: number;
  readonly test: number;
  readonly cells: readonly string[];
}

/** One set with one loss; the updates' trials in one order of schedules. */
interface Field {
  readonly dataset: string;
  readonly loss: Loss;
  readonly trials: ReadonlyMap<Update, readonly Trial[]>;
}

/** The report of small-weights: every schedule with the plain step against the same schedule with the others. */
export function report(findings: Findings): StudyReport {
  const results = ofKind(findings.results, 'online');
  const fields = [...groupBy(results, ({ cell }) => cell.dataset)].flatMap(([dataset, own]) =>
    LOSSES.map((loss) => field(dataset, loss, own)),
  );
  const pairs = LOSSES.flatMap((loss) =>
    OTHERS[loss].map((update) => ({ update, loss, own: fields.filter((each) => each.loss === loss) })),
  );
  return {
    title: 'Invariant updates when every importance is one',
    protocol: [
      `Real sets of two classes as they are, cut once: a quarter tests, an eighth validates. One pass over the rest with every importance one, in an order drawn from the seed. A schedule is eta0 (1 + t)^-p, p of 0, 1/2 or 1, eta0 from 4^-5 to 4^8 in factors of four. A point is a schedule on a set: mean test accuracy over ${findings.seeds} seeds; a schedule that diverged with any of them has accuracy 0. Nothing is chosen in the figure and in the ranges.`,
      `Most points means more than half. A step size is good if its test accuracy is within ${100 * GOOD} point of the best one of all updates with the same set, loss and p; a range is broader if it holds more step sizes of the grid. For the best schedule of an update, p and eta0 are chosen by validation accuracy, and the test part is looked at once.`,
    ],
    figures: [
      {
        file: FIGURE,
        figure: {
          panels: pairs
            .toSorted((a, b) => ORDER.indexOf(a.update) - ORDER.indexOf(b.update))
            .map(({ own, loss, update }) => scatter(own, loss, update)),
          columns: 3,
        },
        caption:
          'Test accuracy of one pass, one point a schedule and set: above the line the update is better than the plain step. Triangles at the left edge are schedules with which the plain step diverged or fell below one half.',
      },
    ],
    tables:
      results.length === 0
        ? []
        : [
            bestTable(fields),
            ...LOSSES.map((loss) =>
              rangeTable(
                fields.filter((each) => each.loss === loss),
                loss,
              ),
            ),
          ],
    claims: [...pairs.map(pointsClaim), ...pairs.map(rangeClaim), ...pairs.map(bestClaim)].map((claim) => ({
      ...claim,
      figure: FIGURE,
      tried: gridTried(fields),
    })),
    notes: [
      'Not claimed, by the source or here: that invariant updates are better at every step size. At huge ones the logistic flow can be worse.',
      'Hinge: implicit and invariant updates are the same.',
      ...findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    ],
    command: `npm run reproduce -- small-weights${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function field(dataset: string, loss: Loss, results: readonly CellResult<'online'>[]): Field {
  const settings = settingsOf(results.filter(({ cell }) => cell.run.loss.name === loss));
  const updates: Update[] = ['naive', ...OTHERS[loss]];
  return {
    dataset,
    loss,
    trials: new Map(updates.map((update) => [update, settings.filter(({ run }) => run.update === update).map(trial)])),
  };
}

function trial({ run, measurements, failures, cells }: Setting<'online'>): Trial {
  const { power, eta0 } = run.optimizer as { readonly power: number; readonly eta0: number };
  const accuracy = (part: 'validation' | 'test'): number =>
    failures.length > 0 ? 0 : mean(measurements.map((measurement) => 1 - measurement[part]!.error!));
  return { power, eta0, validation: accuracy('validation'), test: accuracy('test'), cells };
}

/** One look for each exponent p. */
function scatter(fields: readonly Field[], loss: Loss, update: Update): ScatterPanel {
  const compared = fields.flatMap(({ dataset, trials }) =>
    trials.get(update)!.map((own, t) => {
      const naive = trials.get('naive')![t];
      const point: Point = {
        x: naive.test,
        y: own.test,
        note: `${dataset}, p ${own.power}, eta0 ${step(own.eta0)}`,
        cells: [...own.cells, ...naive.cells],
      };
      return { power: own.power, point };
    }),
  );
  return {
    kind: 'scatter',
    title: `${loss} loss, ${update}`,
    x: { label: 'test accuracy, plain step', scale: 'linear', min: 0.5, max: 1 },
    y: { label: 'test accuracy', scale: 'linear', min: 0.5, max: 1 },
    series: [...groupBy(compared, ({ power }) => power)].map(([power, own]) => ({
      label: `p = ${power}`,
      points: own.map(({ point }) => point),
    })),
    diagonal: 'equal',
  };
}

/** Chosen by validation accuracy. */
function best({ trials }: Field, update: Update): Trial {
  return trials.get(update)!.reduce((highest, each) => (each.validation > highest.validation ? each : highest));
}

function bestTable(fields: readonly Field[]): Table {
  const words = (field: Field, update: Update): string => {
    if (!field.trials.has(update)) return 'as invariant';
    const { power, eta0, test } = best(field, update);
    return `${percent(test, 2)} (p ${power}, eta0 ${step(eta0)})`;
  };
  return {
    title: 'Test accuracy of the schedule that validation chooses',
    header: ['set', 'loss', 'naive', 'invariant', 'implicit'],
    rows: fields.map((each) => [
      each.dataset,
      each.loss,
      words(each, 'naive'),
      words(each, 'invariant'),
      words(each, 'implicit'),
    ]),
  };
}

/** Good step sizes of one schedule exponent. */
function goodSteps({ trials }: Field, update: Update, power: number): number[] {
  const alike = (each: Update): Trial[] => trials.get(each)!.filter((trial) => trial.power === power);
  const goal = Math.max(...[...trials.keys()].flatMap(alike).map(({ test }) => test)) - GOOD;
  return alike(update)
    .filter(({ test }) => test >= goal)
    .map(({ eta0 }) => eta0);
}

function powersOf({ trials }: Field): number[] {
  return [...new Set(trials.get('naive')!.map(({ power }) => power))];
}

function rangeTable(fields: readonly Field[], loss: Loss): Table {
  const updates: Update[] = ['naive', ...OTHERS[loss]];
  const words = (steps: readonly number[]): string => {
    if (steps.length < 2) return steps.length === 0 ? 'none' : `1: ${step(steps[0])}`;
    return `${steps.length}: ${step(steps[0])} to ${step(steps.at(-1)!)}`;
  };
  return {
    title: `${loss} loss: good step sizes, their number and range`,
    header: ['set', 'p', ...updates],
    rows: fields.flatMap((each) =>
      powersOf(each).map((power) => [
        each.dataset,
        `${power}`,
        ...updates.map((update) => words(goodSteps(each, update, power))),
      ]),
    ),
  };
}

interface Pair {
  readonly update: Update;
  readonly loss: Loss;
  readonly own: readonly Field[];
}

/** A claim about an update and a loss, decided by wins, ties and losses against the plain step. */
function contest(
  claim: string,
  pairs: readonly (readonly [own: number, naive: number])[],
  unit: string,
  holds: (count: { higher: number; equal: number; lower: number }) => boolean,
): Claim {
  const higher = pairs.filter(([own, naive]) => own > naive).length;
  const lower = pairs.filter(([own, naive]) => own < naive).length;
  const count = { higher, equal: pairs.length - higher - lower, lower };
  return {
    claim,
    measured: `higher on ${higher}, equal on ${count.equal}, lower on ${lower} of ${pairs.length} ${unit}`,
    holds: pairs.length === 0 ? 'not measured' : holds(count),
  };
}

function gridTried(fields: readonly Field[]): string {
  const schedules = Math.max(0, ...fields.map(({ trials }) => trials.get('naive')!.length));
  return `The grid of the study is all that was tried: ${schedules} schedules on every set, equal for all updates.`;
}

function pointsClaim({ update, loss, own }: Pair): Claim {
  const pairs = own.flatMap(({ trials }) =>
    trials.get(update)!.map(({ test }, t) => [test, trials.get('naive')![t].test] as const),
  );
  const claim = contest(
    `${loss} loss, ${update}: most points are on or above the diagonal`,
    pairs,
    'schedules',
    ({ higher, equal, lower }) => higher + equal > lower,
  );
  const diverged = pairs.filter(([ours, naive]) => ours > 0 && naive === 0).length;
  return { ...claim, measured: `${claim.measured}; on ${diverged} of them only the plain step diverged` };
}

function rangeClaim({ update, loss, own }: Pair): Claim {
  const pairs = own.flatMap((each) =>
    powersOf(each).map((power) => [goodSteps(each, update, power).length, goodSteps(each, 'naive', power).length] as const),
  );
  const claim = contest(
    `${loss} loss, ${update}: the range of good step sizes is broader than that of the plain step`,
    pairs,
    'pairs of set and p',
    ({ higher, lower }) => higher > lower,
  );
  const [ours, naive] = [0, 1].map((side) => mean(pairs.map((pair) => pair[side])));
  return { ...claim, measured: `${claim.measured}; ${ours.toFixed(1)} against ${naive.toFixed(1)} step sizes on average` };
}

function bestClaim({ update, loss, own }: Pair): Claim {
  const pairs = own.map((each) => [best(each, update).test, best(each, 'naive').test] as const);
  const claim = contest(
    `${loss} loss, ${update}: "work well, even for i = 1": the schedule that validation chooses has no lower a test accuracy than that of the plain step, on most sets`,
    pairs,
    'sets',
    ({ higher, equal, lower }) => higher + equal > lower,
  );
  return {
    ...claim,
    measured: `${claim.measured}; ${points(mean(pairs.map(([ours, naive]) => ours - naive)))} points on average`,
  };
}

/** Three digits of a step size. */
function step(eta0: number): string {
  return inShort(Number(eta0.toPrecision(3)));
}
