import { writeFile } from 'node:fs/promises';
import { readVwExamples } from '../../vw/examples.ts';
import type { VwSettings, DescentSettings, FtrlSettings } from '../../vw/settings.ts';
import { requireFile } from '../options/inputs.ts';
import { targetOf } from '../options/target.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import { continued, saveVwModel, vwScorer, vwReport, type VwResult } from './model.ts';
import { type ParsedVw, type VwOptions, settingsOf, rateOf } from './options.ts';
import { pow } from '../../numerics/pow.ts';

/**
 * What `iwal vw` does once its command line is checked: read, run, write. Loaded only then.
 *
 * Runs `file`; `print` gets the table of progress.
 */
export async function runVw(file: string, given: ParsedVw, print: (line: string) => void, session: Session): Promise<VwResult> {
  const { initial_regressor: from } = given.options;
  for (const input of from === undefined ? [file] : [file, from]) await requireFile(input);
  const { parsed, start } = from === undefined ? { parsed: given, start: undefined } : continued(given, from);
  const { options } = parsed;
  const settings = settingsOf(options);
  const report = vwReport(options.progress, print);
  const scorer = vwScorer(settings, options, start);
  const model = targetOf(session, options.final_regressor, [file]);
  const predictions = targetOf(session, options.predictions, [file, from]);
  const examples = await session.unlessInterrupted(readVwExamples(file, settings.features, scorer.labels));
  scorer.requireLabels(file, examples);
  report.begin();
  const yieldAt = yieldingNowAndThen(session);
  const predicted: string[] = [];
  for (let pass = 0; pass < options.passes; pass++) {
    if (pass > 0) scorer.learner.beginPass();
    for (let i = 0; i < examples.rows.length; i++) {
      const pause = yieldAt(i);
      if (pause !== undefined) await pause;
      const scored = scorer.score(examples, i, options.testonly);
      report.add(examples, i, scored);
      if (predictions !== undefined) predicted.push(predictionLine(scored.prediction, examples.tags[i]));
    }
  }
  await predictions?.fill((path) => writeFile(path, predicted.join('')));
  await model?.fill((path) => saveVwModel(path, parsed, scorer.learner));
  return report.result(options.passes);
}

/** Whole numbers as they are, others with six decimals, and the tag, as Vowpal Wabbit writes them. */
function predictionLine(p: number, tag: string): string {
  return `${Number.isInteger(p) ? String(p) : p.toFixed(6)}${tag && ` ${tag}`}\n`;
}

/** Options of ours by their names; undefined: left out. */
type Written = Readonly<Record<string, string | number | undefined>>;

const NEARLY_ZERO = 1e-9;
const IDLE = 'kill_cache cache cache_file onethread no_stdin holdout_off progress'.split(' ');
const IDLE_IN_FTRL = 'constant learning_rate power_t initial_t decay_learning_rate sgd adaptive normalized invariant'.split(' ');

/**
 * Our own command for a Vowpal Wabbit command line, where Vowpal Wabbit's way, which `iwal vw` takes, leaves it, and the options that
 * were written and change nothing here (idle).
 *
 * Our squared and expectile loss have a half that Vowpal Wabbit's have not. With c = 2 times our loss, its step size eta is ours
 * times c for plain and normalized steps and c^(1 - 2 power) for adaptive ones, whose sums are in units of c^2; FTRL's beta and
 * penalties are in units of c. The decay t^-power_t of normalized steps is ours, (t0 / (t0 + t))^power, for a t0 near 0.
 */
export function explain(file: string, options: VwOptions, written: readonly string[]) {
  const settings = settingsOf(options);
  const idle = options.ftrl ? [...IDLE, ...IDLE_IN_FTRL] : IDLE;
  const words = options.testonly
    ? ['predict', options.initial_regressor ?? '<model>', file, ...pairs({ format: 'vw', out: options.predictions })]
    : ['learn', file, ...pairs(learning(options, settings))];
  return {
    command: ['iwal', ...words].join(' '),
    differences: differences(settings),
    idle: written.filter((name) => idle.includes(name)),
  };
}

