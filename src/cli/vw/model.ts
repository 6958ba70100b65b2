import { caught } from '../../numerics/iwal-error.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DataError } from '../../files/data-error.ts';
import { load, type Model, save } from '../../learners/model-file.ts';
import type { State } from '../../numerics/state.ts';
import type { Costs } from '../../rows/dataset.ts';
import type { VwExamples, VwLabels } from '../../vw/examples.ts';
import { VwLearner, VwSeveral } from '../../vw/learner.ts';
import type { VwClasses, VwSettings } from '../../vw/settings.ts';
import { requireColumns, requireFinite, requireFit } from '../models/fitting-state.ts';
import { Failure, inMemory, UsageError } from '../terminal/failure.ts';
import { checkedVw, type ParsedVw, rateOf, settingsOf } from './options.ts';
import { decimal } from '../../numerics/decimals.ts';
import { isInRange, lossOutOfRange } from '../../learners/margin-learner.ts';

const MODEL_KIND = 'vw';
/** Options that a model is made with. */
const KEPT = (
  'bit_precision hash noconstant constant quadratic cubic interactions loss_function quantile_tau expectile_q learning_rate ' +
  'decay_learning_rate power_t initial_t sgd adaptive normalized invariant l1 l2 ftrl ftrl_alpha ftrl_beta oaa csoaa'
).split(' ');

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
  const checked = (): ParsedVw => {
    const parsed = checkedVw(options);
    settingsOf(parsed.options);
    return parsed;
  };
  return caught(UsageError, checked, ({ message }) => {
    throw refuse(`a model whose options are wrong: ${message}`);
  });
}

/** The command line completed by the options of the model it continues, and the state to continue from. */
export function continued(parsed: ParsedVw, file: string): { readonly parsed: ParsedVw; readonly start: VwStart } {
  const { spec, state } = load(file);
  const { success, data } = Spec.safeParse(spec);
  if (!success) throw new Failure(`${file} is no model of iwal vw; iwal model show ${file} says what it is`);
  const made = flat(settingsOf(checkedFrom(file, data.options).options));
  const whole = checkedVw({ ...data.options, ...parsed.written });
  const asked = flat(settingsOf(whole.options));
  const changed = Object.keys({ ...made, ...asked }).find((name) => !isDeepStrictEqual(made[name], asked[name]));
  if (changed === undefined) return { parsed: whole, start: { file, state } };
  const [was, is] = [made[changed], asked[changed]].map((setting) => (setting === undefined ? 'none' : JSON.stringify(setting)));
  throw new UsageError(`${file} was made with ${changed} ${was}, the command line asks for ${is}`);
}

/** All settings side by side. */
function flat({ features, loss, update, optimizer, several }: VwSettings): Readonly<Record<string, unknown>> {
  const { name, ...parameters } = loss;
  const { name: steps, ...numbers } = optimizer;
  const classes = several && { [several.name]: several.classes };
  return { ...features, loss: name, ...parameters, update, optimizer: steps, ...numbers, ...classes };
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
      const initial = initials[i];
      const learns = label !== undefined && !testOnly;
      const told = learns && learner.isToldFirst ? learner.predict(rows, i, initial) : undefined;
      const p = learns ? learner.learn(rows, i, label, importances[i], initial) : learner.predict(rows, i, initial);
      return { label, prediction: told ?? p, loss: label === undefined ? 0 : loss.value(p, label) };
    },
  };
}

const UNKNOWN = 'unknown';

/** A learner a class. Loss: 1 for a wrong class; with costs, that of the prediction above the lowest. Labels have no sum. */
function classScorer(several: VwSeveral, { name, classes }: VwClasses): VwScorer {
  return {
    learner: several,
    labels: { classes },
    requireLabels(file, { labels, costs, lines }) {
      const i = labels.findIndex((y) => !Number.isNaN(y));
      if (i < 0 || (costs === undefined) === (name === 'oaa')) return;
      const found = costs === undefined ? 'a label without costs' : 'costs of classes';
      const legal =
        name === 'oaa' ? 'a class on every line for --oaa; --csoaa learns costs' : 'class:cost on every line for --csoaa';
      throw new DataError({ file, line: lines[i], found, legal });
    },
    score({ rows, labels, importances, costs }, i, testOnly) {
      const y = labels[i];
      const listed = costs?.classes.subarray(costs.offsets[i], costs.offsets[i + 1]) ?? [];
      const unknown = (prediction: number): Scored => ({ prediction, label: undefined, loss: 0, shown: UNKNOWN });
      if (name === 'oaa') {
        if (Number.isNaN(y)) return unknown(several.predictClass(rows, i));
        const prediction = testOnly ? several.predictClass(rows, i) : several.learnClass(rows, i, y, importances[i]);
        return { prediction, label: 0, loss: prediction === y ? 0 : 1, shown: String(y) };
      }
      if (costs === undefined || listed.length === 0) return unknown(several.predictCost(rows, i, []));
      const prediction = testOnly ? several.predictCost(rows, i, listed) : several.learnCosts(rows, i, costs);
      const loss = costOf(costs, i, prediction) - costOf(costs, i, y);
      return { prediction, label: 0, loss, shown: 'known' };
    },
  };
}

