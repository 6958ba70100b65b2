import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Header, Recorded } from '../../src/ledger/entry.ts';
import { poolIdentity } from '../../src/ledger/pool-identity.ts';
import { activeLearn } from '../../src/streams/passes/active-learn.ts';
import { ProgressiveValidation } from '../../src/streams/measures/class-measures.ts';
import { buildActiveLearner, buildAnnotator, buildOracle, minimumProbability } from '../../src/specs/build.ts';
import { orderOf } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { readDataset } from '../../src/data/index.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { toyFile } from './processes/cli.ts';
import { sealing, textOf } from './ledgers.ts';
import { descent } from './descent.ts';

/** A file of two classes and the ledger of a simulation on it, as the command line leaves them. */

export interface Recording {
  /** Beside a logistic learner with a constant step and the variance-aware rule. */
  readonly spec?: object;
  readonly record?: Recorded;
  readonly rows?: number;
  /** In place of the file. */
  readonly guessed?: Dataset;
  /** Where the run is left off; at the end of the stream, with an end entry, if absent. */
  readonly until?: number;
}

const PLAIN = { ...descent(0.5), query: { name: 'variance-aware', mellowness: 1e-3 }, seed: 1 };

/** Writes pool.svm and run.ledger into the folder. */
export async function recordedSimulation(
  folder: string,
  { spec: given = {}, record = 'considered', rows = 400, until, guessed }: Recording = {},
) {
  await toyFile(folder, 'pool.svm', { rows });
  const pool = guessed ?? (await readDataset(join(folder, 'pool.svm'), { labels: 'sign' }));
  const spec = parseRunSpec({ ...PLAIN, ...given });
  const active = buildActiveLearner(spec, pool);
  const { loss } = active.learner;
  const oracle = buildOracle(spec, loss, pool.rows, pool.labels);
  const annotator = buildAnnotator(spec, loss, pool.rows, pool.labels);
  const judge = new ProgressiveValidation(loss, pool.labels);
  const data = poolIdentity({ name: 'pool', rows: pool.rows });
  const minimum = guessed && minimumProbability(spec, pool);
  const header: Header = { 'iwal-ledger': 2, iwal: '0.1.0', record, data, spec, ...(minimum && { minimumProbability: minimum }) };
  const { entries, recorder } = sealing(header, (row) => annotator.cost(row));
  activeLearn(active, { rows: pool.rows, order: orderOf(spec, rows) }, oracle, judge, 0, until ?? rows, recorder);
  if (until === undefined) recorder.end(judge.error);
  writeFileSync(join(folder, 'run.ledger'), textOf(header, entries));
  return { pool, header, entries, active, oracle, error: judge.error };
}
