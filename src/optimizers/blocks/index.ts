import { adaGrads, normalizedAdaptives } from './adaptive.ts';
import { gradientDescents } from './interleaved.ts';

/** The optimizers that have blocks with interleaved weights, by their names; blocks of the others keep them apart (separate.ts). */
export const blocks = {
  'gradient-descent': gradientDescents,
  'ada-grad': adaGrads,
  'normalized-adaptive': normalizedAdaptives,
};
