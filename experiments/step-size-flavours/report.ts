import type { Claim } from '../../src/studies/results/claims.ts';
import type { CurvePanel, Figure } from '../../src/figures/model/figure.ts';
import type { Table } from '../../src/studies/report.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { CellResult } from '../../src/studies/cells/outcome.ts';
import { groupBy, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { isSparseSet, sparsity } from './sparsity.ts';
import { inShort } from '../support/words.ts';

/** Vowpal Wabbit's words for the optimizers. */
const FLAVOURS = {
  'gradient-descent': 'sgd',
  'ada-grad': 'adaptive',
  normalized: 'normalized',
  'normalized-adaptive': 'normalized adaptive',
} as const;
type Flavour = keyof typeof FLAVOURS;
const ALL = Object.keys(FLAVOURS) as Flavour[];
const UPDATES = ['naive', 'invariant'] as const;
type Update = (typeof UPDATES)[number];

/** What the claims mean by "far less", and by a good rate. */
const FAR_LESS = 0.5;
const GOOD = 1.1;

/** Losses above so many times the best one are drawn at the upper edge. */
const CEILING = 20;

/** One rate of one flavour on one set: mean loss over seeds, Infinity where a run diverged. */
interface Trial {
  readonly rate: number;
  readonly loss: number;
  readonly cells: readonly string[];
}

type Trials = Readonly<Record<Update, Readonly<Record<Flavour, readonly Trial[]>>>>;

interface Field {
  readonly dataset: string;
  readonly trials: Trials;
  /** Of all flavours and updates. */
  readonly lowest: number;
}

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
      `Features are as the sets have them; numbers to be predicted are divided by their largest absolute value, so that only the scales of features differ. Squared loss for numbers, logistic loss for classes; one pass, ${findings.seeds} shuffles. The loss is the average online loss of the pass, mean over shuffles. Rates go from 1e-15 to 1000, equally spaced on the scale of logarithms, ${findings.size === 'full' ? 'two' : 'one'} a decade.`,
      `The best rate of a flavour on a set is the one with the lowest loss: it is known in hindsight only, which is why its spread over sets matters. To vary far less means to spread over at most ${FAR_LESS} times as many decades. Most sets means more than half. A rate is good if its loss is at most ${GOOD} times the lower of the best losses with naive and with invariant updates.`,
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
    claims: [
      ...UPDATES.toReversed().flatMap((update) =>
        (['gradient-descent', 'ada-grad'] as const).map((other) => spreadClaim(fields, update, other)),
      ),
      ...UPDATES.toReversed().map((update) =>
        lossClaim(
          fields,
          update,
          'normalized-adaptive',
          'ada-grad',
          'Normalized adaptive reaches no higher a loss than adaptive alone at its best rate, on most sets',
        ),
      ),
      ...UPDATES.toReversed().map((update) =>
        lossClaim(
          fields,
          update,
          'ada-grad',
          'gradient-descent',
          '"Useful for different dynamic ranges": adaptive reaches no higher a loss than sgd at its best rate, on most sets',
        ),
      ),
      ...ALL.map((flavour) => invariantClaim(fields, flavour)),
      ...sparse.claims,
    ],
    notes: [
      'Where a sparse method does not come near the lowest loss, seven step sizes over three to four decades were tried for every penalty; the last columns of its table show what it reaches without a penalty.',
      ...findings.missing.map((name) => `${name} was not on this machine and is left out.`),
    ],
    command: `npm run reproduce -- step-size-flavours${findings.size === 'full' ? ' --full' : ''} --seeds ${findings.seeds}`,
  };
}

function fileOf(update: Update): string {
  return `rates-${update}.png`;
}

function field(dataset: string, results: readonly CellResult<'online'>[]): Field {
  const settings = settingsOf(results);
  const trials = (update: Update, flavour: Flavour): Trial[] =>
    settings.filter(({ run }) => run.update === update && run.optimizer.name === flavour).map(trial);
  const flavours = (update: Update): Trials[Update] => ({
    'gradient-descent': trials(update, 'gradient-descent'),
    'ada-grad': trials(update, 'ada-grad'),
    normalized: trials(update, 'normalized'),
    'normalized-adaptive': trials(update, 'normalized-adaptive'),
  });
  const lowest = Math.min(...settings.map((setting) => trial(setting).loss));
  return { dataset, trials: { naive: flavours('naive'), invariant: flavours('invariant') }, lowest };
}

