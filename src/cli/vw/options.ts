/**
 * The options of a Vowpal Wabbit command line that `iwal vw` accepts, spelled as there, and how they are taken apart:
 * `--name value`, `--name=value`, `-b 18`, `-b18`; -q, --cubic and --interactions as often as one likes; a file without an option
 * is the data. Anything else is refused by name.
 */
import { z } from 'zod';
import { decimal } from '../../data/decimals.ts';
import { didYouMean } from '../../data/did-you-mean.ts';
import { BITS } from '../../data/vw-text.ts';
import { nameHashes, type HashName } from '../../data/vw-hash.ts';
import type { Parameter } from '../../numerics/parameters.ts';
import { UsageError } from '../failure.ts';
import { dashed, flag, meaningAndRange, nameIn, numeral, text, value, type Option, type Values } from '../option.ts';

/** What --loss_function takes. */
export const LOSS_NAMES = {
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

export const vwOptions = {
  data: value('-d: file of Vowpal Wabbit text, also gzipped', text.optional()),
  kill_cache: flag('-k: without effect, data is kept in memory'),
  cache: flag('-c: without effect'),
  cache_file: value('without effect', text.optional()),
  onethread: flag('without effect, one thread learns'),
  no_stdin: flag('without effect, standard input is not read'),
  holdout_off: flag('learn from every example in every pass; needed for more than one pass'),
  bit_precision: ranged({ ...BITS, meaning: `-b: ${BITS.meaning}` }),
  hash: value<HashName>('which names are hashed: strings, all', nameIn('hash', nameHashes).default('strings') as Option<HashName>['schema']),
  noconstant: flag('no constant feature'),
  quadratic: terms('-q: two namespaces to multiply'),
  cubic: terms('three namespaces to multiply'),
  interactions: terms('namespaces to multiply'),
  loss_function: value(`loss: ${Object.keys(LOSS_NAMES).join(', ')}`, nameIn('loss', LOSS_NAMES).default('squared') as Option<keyof typeof LOSS_NAMES>['schema']),
  quantile_tau: ranged({ meaning: 'quantile to estimate', above: 0, below: 1, default: 0.5 }),
  expectile_q: optional({ meaning: 'weight of predictions above the label, 1 - q that of those below', above: 0, to: 0.5 }),
  learning_rate: optional({ meaning: '-l: step size, 0.5 for the default rule, 10 for any other', above: 0 }),
  power_t: ranged({ meaning: 'exponent of the decay', from: 0, to: 1, default: 0.5 }),
  initial_t: optional({ meaning: 'what the sums behind the step sizes start from; 1 for plain gradient steps, else 0', from: 0 }),
  decay_learning_rate: ranged({ meaning: 'factor on the step size after every pass', above: 0, default: 1 }),
  passes: ranged({ meaning: 'passes over the data', from: 1, whole: true, default: 1 }),
  sgd: flag('plain gradient steps; with none of the four, adaptive normalized invariant ones'),
  adaptive: flag('step sizes from the sums of squared gradients'),
  normalized: flag('step sizes from the scales of the features'),
  invariant: flag('importance-invariant updates'),
  l1: ranged({ meaning: 'L1 penalty', from: 0, default: 0 }),
  l2: ranged({ meaning: 'L2 penalty', from: 0, default: 0 }),
  ftrl: flag('FTRL-proximal instead'),
  ftrl_alpha: ranged({ meaning: 'step size of --ftrl', above: 0, default: 0.5 }),
  ftrl_beta: ranged({ meaning: 'what the roots of --ftrl start from', from: 0, default: 1 }),
  testonly: flag('-t: predict, do not learn'),
  initial_regressor: value('-i: model to continue from, written by iwal vw', text.optional()),
  final_regressor: value('-f: file for the model', text.optional()),
  predictions: value('-p: file for the predictions, each made before its example is learned', text.optional()),
  progress: value('-P: a line of progress every n examples, or at counts that grow by a factor (2.0)', text.default('2.0')),
  quiet: flag('print nothing but what files get'),
  json: flag('print one JSON object instead of the summary'),
  explain: flag("print iwal's own command for this, and where Vowpal Wabbit's way differs; run nothing"),
};

export type VwOptions = Values<typeof vwOptions>;
type Name = keyof VwOptions;

const SHORT: Readonly<Record<string, Name>> = {
  d: 'data',
  k: 'kill_cache',
  c: 'cache',
  b: 'bit_precision',
  q: 'quadratic',
  l: 'learning_rate',
  t: 'testonly',
  i: 'initial_regressor',
  f: 'final_regressor',
  p: 'predictions',
  P: 'progress',
};

export interface ParsedVw {
  /** Every option, defaults filled in. */
  readonly options: VwOptions;
  /** Those that were written, as text. */
  readonly written: Readonly<Record<string, readonly string[]>>;
}

export function parseVw(args: readonly string[]): ParsedVw {
  const written: Record<string, string[]> = {};
  for (let k = 0; k < args.length; k++) {
    const { name, shown, attached } = named(args[k]);
    if (vwOptions[name].takes === 'none') {
      if (attached !== undefined) throw new UsageError(`${shown} takes no value`);
      written[name] = [];
    } else {
      const given = attached ?? args.at(++k);
      if (given === undefined || (attached === undefined && looksLikeOption(given))) throw new UsageError(`${shown} needs a value`);
      (written[name] ??= []).push(given);
    }
  }
  return checkedVw(written);
}

/** The same from texts that were written before: those in a model file. */
export function checkedVw(written: ParsedVw['written']): ParsedVw {
  const entries = Object.entries(vwOptions as Readonly<Record<string, Option<unknown>>>).map(([name, option]) => [name, check(name, option, written[name])]);
  return { options: Object.fromEntries(entries) as VwOptions, written };
}

function check(name: string, { takes, schema }: Option<unknown>, found: readonly string[] | undefined): unknown {
  if (takes === 'one' && found !== undefined && new Set(found).size > 1) throw new UsageError(`--${name} is given ${found.length} times`);
  const { success, data, error } = schema.safeParse(takes === 'one' ? found?.[0] : found);
  if (success) return data;
  throw new UsageError(`--${name} ${error.issues[0].message}`);
}

/** The option an argument names, as it was written, and the value that hangs on it. */
function named(arg: string): { readonly name: Name; readonly shown: string; readonly attached?: string } {
  if (!looksLikeOption(arg)) return { name: 'data', shown: arg, attached: arg };
  const equals = arg.indexOf('=');
  const end = !arg.startsWith('--') ? 2 : equals < 0 ? arg.length : equals;
  const shown = arg.slice(0, end);
  const name = arg.startsWith('--') ? shown.slice(2) : SHORT[shown[1]];
  if (!Object.hasOwn(vwOptions, name)) {
    const legal = [...Object.keys(vwOptions), ...Object.keys(SHORT)].map(dashed);
    throw new UsageError(`iwal vw does not know '${shown}'${didYouMean(shown, legal)}; iwal vw --help lists what it knows`);
  }
  const attached = arg.slice(shown.startsWith('--') ? end + 1 : end);
  return { name: name as Name, shown, ...(end < arg.length && { attached }) };
}

function looksLikeOption(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('-') && Number.isNaN(decimal(arg));
}

function ranged(parameter: Parameter & { readonly default: number }): Option<number> {
  return value(meaningAndRange(parameter), numeral(parameter).optional().transform((given) => given ?? parameter.default));
}

/** Any number of terms. */
function terms(meaning: string): Option<readonly string[]> {
  return { meaning, takes: 'many', schema: z.array(text).default([]) };
}

function optional(parameter: Parameter): Option<number | undefined> {
  return value(meaningAndRange(parameter), numeral(parameter).optional());
}
