import { presentIn } from '../../numerics/present.ts';
import { DataError } from '../../files/data-error.ts';
import type { DatasetOptions } from '../../data/index.ts';
import { answersIn, asBought, clippedRun, runOther } from '../../ledger/replay/other-run.ts';
import type { OtherOutcome, RecordedRun as Recorded, Requests } from '../../ledger/replay/other-run.ts';
import { streamOf } from '../../ledger/passes.ts';
import { examplesIn } from '../../ledger/replay/replay.ts';
import { DivergenceError } from '../../learners/margin-learner.ts';
import { buildLoss, labelTranslation } from '../../specs/build-learner.ts';
import { buildAnnotator } from '../../specs/build.ts';
import { isOfSeveral, judgeOf, parseAnyRun } from '../../specs/kinds/active-classes.ts';
import { ruleTraits, isPaceable } from '../../specs/traits/rule-traits.ts';
import { budgetOf, type Pool, type RunSpec } from '../../specs/run.ts';
import { holm } from '../../statistics/paired-difference.ts';
import { requireClassifier } from '../data/several-seen.ts';
import { leftOf, readPoolOf, readRecordedRun, verifyRun, type RecordedRun } from '../data/recorded-run.ts';
import { learnerSpec } from '../models/model.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import { Failure, refuseWritten, unlearned, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { errorWords, estimateText, isSaid, smallClassText } from '../../streams/measures/error-words.ts';
import { learnerText, ruleText } from '../simulate/page.ts';
import { finalText } from '../terminal/layout.ts';
import { count, decimals, percent, plural, points } from '../../numerics/display.ts';
import { DEFAULT_BUDGET, DEFAULT_FINAL } from '../../specs/defaults.ts';
import { readChoices, saysKnob, writtenAgain } from '../options/spec/recipe-options.ts';
import { budgetIn, pacedBy, type specOptions } from '../options/spec/spec-options.ts';
import type { Values, WrittenChoice } from '../syntax/option.ts';

/** What a replay says: with the run of the ledger, each of the others. */
export type Replayed = Awaited<ReturnType<typeof replayFile>>;

