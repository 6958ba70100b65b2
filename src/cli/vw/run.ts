import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { headerAt } from '../../data/cache/cache-format.ts';
import { throughCache } from '../../data/cache/cached-read.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { exampleCache, readVwExamples, type VwExamples, type VwLabels } from '../../vw/examples.ts';
import type { VwSettings, DescentSettings, FtrlSettings } from '../../vw/settings.ts';
import { requireFile } from '../options/inputs.ts';
import { targetOf } from '../options/target.ts';
import { yieldingNowAndThen } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';
import { continued, saveVwModel, vwScorer, VwReport, type VwResult } from './model.ts';
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
  const { parsed, state } = from === undefined ? { parsed: given, state: undefined } : continued(given, from);
  const { options } = parsed;
  const settings = settingsOf(options);
  const report = new VwReport(options.progress, print);
  const start = from === undefined || state === undefined ? undefined : { file: from, state };
  const scorer = vwScorer(settings, options, start);
  const model = targetOf(session, options.final_regressor, [file]);
  const predictions = targetOf(session, options.predictions, [file, from]);
  const examples = await session.unlessInterrupted(
    examplesOf(file, options, { features: settings.features, kind: scorer.labels }, session),
  );
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
      report.add(scored);
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

/**
 * The examples of a file: through its cache with `-c` or `--cache_file`, which is read while size, time and samples of the file and the
 * options that shape features stay the same, and made anew otherwise and with `-k`.
 *
 * A file of another kind in the place of the cache (one of Vowpal Wabbit's own, a dataset) is left alone and told.
 */
async function examplesOf(
  file: string,
  { cache: isCached, cache_file: named, kill_cache: isRenewed }: Pick<VwOptions, 'cache' | 'cache_file' | 'kill_cache'>,
  { features, kind }: { readonly features: VwSettings['features']; readonly kind: VwLabels },
  { note }: Pick<Session, 'note'>,
): Promise<VwExamples> {
  const read = (): Promise<VwExamples> => readVwExamples(file, features, kind);
  if (!isCached && named === undefined) return read();
  const cache = named ?? `${file}.cache`;
  // Whether it begins as such a cache does, whole or not.
  if (existsSync(cache) && ifPossible(() => headerAt(cache))?.lengths.initials === undefined) {
    note(`${cache} is no cache that iwal vw wrote: it is left alone, and the text is read`);
    return read();
  }
  if (isRenewed) rmSync(cache, { force: true });
  return throughCache(cache, {
    file,
    options: { ...features, kind },
    form: exampleCache,
    warn: note,
    kept: () => undefined,
    read,
  });
}

type Words = readonly (string | number)[];

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
  const words = options.testonly ? predicting(file, options) : learning(file, options, settings);
  return {
    command: ['iwal', ...words].map(String).join(' '),
    differences: differences(settings),
    idle: written.filter((name) => idle.includes(name)),
  };
}

function predicting(file: string, { initial_regressor: model, predictions }: VwOptions): Words {
  return ['predict', model ?? '<model>', file, '--format', 'vw', ...given('--out', predictions)];
}

function learning(file: string, options: VwOptions, { features, loss, update, optimizer }: VwSettings): Words {
  const scale = loss.name === 'squared' || loss.name === 'expectile' ? 2 : 1;
  const { name, ...parameters } = loss;
  const model = options.initial_regressor;
  return [
    ...['learn', file, '--format', 'vw', '--bits', features.bits],
    ...(features.hash === 'strings' ? [] : ['--hash', features.hash]),
    ...(features.interactions.length === 0 ? [] : ['--interactions', features.interactions.join(',')]),
    ...(model === undefined
      ? [
          ...['--loss', name],
          ...pairs(parameters),
          ...['--update', update],
          ...optimizing(optimizer, options, scale),
          ...(features.constant ? [] : ['--constant', 'none']),
        ]
      : ['--resume', model]),
    ...(options.passes === 1 ? [] : ['--passes', options.passes]),
    ...given('--model', options.final_regressor),
    ...given('--predictions', options.predictions),
  ];
}

/** scale: c, how many times our loss theirs is. */
function optimizing(optimizer: DescentSettings | FtrlSettings, options: VwOptions, scale: number): Words {
  if (optimizer.name === 'ftrl') {
    const { alpha, beta, l1, l2 } = optimizer;
    return ['--optimizer', 'ftrl-proximal', ...pairs({ alpha, beta: beta / scale, l1: l1 / scale, l2: l2 / scale })];
  }
  const { eta, decay } = rateOf(options);
  const { adaptive, normalized, powerT, initialT, l1, l2 } = optimizer;
  const decays = decay === 1 ? {} : { decay };
  if (adaptive) {
    const initial = initialT === 0 ? {} : { initial: initialT / scale ** 2 };
    const name = normalized ? 'normalized-adaptive' : 'ada-grad';
    return ['--optimizer', name, ...pairs({ eta: eta * pow(scale, 1 - 2 * powerT), power: powerT, ...initial, ...decays })];
  }
  const t0 = initialT === 0 ? NEARLY_ZERO : initialT;
  const first = initialT === 0 || normalized ? eta * pow(t0, -powerT) : eta;
  const initial = normalized && initialT > 0 ? { initial: initialT } : {};
  const penalties = l1 + l2 > 0 && !normalized ? { l1: l1 / scale, l2: l2 / scale } : {};
  const name = normalized ? 'normalized' : l1 + l2 > 0 ? 'fobos' : 'gradient-descent';
  return ['--optimizer', name, ...pairs({ eta: scale * first, power: powerT, t0, ...decays, ...initial, ...penalties })];
}

function differences({ features, loss, optimizer }: VwSettings): readonly string[] {
  const descent = optimizer.name === 'descent' ? optimizer : undefined;
  const penalty = descent !== undefined && descent.l1 + descent.l2 > 0;
  return [
    'features that share a weight step one by one; ours are summed first',
    ...(features.constant ? ['the constant shares the hash space; ours has a column of its own'] : []),
    ...(descent?.initialConstant !== undefined
      ? [
          `the weight of the constant begins at ${descent.initialConstant}; all of ours begin at 0 (our --constant is the ` +
            `feature's value)`,
        ]
      : []),
    loss.name === 'logistic' || loss.name === 'poisson'
      ? 'predictions are clipped to [-50, 50]; ours are not'
      : 'predictions are clipped to the range of 0 and the labels seen; ours are not',
    ...(loss.name === 'poisson' ? ['the loss shown is the deviance, twice ours up to a constant of the label'] : []),
    ...(loss.name === 'squared' || loss.name === 'expectile' ? ['the loss shown is twice ours, which has the half'] : []),
    ...(descent?.normalized ? ['a row is predicted before its scales are seen, and leaves them alone where it has no loss'] : []),
    ...(descent?.normalized && !descent.adaptive && descent.powerT !== 0.5
      ? ['scales enter with the exponent power_t - 1 instead of -1']
      : []),
    ...(penalty && !(descent.adaptive || descent.normalized)
      ? ['penalties add up over all examples before they are applied; ours are applied at every step']
      : []),
    ...(penalty && (descent.adaptive || descent.normalized)
      ? ['penalties, which none of our optimizers combines with these steps']
      : []),
    ...(optimizer.name === 'ftrl' ? ['importance multiplies the gradient before it is squared; ours counts as copies do'] : []),
  ];
}

function pairs(values: Readonly<Record<string, number>>): Words {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}

function given(option: string, value: string | undefined): Words {
  return value === undefined ? [] : [option, value];
}
