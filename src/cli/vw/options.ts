import { z } from 'zod';
import { nameHashes, type HashName } from '../../data/readers/vw/hash.ts';
import { BITS } from '../../data/readers/vw/options.ts';
import { flag, nameIn, number, text, value, type Option, type Values } from '../syntax/option.ts';

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

/** The options of a Vowpal Wabbit command line that `iwal vw` accepts, spelled as there. */
export const vwOptions = {
  data: value('-d: file of Vowpal Wabbit text, also gzipped', text.optional()),
  kill_cache: flag('-k: make the cache anew'),
  cache: flag('-c: keep the examples in binary beside the data, as its name with .cache; read while the data stays as it is'),
  cache_file: value('the same in this file', text.optional()),
  onethread: flag('without effect, one thread learns'),
  no_stdin: flag('without effect, standard input is not read'),
  holdout_off: flag('learn from every example in every pass; needed for more than one pass'),
  bit_precision: number({ ...BITS, meaning: `-b: ${BITS.meaning}` }),
  hash: value<HashName>(
    'which names are hashed: strings, all',
    nameIn('hash', nameHashes).default('strings') as Option<HashName>['schema'],
  ),
  noconstant: flag('no constant feature'),
  constant: number({ meaning: '-C: weight that the constant feature begins with; --ftrl does not know it', default: 0 }),
  quadratic: terms('-q: two namespaces to multiply'),
  cubic: terms('three namespaces to multiply'),
  interactions: terms('namespaces to multiply'),
  loss_function: value(
    `loss: ${Object.keys(LOSS_NAMES).join(', ')}`,
    nameIn('loss', LOSS_NAMES).default('squared') as Option<keyof typeof LOSS_NAMES>['schema'],
  ),
  quantile_tau: number({ meaning: 'quantile to estimate', above: 0, below: 1, default: 0.5 }),
  expectile_q: number({ meaning: 'weight of predictions above the label, 1 - q that of those below', above: 0, to: 0.5 }),
  learning_rate: number({ meaning: '-l: step size, 0.5 for the default rule, 10 for any other', above: 0 }),
  power_t: number({ meaning: 'exponent of the decay', from: 0, to: 1, default: 0.5 }),
  initial_t: number({ meaning: 'what the sums behind the step sizes start from; 1 for plain gradient steps, else 0', from: 0 }),
  decay_learning_rate: number({ meaning: 'factor on the step size after every pass', above: 0, default: 1 }),
  passes: number({ meaning: 'passes over the data', from: 1, whole: true, default: 1 }),
  sgd: flag('plain gradient steps; with none of the four, adaptive normalized invariant ones'),
  adaptive: flag('step sizes from the sums of squared gradients'),
  normalized: flag('step sizes from the scales of the features'),
  invariant: flag('importance-invariant updates'),
  oaa: number({ meaning: 'classes 1 to K, each against all others', from: 2, whole: true }),
  csoaa: number({ meaning: 'classes 1 to K with costs, 1:0.5 2:1: each regresses its own', from: 2, whole: true }),
  l1: number({ meaning: 'L1 penalty', from: 0, default: 0 }),
  l2: number({ meaning: 'L2 penalty', from: 0, default: 0 }),
  ftrl: flag('FTRL-proximal instead'),
  ftrl_alpha: number({ meaning: 'step size of --ftrl', above: 0, default: 0.5 }),
  ftrl_beta: number({ meaning: 'what the roots of --ftrl start from', from: 0, default: 1 }),
  testonly: flag('-t: predict, do not learn'),
  initial_regressor: value('-i: model to continue from, written by iwal vw', text.optional()),
  final_regressor: value('-f: file for the model', text.optional()),
  predictions: value('-p: file for the predictions, each made before its example is learned', text.optional()),
  progress: value('-P: a line of progress every n examples, or at counts that grow by a factor (2.0)', text.default('2.0')),
  quiet: flag('print nothing but what files get'),
  json: flag('print one JSON object instead of the summary'),
  explain: flag("print iwal's own command for this, and where Vowpal Wabbit's way differs; run nothing"),
};

/** The options of Vowpal Wabbit as they were read. */
export type VwOptions = Values<typeof vwOptions>;

/** Options by the one letter that -d, -b and so on stand for. */
export const SHORT: Readonly<Record<string, keyof VwOptions>> = {
  d: 'data',
  k: 'kill_cache',
  c: 'cache',
  b: 'bit_precision',
  C: 'constant',
  q: 'quadratic',
  l: 'learning_rate',
  t: 'testonly',
  i: 'initial_regressor',
  f: 'final_regressor',
  p: 'predictions',
  P: 'progress',
};

/** Any number of terms. */
function terms(meaning: string): Option<readonly string[]> {
  return { meaning, takes: 'many', schema: z.array(text).default([]) };
}
