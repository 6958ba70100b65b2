import { pow } from '../../numerics/pow.ts';
import type { VwOptions } from './options.ts';
import { rateOf, settingsOf } from './settings.ts';
import type { DescentSettings, FtrlSettings, VwSettings } from '../../vw/settings.ts';

/** The iwal command nearest to one of Vowpal Wabbit, and how they differ. */
interface Explanation {
  readonly command: string;
  readonly differences: readonly string[];
  /** Options that were written and change nothing here. */
  readonly idle: readonly string[];
}

type Words = readonly (string | number)[];

const NEARLY_ZERO = 1e-9;
const IDLE: readonly string[] = ['kill_cache', 'cache', 'cache_file', 'onethread', 'no_stdin', 'holdout_off', 'progress'];
const IDLE_IN_FTRL: readonly string[] = [
  'constant',
  'learning_rate',
  'power_t',
  'initial_t',
  'decay_learning_rate',
  'sgd',
  'adaptive',
  'normalized',
  'invariant',
];

/**
 * Our own command for a Vowpal Wabbit command line, and where Vowpal Wabbit's way, which `iwal vw` takes, leaves it.
 *
 * Our squared and expectile loss have a half that Vowpal Wabbit's have not. With c = 2 times our loss, its step size eta is ours
 * times c for plain and normalized steps and c^(1 - 2 power) for adaptive ones, whose sums are in units of c^2; FTRL's beta and
 * penalties are in units of c. The decay t^-power_t of normalized steps is ours, (t0 / (t0 + t))^power, for a t0 near 0.
 */
export function explain(file: string, options: VwOptions, written: readonly string[]): Explanation {
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
