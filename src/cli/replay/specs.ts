import { isPaceable } from '../../specs/traits/rule-traits.ts';
import { DEFAULT_BUDGET, DEFAULT_FINAL, PACED_DEFAULTS } from '../../specs/defaults.ts';
import { parseAnyRun } from '../../specs/kinds/active-classes.ts';
import type { RunSpec } from '../../specs/run.ts';
import { readChoices, saysKnob, writtenAgain } from '../options/spec/recipe-options.ts';
import { budgetIn, type specOptions } from '../options/spec/spec-options.ts';
import type { Values, WrittenChoice } from '../syntax/option.ts';
import { UsageError } from '../terminal/failure.ts';

type RuleOptions = Values<Pick<typeof specOptions, 'budget' | 'floor' | 'explore' | 'warm-up'>>;

/** What the options of a replay name. */
export interface ReplayValues extends RuleOptions {
  readonly query: readonly WrittenChoice[] | undefined;
  readonly loss: readonly WrittenChoice[] | undefined;
  readonly update: readonly string[] | undefined;
  readonly optimizer: readonly WrittenChoice[] | undefined;
  readonly temper: number | undefined;
  readonly final: string | undefined;
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
  if (begun.guess)
    throw new UsageError(
      'replay compares rules and learners, and this ledger judges guesses, of which nothing is learned; audit says how good they are',
    );
  const written: Readonly<Record<string, unknown>> = { ...values };
  const losses = values.loss ?? [writtenAgain(begun.loss, written)];
  const optimizers = values.optimizer ?? [writtenAgain(begun.optimizer, written)];
  const updates = values.update ?? [begun.update];
  const queries = values.query ?? [];
  const chosen = readChoices({ loss: losses, optimizer: optimizers, query: queries }, written);
  requireRule(values);
  const learners = losses.flatMap((loss, l) =>
    updates.flatMap((update) =>
      optimizers.map((optimizer, o): Learner => {
        const words = [
          ...(values.loss === undefined ? [] : [loss.written]),
          ...(values.update === undefined ? [] : [update]),
          ...(values.optimizer === undefined ? [] : [optimizer.written]),
        ];
        const parts = { loss: chosen.loss[l], update, optimizer: chosen.optimizer[o] };
        return { words, parts: parts as Learner['parts'] };
      }),
    ),
  );
  const final = values.final as RunSpec['final'];
  const rest: Partless = { ...begun, parts: undefined, stop: undefined, refit: undefined, final: final ?? DEFAULT_FINAL };
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

/** Options of a rule need one. */
function requireRule({ query, ...values }: ReplayValues): void {
  const given = (['budget', 'floor', 'explore', 'warm-up'] as const).find((name) => values[name] !== undefined);
  if (query === undefined && given !== undefined) throw new UsageError(`--${given} is about --query, which is not given`);
}

/** The spec with another rule on it, paced where its knob is not written. */
function ruled(
  { pace, budget: begunBudget, floor: _floor, explore: _explore, warmUp: _warmUp, temper: _temper, ...rest }: Partless,
  choice: WrittenChoice,
  values: ReplayValues,
): RunSpec {
  const { floor, explore, temper, 'warm-up': warmUp } = values;
  const budget = values.budget === undefined ? undefined : budgetIn(values.budget, rest.oracle ?? []);
  const plain = { ...rest, floor, explore, temper, warmUp, budget };
  const isPaced =
    !saysKnob(choice, { ...values }) &&
    isPaceable(parseAnyRun({ ...plain, explore: undefined, temper: undefined, stop: undefined }));
  if (!isPaced) return parseAnyRun(plain);
  return parseAnyRun({
    ...plain,
    pace: pace ?? PACED_DEFAULTS.pace,
    temper: temper ?? PACED_DEFAULTS.temper,
    warmUp: warmUp ?? PACED_DEFAULTS.warmUp,
    budget: budget ?? begunBudget ?? DEFAULT_BUDGET,
  });
}
