import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { COLUMNS, randomUpdate, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { featureUnits, ScaledFeatures } from '../../../src/learners/feature-units.ts';
import { LinearLearner } from '../../../src/learners/margin-learner.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import type { State } from '../../../src/numerics/state.ts';
import { blocks } from '../../../src/optimizers/blocks/index.ts';
import { separate } from '../../../src/optimizers/blocks/block.ts';
import { samplePoint, situationAt } from '../../../src/laws/query-laws.ts';
import { paced, budgetSchedule } from '../../../src/queries/pacer.ts';
import type { RuleReading } from '../../../src/queries/query.ts';
import { warmedUp } from '../../../src/queries/warmed-up.ts';
import { BlockLearner } from '../../../src/reductions/block-learner.ts';
import { reductions } from '../../../src/reductions/index.ts';
import { vectorWeights } from '../../../src/rows/kernels/vector-weights.ts';
import { CertifiedCount } from '../../../src/statistics/certificates/certified-count.ts';
import { ErrorMeter } from '../../../src/streams/measures/error-meter.ts';
import { delayed } from '../../../src/streams/oracles/terms.ts';
import { annotatorContext, run, weightedTask } from '../../support/active-runs.ts';
import { blockOf, membersOf } from '../../support/laws/block-laws.ts';
import { averagedSettings, byPart, givens, settings } from '../../support/laws/optimizer-settings.ts';
import { fresh, sampleTarget, type ReductionName } from '../../support/laws/reduction-laws.ts';
import { buildRule, logisticLearner, ruleNames } from '../../support/rules.ts';

/**
 * UNCHANGED: the states of what learns, asks and keeps account, as a checksum each of their names, in their order, and numbers: models
 * and checkpoints of earlier versions hold them.
 */

function bitsOf(state: State): string {
  const bytes: Buffer[] = [];
  const walk = (part: State): void => {
    for (const [name, value] of Object.entries(part)) {
      bytes.push(Buffer.from(`${name};`));
      if (typeof value === 'object' && !(value instanceof Float64Array)) walk(value);
      else bytes.push(Buffer.from(Float64Array.from(typeof value === 'number' ? [value] : value).buffer));
    }
  };
  walk(state);
  return crc32(Buffer.concat(bytes)).toString(16);
}

it('optimizers, and their averages', () => {
  const averages = averagedSettings.map(({ name, factory }) => ({ name: `average-of-${name}`, factory }));
  const found = [...settings, ...averages].map(({ name, factory }) => {
    const random = randomStream(1, 'states');
    const rows = sampleRows(random, 12, 4);
    const optimizer = factory(COLUMNS);
    optimizer.beginPass();
    for (let t = 0; t < 40; t++) randomUpdate(optimizer, rows, random.below(rows.length), random);
    return [name, bitsOf(optimizer.state())] as const;
  });
  expect(byPart(found)).toMatchInlineSnapshot(`
    "gradient-descent e95bf604 f75c6a1c 727055c5
    averaged fbba25ac c351430c
    ada-grad a4b3737f 2a977d91 9c811be8
    normalized e775dc8e ed3bb70e
    normalized-adaptive b14b1152 ac42024a 1f892854
    ftrl-proximal c38ed10e 6b1ef917 aff38bb1
    rda ec3f4e56 1651cfbb 1651cfbb
    fobos fbe684b4 aac9da8
    truncated-gradient cefc5064 75cb21bb
    implicit-ftrl fc32a786
    implicit-ftrl-adaptive ded7494a
    average-of-gradient-descent 12dff4fb 11a3e4cb 9771c218 e065f029 6d058165 b7ab436d
    average-of-ada-grad c86e906d 16622c26 390f652f ac5c0004 7efca590 f4ffea97
    average-of-normalized 3522281d 46c9c84e fe6a5a24 ea4a302d
    average-of-normalized-adaptive 85115f5f a5733189 4ab44c97 9c44248b 3ed0ca9d b4d3859a
    average-of-ftrl-proximal b92f0734 76a429c4 de5e7444 7890d90e d22bf1ce c317e59a
    average-of-rda a5959dec 70a9f402 acc494c1 53a5cdee
    average-of-fobos ee9a193d ede6090d
    average-of-truncated-gradient 54af6d87 57d37db7
    average-of-implicit-ftrl e7fdf903 a8b69b50
    average-of-implicit-ftrl-adaptive 7e6d824e 5c1a192c"
  `);
});

it('blocks', () => {
  const found = givens.map(([name, given]) => {
    const random = randomStream(1, 'states of blocks');
    const rows = sampleRows(random, 12, 4);
    const block = blockOf({ blocks, separate, BlockLearner }, name, membersOf(given, 3))(COLUMNS, vectorWeights);
    const numbers = (): Float64Array => Float64Array.from({ length: 3 }, () => random.below(3));
    for (let t = 0; t < 20; t++) {
      const importances = numbers();
      block.admit(rows, t % 12, importances);
      block.prepare(rows, t % 12, importances, numbers(), new Float64Array(3));
      block.push(rows, t % 12, numbers());
    }
    return [name, bitsOf(block.state())] as const;
  });
  expect(byPart(found)).toMatchInlineSnapshot(`
    "gradient-descent 96175330 e6e1a23e 4e190f8
    averaged a2c7d505 983c9684
    ada-grad f20c0bc9 5a271bc0 5f578aeb
    normalized 17e10c25 187839b4
    normalized-adaptive 5cf22c75 7b27c24c bb91c9d9
    ftrl-proximal ab0a613f bb72458f 5125264c
    rda 3dd60df6 3dd60df6 3dd60df6
    fobos a014169e dc7e062e
    truncated-gradient 218ccf42 bf3a6b87
    implicit-ftrl ed78c4aa
    implicit-ftrl-adaptive 98962ef0"
  `);
});

it('reductions, and learners of scaled rows', () => {
  const random = randomStream(1, 'states of learners');
  const rows = sampleRows(random, 10, 4);
  const found = (Object.keys(reductions) as ReductionName[]).map((name) => {
    const reduction = fresh(reductions, name, 5);
    for (let t = 0; t < 30; t++) reduction.learn(rows, t % 10, sampleTarget(5, random), random.below(3));
    return bitsOf(reduction.state());
  });
  const scaled = (['unit', 'max'] as const).map((scaling) => {
    const { loss, update, optimizer } = logisticLearner(COLUMNS);
    const learner = new LinearLearner(loss, update, new ScaledFeatures(optimizer, featureUnits(scaling, COLUMNS)));
    for (let t = 0; t < 30; t++) learner.learn(rows, t % 10, t % 3 === 0 ? 1 : -1, random.below(3));
    // As versions up to 0.2 have it: a learner of units around a learner.
    const { learned, optimizer: inUnits } = learner.state() as { learned: number; optimizer: Record<'units' | 'scaled', State> };
    return bitsOf({ learned, units: inUnits.units, learner: { learned, optimizer: inUnits.scaled } });
  });
  expect([...found, ...scaled]).toMatchInlineSnapshot(`
    [
      "4185fa0",
      "143e84d2",
      "8355f8d6",
      "9c34798f",
      "33f7be53",
      "ec02fc67",
      "a46cce45",
    ]
  `);
});

it('runs that ask, what sells them labels, and what keeps account of them', () => {
  const late = delayed({ delay: 11 }, annotatorContext(weightedTask));
  const found = ruleNames.map((rule) => {
    const meter = new ErrorMeter();
    const { active, oracle } = run({ rule, data: weightedTask, budget: 50, floor: 0.01, decorators: [late], observer: meter });
    return [active.state(), oracle.state(), meter.state()].map(bitsOf).join(' ');
  });
  expect(found).toMatchInlineSnapshot(`
    [
      "7eedcced 39656fde 7214a953",
      "f3690999 adaa3bc2 5789ecb4",
      "520b37e2 39656fde b26235bc",
      "d64ef464 39656fde 7bfbeb5e",
      "c4f7541b 4f15cf1c 29d4b078",
      "afb4c55e 39656fde 16cfd607",
      "aefc844e 39656fde 9c32599c",
      "ce0ed8b9 39656fde a57d7438",
      "50362f3c 39656fde 726c593d",
      "6abfa02e 39656fde dd56ec1a",
      "ed88c92 39656fde 1b5f0e0",
      "c4f915f4 39656fde f6efe875",
      "65f60387 39656fde 57113f6c",
      "458f1707 39656fde 5577fdeb",
      "905b6514 39656fde 543deff4",
    ]
  `);
});

it('a paced rule that warms up, and a certified count', () => {
  const random = randomStream(1, 'states of paces');
  const schedule = budgetSchedule({ budget: 100, rows: 1000, decay: 0.3, warmUp: 5 });
  const inner = buildRule('soft-margin', () => logisticLearner(COLUMNS)) as RuleReading<'flip'>;
  const plan = { schedule, minimum: 0.02, floor: 0, window: 40, price: () => 1 };
  const rule = warmedUp(paced(inner, plan), { labels: 5, atMost: 20, threshold: { classes: 3 } });
  const count = new CertifiedCount(0.02);
  const rows = sampleRows(random, 10, 4);
  for (let time = 0; time < 200; time++) {
    const situation = { ...situationAt({ ...samplePoint(random), k: time, queries: 0 }), labelsLeft: 100, rowImportance: 1 };
    rule.consider!(situation, rows, time % 10);
    const p = rule.probability(situation, rows, time % 10);
    count.consider(p, 1);
    const isBought = random.next() < p;
    if (isBought) count.buy(time);
    if (isBought && time % 5 > 0) count.answer(time, time % 2 === 0);
    rule.settle(situation, rows, time % 10, isBought ? 1 + random.below(3) : undefined, 1 / p, Number(isBought));
  }
  expect([rule, count].map((each) => bitsOf(each.state()))).toEqual(['f43f37b7', '9390fc71']);
});
