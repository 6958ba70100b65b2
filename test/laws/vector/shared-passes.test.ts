/** LAW of shared passes: what becomes of cells that learn in one pass is what becomes of each alone, byte for byte. */
import { describe, expect, it } from 'vitest';
import { blocks } from '../../../src/optimizers/blocks/index.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import type { Dataset, Split } from '../../../src/rows/dataset.ts';
import { updates } from '../../../src/updates/index.ts';
import { cell, type Cell, type KindName, packed, runCell, timedCells } from '../../../src/studies/cells/cell.ts';
import type { Kind } from '../../../src/studies/cells/kinds/kind.ts';
import { kinds } from '../../support/kinds.ts';
import { FASTER_TOGETHER, FEWEST_MEMBERS, inParts, membersFor, MOST_MEMBERS } from '../../../src/studies/cells/shared-pass.ts';
import { passesOf } from '../../../src/studies/run/threads.ts';
import { everyLoss, sampleLabel } from '../../support/laws/learner-laws.ts';
import { toyTask } from '../../support/toy.ts';

const scale = process.env.IWAL_LAWS === 'long' ? 20 : 1;
const GRADIENT = { name: 'gradient-descent' } as const;
/** Some of them diverge where a step can overshoot. */
const STEPS = [0.1, 1, 30, 1e4, 1e300];

const sharing = Object.entries(kinds).flatMap(([name, { shared }]: [string, Partial<Kind<unknown, unknown, object>>]) =>
  shared === undefined ? [] : [{ name: name as KindName, shared }],
);

/** Rows with importances, some of them 0, and with parts that judge. */
function splitOf(label: () => number, random: RandomStream): Split {
  const part = (rows: number): Dataset => {
    const task = toyTask({ rows, seed: random.below(1e6) });
    const importances = random.below(2) === 0 ? {} : { importances: Float64Array.from(task.labels, () => random.below(4) / 2) };
    return { ...task, labels: task.labels.map(label), ...importances };
  };
  return {
    train: part(60),
    ...(random.below(2) === 0 ? {} : { validation: part(9) }),
    ...(random.below(4) > 0 && { test: part(9) }),
  };
}

function bytesOf(outcome: ReturnType<typeof runCell>): string {
  return JSON.stringify(packed(outcome));
}

const settings = sharing.flatMap((kind) => FASTER_TOGETHER.map((optimizer) => ({ ...kind, optimizer })));

describe.each(settings)('kind $name, $optimizer', ({ name: kind, shared, optimizer }: (typeof settings)[number]) => {
  const cellsOf = (run: object, steps: readonly number[]): Cell[] =>
    steps.map((eta0) => cell({ kind, dataset: 'd', run: { ...run, optimizer: { name: optimizer, eta0 } } } as never));
  const adapts = blocks[optimizer as keyof typeof blocks]([{ eta0: 1 }])(1).adaptive;
  // Slopes without a bound cannot be added up (specs/build.ts).
  const fitting = everyLoss.filter(
    (loss) =>
      (kind === 'online' || loss.labels === 'sign') && !(adapts && loss.labels === 'unit' && loss.slope(0, 1) ** 2 === Infinity),
  );

  it.each(fitting)('loss $name, every update and order', (loss) => {
    for (const update of Object.keys(updates)) {
      for (let run = 0; run < scale; run++) {
        const random = randomStream(run, `shared ${kind} ${loss.name} ${update}`);
        const splits = new Map([['d', splitOf(() => sampleLabel(loss, random), random)]]);
        const spec = {
          ...{
            loss: {
              name: loss.name,
              ...(loss.name === 'quantile' && { level: 0.5 }),
              ...(loss.name === 'expectile' && { q: 0.5 }),
            },
          },
          ...{ update, seed: random.below(9), order: ['given', 'shuffled'][random.below(2)] },
          ...(kind === 'online' ? { passes: 1 + random.below(3) } : { query: { name: 'passive' } }),
          ...(random.below(2) === 0 && { constant: 0.5, perDecade: 2 }),
        };
        const cells = cellsOf(spec, STEPS);
        const ended = timedCells(cells, splits, () => 0);
        const alone = cells.map((each) => bytesOf(runCell(each, splits)));
        expect(ended.map(({ outcome }) => bytesOf(outcome))).toEqual(alone);
        const measured = shared.run(
          cells.map((each) => each.run),
          splits.get('d')!,
        );
        // Only those that fail alone are left to a run of their own.
        expect(measured.map((each) => each === undefined)).toEqual(alone.map((each) => each.startsWith('{"failure"')));
      }
    }
  });

  it('a pass that breaks is no outcome: each cell says alone what is wrong', () => {
    const random = randomStream(1, 'broken');
    const { train } = splitOf(() => 7, random);
    const cells = cellsOf(
      { loss: { name: 'logistic' }, update: 'naive', seed: 1, ...(kind === 'active' && { query: { name: 'passive' } }) },
      [1, 2],
    );
    for (const { outcome } of timedCells(cells, new Map([['d', { train }]]), () => 0))
      expect(outcome).toMatchObject({ reason: 'refused' });
  });

  it('the seconds of a pass are shared alike, those of a run alone come on top', () => {
    let now = 0;
    const random = randomStream(2, 'seconds');
    const splits = new Map([['d', splitOf(() => sampleLabel(everyLoss[0], random), random)]]);
    const spec = {
      loss: { name: 'squared' },
      update: 'naive',
      seed: 1,
      ...(kind === 'active' && { query: { name: 'passive' } }),
    };
    const toSigns = new Map(
      [...splits].map(([name, { train }]) => [name, { train: { ...train, labels: train.labels.map(Math.sign) } }]),
    );
    const ended = timedCells(cellsOf(spec, [0.01, 1e300]), toSigns, () => (now += 6));
    expect(ended.map(({ seconds }) => seconds)).toEqual([3, 9]);
  });
});