function trial({ run, measurements, failures, cells }: Setting<'online'>): Trial {
  const { eta0 } = run.optimizer as { readonly eta0: number };
  return { rate: eta0, loss: failures.length > 0 ? Infinity : mean(measurements.map(({ curve }) => curve.at(-1)!.loss)), cells };
}

function best(trials: readonly Trial[]): Trial {
  return trials.reduce((lowest, each) => (each.loss < lowest.loss ? each : lowest));
}

/** Decades between the smallest and the largest best rate over all sets. */
function spread(fields: readonly Field[], update: Update, flavour: Flavour): number {
  const powers = fields.map(({ trials }) => Math.log10(best(trials[update][flavour]).rate));
  return Math.max(...powers) - Math.min(...powers);
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
          return Number.isFinite(loss) ? `${Number(loss.toPrecision(3))} at ${inShort(rate)}` : 'always diverged';
        }),
      ]),
    ),
  };
}

function spreadTable(fields: readonly Field[]): Table {
  return {
    title:
      "Best rates over all sets, and the price of one common rate: the highest loss over the set's lowest, at the rate that makes it smallest",
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
          spread(fields, update, flavour).toFixed(1),
          inShort(common.rate),
          common.loss === Infinity ? 'diverged' : `${Number(common.loss.toPrecision(3))}×`,
        ];
      }),
    ),
  };
}

/** The rate whose worst loss over all sets, each over its set's lowest, is smallest. */
function commonRate(fields: readonly Field[], update: Update, flavour: Flavour): Trial {
  const rates = fields[0].trials[update][flavour];
  return best(
    rates.map(({ rate }, r) => ({
      rate,
      loss: Math.max(...fields.map(({ trials, lowest }) => trials[update][flavour][r].loss / lowest)),
      cells: [],
    })),
  );
}

function spreadClaim(fields: readonly Field[], update: Update, other: Flavour): Claim {
  const [own, others] = [spread(fields, update, 'normalized-adaptive'), spread(fields, update, other)];
  return {
    claim: `With ${update} updates, the best rate of normalized adaptive varies far less over sets than that of ${FLAVOURS[other]}`,
    measured: `${own.toFixed(1)} decades against ${others.toFixed(1)} over ${fields.length} sets`,
    holds: fields.length < 2 ? 'not measured' : own <= FAR_LESS * others,
    figure: fileOf(update),
    tried: gridTried(fields),
  };
}

function lossClaim(fields: readonly Field[], update: Update, flavour: Flavour, other: Flavour, claim: string): Claim {
  const ratios = fields.map(({ dataset, trials }) => ({
    dataset,
    ratio: best(trials[update][flavour]).loss / best(trials[update][other]).loss,
  }));
  const noHigher = ratios.filter(({ ratio }) => ratio <= 1).length;
  return {
    claim: `With ${update} updates: ${claim}`,
    measured: `on ${noHigher} of ${fields.length}; loss over loss: ${ratios.map(({ dataset, ratio }) => `${dataset} ${ratio.toFixed(2)}`).join(', ')}`,
    holds: fields.length === 0 ? 'not measured' : noHigher > fields.length / 2,
    figure: fileOf(update),
    tried: gridTried(fields),
  };
}

function invariantClaim(fields: readonly Field[], flavour: Flavour): Claim {
  const good = (update: Update): number =>
    fields.reduce((count, { trials }) => {
      const goal = GOOD * Math.min(...UPDATES.map((each) => best(trials[each][flavour]).loss));
      return count + trials[update][flavour].filter(({ loss }) => loss <= goal).length;
    }, 0);
  const [naive, invariant] = UPDATES.map(good);
  return {
    claim: `Invariant updates have more good rates than naive ones: ${FLAVOURS[flavour]}`,
    measured: `${invariant} against ${naive}, over ${fields.length} sets`,
    holds: fields.length === 0 ? 'not measured' : invariant > naive,
    figure: fileOf('invariant'),
    tried: gridTried(fields),
  };
}

function gridTried(fields: readonly Field[]): string {
  const rates = Math.max(0, ...fields.map(({ trials }) => trials.naive['gradient-descent'].length));
  return `The grid of the study is all that was tried: ${rates} rates for every flavour and update on every set.`;
}
