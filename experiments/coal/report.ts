import { inShort } from '../../src/numerics/display.ts';
import type { PathPanel } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { percent, rangeOver } from '../support/numbers.ts';
import { claims, FRONTIER } from './claims.ts';
import { boughtBy, chosenOf, FIRST, meanOf, MELLOWNESS, RATES, testError, type Chosen } from './settings.ts';

/** In the order of their looks. */
const METHODS = ['COAL', `COAL, ${FIRST[1]} examples first`, 'random', 'every cost'];

/** The report of coal: error against the share of costs that were bought, and the claims. */
export function report(findings: Findings): StudyReport {
  const chosen = chosenOf(findings);
  const sets = [...new Set(chosen.map(({ dataset }) => dataset))];
  return {
    title: 'Buying single costs: COAL',
    protocol: [
      'Every feature is divided by its largest absolute value in the training part; ' +
        'a quarter of every set tests, an eighth validates. A class label costs 0 for its class and 1 for every other; ' +
        `an oracle sells each of the K costs of an example for one unit. One pass, ${findings.seeds} orders drawn from the ` +
        'seed. One regressor a class, squared loss, invariant updates, AdaGrad on the features alone (G_i += x_i^2), eta0 ' +
        `${RATES.join(', ')}.`,
      'COAL buys the cost of a class that may still be the cheapest and whose interval is wider than 1 / (2 sqrt t); ' +
        `mellowness ${MELLOWNESS.join(', ')}. As in the source it begins with one example, or with ${FIRST[1]} whose costs ` +
        'are all bought. Random buys each cost with one probability.',
      'Every rule stands at the step size with its lowest validation error, mean over orders. ' +
        'The optimizer and the ranges of the grid were settled with test errors of one order in view; ' +
        'within the grid the test part decides nothing.',
    ],
    figures:
      chosen.length === 0
        ? []
        : [
            {
              file: FRONTIER,
              figure: { columns: 2, panels: sets.map((dataset) => panel(chosen, dataset)) },
              caption:
                'Test error against the share of costs that were bought, mean over orders with the 10th to 90th ' +
                'percentile; a point a mellowness, or a rate.',
            },
          ],
    tables: sets.map((dataset) => table(chosen, dataset)),
    claims: claims(chosen, sets),
    notes: [
      'Where fewer costs gave a lower error, one possible reason, which was not measured: ' +
        'regressors of classes that are surely not the cheapest are left alone and keep to the rows on which they matter.',
      'No cost is weighed by 1/p: the rule is deterministic given the past, and there is no unbiased estimate of anything ' +
        'from what it buys.',
    ],
    command: `npm run reproduce -- coal${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function panel(chosen: readonly Chosen[], dataset: string): PathPanel {
  return {
    kind: 'paths',
    title: dataset,
    x: { label: 'costs bought', unit: 'percent', scale: 'log', min: 1, max: 100 },
    y: { label: 'test error', unit: 'percent', scale: 'linear', min: 0 },
    series: METHODS.map((method) => ({
      label: method,
      points: chosen
        .filter((each) => each.dataset === dataset && each.method === method && boughtBy(each) >= 0.01)
        .toSorted((a, b) => a.knob - b.knob)
        .map((each) => {
          const [low, high] = rangeOver(each.setting, testError);
          return {
            x: 100 * boughtBy(each),
            y: 100 * meanOf(each.setting, testError),
            low: 100 * low,
            high: 100 * high,
            note: `${method === 'random' ? 'rate' : 'mellowness'} ${inShort(each.knob)}, eta0 ${inShort(rateOf(each))}`,
            cells: each.setting.cells,
          };
        }),
    })),
  };
}

function table(chosen: readonly Chosen[], dataset: string): Table {
  return {
    title: `${dataset}: at the step size with the lowest validation error`,
    header: ['rule', 'mellowness or rate', 'eta0', 'costs bought', 'progressive error', 'test error', '10% to 90% of orders'],
    rows: chosen
      .filter((each) => each.dataset === dataset)
      .map((each) => {
        const [low, high] = rangeOver(each.setting, testError);
        return [
          each.method,
          each.method === 'every cost' ? '' : inShort(each.knob),
          inShort(rateOf(each)),
          percent(boughtBy(each), 2),
          percent(
            meanOf(each.setting, ({ curve }) => curve.at(-1)!.error),
            2,
          ),
          percent(meanOf(each.setting, testError), 2),
          `${percent(low, 2)} to ${percent(high, 2)}`,
        ];
      }),
  };
}

function rateOf({ setting }: Chosen): number {
  return (setting.run.optimizer as { readonly eta0: number }).eta0;
}
