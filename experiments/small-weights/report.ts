import { inShort, rounded } from '../../src/numerics/display.ts';
import type { Point, ScatterPanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import { percent } from '../support/numbers.ts';
import { GOOD_ACCURACY } from '../support/criteria.ts';
import { claims, FIGURE, sharesAbove } from './claims.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { best, field, goodSteps, LOSSES, OTHERS, powersOf, type Field, type Loss, type Update } from './settings.ts';

/** Rows of the figure. */
const ORDER: readonly Update[] = ['invariant', 'implicit'];

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
      'Real sets of two classes as they are, cut once: a quarter tests, an eighth validates. ' +
        'One pass over the rest with every importance one, in an order drawn from the seed. ' +
        'A schedule is eta0 (1 + t)^-p, p of 0, 1/2 or 1, eta0 from 4^-5 to 4^8 in factors of four. ' +
        `A point is a schedule on a set: mean test accuracy over ${findings.seeds} seeds; ` +
        'a schedule that diverged with any of them has accuracy 0. Nothing is chosen in the figure and in the ranges.',
      `Most points means more than half. A step size is good if its test accuracy is within ${100 * GOOD_ACCURACY} point ` +
        'of the best one of all updates with the same set, loss and p; a range is broader if it holds more step sizes of ' +
        'the grid. For the best schedule of an update, p and eta0 are chosen by validation accuracy, and the test part is ' +
        'looked at once.',
    ],
    figures: [
      {
        file: FIGURE,
        figure: {
          panels: pairs
            .toSorted((a, b) => ORDER.indexOf(a.update) - ORDER.indexOf(b.update))
            .map(({ own, loss, update }) => scatter(own, loss, update)),
          columns: 3,
          format: 'small multiples',
        },
        caption:
          'Test accuracy of one pass, one point a schedule and set, a panel a loss and update, with the share of points on or above ' +
          'the line, in the mean over sets: there the update is as good as the plain step, or better. ' +
          'Triangles at the left edge are schedules with which the plain step diverged or fell below one half.',
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
    claims: claims(fields),
    notes: [
      'Not claimed, by the source or here: that invariant updates are better at every step size. ' +
        'At huge ones the logistic flow can be worse.',
      'Hinge: implicit and invariant updates are the same.',
    ],
    command: `npm run reproduce -- small-weights${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function scatter(fields: readonly Field[], loss: Loss, update: Update): ScatterPanel {
  const points = ({ dataset, trials }: Field): Point[] =>
    trials.get(update)!.map((own, t) => {
      const naive = trials.get('naive')![t];
      return {
        x: naive.test,
        y: own.test,
        note: `${dataset}, p ${own.power}, eta0 ${step(own.eta0)}`,
        cells: [...own.cells, ...naive.cells],
      };
    });
  return {
    kind: 'scatter',
    title: `${loss}, ${update}: ${percent(mean(sharesAbove(fields, update)), 0)} on or above`,
    x: { label: 'test accuracy, plain step', scale: 'linear', min: 0.5, max: 1 },
    y: { label: 'test accuracy', scale: 'linear', min: 0.5, max: 1 },
    series: fields.map((field) => ({ label: field.dataset, points: points(field) })),
    diagonal: 'equal',
  };
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

/** Three digits of a step size. */
function step(eta0: number): string {
  return inShort(rounded(eta0, 3));
}
