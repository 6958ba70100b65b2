import { count, decimals } from '../../src/numerics/display.ts';
import type { PathPanel, Point } from '../../src/figures/model/figure.ts';
import type { Findings, ReportFigure, StudyReport, Table } from '../../src/studies/study.ts';
import { percent } from '../support/numbers.ts';
import { signed } from '../support/ratios.ts';
import { at, claims, costOf, FILE, meanHalf, nameOf } from './claims.ts';
import { ROWS, SAID } from './kind.ts';
import { AT, BOTH, BUDGETS, ESTIMATE, EXPLORES, RUNS, settingsOf, total, type Setting } from './settings.ts';

/** The report of dial: what is forecast beside what came, and what a share of evenly spread labels costs and brings. */
export function report(findings: Findings): StudyReport {
  const settings = settingsOf(findings);
  const isThere = settings.length > 0;
  return {
    title: 'One dial, two prices',
    protocol: [
      `Public sets, of at most 20,000 rows; every run draws a pool of at most ${count(ROWS.pool)} rows, half of the set at ` +
        `most, and up to ${count(ROWS.test)} others that judge the model. Numbers are cut in two at their median. The run of ` +
        `the command line: soft-margin, refits, the model at the end chosen by cross-validation; ${findings.seeds * RUNS} runs ` +
        'a setting.',
      `--for model spreads ${percent(EXPLORES[0], 0)} of the labels evenly, --for both ${percent(BOTH, 0)}, --for estimate ` +
        `${percent(ESTIMATE, 0)}. The rest are --explore. --for both has the smallest share a for which no interval is more than ` +
        '1.3 times as wide as that of as many random labels, by the bound p >= a B / N: 1 / 1.3^2.',
      'The forecast is the line that iwal label prints before the first question: how closely an error of ' +
        `${percent(SAID, 0)}, for example, will be told, 1.35 times 1.96 sqrt(x + (1.96 / 2)^2) / n, with x = e n + 1.28 sqrt(e n) and ` +
        'n = sqrt(a) B. It is read twice, as it is said, and for the error that the model had in the end, which nobody knew. What came ' +
        'is half the width of the interval of the error of the model.',
      "Random labels: Wilson's interval of as many labels at that error, which is what cross-validation of a model of as " +
        'many random labels could say.',
    ],
    figures: isThere ? [pricesFigure(settings)] : [],
    tables: isThere ? [table(settings)] : [],
    claims: isThere ? claims(settings) : [],
    notes: ['iwal calibrate and iwal simulate draw neither price: the figure has what came.'],
    command: `npm run reproduce -- dial --seeds ${findings.seeds}`,
  };
}

/** Both prices, a point a share, a line a budget. */
function pricesFigure(settings: readonly Setting[]): ReportFigure {
  const panel: PathPanel = {
    kind: 'paths',
    title: 'both prices',
    x: { label: 'half-width of the error, points', scale: 'linear', min: 0 },
    y: { label: 'test error over --for model', unit: 'percent', scale: 'linear' },
    references: [{ y: 0, label: 'as good' }],
    series: BUDGETS.map((budget) => ({
      label: `${count(budget)} labels`,
      points: EXPLORES.flatMap((explore): Point[] => {
        const own = at(settings, explore, budget).filter((each) => total([each], 'told') > 0);
        if (own.length === 0) return [];
        const cells = own.flatMap((each) => each.cells);
        const y = 100 * costOf(settings, explore, budget).value;
        return [{ x: 100 * meanHalf(own, 'half'), y, note: nameOf({ explore, budget }), cells }];
      }),
    })),
  };
  return {
    file: FILE,
    figure: { title: `--for both, ${AT} labels: ${signed(costOf(settings, BOTH).value)} error`, panels: [panel] },
    caption:
      'Test error above that with --for model, geometric mean over sets, against the geometric mean of median half-widths of ' +
      'the error of the model. From the right to the left more labels are spread evenly: ' +
      `${EXPLORES.map((explore) => percent(explore, 0)).join(', ')} with ${AT} labels, all but the second of them with others; ` +
      'where too few are, nothing is told of the error.',
  };
}

function table(settings: readonly Setting[]): Table {
  const rows = BUDGETS.flatMap((budget) =>
    EXPLORES.flatMap((explore) => {
      const own = at(settings, explore, budget);
      if (own.length === 0) return [];
      const [told, runs] = [total(own, 'told'), own.reduce((sum, each) => sum + each.runs, 0)];
      const ofTold = (name: 'keptSaid' | 'keptOwn' | 'covered'): string => (told === 0 ? '' : percent(total(own, name) / told));
      const half = meanHalf(own, 'half');
      return [
        [
          nameOf({ explore, budget }),
          signed(costOf(settings, explore, budget).value),
          Number.isNaN(half) ? '' : decimals(100 * half, 2),
          `${told} of ${runs}`,
          ...(['keptSaid', 'keptOwn', 'covered'] as const).map(ofTold),
          decimals(100 * meanHalf(own, 'shareHalf'), 2),
          percent(total(own, 'shareCovered') / runs),
        ],
      ];
    }),
  );
  return {
    title: 'Both prices, and how forecasts were kept: over sets and runs',
    header: [
      ...['labels', 'test error over --for model', 'half-width of the error, points', 'runs that tell it'],
      ...[
        `kept, for ${percent(SAID, 0)}`,
        'kept, for its error',
        'interval holds it',
        'half-width of the share, points',
        'interval holds the share',
      ],
    ],
    rows,
  };
}