function learning(options: VwOptions, { features, loss, update, optimizer }: VwSettings): Written {
  const scale = loss.name === 'squared' || loss.name === 'expectile' ? 2 : 1;
  const { name, ...parameters } = loss;
  const rules = { loss: name, ...parameters, update, ...optimizing(optimizer, options, scale) };
  const resume = options.initial_regressor;
  return {
    format: 'vw',
    bits: features.bits,
    hash: features.hash === 'strings' ? undefined : features.hash,
    interactions: features.interactions.length === 0 ? undefined : features.interactions.join(','),
    ...(resume === undefined ? { ...rules, constant: features.constant ? undefined : 'none' } : { resume }),
    passes: options.passes === 1 ? undefined : options.passes,
    model: options.final_regressor,
    predictions: options.predictions,
  };
}

/** scale: c, how many times our loss theirs is. */
function optimizing(optimizer: DescentSettings | FtrlSettings, options: VwOptions, scale: number): Written {
  if (optimizer.name === 'ftrl') {
    const { alpha, beta, l1, l2 } = optimizer;
    return { optimizer: 'ftrl-proximal', alpha, beta: beta / scale, l1: l1 / scale, l2: l2 / scale };
  }
  const { eta, decay: factor } = rateOf(options);
  const { adaptive, normalized, powerT: power, initialT, l1, l2 } = optimizer;
  const decay = factor === 1 ? undefined : factor;
  if (adaptive) {
    const initial = initialT === 0 ? undefined : initialT / scale ** 2;
    const name = normalized ? 'normalized-adaptive' : 'ada-grad';
    return { optimizer: name, eta: eta * pow(scale, 1 - 2 * power), power, initial, decay };
  }
  const t0 = initialT === 0 ? NEARLY_ZERO : initialT;
  const first = initialT === 0 || normalized ? eta * pow(t0, -power) : eta;
  const plain = { eta: scale * first, power, t0, decay };
  if (normalized) return { optimizer: 'normalized', ...plain, initial: initialT > 0 ? initialT : undefined };
  return l1 + l2 > 0
    ? { optimizer: 'fobos', ...plain, l1: l1 / scale, l2: l2 / scale }
    : { optimizer: 'gradient-descent', ...plain };
}

function differences({ features, loss, optimizer }: VwSettings): readonly string[] {
  const descent = optimizer.name === 'descent' ? optimizer : undefined;
  const { adaptive = false, normalized = false, initialConstant } = descent ?? {};
  const penalty = descent !== undefined && descent.l1 + descent.l2 > 0;
  const isClipped = loss.name === 'logistic' || loss.name === 'poisson';
  const all: readonly (readonly [isOne: boolean, difference: string])[] = [
    [true, 'features that share a weight step one by one; ours are summed first'],
    [features.constant, 'the constant shares the hash space; ours has a column of its own'],
    [
      initialConstant !== undefined,
      `the weight of the constant begins at ${initialConstant}; all of ours begin at 0 (our --constant is the feature's value)`,
    ],
    [isClipped, 'predictions are clipped to [-50, 50]; ours are not'],
    [!isClipped, 'predictions are clipped to the range of 0 and the labels seen; ours are not'],
    [loss.name === 'poisson', 'the loss shown is the deviance, twice ours up to a constant of the label'],
    [loss.name === 'squared' || loss.name === 'expectile', 'the loss shown is twice ours, which has the half'],
    [normalized, 'a row is predicted before its scales are seen, and leaves them alone where it has no loss'],
    [normalized && !adaptive && descent?.powerT !== 0.5, 'scales enter with the exponent power_t - 1 instead of -1'],
    [
      penalty && !(adaptive || normalized),
      'penalties add up over all examples before they are applied; ours are applied at every step',
    ],
    [penalty && (adaptive || normalized), 'penalties, which none of our optimizers combines with these steps'],
    [optimizer.name === 'ftrl', 'importance multiplies the gradient before it is squared; ours counts as copies do'],
  ];
  return all.flatMap(([isOne, difference]) => (isOne ? [difference] : []));
}

function pairs(options: Written): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
}
