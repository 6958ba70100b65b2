import type { Begun } from '../../labelling/begun-spec.ts';
import type { PlanOptions } from '../../labelling/plan.ts';
import type { RunSpec } from '../../specs/run.ts';
import { UsageError } from '../terminal/failure.ts';

/** What a command line says of passes. */
interface Written {
  readonly pass?: number | undefined;
  readonly budget?: string | undefined;
  readonly 'half-width'?: string | undefined;
}

/** What a pass may have of its own; all else decides what the passes before have learned, or which rows come when. */
const OWN: readonly string[] = ['budget', 'query', 'pace', 'explore', 'floor', 'temper', 'warmUp', 'stop'];

/**
 * Whether a command line goes on with the last pass of a ledger or begins another one, a top-up: by `--pass`, or because it names
 * another budget than that of a pass that is over.
 *
 * Errors: UsageError for a pass whose time has not come, one without a budget, and one of another learner, order or seed.
 */
export function passOf(
  { pass, 'half-width': half, budget = half }: Written,
  spec: RunSpec,
  begun: Begun | undefined,
): NonNullable<PlanOptions['pass']> {
  if (begun === undefined) {
    if (pass === undefined || pass === 1) return 'last';
    throw new UsageError(`--pass ${pass} tops up a session that is over, and here is none; the first pass is --pass 1`);
  }
  const current = begun.pass + 1;
  const isOther = budget !== undefined && spec.budget !== begun.spec.budget;
  if (pass === current || (pass === undefined && !isOther)) {
    if (isOther)
      throw new UsageError(`--budget: pass ${current} has the budget ${shown(begun.spec)}; --pass ${current + 1} begins another`);
    return 'last';
  }
  if (pass !== undefined && pass !== current + 1)
    throw new UsageError(`--pass must be ${current}, which goes on, or ${current + 1}, which tops up; found '${pass}'`);
  if (!begun.isOver)
    throw new UsageError(
      `pass ${current}, of budget ${shown(begun.spec)}, is not over: the same command without ` +
        `--budget${pass === undefined ? '' : ' and --pass'} goes on with it; then --budget tops up`,
    );
  if (budget === undefined)
    throw new UsageError(`--pass ${current + 1} needs --budget: how many labels to buy besides those there are`);
  requireSame(begun.spec, spec);
  return 'next';
}

function shown({ budget }: RunSpec): string {
  return budget === undefined ? 'unlimited' : String(budget);
}

function requireSame(begun: RunSpec, spec: RunSpec): void {
  const [before, now]: Readonly<Record<string, unknown>>[] = [begun, spec].map((each) => ({ ...each }));
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  for (const name of names) {
    if (OWN.includes(name) || JSON.stringify(before[name]) === JSON.stringify(now[name])) continue;
    throw new UsageError(
      `another pass over the pool goes on with the ${name} of the one before, ${JSON.stringify(before[name])}`,
    );
  }
}
