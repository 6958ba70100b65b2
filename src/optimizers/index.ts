import { byName } from '../numerics/recipe.ts';
import { adaGrad, normalizedAdaptive } from './ada-grad.ts';
import { averaged } from './averaged.ts';
import { fobos } from './fobos.ts';
import { ftrlProximal } from './ftrl-proximal.ts';
import { gradientDescent } from './gradient-descent.ts';
import { implicitFtrl, implicitFtrlAdaptive } from './implicit-ftrl.ts';
import { normalized } from './normalized.ts';
import { rda } from './rda.ts';
import { truncatedGradient } from './truncated-gradient.ts';

/** The optimizers, by the names that specs and the command line use. */
export const optimizers = byName(
  gradientDescent,
  averaged,
  adaGrad,
  normalized,
  normalizedAdaptive,
  ftrlProximal,
  rda,
  fobos,
  truncatedGradient,
  implicitFtrl,
  implicitFtrlAdaptive,
);
