import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DataError } from '../../files/data-error.ts';
import { load, type Model, save } from '../../learners/model-file.ts';
import type { State } from '../../numerics/state.ts';
import type { Costs } from '../../rows/dataset.ts';
import type { VwExamples, VwLabels } from '../../vw/examples.ts';
import { VwLearner } from '../../vw/learner.ts';
import type { VwClasses, VwSettings } from '../../vw/settings.ts';
import { VwSeveral } from '../../vw/several.ts';
import { requireColumns, requireFinite, requireFit } from '../models/fitting-state.ts';
import { Failure, inMemory, UsageError } from '../terminal/failure.ts';
import { checkedVw, type ParsedVw } from './options.ts';
import type { Scored } from './report.ts';
import { rateOf, settingsOf } from './settings.ts';

const MODEL_KIND = 'vw';
/** Options that a model is made with. */
const KEPT: readonly string[] = [
  ...[
    'bit_precision',
    'hash',
    'noconstant',
    'constant',
    'quadratic',
    'cubic',
    'interactions',
    'loss_function',
    'quantile_tau',
    'expectile_q',
  ],
  ...['learning_rate', 'decay_learning_rate', 'power_t', 'initial_t', 'sgd', 'adaptive', 'normalized', 'invariant', 'l1', 'l2'],
  ...['ftrl', 'ftrl_alpha', 'ftrl_beta', 'oaa', 'csoaa'],
];

/** What a run continues from, and where it stands. */
interface VwStart {
  readonly file: string;
  readonly state: State;
}

const Spec = z.object({ kind: z.literal(MODEL_KIND), options: z.record(z.string(), z.array(z.string())) });

/**
 * Models of `iwal vw`: our model file with the command line's own options as spec, so that a continued run reads its settings
 * from it. Options that shape the model may be repeated when it is continued, not changed; step size and passes are free.
 */
export async function saveVwModel(path: string, { written }: ParsedVw, learner: VwScorer['learner']): Promise<void> {
  const options = Object.fromEntries(Object.entries(written).filter(([name]) => KEPT.includes(name)));
  await save(path, { spec: { kind: MODEL_KIND, options }, state: learner.state() });
}

/** The settings of a model of `iwal vw`, and its learner with what it has learned; undefined for a model of another kind. */
export function vwIn(
  file: string,
  { spec, state }: Model,
): { readonly settings: VwSettings; readonly learner: VwScorer['learner'] } | undefined {
  const { success, data } = Spec.safeParse(spec);
  if (!success) return undefined;
  const { options } = checkedFrom(file, data.options);
  const settings = settingsOf(options);
  const { learner } = vwScorer(settings, options, { file, state });
  return { settings, learner };
}

/** What predicts and learns by these settings: it continues from a model's state, or begins anew. */
export function vwScorer(settings: VwSettings, options: ParsedVw['options'], from: VwStart | undefined): VwScorer {
  const { features, several } = settings;
  const columns = 2 ** features.bits;
  if (from !== undefined) requireColumns(from.file, from.state, columns);
  const one = (): VwLearner => new VwLearner(settings, rateOf(options));
  const scorer = inMemory(columns * (several?.classes ?? 1), () =>
    several === undefined
      ? numberScorer(one())
      : classScorer(new VwSeveral(Array.from({ length: several.classes }, one)), several),
  );
  if (from === undefined) return scorer;
  const { learner } = scorer;
  const { file, state } = from;
  requireFit(state, { file, fresh: learner.state(), columns: { fresh: columns, model: columns } });
  learner.restore(state);
  requireFinite(file, learner.weights());
  return scorer;
}

/** The options of a model file: those that a model is made with, each as the command line takes it. */
function checkedFrom(file: string, options: z.infer<typeof Spec>['options']): ParsedVw {
  const refuse = (found: string): DataError => new DataError({ file, found, legal: 'a model that iwal vw wrote' });
  const foreign = Object.keys(options).find((name) => !KEPT.includes(name));
  if (foreign !== undefined) throw refuse(`the option '${foreign}' in a model`);
  try {
    const parsed = checkedVw(options);
    settingsOf(parsed.options);
    return parsed;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw refuse(`a model whose options are wrong: ${error.message}`);
  }
}

/** The command line completed by the options of the model it continues, and the state to continue from. */
export function continued(parsed: ParsedVw, file: string): { readonly parsed: ParsedVw; readonly state: State } {
  const { spec, state } = load(file);
  const { success, data } = Spec.safeParse(spec);
  if (!success) throw new Failure(`${file} is no model of iwal vw; iwal model show ${file} says what it is`);
  const made = flat(settingsOf(checkedFrom(file, data.options).options));
  const whole = checkedVw({ ...data.options, ...parsed.written });
  const asked = flat(settingsOf(whole.options));
  const changed = Object.keys({ ...made, ...asked }).find((name) => !isDeepStrictEqual(made[name], asked[name]));
  if (changed === undefined) return { parsed: whole, state };
  const [was, is] = [made[changed], asked[changed]].map((setting) => (setting === undefined ? 'none' : JSON.stringify(setting)));
  throw new UsageError(`${file} was made with ${changed} ${was}, the command line asks for ${is}`);
}