describe('which cells share a pass', () => {
  const STEP_SIZES = Array.from({ length: 8 }, (_, n) => n + 1);
  const given = { loss: { name: 'logistic' }, update: 'invariant', seed: 1 } as const;
  const passive = { ...given, query: { name: 'passive' } };
  const active = (more: object): Cell =>
    cell({ kind: 'active', dataset: 'd', run: { ...passive, optimizer: { ...GRADIENT, eta0: 1 }, ...more } } as never);
  const sweep = (more: object): Cell[] => STEP_SIZES.map((eta0) => active({ optimizer: { ...GRADIENT, eta0 }, ...more }));
  const together = (cells: readonly Cell[]): number[] => passesOf(cells, [...cells.keys()], 1).map(({ length }) => length);

  it('those that differ in numbers of the optimizer, and in the given order in the seed', () => {
    expect(together([...sweep({}), active({ optimizer: { ...GRADIENT, eta0: 1, power: 0.5 } })])).toEqual([9]);
    expect(together([...sweep({}), ...sweep({ seed: 2 })])).toEqual([8, 8]);
    expect(together([...sweep({ order: 'given' }), ...sweep({ order: 'given', seed: 2 })])).toEqual([16]);
  });

  it('so many that it gains something', () => {
    for (const order of ['given', 'shuffled'] as const) {
      expect(together(sweep({ order }).slice(0, FEWEST_MEMBERS))).toEqual([FEWEST_MEMBERS]);
      const fewer = sweep({ order }).slice(0, FEWEST_MEMBERS - 1);
      expect(together(fewer)).toEqual(fewer.map(() => 1));
    }
  });

  it.each([{ loss: { name: 'hinge' } }, { update: 'naive' }, { constant: 2 }, { perDecade: 3 }, { order: 'given' }])(
    'not those with %o and those without',
    (more) => expect(together([...sweep({}), ...sweep(more)])).toEqual([8, 8]),
  );

  it.each([
    { optimizer: { name: 'averaged', eta0: 2 } },
    { query: { name: 'random', rate: 0.5 } },
    { scale: 'unit' },
    { average: 3 },
    { budget: 5 },
    { oracle: { name: 'noisy', flipRate: 0.1 } },
    { warmUp: 3 },
  ])('none with %o', (more) => {
    const cells = STEP_SIZES.map((seed) => active({ ...more, order: 'given', seed }));
    expect(together(cells)).toEqual(cells.map(() => 1));
  });

  it('of one kind and one dataset', () => {
    const online = STEP_SIZES.map((eta0) =>
      cell({ kind: 'online', dataset: 'd', run: { ...given, optimizer: { ...GRADIENT, eta0 } } }),
    );
    const there = sweep({}).map((each) => ({ ...each, dataset: 'e' }) as Cell);
    expect(together([...sweep({}), ...online, ...there])).toEqual([8, 8, 8]);
  });

  it('every waiting cell once, in parts of which all threads have some', () => {
    const cells = Array.from({ length: 40 }, (_, n) => active({ optimizer: { ...GRADIENT, eta0: n + 1 }, seed: 1 + (n % 2) }));
    const places = [...cells.keys()].filter((at) => at % 5 > 0);
    for (const threads of [1, 2, 3, 7, 40]) {
      const passes = passesOf(cells, places, threads);
      expect(passes.flat().sort((a, b) => a - b)).toEqual(places);
      expect(passes.length).toBeGreaterThanOrEqual(Math.min(threads, places.length));
      for (const pass of passes) expect(pass.length).toBeLessThanOrEqual(Math.min(MOST_MEMBERS, Math.ceil(32 / threads)));
    }
  });

  it('as many as the memory takes', () => {
    expect([0, 1000, 2 ** 22, 2 ** 30].map(membersFor)).toEqual([MOST_MEMBERS, MOST_MEMBERS, 2, 1]);
    expect([inParts([1, 2, 3, 4, 5], 2), inParts([], 2)]).toEqual([[[1, 2], [3, 4], [5]], []]);
  });

  it('the optimizers have interleaved blocks', () => {
    expect(Object.keys(blocks)).toEqual(expect.arrayContaining([...FASTER_TOGETHER]));
  });
});
