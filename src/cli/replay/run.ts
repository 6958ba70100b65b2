import { DataError } from '../../files/data-error.ts';
import type { DatasetOptions } from '../../data/index.ts';
import type { Header } from '../../ledger/entry.ts';
import { answersIn } from '../../ledger/replay/answers.ts';
import { asBought, clippedRun } from '../../ledger/replay/other-learner.ts';
import { runOther, type OtherOutcome, type OtherRun, type RecordedRun as Recorded } from '../../ledger/replay/other-run.ts';
import { examplesIn } from '../../ledger/replay/replay.ts';
import { DivergenceError } from '../../learners/margin-learner.ts';
import type { Loss } from '../../losses/loss.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { buildAnnotator } from '../../specs/build.ts';
import { labelTranslation } from '../../specs/traits/labels-for.ts';
import { isOfSeveral } from '../../specs/kinds/active-classes.ts';
import { ruleTraits } from '../../specs/traits/rule-traits.ts';
import { orderOf, budgetOf, type Pool, type RunSpec, consideredOf } from '../../specs/run.ts';
import { holm } from '../../statistics/comparisons/holm.ts';
import { requireClassifier } from '../data/several-seen.ts';
import { leftOf, readPoolOf, readRecordedRun, verifyRun, type RecordedRun } from '../data/recorded-run.ts';
import { learnerSpec } from '../models/model.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { replaySpecs, type Replayable, type ReplayValues } from './specs.ts';

/** What a replay says: with the run of the ledger, each of the others. */
export interface Replayed {
  readonly file: string;
  readonly header: Header;
  /** The ledger's, with every default filled in. */
  readonly spec: RunSpec;
  /** Examples that the ledger considered, and how many of them it can answer for. */
  readonly examples: number;
  readonly rows: number;
  readonly labels: number;
  readonly runs: readonly ReplayedRun[];
}

/** One of the others. */
export type ReplayedRun = Pick<Replayable, 'label' | 'spec' | 'rule'> & (ReplayedOutcome | { readonly failure: string });

/** What it came to, and what that is worth. */
export interface ReplayedOutcome extends OtherOutcome {
  /** Whose result it is: what a run of its own would have been bit for bit, nearly that, or the clipped rule's. */
  readonly result: 'direct run' | 'nearly a direct run' | 'clipped rule' | 'labels as bought';
  /** Of the difference, adjusted for all that were replayed (Holm); null where there is none. */
  readonly adjusted: number | null;
}

/** Requests met of those wanted, below which nobody should take the clipped rule for the rule. */
const NEARLY = 0.98;

/** Carries out `iwal replay` once its command line is checked. Loaded only then. */
export async function replayFile(
  file: string,
  data: { readonly file: string; readonly options: DatasetOptions },
  values: ReplayValues,
  session: Session,
): Promise<Replayed> {
  const run = await readRecordedRun(file, session);
  const { ledger, spec } = run;
  if (spec.rounds !== undefined) {
    const legal =
      'one whose rows are met once: which labels another run would buy depends on what a round left; iwal export has its labels';
    throw new DataError({ file, line: 1, found: `a ledger of ${spec.rounds} rounds`, legal });
  }
  const specs = replaySpecs(values, spec);
  for (const each of [spec, ...specs.map((other) => other.spec)]) requireClassifier('replay', each);
  const { dataset, labels } = await session.unlessInterrupted(readPoolOf(run, data.file, data.options));
  // Only a run that these data and this version compute bit for bit has coins to be used again.
  const { entries, start } = await interruptibly(verifyRun(run, dataset, labels), session);
  if (start !== undefined) requireSameLearner(file, spec, specs);
  const pool = { ...dataset, ...(start && { start }) };
  const query = ruleTraits(spec);
  const recorded: Recorded = { entries, answers: answersIn(entries, leftOf(run, dataset)), judge: run.active, query };
  if (recorded.answers.rows === 0) throw new Failure(`${file}: no example was considered while a label could be bought`);
  const ended: (Pick<Replayable, 'label' | 'spec' | 'rule'> & (OtherOutcome | { readonly failure: string }))[] = [];
  for (const each of specs) {
    ended.push({ ...each, ...(await outcomeOf(run, recorded, each, pool, labels, session)) });
  }
  return {
    file,
    header: ledger.header,
    spec,
    examples: examplesIn(ledger),
    rows: recorded.answers.rows,
    labels: [...recorded.answers.answers.values()].filter((answer) => answer !== 'abstains').length,
    runs: judged(ended),
  };
}

async function outcomeOf(
  { ledger, spec: begun }: RecordedRun,
  recorded: Recorded,
  { spec, rule }: Replayable,
  pool: Pool,
  labels: Float64Array | undefined,
  session: Session,
): Promise<OtherOutcome | { readonly failure: string }> {
  const { rows, importances } = pool;
  const isLive = ledger.header.classes !== undefined && begun.oracle === undefined;
  const stream = {
    rows,
    order: consideredOf(orderOf(spec, rows.length), pool.start),
    ...(labels !== undefined && { labels }),
    ...(importances !== undefined && { importances }),
  };
  try {
    const other = rule === 'another' ? clippedRun(spec, pool, recorded.answers) : asBought(spec, pool, recorded.answers);
    const loss = buildLoss(spec);
    const prices = buildAnnotator(spec, loss, rows, new Float64Array(rows.length));
    const { answers } = recorded.answers;
    // Somebody who was asked live is not paid for what he cannot tell.
    const annotator = isLive ? { ...prices, cost: (i: number) => (answers.get(i) === 'abstains' ? 0 : 1) } : prices;
    const budget = budgetOf(rule === 'another' ? spec : begun, rows.length);
    return await interruptibly(
      runOther(recorded, { ...other, annotator, budget, ...translationOf(begun, loss) }, stream),
      session,
    );
  } catch (error) {
    if (error instanceof DivergenceError) return { failure: error.message };
    throw error;
  }
}

/** Two classes are read by each loss in its own way; several are numbers for all. */
function translationOf(begun: RunSpec, loss: Loss): Pick<OtherRun, 'translate'> {
  return isOfSeveral(begun) ? {} : { translate: labelTranslation(buildLoss(begun), loss) };
}

/** A learner that begins where the pass before has left it is that learner. */
function requireSameLearner(file: string, begun: RunSpec, specs: readonly Replayable[]): void {
  const text = (spec: RunSpec): string => JSON.stringify(learnerSpec(spec));
  if (specs.every(({ spec }) => text(spec) === text(begun))) return;
  throw new Failure(
    `${file}: a further pass over the pool goes on with the learner of the passes before; only rules can be replayed on it`,
  );
}

/** With the verdicts, and the probabilities adjusted for all comparisons that were made. */
function judged(ended: readonly (Replayable & (OtherOutcome | { readonly failure: string }))[]): ReplayedRun[] {
  const compared = ended.filter((each) => 'difference' in each && each.difference !== null);
  const adjusted = holm(compared.map((each) => ('difference' in each ? each.difference!.probability : 1)));
  return ended.map((each) => {
    if ('failure' in each) return each;
    const place = compared.indexOf(each);
    return { ...each, result: resultOf(each), adjusted: place < 0 ? null : adjusted[place] };
  });
}

function resultOf({ requests }: OtherOutcome): ReplayedOutcome['result'] {
  if (requests === undefined) return 'labels as bought';
  const { wanted, met, reweighted } = requests;
  if (met === wanted && reweighted === 0) return 'direct run';
  return met >= NEARLY * wanted ? 'nearly a direct run' : 'clipped rule';
}