/** All settings side by side. */
function flat({
  features,
  loss: { name: loss, ...parameters },
  update,
  optimizer: { name: optimizer, ...steps },
  several,
}: VwSettings): Readonly<Record<string, unknown>> {
  return { ...features, loss, ...parameters, update, optimizer, ...steps, ...(several && { [several.name]: several.classes }) };
}

/** What `iwal vw` drives: it predicts example after example, and learns from those that have a label. */
interface VwScorer {
  /** What learns; a model file keeps its state. */
  readonly learner: VwLearner | VwSeveral;
  /** What the labels of its examples are. */
  readonly labels: VwLabels;
  /** Throws DataError for labels that it does not learn. */
  requireLabels(file: string, examples: VwExamples): void;
  /** Predicts row i, and learns from it where it has a label and the run is more than a test. */
  score(examples: VwExamples, i: number, testOnly: boolean): Scored;
}

/** One learner, of numbers or of two classes. */
function numberScorer(learner: VwLearner): VwScorer {
  const { loss } = learner;
  return {
    learner,
    labels: 'numbers',
    requireLabels(file, { labels, lines }) {
      const i = labels.findIndex((y) => !Number.isNaN(y) && !loss.labels.includes(y));
      if (i >= 0) throw new DataError({ file, line: lines[i], found: `the label ${labels[i]}`, legal: loss.labels.legal });
    },
    score({ rows, labels, importances, initials }, i, testOnly) {
      const label = Number.isNaN(labels[i]) ? undefined : labels[i];
      const [importance, initial] = [importances[i], initials[i]];
      const learns = label !== undefined && !testOnly;
      const told = learns && learner.isToldFirst ? learner.predict(rows, i, initial) : undefined;
      const p = learns ? learner.learn(rows, i, label, importance, initial) : learner.predict(rows, i, initial);
      const lost = label === undefined ? 0 : loss.value(p, label);
      return { label, importance, prediction: told ?? p, loss: lost, features: rows.offsets[i + 1] - rows.offsets[i] };
    },
  };
}

/** A learner a class. Loss: 1 for a wrong class; with costs, that of the prediction above the lowest. Labels have no sum. */
function classScorer(several: VwSeveral, { name, classes }: VwClasses): VwScorer {
  return {
    learner: several,
    labels: { classes },
    requireLabels(file, examples) {
      requireKind(file, examples, name);
    },
    score: name === 'oaa' ? (...row) => byLabel(several, ...row) : (...row) => byCosts(several, ...row),
  };
}

const UNKNOWN = 'unknown';

function byLabel(several: VwSeveral, { rows, labels, importances }: VwExamples, i: number, testOnly: boolean): Scored {
  const [y, importance] = [labels[i], importances[i]];
  const features = rows.offsets[i + 1] - rows.offsets[i];
  const isKnown = !Number.isNaN(y);
  const prediction = isKnown && !testOnly ? several.learnClass(rows, i, y, importance) : several.predictClass(rows, i);
  const shown = [isKnown ? String(y) : UNKNOWN, String(prediction)] as const;
  return { importance, features, prediction, shown, label: isKnown ? 0 : undefined, loss: isKnown && prediction !== y ? 1 : 0 };
}

function byCosts(several: VwSeveral, { rows, labels, importances, costs }: VwExamples, i: number, testOnly: boolean): Scored {
  const listed = costs?.classes.subarray(costs.offsets[i], costs.offsets[i + 1]) ?? [];
  const common = { importance: importances[i], features: rows.offsets[i + 1] - rows.offsets[i] };
  if (costs === undefined || listed.length === 0) {
    const prediction = several.predictCost(rows, i, []);
    return { ...common, prediction, label: undefined, loss: 0, shown: [UNKNOWN, String(prediction)] };
  }
  const prediction = testOnly ? several.predictCost(rows, i, listed) : several.learnCosts(rows, i, costs);
  const loss = costOf(costs, i, prediction) - costOf(costs, i, labels[i]);
  return { ...common, prediction, label: 0, loss, shown: ['known', String(prediction)] };
}

function costOf({ offsets, classes, costs }: Costs, i: number, wanted: number): number {
  return costs[offsets[i] + classes.subarray(offsets[i], offsets[i + 1]).indexOf(wanted)];
}

function requireKind(file: string, { labels, costs, lines }: VwExamples, name: VwClasses['name']): void {
  const i = labels.findIndex((y) => !Number.isNaN(y));
  if (i < 0 || (costs === undefined) === (name === 'oaa')) return;
  const found = costs === undefined ? 'a label without costs' : 'costs of classes';
  const legal = name === 'oaa' ? 'a class on every line for --oaa; --csoaa learns costs' : 'class:cost on every line for --csoaa';
  throw new DataError({ file, line: lines[i], found, legal });
}
