/** What `iwal calibrate` does once its command line is checked: read, forecast on a thread, draw. Loaded only then. */
import { writeFile } from 'node:fs/promises';
import { readDataset, type DatasetOptions } from '../../data/index.ts';
import { requireFeatures } from '../../rows/require-features.ts';
import type { Calibration } from '../../calibration/calibrate.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { onThread } from '../../files/thread.ts';
import type { Message, Work } from './thread.ts';
import { pilotOf } from './pilot.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import { count } from '../terminal/layout.ts';
import type { Session } from '../terminal/session.ts';
import type { Target } from '../options/target.ts';

export interface CalibrationOrder {
  readonly file: string;
  readonly reading: DatasetOptions;
  readonly pilot: number;
  readonly goal: { readonly labels: number } | { readonly fraction: number };
  readonly runs: number;
  readonly spec: RunSpec;
}

/** What `--json` prints. Labels are of the whole pool, errors shares in [0, 1]. */
export interface CalibrationResult extends Calibration {
  readonly pool: { readonly name: string; readonly rows: number; readonly features: number };
  readonly pilot: { readonly rows: number; readonly positive: number };
  /** Labels to buy. */
  readonly budget: number;
  readonly runs: number;
  readonly spec: RunSpec;
}

/** Values that are tried, as a rule, a dozen of them of the prior: what the progress bar counts to. */
const VALUES = 28;

export async function calibrateFile(
  { file, reading, pilot: size, goal, runs, spec }: CalibrationOrder,
  curve: Target | undefined,
  session: Session,
): Promise<CalibrationResult> {
  const dataset = await session.unlessInterrupted(readDataset(file, { ...reading, labels: 'optional' }));
  requireFeatures(file, dataset.rows);
  const poolSize = dataset.rows.length;
  const pilot = pilotOf(dataset, size, spec);
  const budget = 'labels' in goal ? goal.labels : Math.max(1, Math.round(goal.fraction * poolSize));
  if (budget > poolSize) throw new UsageError(`--budget ${count(budget)} is more than the pool's ${count(poolSize)} rows`);
  const calibration = await calibrated({ spec, pilot, pool: dataset, budget, runs }, session);
  const result: CalibrationResult = {
    pool: { name: dataset.name, rows: poolSize, features: dataset.rows.columns },
    pilot: { rows: size, positive: pilot.labels.reduce((positives, y) => (y > 0 ? positives + 1 : positives), 0) },
    budget,
    runs,
    spec,
    ...calibration,
  };
  if (curve !== undefined) {
    const { renderFigure } = await import('../../figures/chart/chart.ts');
    const { calibrationFigure } = await import('./figure.ts');
    const image = await renderFigure(calibrationFigure(result));
    await curve.fill((path) => writeFile(path, image));
  }
  return result;
}

async function calibrated(work: Work, session: Session): Promise<Calibration> {
  const bar = await session.progress('calibrate');
  try {
    const heard = (message: Message): void => {
      if ('tried' in message) bar.update(message.tried, Math.max(VALUES, message.tried));
    };
    const last = (await onThread<Message>(new URL('./thread.js', import.meta.url), work, session.signal, heard)).at(-1)!;
    if ('failure' in last) throw last.reason === 'refused' ? new UsageError(last.failure) : new Failure(last.failure);
    if ('tried' in last) throw new Error('the thread of calibrate ended without a result');
    return last;
  } finally {
    bar.stop();
  }
}
