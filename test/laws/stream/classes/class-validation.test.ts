/** LAW of the validation of several classes: its numbers are those of their definitions, summed the long way. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/numerics/random.ts';
import { ClassValidation, type Judged } from '../../../../src/streams/measures/class-validation.ts';

const CLASSES = 4;
const ROWS = 60;

/** Rows with labels; with costs, of which some are not listed and the cheapest is the label; with importances, 0 among them. */
function sample(seed: number, kind: 'labels' | 'costs' | 'importances' | 'both'): Judged {
  const random = randomStream(seed, kind);
  const labels = new Float64Array(ROWS);
  const offsets = new Uint32Array(ROWS + 1);
  const classes: number[] = [];
  const costs: number[] = [];
  for (let i = 0; i < ROWS; i++) {
    const listed = Array.from({ length: CLASSES }, (_, k) => [k + 1, random.below(4) / 2] as const).filter(
      () => random.below(4) > 0,
    );
    if (listed.length === 0) listed.push([1, 0.5]);
    const least = Math.min(...listed.map(([, cost]) => cost));
    labels[i] = listed.find(([, cost]) => cost === least)![0];
    for (const [k, cost] of listed) {
      classes.push(k);
      costs.push(cost);
    }
    offsets[i + 1] = classes.length;
  }
  const table = { offsets, classes: Uint32Array.from(classes), costs: Float64Array.from(costs) };
  const importances = Float64Array.from({ length: ROWS }, () => random.below(4) / 2);
  return {
    labels,
    ...(kind === 'costs' || kind === 'both' ? { costs: table } : {}),
    ...(kind === 'importances' || kind === 'both' ? { importances } : {}),
  } as Judged;
}

describe.each(['labels', 'costs', 'importances', 'both'] as const)('with %s', (kind) => {
  it.each([1, 2, 3])('every number is what it is defined as (%i)', (seed) => {
    const data = sample(seed, kind);
    const random = randomStream(seed, 'predictions');
    const validation = new ClassValidation(data, CLASSES);
    expect([validation.error, validation.cost, validation.excess]).toEqual([NaN, NaN, NaN]);
    const confusion = Array.from({ length: CLASSES }, () => new Array<number>(CLASSES).fill(0));
    let [mass, errors, cost, excess, unlisted] = [0, 0, 0, 0, 0];
    for (let i = 0; i < ROWS; i++) {
      const predicted = random.below(CLASSES);
      validation.record(i, predicted);
      const listed = new Map<number, number>();
      if (data.costs === undefined) for (let k = 1; k <= CLASSES; k++) listed.set(k, k === data.labels[i] ? 0 : 1);
      else
        for (let k = data.costs.offsets[i]; k < data.costs.offsets[i + 1]; k++)
          listed.set(data.costs.classes[k], data.costs.costs[k]);
      const own = listed.get(predicted + 1);
      if (own === undefined) {
        unlisted++;
        continue;
      }
      const h = data.importances?.[i] ?? 1;
      const least = Math.min(...listed.values());
      mass += h;
      errors += own > least ? h : 0;
      cost += h * own;
      excess += h * (own - least);
      confusion[data.labels[i] - 1][predicted] += h;
    }
    expect(unlisted > 0).toBe(data.costs !== undefined);
    expect({
      error: validation.error,
      cost: validation.cost,
      excess: validation.excess,
      unlisted: validation.unlisted,
      confusion: validation.confusion,
    }).toEqual({ error: errors / mass, cost: cost / mass, excess: excess / mass, unlisted, confusion });
  });
});