/** One of the others. */
export type ReplayedRun = Replayable & (ReplayedOutcome | { readonly failure: string });

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
) {
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
  const recorded: Recorded = { entries, answers: answersIn(entries, leftOf(run, dataset)), judge: judgeOf(spec), query };
  if (recorded.answers.rows === 0) throw new Failure(`${file}: no example was considered while a label could be bought`);
  const ended: (Replayable & (OtherOutcome | { readonly failure: string }))[] = [];
  for (const each of specs) ended.push({ ...each, ...(await outcomeOf(run, recorded, each, pool, labels, session)) });
  return {
    file,
    header: ledger.header,
    spec,
    // Examples that the ledger considered, and how many of them it can answer for.
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
  const { rows } = pool;
  const isLive = ledger.header.classes !== undefined && begun.oracle === undefined;
  const stream = streamOf(spec, pool, labels);
  try {
    const other = rule === 'another' ? clippedRun(spec, pool, recorded.answers) : asBought(spec, pool, recorded.answers);
    const loss = buildLoss(spec);
    const prices = buildAnnotator(spec, loss, rows, new Float64Array(rows.length));
    const { answers } = recorded.answers;
    // Somebody who was asked live is not paid for what he cannot tell.
    const annotator = isLive ? { ...prices, cost: (i: number) => (answers.get(i) === 'abstains' ? 0 : 1) } : prices;
    const budget = budgetOf(rule === 'another' ? spec : begun, rows.length);
    // Two classes are read by each loss in its own way; several are numbers for all.
    const translation = isOfSeveral(begun) ? {} : { translate: labelTranslation(buildLoss(begun), loss) };
    return await interruptibly(runOther(recorded, { ...other, annotator, budget, ...translation }, stream), session);
  } catch (error) {
    if (error instanceof DivergenceError) return { failure: error.message };
    throw error;
  }
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

/** The page of `iwal replay` for a person: a paragraph a run. */
export function replayPage({ file, header, spec, examples, rows, labels, runs }: Replayed): string {
  const scope = rows === examples ? '' : `; its budget ended there, and it can answer for the first ${count(rows)}`;
  return [
    `${file}: pool ${header.data.name}, ${count(examples)} of ${count(header.data.rows)} rows considered, ` +
      `${count(labels)} labels${scope}`,
    `kept of: ${reductionText(spec)}${learnerText(spec)}; ${ruleText(spec)}`,
    ...runs.flatMap((run) => ['', ...runLines(run, rows, runs.length)]),
  ].join('\n');
}

function runLines(run: ReplayedRun, rows: number, runs: number): string[] {
  const { label, spec, rule } = run;
  const title =
    `${label}: ` +
    `${reductionText(spec)}${learnerText(spec)}${rule === 'another' ? `; ${ruleText(spec)}` : ', on the labels as they were bought'}`;
  if ('failure' in run) return [title, `  ${run.failure}`];
  const end = run.rows === rows ? '' : ` on the first ${count(run.rows)} rows, where its budget ended`;
  const truth = run.trueError === null ? '' : `; the true error is ${percent(run.trueError)}`;
  return [
    title,
    ...(run.requests ? [`  ${plural(run.labels, 'label')} bought${end}; ${resultText(run.result, run.requests)}`] : []),
    ...(run.final === undefined ? [] : [`  model: ${finalText(run.final, run.labels)}`]),
    `  error of its predictions: ${errorWords(run.estimate)}${truth}`,
    ...(isSaid(run.estimate) ? smallClassText(run.classes, estimateText) : []).map((line) => `  ${line}`),
    ...(run.difference === null ? [] : [`  beside the run of the ledger, on the same rows: ${differenceText(run, runs)}`]),
  ];
}

/** "one-against-all of 3 classes, " */
function reductionText({ reduction, classes }: RunSpec): string {
  return reduction === undefined ? '' : `${reduction} of ${classes} classes, `;
}

/** Whose result it is. */
function resultText(result: ReplayedOutcome['result'], { wanted, met, reweighted }: Requests): string {
  const answered = `the ledger holds ${count(met)} of the ${plural(wanted, 'label')} it wanted`;
  const own = 'what a run of its own would be on these rows';
  return {
    'direct run': `${answered}: this is ${own}, bit for bit`,
    'nearly a direct run': `${answered}, ${count(reweighted)} with another importance: nearly ${own}`,
    'clipped rule':
      `${answered} (${percent(met / wanted)}): this is the result of the rule clipped to the ledger's probabilities, and ` +
      'not of the rule',
    'labels as bought': answered,
  }[result];
}

function differenceText({ difference, adjusted, estimate }: ReplayedOutcome, runs: number): string {
  const { value, low, high } = difference!;
  if (estimate.kind === 'counted') return `${points(value)} points of error, counted`;
  const holm = runs === 1 ? '' : `, adjusted for ${runs} comparisons (Holm)`;
  const p = adjusted! < 1e-4 ? 'p < 0.0001' : `p = ${decimals(adjusted!, 4)}`;
  return `${points(value)} points of error, 95% interval ${points(low)} to ${points(high)}; ${p}${holm}`;
}

type RuleOptions = Values<Pick<typeof specOptions, 'budget' | 'floor' | 'explore' | 'temper' | 'warm-up' | 'final'>>;

/** What the options of a replay name. */
export interface ReplayValues extends RuleOptions {
  readonly query: readonly WrittenChoice[] | undefined;
  readonly loss: readonly WrittenChoice[] | undefined;
  readonly update: readonly string[] | undefined;
  readonly optimizer: readonly WrittenChoice[] | undefined;
}

/** A run to be made on a ledger. */
export interface Replayable {
  readonly label: string;
  readonly spec: RunSpec;
  /** Whether it buys what the ledger bought. */
  readonly rule: 'recorded' | 'another';
}

/** Fields of the run of a ledger that no other run on it has: what ended it, and models that asked beside the one that learns online. */
type LeftOut = 'parts' | 'stop' | 'refit';

/** A spec without them; its names say which own parts it uses. */
type Partless = Omit<RunSpec, LeftOut> & Readonly<Record<LeftOut, undefined>>;

/** A learner of the grid, and what was written of it. */
interface Learner {
  readonly words: readonly string[];
  readonly parts: Pick<RunSpec, 'loss' | 'update' | 'optimizer'>;
}

/**
 * The runs that a command line asks for: every rule with every learner. What belongs to the stream is the ledger's: order, seed,
 * coins, constant and oracle; and so is what is not written of the learner. A rule is as `iwal simulate` has it: where its knob is
 * not written, a budget sets the knob.
 *
 * @throws UsageError where nothing is to be replayed but the run itself, or an option is about what is not given.
 */
export function replaySpecs(values: ReplayValues, begun: RunSpec): Replayable[] {
  const why = unlearned(begun);
  if (why !== undefined)
    throw new UsageError(
      `replay compares rules and learners, and this ledger ${why.does}, of which nothing is learned; audit says ${why.told}`,
    );
  const written: Readonly<Record<string, unknown>> = { ...values };
  const losses = values.loss ?? [writtenAgain(begun.loss, written)];
  const optimizers = values.optimizer ?? [writtenAgain(begun.optimizer, written)];
  const updates = values.update ?? [begun.update];
  const queries = values.query ?? [];
  const chosen = readChoices({ loss: losses, optimizer: optimizers, query: queries }, written);
  if (values.query === undefined)
    refuseWritten(
      ['budget', 'floor', 'explore', 'warm-up'],
      values,
      (option) => `${option} is about --query, which is not given`,
    );
  const learners = losses.flatMap((loss, l) =>
    updates.flatMap((update) =>
      optimizers.map((optimizer, o): Learner => {
        const words = presentIn([values.loss && loss.written, values.update && update, values.optimizer && optimizer.written]);
        const parts = { loss: chosen.loss[l], update, optimizer: chosen.optimizer[o] };
        return { words, parts: parts as Learner['parts'] };
      }),
    ),
  );
  const final = (values.final ?? DEFAULT_FINAL) as NonNullable<RunSpec['final']>;
  const rest: Partless = { ...begun, parts: undefined, stop: undefined, refit: undefined, final };
  if (queries.length > 0) {
    return learners.flatMap(({ words, parts }) =>
      queries.map((query, r): Replayable => ({
        label: [query.written, ...words].join(', '),
        spec: ruled({ ...rest, ...parts, query: chosen.query[r] as RunSpec['query'] }, query, values),
        rule: 'another',
      })),
    );
  }
  const runs = learners.map(({ words, parts }): Replayable => {
    const spec = parseAnyRun({ ...rest, ...parts, ...(values.temper !== undefined && { temper: values.temper }) });
    return { label: words.join(', ') || 'as written', spec, rule: 'recorded' };
  });
  if (runs.length === 1 && JSON.stringify(runs[0].spec) === JSON.stringify(parseAnyRun(rest))) {
    throw new UsageError(
      'that is the run of the ledger itself, which iwal audit --data computes anew; ' +
        '--query names another rule, --loss, --update, --optimizer or --temper another learner',
    );
  }
  return runs;
}

/** The spec with another rule on it, paced where its knob is not written. */
function ruled(
  { pace, budget: begunBudget, floor: _floor, explore: _explore, warmUp: _warmUp, temper: _temper, ...rest }: Partless,
  choice: WrittenChoice,
  values: ReplayValues,
): RunSpec {
  const { floor, explore, temper, 'warm-up': warmUp } = values;
  const budget = values.budget === undefined ? undefined : budgetIn(values.budget, rest.oracle ?? []);
  // Of another rule labels are spread over rows.
  const plain = { ...rest, groups: undefined, floor, explore, temper, warmUp, budget };
  const isPaced =
    !saysKnob(choice, { ...values }) &&
    isPaceable(parseAnyRun({ ...plain, explore: undefined, temper: undefined, stop: undefined }));
  if (!isPaced) return parseAnyRun(plain);
  return parseAnyRun({
    ...{ ...plain, ...pacedBy({ temper, warmUp }), ...(pace && { pace }) },
    budget: budget ?? begunBudget ?? DEFAULT_BUDGET,
  });
}
