import { z } from 'zod';
import { nameHashes } from '../../data/readers/vw/hash.ts';
import { BITS } from '../../data/readers/vw/options.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { decimal } from '../../numerics/decimals.ts';
import { dashed, flag, nameIn, number, text, value, optional, type Option, type Values, whole } from '../syntax/option.ts';
import { UsageError } from '../terminal/failure.ts';
import type { DescentSettings, FtrlSettings, VwClasses, VwLossChoice, VwRate, VwSettings } from '../../vw/settings.ts';

/** What --loss_function takes. */
const LOSS_NAMES = {
  squared: '(p - y)^2',
  classic: '(p - y)^2, plain gradient steps',
  hinge: 'max(0, 1 - y p)',
  logistic: 'ln(1 + e^(-y p))',
  quantile: 'slopes tau and 1 - tau',
  pinball: 'another name of quantile',
  absolute: 'another name of quantile',
  expectile: 'asymmetric (p - y)^2',
  poisson: 'deviance of counts with rate e^p',
} as const;

/** The options of a Vowpal Wabbit command line that `iwal vw` accepts, spelled as there. */
export const vwOptions = {
  data: optional('-d: file of Vowpal Wabbit text, also gzipped'),
  kill_cache: flag('-k: without effect, there is no cache'),
  cache: flag('-c: without effect, examples stay in memory for all passes'),
  cache_file: optional('without effect likewise'),
  onethread: flag('without effect, one thread learns'),
  no_stdin: flag('without effect, standard input is not read'),
  holdout_off: flag('learn from every example in every pass; needed for more than one pass'),
  bit_precision: number({ ...BITS, meaning: `-b: ${BITS.meaning}` }),
  hash: value('which names are hashed: strings, all', nameIn('hash', nameHashes).default('strings')),
  noconstant: flag('no constant feature'),
  constant: number({ meaning: '-C: weight that the constant feature begins with; --ftrl does not know it', default: 0 }),
  quadratic: terms('-q: two namespaces to multiply'),
  cubic: terms('three namespaces to multiply'),
  interactions: terms('namespaces to multiply'),
  loss_function: value(`loss: ${Object.keys(LOSS_NAMES).join(', ')}`, nameIn('loss', LOSS_NAMES).default('squared')),
  quantile_tau: number({ meaning: 'quantile to estimate', above: 0, below: 1, default: 0.5 }),
  expectile_q: number({ meaning: 'weight of predictions above the label, 1 - q that of those below', above: 0, to: 0.5 }),
  learning_rate: number({ meaning: '-l: step size, 0.5 for the default rule, 10 for any other', above: 0 }),
  power_t: number({ meaning: 'exponent of the decay', from: 0, to: 1, default: 0.5 }),
  initial_t: number({ meaning: 'what the sums behind the step sizes start from; 1 for plain gradient steps, else 0', from: 0 }),
  decay_learning_rate: number({ meaning: 'factor on the step size after every pass', above: 0, default: 1 }),
  passes: whole(1, 'passes over the data', { default: 1 }),
  sgd: flag('plain gradient steps; with none of the four, adaptive normalized invariant ones'),
  adaptive: flag('step sizes from the sums of squared gradients'),
  normalized: flag('step sizes from the scales of the features'),
  invariant: flag('importance-invariant updates'),
  oaa: whole(2, 'classes 1 to K, each against all others'),
  csoaa: whole(2, 'classes 1 to K with costs, 1:0.5 2:1: each regresses its own'),
  l1: number({ meaning: 'L1 penalty', from: 0, default: 0 }),
  l2: number({ meaning: 'L2 penalty', from: 0, default: 0 }),
  ftrl: flag('FTRL-proximal instead'),
  ftrl_alpha: number({ meaning: 'step size of --ftrl', above: 0, default: 0.5 }),
  ftrl_beta: number({ meaning: 'what the roots of --ftrl start from', from: 0, default: 1 }),
  testonly: flag('-t: predict, do not learn'),
  initial_regressor: optional('-i: model to continue from, written by iwal vw'),
  final_regressor: optional('-f: file for the model'),
  predictions: optional('-p: file for the predictions, each made before its example is learned'),
  progress: value('-P: a line of progress every n examples, or at counts that grow by a factor (2.0)', text.default('2.0')),
  quiet: flag('print nothing but what files get'),
  json: flag('print one JSON object instead of the summary'),
  explain: flag("print iwal's own command for this, and where Vowpal Wabbit's way differs; run nothing"),
};

