import { existsSync } from 'node:fs';
import { rcv1Like } from '../../src/data/rcv1-like.ts';
import { readDataset } from '../../src/data/index.ts';
import { LinearLearner } from '../../src/learners/margin-learner.ts';
import { losses } from '../../src/losses/index.ts';
import { optimizers } from '../../src/optimizers/index.ts';
import type { blocks } from '../../src/optimizers/blocks/index.ts';
import { reductions } from '../../src/reductions/index.ts';
import { Targets } from '../../src/reductions/reduction.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import type { SparseRows } from '../../src/rows/sparse-rows.ts';
import { buildBlockLearner } from '../../src/specs/build-learner.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { updates } from '../../src/updates/index.ts';
import { timed } from './processor-time.ts';

/**
 * One against all of K classes in one pass, against K passes of binary learners, in turn in one process: logistic loss, invariant
 * updates.
 *
 * RCV1-like rows are documents, K = 26 of which the last term decides. The set letter has 26 classes and 16 features, which every
 * row has: there the scalar part of an example, which nothing shares, is most of its cost; it is left out where its file is not.
 */

const CLASSES = 26;
const LAPS = 5;
const DOCUMENTS = 20_000;
const LETTER = '../shared/data/letter.svm.gz';

export async function benchReductions(): Promise<void> {
  const documents = rcv1Like({ seed: 1, documents: DOCUMENTS });
  const sets = [{ title: `${DOCUMENTS} documents like RCV1`, data: { ...documents, labels: byLastTerm(documents.rows) } }];
  if (existsSync(LETTER)) sets.push({ title: 'letter', data: await readDataset(LETTER, { labels: 'class' }) });
  for (const { title, data } of sets) {
    console.log(`${title}: ${data.rows.length} rows, ${data.rows.nonZeros} non-zeros, ${CLASSES} classes`);
    for (const name of ['gradient-descent', 'ada-grad', 'normalized-adaptive'] as const) compare(name, data);
  }
}

function compare(name: keyof typeof blocks, data: Dataset): void {
  const [together, alone]: [number[], number[]] = [[], []];
  for (let lap = 0; lap <= LAPS; lap++) {
    together[lap] = timed(() => oneAgainstAll(name, data));
    alone[lap] = timed(() => {
      for (let k = 0; k < CLASSES; k++) binaryPass(name, data, k);
    });
  }
  const ratios = together.slice(1).map((time, lap) => time / alone[lap + 1]);
  console.log(
    `${name.padEnd(20)} one pass ${median(together.slice(1)).toFixed(0)} ms, ${CLASSES} binary passes ` +
      `${median(alone.slice(1)).toFixed(0)} ms, ` +
      `ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

function oneAgainstAll(name: keyof typeof blocks, data: Dataset): void {
  const spec = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name, eta0: 0.5 } } as const;
  const { rows } = data;
  const reduction = reductions['one-against-all'].build(buildBlockLearner(spec, CLASSES, rows.columns), CLASSES);
  const targets = new Targets(data, CLASSES);
  for (let i = 0; i < rows.length; i++) reduction.learn(rows, i, targets.of(i), 1);
}

function binaryPass(name: keyof typeof blocks, { rows, labels }: Dataset, k: number): void {
  const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers[name]({ eta0: 0.5 })(rows.columns));
  for (let i = 0; i < rows.length; i++) learner.learn(rows, i, labels[i] === k + 1 ? 1 : -1, 1);
}

/** Classes 1 to 26 that the terms decide: the remainder of the last one's number. */
function byLastTerm({ offsets, indices, length }: SparseRows): Float64Array {
  return Float64Array.from({ length }, (_, i) => 1 + (indices[offsets[i + 1] - 1] % CLASSES));
}
