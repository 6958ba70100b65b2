import { describe, expect, it } from 'vitest';
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { DivergenceError } from '../../../src/learners/margin-learner.ts';
import { losses } from '../../../src/losses/index.ts';
import type { LabelKind } from '../../../src/losses/loss.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { optimizers } from '../../../src/optimizers/index.ts';
import { SpecError } from '../../../src/specs/choices.ts';
import { active } from '../../../src/studies/cells/kinds/active.ts';
import { online } from '../../../experiments/small-weights/kind.ts';
import { updates } from '../../../src/updates/index.ts';
import { ImportanceError } from '../../../src/updates/rules.ts';
import { extremeParametersOf, lossEntries } from '../../support/laws/arbitraries.ts';

/**
 * LAW: whatever numbers a spec and its data hold, a run ends in finite numbers, in a DivergenceError that names the example or in the
 * words of an update rule that takes no such importance.
 * Every loss, update and optimizer under the smallest and the largest step sizes, labels, features and importances: a random
 * share of the combinations, all of them under `npm run laws`.
 */

const N = 30;
const SHARE = process.env.IWAL_LAWS === 'long' ? 1 : 0.04;
const STEPS = [1e-300, 1, 1e300];
const FEATURES = [1e-38, 1, 3e38];
const IMPORTANCES = [1e-300, 1, 1e300];
const LABELS: Record<LabelKind, readonly (readonly [number, number])[]> = {
  sign: [[-1, 1]],
  unit: [[0, 1]],
  real: [
    [-1, 1],
    [-1e300, 1e300],
    [1e-300, 1e300],
  ],
  count: [
    [0, 3],
    [0, 1e300],
  ],
};

function dataset(feature: number, importance: number, [low, high]: readonly [number, number]): Dataset {
  const random = randomStream(1, 'extreme data');
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < N; i++) {
    builder.add(0, 1);
    builder.add(1 + random.below(3), random.next() < 0.5 ? feature : -feature);
    builder.endRow();
  }
  const labels = Float64Array.from({ length: N }, () => (random.next() < 0.5 ? low : high));
  return { name: 'extreme', rows: builder.build(4), labels, importances: new Float64Array(N).fill(importance) };
}

/** The first number of a measurement that is none. */
function lostNumber(value: unknown, path = 'measurement'): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path} is ${value}`;
  if (value === null || typeof value !== 'object') return undefined;
  return Object.entries(value)
    .map(([key, each]) => lostNumber(each, `${path}.${key}`))
    .find((found) => found !== undefined);
}

function* specs(loss: Readonly<Record<string, unknown>>): Generator<Readonly<Record<string, unknown>>> {
  for (const update of Object.keys(updates))
    for (const [name, { parameters }] of Object.entries(optimizers)) {
      const rate = 'eta0' in parameters ? 'eta0' : 'alpha' in parameters ? 'alpha' : 'eta';
      for (const step of STEPS) yield { loss, update, optimizer: { name, [rate]: step }, seed: 1 };
    }
}

/** What went wrong with a run, or undefined. */
function wrongRun(run: () => unknown): string | undefined {
  try {
    return lostNumber(run());
  } catch (error) {
    if (error instanceof SpecError || error instanceof ImportanceError) return undefined;
    if (error instanceof DivergenceError)
      return error.example >= 1 && error.example <= N ? undefined : `names example ${error.example}`;
    throw error;
  }
}

describe.each(lossEntries)('%s', (name, entry) => {
  const random = randomStream(1, `extreme specs of ${name}`);

  it('every run ends in numbers or in a DivergenceError', () => {
    const { labels } = typeof entry === 'function' ? entry(extremeParametersOf(entry)[0]) : entry;
    const wrong: string[] = [];
    let tried = 0;
    for (const spec of specs({ name, ...extremeParametersOf(entry)[0] }))
      for (const feature of FEATURES)
        for (const importance of IMPORTANCES)
          for (const pair of LABELS[labels]) {
            if (random.next() >= SHARE) continue;
            tried++;
            const train = dataset(feature, importance, pair);
            const cell = JSON.stringify({ ...spec, feature, importance, pair });
            const found = wrongRun(() => online.run(online.parse(spec), { train }));
            if (found !== undefined) wrong.push(`online ${cell}: ${found}`);
            if (pair[0] !== -1 && labels !== 'unit') continue;
            const given = { ...spec, query: { name: 'random', rate: 0.5 } };
            const bought = wrongRun(() => active.run(active.parse(given), { train }));
            if (bought !== undefined) wrong.push(`active ${cell}: ${bought}`);
          }
    expect(tried).toBeGreaterThan(10);
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

it('every loss of the registry is in the sweep', () => expect(lossEntries.length).toBe(Object.keys(losses).length));