function costOf({ offsets, classes, costs }: Costs, i: number, wanted: number): number {
  return costs[offsets[i] + classes.subarray(offsets[i], offsets[i + 1]).indexOf(wanted)];
}

/** One prediction; label undefined where there is none, and then the loss is 0. */
interface Scored {
  readonly label: number | undefined;
  readonly prediction: number;
  readonly loss: number;
  /** The label as the table shows it where the prediction is a class. */
  readonly shown?: string;
}

/**
 * What Vowpal Wabbit prints: a table of progress, then a summary.
 *
 * Losses are means over the importance of labelled examples, each taken from the prediction before its update; "since last" is
 * that since the last line. Lines come at importances 1, 2, 4, … or as --progress asks: every n examples for a whole number n,
 * else whenever the importance has grown by that factor (a factor <= 1 gets 1 added, as there). `progress` is what it says.
 */
export function vwReport(progress: string, print: (line: string) => void) {
  const step = decimal(progress);
  if (!(step > 0)) throw new UsageError(`--progress must be a number > 0, found '${progress}'`);
  const factor = step <= 1 ? step + 1 : step;
  const additive = /^\d+$/.test(progress);
  let next = additive ? step : 1;
  let last = { loss: 0, mass: 0 };
  const sums = { examples: 0, weight: 0, features: 0, mass: 0, labels: 0, loss: 0 };
  const lineOf = ({ label, prediction, shown }: Scored, features: number): string => {
    const mean = (loss: number, mass: number): string => (mass > 0 ? (loss / mass).toFixed(6) : 'n.a.').padEnd(8);
    return [
      mean(sums.loss, sums.mass),
      mean(sums.loss - last.loss, sums.mass - last.mass),
      String(sums.examples).padStart(12),
      sums.weight.toFixed(1).padStart(14),
      (shown ?? label?.toFixed(4) ?? UNKNOWN).padStart(14),
      (shown === undefined ? prediction.toFixed(4) : String(prediction)).padStart(14),
      String(features).padStart(8),
    ].join(' ');
  };
  return {
    begin(): void {
      print('average  since         example        example        current        current  current');
      print('loss     last          counter         weight          label        predict features');
    },
    /** What was predicted of example i. */
    add({ rows, importances }: VwExamples, i: number, scored: Scored): void {
      const { label, loss } = scored;
      const importance = importances[i];
      const features = rows.offsets[i + 1] - rows.offsets[i];
      sums.examples++;
      sums.weight += importance;
      sums.features += features;
      if (label !== undefined) {
        sums.mass += importance;
        sums.labels += importance * label;
        sums.loss += importance * loss;
        if (!isInRange(sums.loss)) throw lossOutOfRange(sums.examples, scored.prediction, label);
      }
      if (sums.weight < next) return;
      print(lineOf(scored, features));
      last = { loss: sums.loss, mass: sums.mass };
      while (next <= sums.weight) next = additive ? Math.floor(next / step) * step + step : factor * next;
    },
    result: (passes: number): VwResult => ({
      averageLoss: sums.mass > 0 ? sums.loss / sums.mass : null,
      examples: sums.examples / passes,
      passes,
      features: sums.features,
      weightedExamples: sums.weight,
      weightedLabels: sums.labels,
    }),
  };
}

/** What Vowpal Wabbit prints at the end, as numbers. */
export interface VwResult {
  /** Mean progressive loss; null without a label. */
  readonly averageLoss: number | null;
  /** In one pass. */
  readonly examples: number;
  readonly passes: number;
  /** Entries of all examples of all passes, constants and interactions included. */
  readonly features: number;
  readonly weightedExamples: number;
  readonly weightedLabels: number;
}

/** The lines that Vowpal Wabbit prints at the end. */
export function vwSummary({ averageLoss, examples, passes, features, weightedExamples, weightedLabels }: VwResult): string {
  return [
    'finished run',
    ...(passes === 1
      ? [`number of examples = ${examples}`]
      : [`number of examples per pass = ${examples}`, `passes used = ${passes}`]),
    `weighted example sum = ${weightedExamples.toFixed(6)}`,
    `weighted label sum = ${weightedLabels.toFixed(6)}`,
    `average loss = ${averageLoss === null ? 'n.a.' : averageLoss.toFixed(6)}`,
    `total feature number = ${features}`,
  ].join('\n');
}
