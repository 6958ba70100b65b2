import { decimals, inShort, rounded } from '../../src/numerics/display.ts';
import type { CurvePanel, Figure } from '../../src/figures/model/figure.ts';
import type { Table, Findings, StudyReport } from '../../src/studies/study.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import { FAR_LESS, GOOD_LOSS } from '../support/criteria.ts';
import { claims } from './claims.ts';
import {
  ALL,
  best,
  CLASSES,
  field,
  fileOf,
  FLAVOURS,
  NUMBERS,
  spread,
  UPDATES,
  type Field,
  type Flavour,
  type Trial,
  type Update,
} from './settings.ts';
import { isSparseSet, sparsity } from './sparsity.ts';
import { claimsOn } from '../support/numbers.ts';

/** Losses above so many times the best one are drawn at the upper edge. */
const CEILING = 20;

/** The report of step-size-flavours: best rates, the losses at them, and what they say of every claim. */
export function report(findings: Findings): StudyReport {
  const results = ofKind(findings.results, 'online');
  const fields = [
    ...groupBy(
      results.filter(({ cell }) => !isSparseSet(cell.dataset)),
      ({ cell }) => cell.dataset,
    ),
  ].map(([dataset, own]) => field(dataset, own));
  const sparse = sparsity(results);
  const drawn = fields.length === 0 ? [] : UPDATES.toReversed();
  return {
    title: 'Flavours of step sizes on badly scaled features',
    protocol: [
      'Features are as the sets have them; numbers to be predicted are divided by their largest absolute value, so that ' +
        'only the scales of features differ. Squared loss for numbers, logistic loss for classes; ' +
        `one pass, ${findings.seeds} shuffles. The loss is the average online loss of the pass, mean over shuffles. ` +
        'Rates go from 1e-15 to 1000, equally spaced on the scale of logarithms, ' +
        `${findings.size === 'full' ? 'two' : 'one'} a decade.`,
      'The best rate of a flavour on a set is the one with the lowest loss: it is known in hindsight only, which is why ' +
        `its spread over sets matters. To vary far less means to spread over at most ${FAR_LESS} times as many decades. ` +
        `Most sets means more than half. A rate is good if its loss is at most ${GOOD_LOSS} times the lower of the best ` +
        'losses with naive and with invariant updates.',
      ...sparse.protocol,
    ],
    figures: [
      ...drawn.map((update) => ({
        file: fileOf(update),
        figure: ratesFigure(fields, update),
        caption: `Loss over the lowest loss of any flavour on the set, against the rate: ${update} updates.`,
      })),
      ...sparse.figures,
    ],
    tables: [...(fields.length === 0 ? [] : [bestTable(fields), spreadTable(fields)]), ...sparse.tables],
    claims: [...claimsOn([...NUMBERS[findings.size], ...CLASSES], claims(fields)), ...sparse.claims],
    notes: [
      'Where a sparse method does not come near the lowest loss, seven step sizes over three to four decades were tried ' +
        'for every penalty; the last columns of its table show what it reaches without a penalty.',
    ],
    command: `npm run reproduce -- step-size-flavours${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

/** One panel a flavour, one line a set. */
function ratesFigure(fields: readonly Field[], update: Update): Figure {
  return {
    panels: ALL.map((flavour): CurvePanel => ({
      kind: 'curves',
      title: FLAVOURS[flavour],
      x: { label: 'rate', scale: 'log' },
      y: { label: 'loss over the lowest', scale: 'log', min: 1, max: CEILING },
      series: fields.map(({ dataset, trials, lowest }) => ({
        label: dataset,
        points: trials[update][flavour].map(({ rate, loss, cells }) => ({ x: rate, y: loss / lowest, cells })),
      })),
    })),
  };
}

function bestTable(fields: readonly Field[]): Table {
  return {
    title: 'Lowest loss, and the rate it takes',
    header: ['set', 'updates', ...ALL.map((flavour) => FLAVOURS[flavour])],
    rows: fields.flatMap(({ dataset, trials }) =>
      UPDATES.map((update) => [
        dataset,
        update,
        ...ALL.map((flavour) => {
          const { rate, loss } = best(trials[update][flavour]);
          return Number.isFinite(loss) ? `${rounded(loss, 3)} at ${inShort(rate)}` : 'always diverged';
        }),
      ]),
    ),
  };
}

function spreadTable(fields: readonly Field[]): Table {
  return {
    title:
      "Best rates over all sets, and the price of one common rate: the highest loss over the set's lowest, at the rate " +
      'that makes it smallest',
    header: ['flavour', 'updates', 'smallest best rate', 'largest', 'decades', 'common rate', 'highest loss over the lowest'],
    rows: ALL.flatMap((flavour) =>
      UPDATES.map((update) => {
        const rates = fields.map(({ trials }) => best(trials[update][flavour]).rate);
        const common = commonRate(fields, update, flavour);
        return [
          FLAVOURS[flavour],
          update,
          inShort(Math.min(...rates)),
          inShort(Math.max(...rates)),
          decimals(spread(fields, update, flavour), 1),
          inShort(common.rate),
          common.loss === Infinity ? 'diverged' : `${rounded(common.loss, 3)}×`,
        ];
      }),
    ),
  };
}

/** The rate whose worst loss over all sets, each over its set's lowest, is smallest. */
function commonRate(fields: readonly Field[], update: Update, flavour: Flavour): Pick<Trial, 'rate' | 'loss'> {
  const rates = fields[0].trials[update][flavour];
  return best(
    rates.map(({ rate }, r) => ({
      rate,
      loss: Math.max(...fields.map(({ trials, lowest }) => trials[update][flavour][r].loss / lowest)),
    })),
  );
}
