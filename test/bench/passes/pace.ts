import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import { type Dataset, upTo } from '../../../src/rows/dataset.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { buildActiveLearner } from '../../../src/specs/build.ts';
import { DEFAULTS, PACED_DEFAULTS } from '../../../src/specs/defaults.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { LabelOracle } from '../../../src/streams/oracles/oracle.ts';
import { ProgressiveValidation } from '../../../src/streams/measures/class-measures.ts';
import { activeLearn } from '../../../src/streams/passes/active-learn.ts';
import { median } from '../../../src/statistics/small-samples.ts';
import { timed } from '../processor-time.ts';

/**
 * What a pace costs: a paced pass of the default learner and rule against one of the same rule with a fixed knob, on the same floor, that
 * buys as many labels, in turn; milliseconds of processor time.
 *
 * The rows have few features, where what is paid for every row weighs most.
 */

const LAPS = 7;
const EXPLORE = 0.1;
const { warmUp, temper, pace } = PACED_DEFAULTS;
const COMMON = {
  loss: { name: DEFAULTS.loss },
  update: DEFAULTS.update,
  optimizer: { name: DEFAULTS.optimizer },
  seed: 1,
  ...{ warmUp, temper },
};
/** The width that buys a share is bisected for so often: to a hundredth of itself. */
const HALVINGS = 10;

export function benchPace(): void {
  for (const features of [3, 30])
    for (const length of [100_000, 500_000]) {
      const train = rowsOf(length, features);
      for (const share of [0.02, 0.1]) compare(train, features, share);
    }
}

function compare(train: Dataset, features: number, share: number): void {
  const { length } = train.labels;
  const budget = share * length;
  const paced = { ...COMMON, query: { name: DEFAULTS.query }, budget, pace, explore: EXPLORE };
  const width = widthThatBuys(train, budget, share);
  const times: [number[], number[]] = [[], []];
  for (let lap = 0; lap <= LAPS; lap++)
    [pass(paced, budget, train), pass(fixed(width, share), Infinity, train)].forEach(({ milliseconds }, n) =>
      times[n].push(milliseconds),
    );
  const [one, other] = times.map((each) => median(each.slice(1)));
  console.log(
    `${length} rows of ${features} features, ${100 * share}% of the labels: paced ${one.toFixed(0)}, unpaced ${other.toFixed(0)}, ` +
      `ratio ${(one / other).toFixed(2)}`,
  );
}

function fixed(width: number, share: number): object {
  return { ...COMMON, query: { name: DEFAULTS.query, width }, floor: EXPLORE * share };
}

function widthThatBuys(train: Dataset, budget: number, share: number): number {
  let [low, high] = [-6, 2];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (pass(fixed(Math.exp(middle), share), Infinity, train).bought > budget) high = middle;
    else low = middle;
  }
  return Math.exp((low + high) / 2);
}

function pass(given: object, budget: number, train: Dataset): { readonly milliseconds: number; readonly bought: number } {
  const { rows, labels } = train;
  const active = buildActiveLearner(parseRunSpec(given), train);
  const oracle = new LabelOracle(labels, budget);
  const validation = new ProgressiveValidation(active.learner.loss, labels);
  const stream = { rows, order: upTo(labels.length) };
  const milliseconds = timed(() => {
    activeLearn(active, stream, oracle, validation, 0, labels.length);
  });
  return { milliseconds, bought: oracle.sold };
}

/** Labels are the side of a plane, one in twenty the other. */
function rowsOf(length: number, features: number): Dataset {
  const random = randomStream(1, 'bench pace');
  const truth = Float64Array.from({ length: features }, () => random.normal());
  const builder = new SparseRowsBuilder();
  const labels = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    let margin = 0;
    for (let feature = 0; feature < features; feature++) {
      const value = 2 * random.next() - 1;
      builder.add(feature, value);
      margin += truth[feature] * value;
    }
    builder.endRow();
    labels[i] = margin > 0 === random.next() > 0.05 ? 1 : -1;
  }
  return { name: 'plane', rows: builder.build(features), labels };
}
