import { UsageError } from '../terminal/failure.ts';
import type { DescentSettings, FtrlSettings, VwClasses, VwLossChoice, VwRate, VwSettings } from '../../vw/settings.ts';
import type { VwOptions } from './options.ts';

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

function rulesOf({ sgd, adaptive, normalized, invariant }: VwOptions): {
  adaptive: boolean;
  normalized: boolean;
  invariant: boolean;
} {
  const any = sgd || adaptive || normalized || invariant;
  return any ? { adaptive, normalized, invariant } : { adaptive: true, normalized: true, invariant: true };
}

function lossOf({ loss_function: name, quantile_tau: level, expectile_q: q }: VwOptions): VwLossChoice {
  switch (name) {
    case 'classic':
      return { name: 'squared' };
    case 'quantile':
    case 'pinball':
    case 'absolute':
      return { name: 'quantile', level };
    case 'expectile':
      if (q === undefined) throw new UsageError('--loss_function expectile needs --expectile_q, a number in (0, 0.5]');
      return { name: 'expectile', q: 1 - q };
    case 'squared':
    case 'hinge':
    case 'logistic':
    case 'poisson':
      return { name };
  }
}

function optimizerOf(options: VwOptions): DescentSettings | FtrlSettings {
  const {
    l1,
    l2,
    ftrl,
    ftrl_alpha: alpha,
    ftrl_beta: beta,
    power_t: powerT,
    initial_t: initialT,
    constant: initialConstant,
  } = options;
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
