/** LAW of selections: row n of a selection is the row that was chosen n-th, with everything that the dataset knows of it. */
import { expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../src/numerics/random.ts';
import { type Dataset, selectRows } from '../../src/rows/dataset.ts';
import { sampleRows } from '../../src/laws/optimizer-laws.ts';

function datasetOf(random: RandomStream, length: number): Dataset {
  const listed = Array.from({ length }, () => random.below(4));
  const offsets = Uint32Array.from({ length: length + 1 }, (_, i) => listed.slice(0, i).reduce((sum, n) => sum + n, 0));
  const entries = { length: offsets[length] };
  return {
    name: 'all',
    rows: sampleRows(random, length),
    labels: Float64Array.from({ length }, () => random.normal()),
    importances: Float64Array.from({ length }, () => random.below(5)),
    groups: Uint32Array.from({ length }, () => random.below(3)),
    classNames: ['a', 'b', 'c'],
    costs: {
      offsets,
      classes: Uint32Array.from(entries, () => 1 + random.below(3)),
      costs: Float64Array.from(entries, () => random.normal()),
      lines: Uint32Array.from({ length }, (_, i) => 2 * i + 1),
    },
  };
}

/** All that is known of a row. */
function reported({ rows, labels, importances, groups, costs }: Dataset, i: number): unknown {
  const slice = (numbers: ArrayLike<number>, offsets: Uint32Array): number[] =>
    Array.from(numbers).slice(offsets[i], offsets[i + 1]);
  return {
    entries: [slice(rows.indices, rows.offsets), slice(rows.values, rows.offsets)],
    numbers: [labels[i], importances?.[i], groups?.[i], costs?.lines[i]],
    costs: costs && [slice(costs.classes, costs.offsets), slice(costs.costs, costs.offsets)],
  };
}

it('holds for any rows in any order, with repeats', () => {
  const random = randomStream(1, 'selections');
  for (let run = 0; run < 50; run++) {
    const length = 1 + random.below(12);
    const whole = datasetOf(random, length);
    const plain: Dataset = { name: 'all', rows: whole.rows, labels: whole.labels };
    for (const dataset of [whole, plain]) {
      const chosen = Uint32Array.from({ length: random.below(2 * length) }, () => random.below(length));
      const part = selectRows(dataset, chosen, 'some');
      expect(part.name).toBe('some');
      expect([part.rows.length, part.labels.length]).toEqual([chosen.length, chosen.length]);
      expect(part.rows.columns).toBe(dataset.rows.columns);
      expect(part.classNames).toEqual(dataset.classNames);
      expect(Array.from(chosen, (row) => reported(dataset, row))).toEqual(Array.from(chosen.keys(), (i) => reported(part, i)));
      expect(Object.keys(part).sort()).toEqual(Object.keys(dataset).sort());
      const held = [part.rows.indices.length, part.rows.values.length, part.costs?.costs.length, part.costs?.classes.length];
      const ends = [part.rows.offsets.at(-1), part.rows.offsets.at(-1), part.costs?.offsets.at(-1), part.costs?.offsets.at(-1)];
      expect(held).toEqual(ends);
    }
  }
});
