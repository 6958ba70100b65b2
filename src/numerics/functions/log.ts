import { highWord, powerOfTwo } from './binary.ts';

/** ln 2 as a sum: n times the high part is exact. */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;

/** Coefficients of ln((1 + s) / (1 - s)) / s - 2, in s^2. */
const L1 = 6.66666666666673513e-1;
const L2 = 3.999999999940941908e-1;
const L3 = 2.857142874366239149e-1;
const L4 = 2.222219843214978396e-1;
const L5 = 1.818357216161805012e-1;
const L6 = 1.531383769920937332e-1;
const L7 = 1.479819860511658591e-1;

/** The bits of a significand in a high word, and the one behind them. */
const FRACTION = 0xfffff;
const UNIT = 0x100000;

/**
 * ln x, the same bits on every engine: those of Node 20, 22 and 24. Newer engines give other ones for `Math.log`.
 *
 * x = 2^n (1 + f) with sqrt(1/2) < 1 + f < sqrt(2), and s = f / (2 + f). Error: below 1 unit in the last place.
 *
 * Source: e_log.c of fdlibm 5.3. Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify,
 * and distribute this software is freely granted, provided that this notice is preserved.
 *
 * @example
 * log(1) // => 0
 */
export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return x > 0 ? x : x === 0 ? -Infinity : NaN;
  let n = 0;
  let word = highWord(x);
  if (word < UNIT) {
    x *= powerOfTwo(54);
    n = -54;
    word = highWord(x);
  }
  const fraction = word & FRACTION;
  const exponent = (word >> 20) - 1023 + ((fraction + 0x95f64) >> 20);
  n += exponent;
  const f = x * powerOfTwo(-exponent) - 1;
  if (((fraction + 2) & FRACTION) < 3) {
    const rest = f * f * (0.5 - (1 / 3) * f);
    return n === 0 ? f - rest : n * LN2_HIGH - (rest - n * LN2_LOW - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const rest = z * (L1 + w * (L3 + w * (L5 + w * L7))) + w * (L2 + w * (L4 + w * L6));
  if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {
    const half = 0.5 * f * f;
    return n === 0 ? f - (half - s * (half + rest)) : n * LN2_HIGH - (half - (s * (half + rest) + n * LN2_LOW) - f);
  }
  return n === 0 ? f - s * (f - rest) : n * LN2_HIGH - (s * (f - rest) - n * LN2_LOW - f);
}

/** The first doubles of the high words of sqrt(2) - 1 and sqrt(1/2) - 1 that end where 1 + x needs no power of two. */
const LARGEST_NEAR = 0.4142136573791504;
const SMALLEST_NEAR = -0.292893648147583;

/**
 * ln(1 + x) to full precision near 0, the same bits on every engine: those of Node 20, 22 and 24. Newer engines give other ones for
 * `Math.log1p`.
 *
 * 1 + x = 2^n (1 + f) as in `log`, and what 1 + x lost to rounding is added. Error: below 1 unit in the last place.
 *
 * Source: s_log1p.c of fdlibm 5.3. Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify,
 * and distribute this software is freely granted, provided that this notice is preserved.
 *
 * @example
 * log1p(1e-20) // => 1e-20
 */
export function log1p(x: number): number {
  if (!(x > -1 && x < Infinity)) return x > 0 ? x : x === -1 ? -Infinity : NaN;
  const size = Math.abs(x);
  if (size < powerOfTwo(-29)) return size < powerOfTwo(-54) ? x : x - x * x * 0.5;
  if (x > SMALLEST_NEAR && x < LARGEST_NEAR) {
    const half = 0.5 * x * x;
    return x - (half - shareOfHalf(x, half));
  }
  const isHuge = x >= powerOfTwo(53);
  const u = isHuge ? x : 1 + x;
  const word = highWord(u);
  const fraction = word & FRACTION;
  const exponent = (word >> 20) - 1023;
  const isHalved = fraction >= 0x6a09e;
  const n = isHalved ? exponent + 1 : exponent;
  const lost = isHuge ? 0 : (exponent > 0 ? 1 - (u - x) : x - (u - 1)) / u;
  const f = u * powerOfTwo(-n) - 1;
  const half = 0.5 * f * f;
  if ((isHalved ? (UNIT - fraction) >> 2 : fraction) === 0) {
    if (f === 0) return n * LN2_HIGH + (lost + n * LN2_LOW);
    return n * LN2_HIGH - (half * (1 - (2 / 3) * f) - (n * LN2_LOW + lost) - f);
  }
  return n * LN2_HIGH - (half - (shareOfHalf(f, half) + (n * LN2_LOW + lost)) - f);
}

/** ln(1 + f) = f - (f^2 / 2 - this). */
function shareOfHalf(f: number, half: number): number {
  const s = f / (2 + f);
  const z = s * s;
  return s * (half + z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7)))))));
}
