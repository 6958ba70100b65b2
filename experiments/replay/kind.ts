import { z } from 'zod';
import type { Entry } from '../../src/ledger/entry.ts';
import { Recorder } from '../../src/ledger/recorder.ts';
import { answersIn, clippedRun, runOther } from '../../src/ledger/replay/other-run.ts';
import { finished } from '../../src/numerics/work.ts';
import { type Dataset, splitWithConstant } from '../../src/rows/dataset.ts';
import { buildLoss, labelsFor, requireClasses } from '../../src/specs/build-learner.ts';
import { buildAnnotator } from '../../src/specs/build.ts';
import { ruleTraits } from '../../src/specs/traits/rule-traits.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { orderOf, budgetOf, type RunSpec } from '../../src/specs/run.ts';
import { parseRunSpec, type GivenRun } from '../../src/specs/run-spec.ts';
import type { Observer } from '../../src/streams/passes/active-learn.ts';
import { judgeOfLoss } from '../../src/streams/judge.ts';
import type { Loss } from '../../src/losses/loss.ts';
import { simulate } from '../../src/studies/cells/simulate.ts';
import { errorsField, type ErrorsWanted } from '../../src/studies/cells/score.ts';
import { ClassMeasures, type ByClass } from '../../src/streams/measures/class-measures.ts';
import { besideRun, drawnPool, parseBesideRun, type PlainRun } from '../support/beside-run.ts';
import { type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

/** What decides which labels a ledger bought, with the learner and the seed of the run that is replayed on it. */
const BUYING = ['query', 'budget', 'pace', 'explore', 'floor', 'warmUp', 'temper'] as const;
type Buying = Pick<GivenRun, (typeof BUYING)[number]>;

/** A rule replayed on the ledger of another. */
export interface ReplaySpec extends RunSpec, ErrorsWanted {
  /** Most rows of the pool, drawn by the seed from the training part. */
  readonly rows: number;
  /** The ledger's rule and what goes with it. */
  readonly ledger: Buying;
}

type Own = Exclude<keyof ReplaySpec, keyof RunSpec>;

/** The same as a study writes it. */
export type ReplayGiven = PlainRun & Pick<ReplaySpec, Own>;

/** The replayed run beside the run that it would have been. */
export interface ReplayMeasurement {
  /** Labels that the ledger bought. */
  readonly ledgerLabels: number;
  /** Labels that the replayed rule wanted, and those that the ledger held. */
  readonly wanted: number;
  readonly met: number;
  /** Rows at which its probability exceeded the ledger's. */
  readonly clipped: number;
  /** Labels of the replay and of the direct run, and how many they share. */
  readonly replayLabels: number;
  readonly directLabels: number;
  readonly shared: number;
  /** Share of wrong predictions on the rows considered, of both and of the ledger's run. */
  readonly replayError: number;
  readonly directError: number;
  readonly ledgerError: number;
  /** With `errors: 'by class'`: what stands beside each of them. */
  readonly replayClasses?: ByClass<number | null>;
  readonly directClasses?: ByClass<number | null>;
  readonly ledgerClasses?: ByClass<number | null>;
  /** Whether every row, probability, coin, outcome and prediction is that of the direct run, bit for bit. */
  readonly isDirect: boolean;
}

const own = { rows: z.int().min(10), ledger: z.record(z.string(), z.unknown()), ...errorsField };

/**
 * A rule replayed on the ledger of another one (ledger/replay/), beside the run that it would have been: same pool, learner, order
 * and coins.
 */
export const replay: Kind<ReplayGiven, ReplaySpec, ReplayMeasurement> = {
  shape: besideRun(own),
  parse(given) {
    const {
      own: { rows, ledger, errors },
      run: spec,
    } = parseBesideRun(own, given);
    const buying = parsed(z.strictObject(Object.fromEntries(BUYING.map((field) => [field, z.unknown().optional()]))), ledger);
    const complete = ledgerOf(spec, buying as unknown as Buying);
    return { ...spec, rows, ledger: onlyBuying(complete), ...(errors && { errors }) };
  },
  admit(spec, { train }) {
    requireClasses(buildLoss(spec), train);
  },
  run({ rows, ledger, errors, ...spec }, { train }) {
    return replayed(drawnPool(train, rows, spec.seed), ledgerOf(spec, ledger), spec, { ...(errors && { errors }) });
  },
  measured: measured({
    ...Object.fromEntries(
      ['ledgerLabels', 'wanted', 'met', 'clipped', 'replayLabels', 'directLabels', 'shared'].map((name) => [name, stored]),
    ),
    ...{ replayError: stored, directError: stored, ledgerError: stored, isDirect: z.boolean() },
  }),
  quantities: {
    'requests met': ({ met, wanted }) => (wanted === 0 ? null : met / wanted),
    'labels of the replay': ({ replayLabels }) => replayLabels,
    'error of the replay': ({ replayError }) => replayError,
    'error of the direct run': ({ directError }) => directError,
  },
};

function onlyBuying(spec: RunSpec): Buying {
  return Object.fromEntries(BUYING.filter((field) => spec[field] !== undefined).map((field) => [field, spec[field]])) as never;
}

/** The run that keeps the ledger. */
function ledgerOf(spec: RunSpec, buying: Buying): RunSpec {
  const same = Object.entries(spec).filter(([field]) => !BUYING.some((each) => each === field));
  return parseRunSpec({ ...Object.fromEntries(same), ...buying });
}

function replayed(pool: Dataset, recording: RunSpec, spec: RunSpec, { errors }: ErrorsWanted): ReplayMeasurement {
  const loss = buildLoss(spec);
  const labels = labelsFor(loss, pool);
  const entries: Entry[] = [];
  const [ledgerTrace, direct, watch] = [1, 2, 3].map(() => new Trace(loss, labels));
  const recorder = new Recorder({
    record: 'considered',
    cost: () => 1,
    watch: ledgerTrace,
    take: (draft) => {
      entries.push({ ...draft, model: '' });
    },
  });
  const own = simulate(recording, { train: pool }, undefined, recorder).measurement.curve.at(-1)!;
  const beside = simulate(spec, { train: pool }, undefined, direct).measurement.curve.at(-1)!;
  const { train } = splitWithConstant({ train: pool }, spec);
  const budget = budgetOf(recording, train.rows.length);
  const answers = answersIn(entries, (_, spent) => budget - spent);
  const recorded = { entries, answers, judge: judgeOfLoss(loss), query: ruleTraits(recording) };
  const { active, clipped } = clippedRun(spec, train, answers);
  const annotator = buildAnnotator(spec, loss, train.rows, labels);
  const other = { active, clipped, annotator, budget: budgetOf(spec, train.rows.length), watch };
  const stream = { ...train, order: orderOf(spec, train.rows.length), labels };
  const { labels: bought, requests, trueError } = finished(runOther(recorded, other, stream));
  return {
    ledgerLabels: own.queried,
    ...{ wanted: requests!.wanted, met: requests!.met, clipped: requests!.clipped },
    ...{ replayLabels: bought, directLabels: beside.queried, shared: watch.shared(direct) },
    ...{ replayError: trueError!, directError: beside.progressiveError, ledgerError: own.progressiveError },
    isDirect: watch.isSame(direct),
    ...(errors && {
      ...{ replayClasses: watch.classes.summary, directClasses: direct.classes.summary },
      ledgerClasses: ledgerTrace.classes.summary,
    }),
  };
}

/** What a run decided and predicted, row by row. */
class Trace implements Observer {
  readonly classes: ClassMeasures;
  readonly #labels: Float64Array;
  readonly #decisions: number[] = [];
  readonly #bought = new Set<number>();

  /** `labels`: the true ones, as the loss reads them. */
  constructor(loss: Loss, labels: Float64Array) {
    this.classes = new ClassMeasures(loss);
    this.#labels = labels;
  }

  considered({ situation, decision }: Parameters<Observer['considered']>[0], i: number): void {
    this.classes.record(situation.prediction, this.#labels[i], situation.rowImportance);
    if (decision.outcome === 'asked') this.#bought.add(i);
    this.#decisions.push(i, decision.probability, decision.coin, decision.importance, situation.prediction);
  }

  answered(): void {
    // What is bought is known before.
  }

  shared(other: Trace): number {
    return [...this.#bought].filter((row) => other.#bought.has(row)).length;
  }

  isSame(other: Trace): boolean {
    const decisions = other.#decisions;
    return decisions.length === this.#decisions.length && this.#decisions.every((each, n) => Object.is(each, decisions[n]));
  }
}
