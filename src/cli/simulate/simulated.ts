import type { reductions } from '../../reductions/index.ts';
import { DEFAULT_BUDGET, DEFAULTS } from '../../specs/defaults.ts';
import type { RunSpec } from '../../specs/run.ts';
import { requireClassifier } from '../data/classifier.ts';
import { fileReader } from '../data/large-files.ts';
import { withConstantOf } from '../options/spec/constant-option.ts';
import { requireFile } from '../options/inputs.ts';
import { readingOf } from '../options/reading-options.ts';
import { DEFAULT_RECORD } from '../options/record-option.ts';
import { defaultReductionNote, lossFor, reductionOf } from '../options/spec/reduction-loss.ts';
import { readSpecs } from '../options/spec/spec-options.ts';
import { Target } from '../options/target.ts';
import { plainChoice, type WrittenChoice } from '../syntax/written-choice.ts';
import type { Session } from '../terminal/session.ts';
import { requireDistinct } from './compared/comparison.ts';
import { onSeeds, outputOf, type Contestant, type Wanted } from './compared/contested.ts';
import { refuseContradictions } from './contradictions.ts';
import { costContestants, costRulesIn } from './costs/options.ts';
import type { SimulateValues } from './options.ts';
import type { SplitRequest } from './split.ts';

/** What `iwal simulate` prints: of a run of two classes, of several, or one that buys single costs. Loaded once its options are read. */
export async function simulated(values: SimulateValues, session: Session): Promise<string> {
  const { query, compare } = values;
  const costs = costRulesIn(compare ?? [query ?? plainChoice(DEFAULTS.query)], values);
  if (costs !== undefined) return ofCosts(costs, values, session);
  const reduction = reductionOf(values) as keyof typeof reductions | undefined;
  refuseContradictions({ ...values, reduction });
  return reduction === undefined ? ofTwo(values, session) : ofSeveral(reduction, values, session);
}

async function ofTwo(values: SimulateValues, session: Session): Promise<string> {
  const { fresh, seeds } = values;
  const request = await requestOf(values, values, session);
  const runs = await labelRuns(values);
  await requireFiles(values);
  const { besidePassive, simulateFile } = await import('./run.ts');
  const { telling } = await import('./compared/comparison.ts');
  return withCurve(values, async (target) => {
    const outputs = { curve: target, ledger: ledgerOf(values), fresh };
    const all = onSeeds(runs, seeds, besidePassive);
    return outputOf(await simulateFile(all, readAs(runs[0], request), outputs, session), telling, wanted(values));
  });
}

async function ofSeveral(reduction: keyof typeof reductions, values: SimulateValues, session: Session): Promise<string> {
  const { classes, positive, seeds } = values;
  const request = await requestOf(values, withoutClasses(values), session);
  const runs = await labelRuns({ ...values, loss: values.loss ?? lossFor(reduction) });
  await requireFiles(values);
  if (values.reduction === undefined) session.note(defaultReductionNote(classes!));
  const { simulateClassFile } = await import('./classes/run.ts');
  const { telling } = await import('./classes/page.ts');
  return withCurve(values, async (target) => {
    const all = { reduction, runs, seeds, classes, positive, ledger: ledgerOf(values), curve: target };
    return outputOf(await simulateClassFile(all, readAs(runs[0], request), session), telling, wanted(values));
  });
}

async function ofCosts(rules: readonly WrittenChoice[], values: SimulateValues, session: Session): Promise<string> {
  const { classes, seeds } = values;
  const runs = costContestants(rules, values);
  refuseContradictions({ ...values, reduction: undefined });
  requireDistinct(runs);
  const request = await requestOf(values, withoutClasses(values), session);
  await requireFiles(values);
  const { simulateCostsFile } = await import('./costs/run.ts');
  const { telling } = await import('./costs/page.ts');
  return withCurve(values, async (target) => {
    const all = { runs, seeds, classes, curve: target };
    return outputOf(await simulateCostsFile(all, readAs(runs[0], request), session), telling, wanted(values));
  });
}

/** The runs that buy labels, one a rule. */
async function labelRuns(values: SimulateValues): Promise<Contestant<RunSpec>[]> {
  const { compare, oracle } = values;
  const specs = await readSpecs(values, {
    budget: DEFAULT_BUDGET,
    ...(compare && { rules: compare }),
    ...(oracle && { oracle }),
  });
  requireClassifier('simulate', specs[0]);
  const runs = specs.map((spec, s) => ({ label: compare?.[s].written ?? spec.query.name, spec }));
  requireDistinct(runs);
  return runs;
}

/** How the files are read; `reading` is what of the options says so. */
async function requestOf(
  values: SimulateValues,
  reading: Parameters<typeof readingOf>[1],
  session: Session,
): Promise<Omit<SplitRequest, 'seed'>> {
  const { train, test, holdout } = values;
  return { train, test, holdout, reading: await readingOf(train, reading), read: fileReader(values, session) };
}

/** With the constant feature that a run wants, which is that of all. */
function readAs(
  { spec }: { readonly spec: Pick<RunSpec, 'constant'> },
  request: Omit<SplitRequest, 'seed'>,
): Omit<SplitRequest, 'seed'> {
  return { ...request, reading: withConstantOf(spec, request.reading) };
}

/** Names of several classes are no names of two. */
function withoutClasses({ classes: _classes, positive: _positive, ...values }: SimulateValues): Parameters<typeof readingOf>[1] {
  return { ...values, classes: undefined, positive: undefined };
}

async function requireFiles({ train, test }: SimulateValues): Promise<void> {
  for (const file of [train, ...(test === undefined ? [] : [test])]) await requireFile(file);
}

function ledgerOf({ ledger, record = DEFAULT_RECORD }: SimulateValues) {
  return ledger === undefined ? undefined : { file: ledger, record };
}

function wanted({ json, compare, seeds }: SimulateValues): Wanted {
  return { json, runs: compare === undefined ? 'one' : 'several', seeds };
}

/** Work with a file for a figure, where one is asked for: nothing is left of it where the work fails. */
async function withCurve<T>(
  { curve, train, test }: SimulateValues,
  work: (target: Target | undefined) => Promise<T>,
): Promise<T> {
  const target = curve === undefined ? undefined : new Target(curve, [train, test]);
  try {
    return await work(target);
  } finally {
    target?.discard();
  }
}
