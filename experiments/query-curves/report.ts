import type { CurvePanel, Figure, Series } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { DEFAULTS } from '../../src/specs/defaults.ts';
import { count } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { TENTH } from '../support/criteria.ts';
import { percent, claimsOn } from '../support/numbers.ts';
import { type Arena, arenasOf } from './arenas.ts';
import { choiceTable } from './choice.ts';
import { all, claims, FIGURE } from './claims.ts';
import { curveOf, localMedian, type Runs, sharesFrom } from './curves.ts';
import { MELLOWNESS, NAMES, SIZES, UPDATES } from './settings.ts';

const SAMPLES = 'samples.png';
export const COMMAND_LINE = "command line's default";
/** Of the table. */
const TABLE_SHARES = [0.01, 0.03, TENTH.slides, 0.3, 0.6, 1];
/** A figure begins here, and below this accuracy nothing has been learned that matters. */
const FROM = 0.003;
const PLACES = 40;

/** The report of query-curves: every run a dot, and what runs that bought about as many labels have in common. */
export function report(findings: Findings): StudyReport {
  const arenas = arenasOf(findings);
  const generated = arenas.at(0);
  const samples = arenas.slice(1);
  const full = findings.size === 'full';
  return {
    title: `The talk: accuracy against labels (${count(SIZES[findings.size].train)} documents like RCV1)`,
    protocol: [
      'Logistic loss, gradient descent with steps eta0 / sqrt(1 + t), one pass, the rule of the slides, every label learned with the ' +
        `weight 1/p. ${MELLOWNESS.length} values of mellowness from ${MELLOWNESS[0]} to ${MELLOWNESS.at(-1)}, the same for ` +
        `all updates, and ${findings.seeds} training streams; all updates of a stream toss the same coins.`,
      'Step sizes were chosen on other streams and another validation part, for each update and three ranges of labels (table below): a ' +
        'dot is a run of the step that was chosen for as many labels as it bought. That of passive learning was chosen on the validation ' +
        'part of these very streams.',
      'A curve is a local median: the median test accuracy of the runs that bought between 1/1.5 and 1.5 times as many labels. No run is ' +
        'chosen by what it reached. Its band is where 95% of such curves lie when streams are drawn again, all runs of a stream together.',
      `The ${COMMAND_LINE} is what iwal does when nobody says anything: the rule ${DEFAULTS.query}, paced to the budget, refits along ` +
        'the stream and a model chosen at the end; it learns without the weight, and keeps it for estimates.',
    ],
    figures:
      generated === undefined
        ? []
        : [
            {
              file: FIGURE,
              figure: {
                title: titleOf(generated),
                panels: [{ ...panelOf(generated), title: generated.name }],
                legend: 'at the ends',
              },
              caption:
                `${generated.name}: test accuracy against the labels that a run asked for. Each dot is one run, a line the median ` +
                'of the runs around it, its band what resampled streams leave. Dots at the lower edge are runs that learned little or ' +
                'nothing; a line begins where it stays above them.' +
                (full ? ' The dashed upright is where the talk ended: 91,000 labels.' : ''),
            },
            ...(samples.length === 0
              ? []
              : [
                  {
                    file: SAMPLES,
                    figure: { panels: samples.map(panelOf), legend: 'at the ends' } satisfies Figure,
                    caption: 'The same on real samples of RCV1, with the step sizes of the generated documents.',
                  },
                ]),
          ],
    tables: [...arenas.map(accuracyTable), choiceTable(findings)],
    // The samples have none.
    claims: claimsOn([], claims(generated)),
    notes: [
      'The talk drew upper envelopes over step sizes and mellowness by test accuracy. Nothing is chosen by test ' +
        'accuracy here: active-curves has envelopes over grids of steps, chosen on validation parts.',
      'With large steps importance times gradient asks for next to nothing or for everything, with small ones it learns slowly; whoever ' +
        'has every label, with weight 1, does passive learning with any update.',
      'How long an active pass takes beside a passive one (2.6 beside 2.5 seconds in the talk) is measured in rcv1-active and speed.',
    ],
    command: `npm run reproduce -- query-curves${full ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panelOf(arena: Arena): CurvePanel {
  const { name, rows, updates, passive, commandLine } = arena;
  const shares = sharesFrom(FROM, PLACES);
  const labels = (share: number): number => share * rows;
  const ceiling = mean(passive.map(all));
  const least = lowestShown(arena);
  const series = (label: string, runs: Runs, places: readonly number[]): Series => {
    const points = curveOf(runs, places, `${name} ${label}`).map(({ x, y, low, high, ...origin }) => ({
      ...{ ...origin, x: labels(x), y: 100 * y },
      ...(low !== undefined && high !== undefined && { low: 100 * low, high: 100 * high }),
    }));
    return { label, points: points.slice(1 + points.findLastIndex(({ y }) => y < least)) };
  };
  const budgets = (commandLine.at(0) ?? []).map((_, k) => mean(commandLine.flatMap((runs) => runs.at(k)?.share ?? [])));
  const lines: readonly Series[] = [
    ...NAMES.map((update) => ({
      ...series(UPDATES[update], updates[update], shares),
      cloud: updates[update].flat().map(({ share, error }) => ({ x: labels(share), y: 100 * (1 - error) })),
    })),
    series(COMMAND_LINE, commandLine, budgets),
  ];
  return {
    kind: 'curves',
    title: `${name}: ${titleOf(arena)}`,
    x: { label: 'labels asked for', scale: 'log', min: labels(FROM), max: rows },
    y: {
      label: 'test accuracy',
      unit: 'percent',
      scale: 'linear',
      min: least,
      max: Math.ceil(1 + Math.max(100 * (1 - ceiling), ...lines.flatMap(({ points }) => points.map(({ y }) => y)))),
    },
    references: [{ y: 100 * (1 - ceiling), label: 'passive: all labels' }],
    upright: { x: labels(TENTH.slides), label: `the talk's ${percent(TENTH.slides, 2)} of the labels` },
    series: lines,
  };
}

/** What the figure says. */
function titleOf({ updates, passive }: Arena): string {
  const reached = localMedian(updates.invariant.flat(), TENTH.slides);
  return (
    `Invariant updates reach ${percent(1 - reached, 1)} with ${percent(TENTH.slides, 2)} of the labels; ` +
    `passive learning, ${percent(1 - mean(passive.map(all)), 1)} with all`
  );
}

/** Four times the error of passive learning from the top, in steps of five points. */
function lowestShown({ passive }: Arena): number {
  return 5 * Math.floor(20 * (1 - 4 * mean(passive.map(all))));
}

function accuracyTable({ name, updates, passive, commandLine }: Arena): Table {
  const cellsOf = (runs: Runs, label: string): string[] =>
    TABLE_SHARES.map((share) => {
      const point = curveOf(runs, [share], `${name} ${label} table`).at(0);
      if (point === undefined) return '';
      const bounds = point.low === undefined ? '' : ` (${percent(point.low, 1)} to ${percent(point.high!, 1)})`;
      return `${percent(point.y, 1)}${bounds}`;
    });
  return {
    title:
      `${name}: test accuracy by share of the labels (95% band); passive learning with all labels ` +
      percent(1 - mean(passive.map(all)), 2),
    header: ['update', ...TABLE_SHARES.map((share) => percent(share, share === TENTH.slides ? 2 : 0))],
    rows: [
      ...NAMES.map((update) => [UPDATES[update], ...cellsOf(updates[update], update)]),
      [COMMAND_LINE, ...cellsOf(commandLine, COMMAND_LINE)],
    ],
  };
}
