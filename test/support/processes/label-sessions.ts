/** Scripted labelling: a small pool, somebody who knows what to do at every step, and a ledger to look at afterwards. */
import { existsSync, readFileSync } from 'node:fs';
import type { ExampleEntry, Recorded } from '../../../src/ledger/entry.ts';
import { namedClasses } from '../../../src/labelling/classes.ts';
import { openBatches, type BatchSession } from '../../../src/labelling/batch/session.ts';
import { planOf, type PlanOptions } from '../../../src/labelling/plan.ts';
import type { Plan } from '../../../src/labelling/labelling.ts';
import { openSession, type LabelSession } from '../../../src/labelling/session.ts';
import type { State } from '../../../src/numerics/state.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import type { RunSpec } from '../../../src/specs/run.ts';
import { PACED } from '../paced-spec.ts';
import { toyTask } from '../toy.ts';
import { finished } from '../../../src/numerics/work.ts';

export type Step = 'label' | 'mistake' | 'skip' | 'undo';

export const pool = toyTask({ rows: 24, columns: 6, seed: 3 });

export function specOf(
  query: RunSpec['query'],
  more: Partial<Pick<RunSpec, 'budget' | 'floor' | 'seed' | 'range' | 'loss'>> = {},
): RunSpec {
  const optimizer = { name: 'gradient-descent', eta0: 0.5 };
  return parseRunSpec({ loss: { name: 'logistic' }, update: 'invariant', optimizer, query, seed: 1, ...more });
}

/** What `iwal label --budget` makes of a budget, with another rule and a smaller window. */
export function pacedSpec(budget: number, { warmUp = 10, seed = 1 } = {}): RunSpec {
  return parseRunSpec({
    ...{ ...PACED, optimizer: { name: 'normalized-adaptive', eta0: 0.5 }, query: { name: 'iwal-cal' } },
    ...{ coins: 'pool', pace: { window: 50, decay: 0 }, warmUp, budget, seed },
  });
}

export const classes = namedClasses(['no', 'yes'], { negative: -1, positive: 1 });

export function plan(
  file: string,
  spec: RunSpec,
  record: Recorded = 'considered',
  data = pool,
  more: Partial<PlanOptions> = {},
): Plan {
  return planOf(spec, data, { file, record, classes, iwal: 'test', now: 'now', ...more });
}

/** A session of batches that is opened, used and closed. */
export function inBatches<T>(plan: Plan, use: (session: BatchSession) => T): T {
  const session = finished(openBatches(plan));
  try {
    return use(session);
  } finally {
    session.close();
  }
}

export interface Course {
  /** Positions asked about, in order, each with what was done. */
  readonly asked: readonly (readonly [position: number, step: Step])[];
  readonly state: State;
}

/** The state of a session without the labels that it keeps for the calibration of its model, which a simulated run has no use for. */
export function withoutFits(state: State): State {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'fits'));
}

/** Goes through a script from some step on, then labels all that is left; `pause` ends the session before that. */
export function carryOut(plan: Plan, script: readonly Step[], { from = 0, labels = pool.labels, to = Infinity } = {}): Course {
  const session = finished(openSession(plan));
  const asked: (readonly [number, Step])[] = [];
  try {
    for (let step = from; step < to && session.question !== undefined; step++) {
      const action = script.at(step) ?? 'label';
      asked.push([session.question.position, action]);
      // A question is read for no piece of the work ahead, for one, or for all.
      const ahead = session.ahead();
      for (let pieces = [0, 1, Infinity][step % 3]; pieces > 0 && ahead.next().done !== true;) pieces--;
      perform(session, action, labels);
    }
    if (to === Infinity) session.finish();
    return { asked, state: session.state() };
  } finally {
    session.close();
  }
}

function perform(session: LabelSession, action: Step, labels: Float64Array): void {
  const { row } = session.question!;
  const answers = { label: labels[row], mistake: -labels[row], skip: 'abstains' } as const;
  if (action === 'undo') finished(session.undo());
  else finished(session.answer(answers[action]));
}

/** How many steps a ledger has kept, by its complete lines. */
export function stepsIn(text: string): number {
  return linesIn(text).filter((line) => line.entry === 'undo' || (line.entry === 'example' && line.outcome === 'asked')).length;
}

/** The complete lines of a ledger after its header. */
export function linesIn(text: string): (Partial<Omit<ExampleEntry, 'entry'>> & { readonly entry: string })[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as ReturnType<typeof linesIn>[number]];
      } catch {
        return [];
      }
    });
}

export function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * Where a ledger is cut off: around every line feed, where what is left reads in another way, and here and there in between. Each cut
 * costs a session; that a line is lost wherever it is torn, at every byte, is a law of the reader (test/ledger/file/read-ledger.test.ts).
 */
export function cutsOf(bytes: Buffer, from = 0): number[] {
  return Array.from({ length: bytes.length - from + 1 }, (_, n) => from + n).filter(
    (end) => end % 127 === 0 || bytes.subarray(Math.max(0, end - 2), end + 2).includes('\n'),
  );
}
