import { mean } from '../../statistics/small-samples.ts';
import type { KindName, MeasurementOf } from './cell.ts';

type Quantities<K extends KindName> = Readonly<Record<string, (measurement: MeasurementOf<K>) => number | null | undefined>>;

const quantities: { readonly [K in KindName]: Quantities<K> } = {
  active: {
    'labels bought': ({ curve }) => curve.at(-1)!.queried,
    'test error': ({ curve }) => curve.at(-1)!.testError,
    'progressive error': ({ curve }) => curve.at(-1)!.progressiveError,
    'balanced error': ({ curve }) => curve.at(-1)!.balancedError,
    'F-score': ({ curve }) => curve.at(-1)!.fScore,
  },
  'active-classes': {
    'labels bought': ({ curve }) => curve.at(-1)!.queried,
    'test error': ({ curve }) => curve.at(-1)!.testError,
    'progressive error': ({ curve }) => curve.at(-1)!.progressiveError,
  },
  online: {
    'online loss': ({ curve }) => curve.at(-1)!.loss,
    'test loss': ({ test }) => test?.loss ?? null,
    'test error': ({ test }) => test?.error ?? null,
    'weights not 0': ({ nonZeros }) => nonZeros,
  },
  classes: {
    'progressive cost': ({ curve }) => curve.at(-1)!.cost,
    'progressive error': ({ curve }) => curve.at(-1)!.error,
    'test error': ({ test }) => test?.error ?? null,
  },
  costs: {
    'costs bought': ({ curve }) => curve.at(-1)!.bought,
    'test error': ({ test }) => test?.error ?? null,
    'progressive error': ({ curve }) => curve.at(-1)!.error,
  },
  ranking: {
    'test quality': ({ test }) => test,
    'progressive quality': ({ progressive }) => progressive,
  },
  regret: {
    'sum of losses': ({ curve }) => curve.at(-1)!.loss,
    'sum of H(g) - H(z)': ({ curve }) => curve.at(-1)!.delta,
    'steps with H(z) > H(g)': ({ negative }) => negative,
  },
  comparator: {
    'sum of losses': ({ loss }) => loss,
    '|w|': ({ weightNorm }) => weightNorm,
    '|gradient|': ({ gradientNorm }) => gradientNorm,
  },
  displacement: {
    prediction: ({ prediction }) => prediction,
    loss: ({ loss }) => loss,
    overshoot: ({ overshoot }) => overshoot,
  },
  calibration: {
    mellowness: ({ mellowness }) => mellowness,
    'labels bought / budget': ({ bought, budget }) => mean(bought) / budget,
  },
  forecast: {
    'error forecast with every label': ({ passive }) => passive.at(-1)!.value,
    'error with every label': ({ passive }) => mean(passive.at(-1)!.errors.map((error) => error ?? NaN)),
  },
  certificate: {
    'true error': ({ truth }) => truth,
    'certified at most': ({ high }) => high,
    'width of the certified band': ({ low, high }) => high - low,
    'labels bought': ({ labels }) => labels,
  },
  replay: {
    'requests met': ({ met, wanted }) => (wanted === 0 ? null : met / wanted),
    'labels of the replay': ({ replayLabels }) => replayLabels,
    'error of the replay': ({ replayError }) => replayError,
    'error of the direct run': ({ directError }) => directError,
  },
  shards: {
    'test error of the average': ({ test }) => test.average,
    'test error of a shard alone': ({ test }) => test.alone,
    'labels bought': ({ labels }) => labels,
  },
  coins: {
    'streams outside of the certified band': ({ above, below }) => above + below,
    'width of the certified band': ({ curve }) => curve.at(-1)!.certified,
  },
};

/**
 * What each kind of cell measures in the end, by the names that tables print; null where a run has no such number, undefined where nobody
 * asked.
 */
export function quantitiesOf<K extends KindName>(kind: K): Quantities<K> {
  return quantities[kind];
}

/** What step sizes are tuned by: the lower, the better; undefined where nothing is tuned. */
const scores: { readonly [K in KindName]?: (measurement: MeasurementOf<K>) => number } = {
  active: ({ validationError, curve }) => validationError ?? curve.at(-1)!.progressiveError,
  'active-classes': ({ validationError, curve }) => validationError ?? curve.at(-1)!.progressiveError,
  online: ({ validation, curve }) => validation?.error ?? validation?.loss ?? curve.at(-1)!.loss,
  classes: ({ validation, curve }) => validation?.cost ?? curve.at(-1)!.cost,
  costs: ({ validation, curve }) => validation?.cost ?? curve.at(-1)!.cost,
  ranking: ({ validation, progressive }) => -(validation ?? progressive ?? NaN),
  regret: ({ curve }) => curve.at(-1)!.loss,
};

/** What step sizes of this kind are tuned by: the lower, the better; undefined where nothing is tuned. */
export function scoreOf<K extends KindName>(kind: K): ((measurement: MeasurementOf<K>) => number) | undefined {
  return scores[kind];
}
