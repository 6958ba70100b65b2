/** What `iwal simulate` does once its command line is checked: read, run, draw. Loaded only then. */
import { writeFile } from 'node:fs/promises';
import { buildLearner } from '../studies/build.ts';
import type { RunSpec } from '../studies/spec.ts';
import { UsageError } from './failure.ts';
import { besidePassive } from './learning-curve.ts';
import { resultOf, type Result } from './result.ts';
import { runAll } from './runs.ts';
import type { Session } from './session.ts';
import { readSplit, type SplitRequest } from './split.ts';
import type { Target } from './target.ts';

export interface Simulated {
  readonly active: Result;
  /** Passive learning on the same stream, run where the figure needs it. */
  readonly passive: Result | undefined;
}

/** Throws a UsageError or SpecError for parts that do not go together. */
export function requireClassifier(spec: RunSpec): void {
  const { loss } = buildLearner(spec, 1);
  if (loss.threshold === undefined) throw new UsageError(`loss '${loss.name}' predicts no classes; simulate needs two`);
}

export async function simulateFile(spec: RunSpec, data: Omit<SplitRequest, 'seed'>, curve: Target | undefined, session: Session): Promise<Simulated> {
  const split = await session.unlessInterrupted(readSplit({ ...data, seed: spec.seed }));
  const specs = curve === undefined ? [spec] : [spec, passiveTwin(spec)];
  const runs = await runAll(specs, split, session.signal);
  const [active, passive] = runs.map((run, r) => resultOf(specs[r], split, run));
  if (curve !== undefined) {
    const { renderFigure } = await import('../figures/chart.ts');
    const image = await renderFigure(besidePassive(active, passive, split));
    await curve.fill((path) => writeFile(path, image));
  }
  return { active, passive: curve === undefined ? undefined : passive };
}

/** The same learner on the same stream with every label. */
function passiveTwin({ loss, update, optimizer, order, seed }: RunSpec): RunSpec {
  return { loss, update, optimizer, query: { name: 'passive' }, order, seed };
}
