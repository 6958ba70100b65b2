import { isDeepStrictEqual } from 'node:util';
import type { Recorded } from '../../ledger/entry.ts';
import { headerOf } from '../../ledger/header.ts';
import { passiveOf } from '../../specs/passive-of.ts';
import type { RunSpec } from '../../specs/run.ts';
import { scaleRemarks } from '../data/scale-remarks.ts';
import { stopRemarks } from '../data/stop-remarks.ts';
import { resultOf, type Result } from './page.ts';
import type { Contestant, Contested } from './compared/contested.ts';
import { runAll } from './runs.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { readSplit, type SplitRequest } from './split.ts';
import type { Target } from '../options/target.ts';
import { programVersion } from '../../files/own-package.ts';

/** The runs, and after them the same learner on the same stream with every label. */
export function besidePassive(runs: readonly Contestant<RunSpec>[]): Contestant<RunSpec>[] {
  const spec = passiveOf(runs[0].spec);
  return [...runs.filter((run) => !isDeepStrictEqual(run.spec, spec)), { label: 'passive, every label', spec }];
}

/** Files that come of simulations. */
export interface Outputs {
  readonly curve: Target | undefined;
  /** Of the first run. */
  readonly ledger: { readonly file: string; readonly record: Recorded } | undefined;
  /** Labels to buy after it. */
  readonly fresh: number | undefined;
}

/**
 * What `iwal simulate` does once its command line is checked: reads once, runs all, draws the curves where there is a target for them.
 * Loaded only then.
 */
export async function simulateFile(
  runs: readonly Contestant<RunSpec>[],
  data: Omit<SplitRequest, 'seed'>,
  { curve, ledger, fresh }: Outputs,
  session: Session,
): Promise<Contested<Result>[]> {
  const specs = runs.map(({ spec }) => spec);
  const split = await session.unlessInterrupted(readSplit({ ...data, seed: specs[0].seed }, session.note));
  if (fresh !== undefined && split.train.importances !== undefined)
    throw new Failure('--fresh counts rows, and these have importances of their own');
  const remarks = specs.flatMap((spec) => [...stopRemarks(spec, split.train), ...scaleRemarks(spec, split.train.rows)]);
  for (const line of new Set(remarks)) session.note(line);
  const request = ledger && {
    file: ledger.file,
    header: headerOf({
      spec: specs[0],
      pool: split.train,
      record: ledger.record,
      iwal: programVersion(),
      ...(data.holdout !== undefined && { holdout: data.holdout }),
    }),
  };
  const measured = await runAll(specs, split, { ledger: request, fresh }, session.signal);
  const contested = runs.map(({ label, spec }, r) => ({ label, result: resultOf(spec, split, measured[r]) }));
  if (curve !== undefined) {
    const { drawn, learningCurves } = await import('./compared/figure.ts');
    await drawn(curve, learningCurves(contested, split));
  }
  return contested;
}
