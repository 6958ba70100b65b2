import type { ScatterPanel } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { median } from '../../src/statistics/small-samples.ts';
import type { SpecOf } from '../../src/studies/cells/cell.ts';
import { groupBy, ofKind } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { count } from '../../src/numerics/display.ts';
import { KEPT } from '../support/criteria.ts';
import { BOUGHT, claims } from './claims.ts';
import { isKept, of, PILOTS, trialsOf, type Trial } from './settings.ts';

/** Sets that had a part in choosing the method. */
const CHOSEN_ON = /^(rcv1-like|imdb_binary$|w8a$)/;

/** The report of calibration: labels bought over labels budgeted, by pilot, set, rule and optimizer. */
export function report(findings: Findings): StudyReport {
  const results = ofKind(findings.results, 'calibration');
  const trials = trialsOf(results);
  return {
    title: 'Calibration: from a pilot to a budget',
    protocol: [
      "A pilot is drawn at random, and the pool is the rest of the set. The pilot and the rows of the pool suggest the mellowness for a share of the pool's labels, with five streams a value; three other shuffled streams of the pool then buy with it, with its real labels. A trial is one pilot with one rule and one optimizer; a stream keeps the budget if the labels that it bought do. All streams of a pilot share its rows, so that the pilot is the unit of the intervals.",
      'The forecast streams the pool itself, with labels drawn from a ridge regression on the pilot. Its prior is the one with which the pilot predicts rows left out best; its logits are sharpened until pilots drawn from it are predicted as well as the real one. The range of the forecast is its least and its greatest stream.',
      `Logistic loss, invariant updates; gradient descent with steps 64 / sqrt(1 + t), and AdaGrad with eta0 = 1/2, on all sets; ${findings.seeds} pilots of each size. rcv1_ccat is too small for a pilot of ${count(PILOTS[1])}. A budget is kept within ${percent(KEPT, 0)} of it.`,
    ],
    figures:
      trials.length === 0
        ? []
        : [
            {
              file: BOUGHT,
              figure: { panels: PILOTS.map((pilot) => bought(trials, pilot)) },
              caption: 'Labels bought of the pool against the budget, a point a stream.',
            },
          ],
    tables: PILOTS.map((pilot) => ratioTable(trials, pilot)),
    claims: claims(trials),
    notes: [
      `The method and its constants were chosen on documents like RCV1, imdb_binary, w8a and three sets that are not here. Of the streams on the other sets ${inWords(trials.filter(({ dataset }) => !CHOSEN_ON.test(dataset)))} kept the budget.`,
      'The drawn labels follow a linear rule. Where the real classes do not (skin_nonskin, of three features, was one such set when the method was tried), the forecast buys too much and the suggestion spends too little.',
      'A pilot cannot tell what it does not hold: a class of 3% (w8a) leaves fifteen rows in a pilot of 500.',
      ...(trials.length < results.length
        ? [`${results.length - trials.length} of ${results.length} trials found no mellowness that buys as many labels.`]
        : []),
      ...findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    ],
    command: `npm run reproduce -- calibration${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** "126 of 144" streams */
function inWords(trials: readonly Trial[]): string {
  const streams = trials.flatMap(({ ratios }) => ratios);
  return `${streams.filter(isKept).length} of ${streams.length}`;
}

function named({ query, optimizer }: SpecOf<'calibration'>): string {
  return `${query.name}, ${optimizer.name}`;
}

function bought(trials: readonly Trial[], pilot: number): ScatterPanel {
  return {
    kind: 'scatter',
    title: `pilot of ${count(pilot)}`,
    x: { label: 'labels budgeted', scale: 'log' },
    y: { label: 'labels bought', scale: 'log' },
    diagonal: 'as budgeted',
    series: [...groupBy(of(trials, pilot), ({ run }) => named(run))].map(([label, group]) => ({
      label,
      points: group.flatMap(({ hash, dataset, found: { budget, bought } }) =>
        bought.map((labels) => ({ x: budget, y: labels, note: dataset, cells: [hash] })),
      ),
    })),
  };
}

function ratioTable(trials: readonly Trial[], pilot: number): Table {
  const rules = [...new Set(of(trials, pilot).map(({ run }) => named(run)))];
  const datasets = [...groupBy(of(trials, pilot), ({ dataset }) => dataset)];
  return {
    title: `Labels bought over labels budgeted, pilot of ${count(pilot)}: median over streams (least to greatest)`,
    header: ['pool', ...rules, 'kept, of the streams'],
    rows: datasets.map(([dataset, group]) => [
      dataset,
      ...rules.map((rule) => {
        const ratios = group.filter(({ run }) => named(run) === rule).flatMap((each) => each.ratios);
        return ratios.length === 0
          ? 'none'
          : `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
      }),
      inWords(group),
    ]),
  };
}
