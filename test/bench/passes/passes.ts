/**
 * One pass over 60 M non-zeros in memory: passive, and active buying about a tenth, alternating in one process.
 *
 * The rows are synthetic: 780,000 of 77 entries, features drawn with density proportional to 1 / (rank + 60), L2-normalised,
 * labels from a random linear truth in which common features count most, with 5% noise: something to learn, and something to
 * skip.
 */
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { race, type Race, type RaceResult } from '../../../src/studies/run/race.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { median } from '../../../src/statistics/small-samples.ts';

const ROWS = 780_000;
const ENTRIES = 77;
const COLUMNS = 47_000;

const MELLOWNESS = 1e-6;
const SEED = 1;
const LAPS = 5;

export function benchPasses(): void {
  const train = syntheticRows();
  console.log(`${ROWS} rows, ${train.rows.nonZeros} non-zeros`);
  for (const { loss, eta0 } of [
    { loss: 'logistic', eta0: 64 },
    { loss: 'hinge', eta0: 16 },
  ]) {
    const spec = (query: object) =>
      parseRunSpec({
        loss: { name: loss },
        update: 'invariant',
        optimizer: { name: 'gradient-descent', eta0, power: 0.5 },
        query,
        seed: SEED,
      });
    const entry: Race = {
      title: loss,
      dataset: 'synthetic',
      passive: spec({ name: 'passive' }),
      active: spec({ name: 'variance-aware', mellowness: MELLOWNESS }),
      laps: LAPS,
    };
    report(
      loss,
      race(
        entry,
        () => train,
        () => performance.now() / 1000,
      ),
    );
  }
}

function report(title: string, { passive, active, fractionQueried }: Omit<RaceResult, 'race'>): void {
  console.log(
    `${title}: passive ${median(passive).toFixed(3)} s, active ${median(active).toFixed(3)} s buying ` +
      `${(100 * fractionQueried).toFixed(1)}%, ` +
      `ratio ${median(active.map((seconds, lap) => seconds / passive[lap])).toFixed(2)}`,
  );
}

function syntheticRows(): Dataset {
  const random = randomStream(1, 'bench');
  const truth = Float64Array.from({ length: COLUMNS }, (_, feature) => random.normal() / (1 + feature / 100));
  const builder = new SparseRowsBuilder();
  const labels = new Float64Array(ROWS);
  const value = 1 / Math.sqrt(ENTRIES);
  for (let i = 0; i < ROWS; i++) {
    let margin = 0;
    builder.add(0, 1);
    for (let k = 1; k < ENTRIES; k++) {
      const feature = 1 + Math.floor(60 * ((COLUMNS / 60) ** random.next() - 1));
      builder.add(feature, value);
      margin += truth[feature];
    }
    builder.endRow();
    labels[i] = margin > 0 === random.next() > 0.05 ? 1 : -1;
  }
  return { name: 'synthetic', rows: builder.build(COLUMNS + 1), labels };
}
