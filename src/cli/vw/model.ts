/**
 * Models of `iwal vw`: our model file with the command line's own options as spec, so that a continued run reads its settings
 * from it. Options that shape the model may be repeated when it is continued, not changed; step size and passes are free.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { load, save, type Model } from '../../learners/model-file.ts';
import type { State } from '../../numerics/state.ts';
import { Failure, UsageError } from '../failure.ts';
import { checkedVw, type ParsedVw } from './command-line.ts';
import { VwLearner } from './learner.ts';
import { rateOf, settingsOf, type VwSettings } from './settings.ts';

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
  ...['ftrl', 'ftrl_alpha', 'ftrl_beta'],
];

const Spec = z.object({ kind: z.literal(MODEL_KIND), options: z.record(z.string(), z.array(z.string())) });

export async function saveVwModel(path: string, { written }: ParsedVw, learner: VwLearner): Promise<void> {
  const options = Object.fromEntries(Object.entries(written).filter(([name]) => KEPT.includes(name)));
  await save(path, { spec: { kind: MODEL_KIND, options }, state: learner.state() });
}

/** The settings of a model of `iwal vw`, and its learner with what it has learned; undefined for a model of another kind. */
export function vwIn({ spec, state }: Model): { readonly settings: VwSettings; readonly learner: VwLearner } | undefined {
  const { success, data } = Spec.safeParse(spec);
  if (!success) return undefined;
  const { options } = checkedVw(data.options);
  const settings = settingsOf(options);
  const learner = new VwLearner(settings, rateOf(options));
  learner.restore(state);
  return { settings, learner };
}

/** The command line completed by the options of the model it continues, and the state to continue from. */
export function continued(parsed: ParsedVw, file: string): { readonly parsed: ParsedVw; readonly state: State } {
  const { spec, state } = load(file);
  const { success, data } = Spec.safeParse(spec);
  if (!success) throw new Failure(`${file} is no model of iwal vw; iwal model show ${file} says what it is`);
  const whole = checkedVw({ ...data.options, ...parsed.written });
  const made = flat(settingsOf(checkedVw(data.options).options));
  const asked = flat(settingsOf(whole.options));
  const changed = Object.keys({ ...made, ...asked }).find((name) => !isDeepStrictEqual(made[name], asked[name]));
  if (changed === undefined) return { parsed: whole, state };
  throw new UsageError(
    `${file} was made with ${changed} ${JSON.stringify(made[changed])}, the command line asks for ${JSON.stringify(asked[changed])}`,
  );
}

/** All settings side by side. */
function flat({
  features,
  loss: { name: loss, ...parameters },
  update,
  optimizer: { name: optimizer, ...steps },
}: VwSettings): Readonly<Record<string, unknown>> {
  return { ...features, loss, ...parameters, update, optimizer, ...steps };
}
