import { byRule, comparisonText, repetitionText, summary } from './page.ts';
import { simulateFile } from './runs.ts';
import { isDeepStrictEqual } from 'node:util';
import { costRules } from '../../queries/costs/index.ts';
import { DEFAULT_BUDGET, DEFAULTS } from '../../specs/defaults.ts';
import { parseCosts } from '../../specs/kinds/costs.ts';
import { parts } from '../../specs/parts/registry.ts';
import type { RunSpec } from '../../specs/run.ts';
import { reductionSeen, requireClassifier } from '../data/several-seen.ts';
import { fileReader } from '../data/labelled.ts';
import { requireFile } from '../options/inputs.ts';
import { readingOf, takenColumns } from '../options/reading-options.ts';
import { DEFAULT_RECORD } from '../options/record-option.ts';
import { scalingIn } from '../options/spec/learner-options.ts';
import { readChoices } from '../options/spec/recipe-options.ts';
import { defaultReductionNote, lossFor, reductionOf } from '../options/spec/reduction-loss.ts';
import { budgetIn, FIRST_SEED, readSpecs } from '../options/spec/spec-options.ts';
import { targetOf } from '../options/target.ts';
import { plainChoice, type WrittenChoice } from '../syntax/option.ts';
import { refuseWritten, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { COST_RULES, COSTS_REDUCTION, costsOptions, type SimulateValues } from './options.ts';
import type { Contestant } from './watched.ts';

/** What `iwal simulate` prints: of runs of two classes, of several, or that buy single costs. Loaded once its options are read. */
export async function simulated(written: SimulateValues, session: Session): Promise<string> {
  if (typeof written.range === 'object') {
    const { numbersSimulated } = await import('./numbers.ts');
    return numbersSimulated(written, written.range, session);
  }
  const columns = await takenColumns(written.train, written, { command: 'simulate', labels: 'needed' }, session);
  const values = { ...written, ...columns };
  const { train, test, holdout, query, compare, seeds, classes, json } = values;
  const costs = costRulesIn(compare ?? [query ?? plainChoice(DEFAULTS.query)], values);
  const reduction = costs === undefined ? (reductionOf(values) ?? (await reductionSeen(values.train, values))) : undefined;
  refuseContradictions(values);
  const isOfSeveral = costs !== undefined || reduction !== undefined;
  const runs = costs === undefined ? await labelRuns(values, reduction) : costRuns(costs, values);
  requireDistinct(runs);
  // Names of several classes are no names of two.
  const reading = await readingOf(train, isOfSeveral ? { ...values, classes: undefined, positive: undefined } : values);
  for (const file of [train, test]) if (file !== undefined) await requireFile(file);
  if (reduction !== values.reduction && reduction !== undefined) session.note(defaultReductionNote(classes));
  const curve = targetOf(session, values.curve, [train, test]);
  const ledger = values.ledger === undefined ? undefined : { file: values.ledger, record: values.record ?? DEFAULT_RECORD };
  const data = { train, test, holdout, columns, reading, read: fileReader(values, session) };
  // Tables of several runs show their true errors.
  const judges = json || (seeds === 1 && compare === undefined);
  const contested = await simulateFile({ ...values, runs, data, curve, ledger, judges }, session);
  if (seeds > 1) return json ? JSON.stringify(byRule(contested)) : repetitionText(byRule(contested));
  const results = contested.map(({ result }) => result);
  if (json) return JSON.stringify(compare === undefined ? results[0] : results);
  return compare === undefined ? summary(results[0], results.at(-1)!) : comparisonText(contested);
}

/** The runs that buy labels, one a rule. */
async function labelRuns(values: SimulateValues, reduction: RunSpec['reduction']): Promise<Contestant[]> {
  const { compare, oracle } = values;
  const loss = values.loss ?? (reduction && lossFor(reduction));
  const specs = await readSpecs(
    { ...values, loss },
    { budget: DEFAULT_BUDGET, ...(compare && { rules: compare }), ...(oracle && { oracle }) },
  );
  requireClassifier('simulate', specs[0]);
  return specs.map((spec, s) => ({
    label: compare?.[s].written ?? spec.query.name,
    spec: reduction === undefined ? spec : { reduction, ...spec },
  }));
}

/** What is about labels that are bought, or about learners of labels. */
const OF_LABELS = 'fresh ledger record oracle positive for by floor explore temper warm-up stop stop-confidence'.split(' ');

/**
 * The rules of a command line where they buy single costs; undefined where they buy labels.
 *
 * @throws UsageError for some of both, and for a range of costs where labels are bought.
 */
function costRulesIn(rules: readonly WrittenChoice[], values: SimulateValues): readonly WrittenChoice[] | undefined {
  // A rule of one's own with such a name is about labels.
  const isAboutCosts = ({ name }: WrittenChoice): boolean =>
    Object.hasOwn(costRules, name) && !Object.hasOwn(parts.queries, name);
  const [about, others] = [rules.filter(isAboutCosts), rules.filter((rule) => !isAboutCosts(rule))];
  if (about.length > 0 && others.length > 0)
    throw new UsageError(
      `'${about[0].written}' buys single costs and '${others[0].written}' labels, which is no comparison; ` +
        `single costs are bought by ${COST_RULES}`,
    );
  if (about.length > 0) return about;
  const costs = Object.keys(costsOptions);
  refuseWritten(costs, values, (option) => `${option} is about single costs, which are bought by --query ${COST_RULES}`);
  return undefined;
}

/**
 * The runs that buy single costs, one a rule.
 *
 * Without a budget there is no limit: the knob of the rule says how much it asks. The loss is squared loss, and the reduction
 * cost-sensitive: each class regresses its cost.
 */
function costRuns(rules: readonly WrittenChoice[], values: SimulateValues): Contestant[] {
  const { reduction, update, average, constant, budget, order, seed = FIRST_SEED } = values;
  const { 'lowest-cost': low, 'highest-cost': high } = values;
  const [{ name }] = rules;
  const buysCosts = `query rule '${name}' buys single costs`;
  refuseWritten(OF_LABELS, values, (option) => `${option} is about labels, and ${buysCosts}: leave it out`);
  if (reduction !== undefined && reduction !== COSTS_REDUCTION)
    throw new UsageError(`${buysCosts}, which --reduction ${COSTS_REDUCTION} learns; found '${reduction}'`);
  const loss = [values.loss ?? plainChoice('squared')];
  const optimizer = [values.optimizer ?? plainChoice(DEFAULTS.optimizer)];
  const { scaling } = scalingIn(values.scale, false);
  const chosen = readChoices({ loss, optimizer, costs: rules }, { ...values, scale: undefined });
  return rules.map(({ written }, r) => ({
    label: written,
    spec: parseCosts({
      rule: chosen.costs[r],
      loss: chosen.loss[0],
      optimizer: chosen.optimizer[0],
      ...{ update, average, scale: scaling, constant, low, high, order, seed },
      budget: budget === undefined ? undefined : budgetIn(budget, []),
    }),
  }));
}

/** Throws a UsageError where two runs are the same. */
function requireDistinct(runs: readonly Contestant[]): void {
  runs.forEach(({ label, spec }, r) => {
    const twin = runs.slice(0, r).find((earlier) => isDeepStrictEqual(earlier.spec, spec));
    if (twin === undefined) return;
    throw new UsageError(
      twin.label === label
        ? `--compare lists '${label}' twice`
        : `--compare lists '${twin.label}' and '${label}', which are the same`,
    );
  });
}

/** Throws a UsageError for options of one run where there are several. */
function refuseContradictions(values: SimulateValues): void {
  const { compare, seeds, holdout, stop } = values;
  if (stop?.measure === 'lead' && holdout !== undefined)
    throw new UsageError(
      '--stop compares two guesses over all rows of the file: leave --holdout out, for a guess learns nothing',
    );
  const ofOne = (by: string) => (option: string) => `${option} is of one run, and ${by} makes several`;
  if (compare !== undefined) refuseWritten(['ledger', 'fresh'], values, ofOne('--compare'));
  if (seeds !== 1) refuseWritten(['ledger', 'curve', 'fresh'], values, ofOne('--seeds'));
}
