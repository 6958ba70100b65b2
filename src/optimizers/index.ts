import { adaGrad } from './ada-grad.ts';
import { averaged } from './averaged.ts';
import { fobos } from './fobos.ts';
import { ftrlProximal } from './ftrl-proximal.ts';
import { gradientDescent } from './gradient-descent.ts';
import { implicitFtrlAdaptive } from './implicit-ftrl-adaptive.ts';
import { implicitFtrl } from './implicit-ftrl.ts';
import { normalizedAdaptive } from './normalized-adaptive.ts';
import { normalized } from './normalized.ts';
import { rda } from './rda.ts';
import { truncatedGradient } from './truncated-gradient.ts';

/** The optimizers, by the names that specs and the command line use. */
export const optimizers = {
  'gradient-descent': gradientDescent,
  averaged,
  'ada-grad': adaGrad,
  normalized,
  'normalized-adaptive': normalizedAdaptive,
  'ftrl-proximal': ftrlProximal,
  rda,
  fobos,
  'truncated-gradient': truncatedGradient,
  'implicit-ftrl': implicitFtrl,
  'implicit-ftrl-adaptive': implicitFtrlAdaptive,
};