/** The options of Vowpal Wabbit as they were read. */
export type VwOptions = Values<typeof vwOptions>;

/** Options by the one letter that -d, -b and so on stand for, with which their meanings begin. */
const SHORT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(vwOptions).flatMap(([name, { meaning }]) => {
    const letter = /^-(\w):/.exec(meaning)?.[1];
    return letter === undefined ? [] : [[letter, name]];
  }),
);

/** Any number of terms. */
function terms(meaning: string): Option<readonly string[]> {
  return { meaning, takes: 'many', schema: z.array(text).default([]) };
}

/** Options of Vowpal Wabbit's active learner. */
const ACTIVE: readonly string[] = ['active', 'simulation', 'mellowness', 'active_cover'];

/** A command line of Vowpal Wabbit, read. */
export interface ParsedVw {
  /** Every option, defaults filled in. */
  readonly options: VwOptions;
  /** Those that were written, as text. */
  readonly written: Readonly<Record<string, readonly string[]>>;
}

/**
 * How a Vowpal Wabbit command line is taken apart: `--name value`, `--name=value`, `-b 18`, `-b18`; -q, --cubic and
 * --interactions as often as one likes; what stands alone is the data. Any other option is refused by name.
 */
export function parseVw(args: readonly string[]): ParsedVw {
  const written: Record<string, string[]> = {};
  for (let k = 0; k < args.length; k++) {
    const { name, shown, attached } = named(args[k]);
    if (vwOptions[name].takes === 'none') {
      if (attached !== undefined) throw new UsageError(`${shown} takes no value`);
      written[name] = [];
    } else {
      const given = attached ?? args.at(++k);
      if (given === undefined || (attached === undefined && looksLikeOption(given)))
        throw new UsageError(`${shown} needs a value`);
      (written[name] ??= []).push(given);
    }
  }
  return checkedVw(written);
}

/** The same from texts that were written before: those in a model file. */
export function checkedVw(written: ParsedVw['written']): ParsedVw {
  const entries = Object.entries(vwOptions as Readonly<Record<string, Option<unknown>>>).map(([name, option]) => [
    name,
    check(name, option, written[name]),
  ]);
  return { options: Object.fromEntries(entries) as VwOptions, written };
}

function check(name: string, { takes, schema }: Option<unknown>, found: readonly string[] | undefined): unknown {
  if (takes === 'one' && found !== undefined && new Set(found).size > 1)
    throw new UsageError(`--${name} is given ${found.length} times`);
  const { success, data, error } = schema.safeParse(takes === 'one' ? found?.[0] : found);
  if (success) return data;
  throw new UsageError(`--${name} ${error.issues[0].message}`);
}

/** The option an argument names, as it was written, and the value that hangs on it. */
function named(arg: string): { readonly name: keyof VwOptions; readonly shown: string; readonly attached?: string } {
  if (!looksLikeOption(arg)) return { name: 'data', shown: arg, attached: arg };
  const equals = arg.indexOf('=');
  const end = !arg.startsWith('--') ? 2 : equals < 0 ? arg.length : equals;
  const shown = arg.slice(0, end);
  const name = arg.startsWith('--') ? shown.slice(2) : SHORT[shown[1]];
  if (!Object.hasOwn(vwOptions, name)) {
    if (ACTIVE.includes(name))
      throw new UsageError(`iwal vw does not know '${shown}'; iwal simulate and iwal label choose labels (docs/FROM-VW.md)`);
    const legal = [...Object.keys(vwOptions), ...Object.keys(SHORT)].map(dashed);
    throw new UsageError(`iwal vw does not know '${shown}'${didYouMean(shown, legal)}; iwal vw --help lists what it knows`);
  }
  const attached = arg.slice(shown.startsWith('--') ? end + 1 : end);
  return { name: name as keyof VwOptions, shown, ...(end < arg.length && { attached }) };
}

