/**
 * What a ledger costs: active learning over the full-size stream of documents like RCV1 with a ledger of purchases and without,
 * in turn, so that a machine that slows down slows both. The time with the ledger ends when the file is on the disk.
 *
 * Lines are formatted and written by a thread of their own: on a machine with one free core the ratio is larger.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SparseRows } from '../../src/rows/sparse-rows.ts';
import { BackgroundLedger } from '../../src/ledger/file/background-ledger.ts';
import type { Header } from '../../src/ledger/entry.ts';
import { poolIdentity } from '../../src/ledger/pool-identity.ts';
import { Recorder } from '../../src/ledger/recorder.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { activeLearn } from '../../src/streams/passes/active-learn.ts';
import { LabelOracle } from '../../src/streams/oracles/oracle.ts';
import { ProgressiveValidation } from '../../src/streams/measures/progressive.ts';
import { buildActiveLearner } from '../../src/specs/build.ts';
import { DataSource } from '../../src/studies/data/data-source.ts';
import { orderOf } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { descent } from '../support/descent.ts';

const DOCUMENTS = 781_265;
const LAPS = 9;
const cacheFolder = fileURLToPath(new URL('../../../datasets/cache', import.meta.url));

export async function benchLedger(): Promise<void> {
  const source = new DataSource({ cacheFolder, dataFolders: [], note: console.log });
  const { rows, labels } = await source.rcv1Like({ seed: 1, part: 'train', replicate: 1, documents: DOCUMENTS });
  const folder = mkdtempSync(join(tmpdir(), 'iwal-bench-'));
  try {
    for (const order of ['given', 'shuffled'] as const) compare(order, rows, labels, join(folder, `${order}.ledger`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compare(order: 'given' | 'shuffled', rows: SparseRows, labels: Float64Array, file: string): void {
  const spec = parseRunSpec({
    ...descent(16, 0.5),
    query: { name: 'variance-aware', mellowness: 4e-5 },
    order,
    seed: 1,
  });
  const header: Header = { 'iwal-ledger': 2, iwal: 'bench', record: 'purchases', data: poolIdentity('rcv1-like', rows), spec };
  const stream = { rows, order: orderOf(spec, rows.length) };
  let bought = 0;

  const timed = (learn: (...parts: ReturnType<typeof fresh>) => void): number => {
    rmSync(file, { force: true });
    const parts = fresh();
    const start = performance.now();
    learn(...parts);
    bought = parts[1].sold;
    return (performance.now() - start) / 1000;
  };
  const fresh = () => {
    const active = buildActiveLearner(spec, { rows });
    return [active, new LabelOracle(labels), new ProgressiveValidation(active.learner.loss, labels)] as const;
  };
  const plainLap = (): number =>
    timed((active, oracle, judge) => {
      activeLearn(active, stream, oracle, judge, 0, rows.length);
    });
  const keptLap = (): number =>
    timed((active, oracle, judge) => {
      const ledger = new BackgroundLedger(file, header);
      const recorder = new Recorder({ record: 'purchases', cost: () => 1, take: ledger.take });
      activeLearn(active, stream, oracle, judge, 0, rows.length, recorder);
      recorder.end(judge.error);
      ledger.finish();
    });

  keptLap();
  const [without, kept]: [number[], number[]] = [[], []];
  for (let n = 0; n < LAPS; n++) {
    without.push(plainLap());
    kept.push(keptLap());
  }
  const ratio = median(kept.map((seconds, n) => seconds / without[n]));
  console.log(
    `order ${order}: ${rows.length} examples, ${bought} purchases; without ${median(without).toFixed(3)} s, ` +
      `with ${median(kept).toFixed(3)} s (${(statSync(file).size / 1e6).toFixed(0)} MB), ratio ${ratio.toFixed(2)}`,
  );
}