function looksLikeOption(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('-') && Number.isNaN(decimal(arg));
}

/**
 * What a Vowpal Wabbit command line means: its defaults, which depend on each other, worked out into plain settings.
 *
 * - None of --sgd, --adaptive, --normalized, --invariant: all but the first. Any of them: only those named.
 * - The step size is 0.5 where steps are adaptive and normalized, else 10; initial_t is 0, but 1 for plain gradient steps.
 * - classic is squared loss with plain gradient steps, whatever --invariant says.
 * - --expectile_q weighs predictions above the label, so that it names the (1 - q)-expectile.
 *
 * Source: Vowpal Wabbit 9.11, gd.cc, ftrl.cc, loss_functions.cc.
 */
export function settingsOf(options: VwOptions): VwSettings {
  const { quadratic, cubic, interactions } = options;
  const several = classesOf(options);
  requireLetters('quadratic', quadratic, 2);
  requireLetters('cubic', cubic, 3);
  return {
    features: {
      bits: options.bit_precision,
      hash: options.hash,
      interactions: [...quadratic, ...cubic, ...interactions],
      constant: !options.noconstant,
    },
    loss: lossOf(options),
    update: options.ftrl || options.loss_function === 'classic' || !rulesOf(options).invariant ? 'naive' : 'invariant',
    optimizer: optimizerOf(options),
    ...(several && { several }),
  };
}

/** The learning rate of these options, with Vowpal Wabbit's default for the update rules that are switched on. */
export function rateOf(options: VwOptions): VwRate {
  const { adaptive, normalized } = rulesOf(options);
  return { eta: options.learning_rate ?? (adaptive && normalized ? 0.5 : 10), decay: options.decay_learning_rate };
}

function classesOf({ oaa, csoaa }: VwOptions): VwClasses | undefined {
  if (oaa !== undefined && csoaa !== undefined) throw new UsageError('--oaa and --csoaa exclude each other');
  if (oaa !== undefined) return { name: 'oaa', classes: oaa };
  return csoaa === undefined ? undefined : { name: 'csoaa', classes: csoaa };
}

function rulesOf({ sgd, adaptive, normalized, invariant }: VwOptions): Pick<VwOptions, 'adaptive' | 'normalized' | 'invariant'> {
  const any = sgd || adaptive || normalized || invariant;
  return any ? { adaptive, normalized, invariant } : { adaptive: true, normalized: true, invariant: true };
}

function lossOf({ loss_function: name, quantile_tau: level, expectile_q: q }: VwOptions): VwLossChoice {
  if (name === 'classic') return { name: 'squared' };
  if (name === 'quantile' || name === 'pinball' || name === 'absolute') return { name: 'quantile', level };
  if (name !== 'expectile') return { name };
  if (q === undefined) throw new UsageError('--loss_function expectile needs --expectile_q, a number in (0, 0.5]');
  return { name, q: 1 - q };
}

function optimizerOf(options: VwOptions): DescentSettings | FtrlSettings {
  const { l1, l2, ftrl, ftrl_alpha: alpha, ftrl_beta: beta } = options;
  const { power_t: powerT, initial_t: initialT, constant: initialConstant } = options;
  if (ftrl) return { name: 'ftrl', alpha, beta, l1, l2 };
  const { adaptive, normalized } = rulesOf(options);
  return {
    name: 'descent',
    adaptive,
    normalized,
    powerT,
    initialT: initialT ?? (adaptive || normalized ? 0 : 1),
    l1,
    l2,
    ...(initialConstant !== 0 && { initialConstant }),
  };
}

function requireLetters(option: string, terms: readonly string[], letters: number): void {
  const wrong = terms.find((term) => Buffer.byteLength(term) !== letters);
  if (wrong !== undefined)
    throw new UsageError(`--${option} takes ${letters} namespaces by their first letters, found '${wrong}'`);
}
