/** ln 2 as a sum: n times the high part is exact. */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const INVERSE_LN2 = 1.442695040888963387;
/** exp of anything larger overflows; of anything smaller than SMALLEST it is 0. */
const LARGEST = 7.09782712893383973096e2;
const SMALLEST = -7.4513321910194110842e2;
/** The first doubles whose high word is above that of ln(2) / 2, and that of 3 ln(2) / 2. */
const HALF_LN2 = 0.34657359123229980469;
const THREE_HALVES_LN2 = 1.0397205352783203;
/** Where e^x is 1 + x to the last digit, and e^x - 1 is x. */
const TINY = 2 ** -28;
const TINIEST = 2 ** -54;

/** Coefficients of x (e^x + 1) / (e^x - 1), in x^2. */
const P1 = 1.66666666666666019037e-1;
const P2 = -2.77777777770155933842e-3;
const P3 = 6.61375632143793436117e-5;
const P4 = -1.6533902205465251539e-6;
const P5 = 4.13813679705723846039e-8;

/**
 * e^x, the same bits on every engine: those of Node 20, 22 and 24. What `Math.exp` gives is the engine's own affair, and newer ones
 * have changed its neighbours (log, log1p) in the last digit.
 *
 * x = n ln 2 + r with |r| <= ln(2) / 2, and e^x = 2^n e^r. Error: below 1 unit in the last place.
 *
 * Source: e_exp.c of fdlibm 5.3, as V8 changed it (e^1, and the powers of two). Copyright (C) 2004 by Sun Microsystems, Inc. All
 * rights reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is
 * preserved.
 *
 * @example
 * exp(1) // => Math.E
 */
export function exp(x: number): number {
  if (!(x <= LARGEST)) return x > LARGEST ? Infinity : NaN;
  if (x < SMALLEST) return 0;
  const size = Math.abs(x);
  if (size < HALF_LN2) {
    if (size < TINY) return 1 + x;
    const c = remainder(x);
    return 1 - ((x * c) / (c - 2) - x);
  }
  if (x === 1) return Math.E;
  const n = nearestTwo(x, size);
  const high = x - n * LN2_HIGH;
  const low = n * LN2_LOW;
  const r = high - low;
  const c = remainder(r);
  const y = 1 - (low - (r * c) / (2 - c) - high);
  if (n < -1021) return y * powerOfTwo(n + 1000) * powerOfTwo(-1000);
  return timesTwo(y, n);
}

/** c = r - (R - 2), R = r (e^r + 1) / (e^r - 1), for |r| up to ln(2) / 2: e^r = 1 + r + r c / (2 - c). */
export function remainder(r: number): number {
  const t = r * r;
  return r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
}

/** n of x = n ln 2 + r, for |x| above ln(2) / 2. */
function nearestTwo(x: number, size: number): number {
  if (size < THREE_HALVES_LN2) return x > 0 ? 1 : -1;
  return (INVERSE_LN2 * x + (x > 0 ? 0.5 : -0.5)) | 0;
}

/** y 2^n of n >= -1074, 2^1024 being no number. */
function timesTwo(y: number, n: number): number {
  return n === 1024 ? y * 2 * powerOfTwo(1023) : y * powerOfTwo(n);
}

/** Coefficients of e^r - 1, in r^2 / 2. */
const Q1 = -3.33333333333331316428e-2;
const Q2 = 1.58730158725481460165e-3;
const Q3 = -7.93650757867487942473e-5;
const Q4 = 4.00821782732936239552e-6;
const Q5 = -2.01099218183624371326e-7;
/** 56 ln 2, below whose negative e^x - 1 is -1 to the last digit; the first double of its high word. */
const FAR = 38.81622314453125;

/**
 * e^x - 1 without cancellation near 0, the same bits on every engine: those of Node 20, 22 and 24. Error: below 1 unit in the last
 * place.
 *
 * Source: s_expm1.c of fdlibm 5.3, as V8 changed it (the powers of two). Copyright (C) 1993 by Sun Microsystems, Inc. All rights
 * reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
 *
 * @example
 * expm1(1e-20) // => 1e-20
 */
export function expm1(x: number): number {
  if (!(x <= LARGEST)) return x > LARGEST ? Infinity : NaN;
  if (x <= -FAR) return -1;
  const size = Math.abs(x);
  if (size < HALF_LN2) {
    if (size < TINIEST) return x;
    const square = x * (0.5 * x);
    return x - (x * excess(x, square) - square);
  }
  const n = nearestTwo(x, size);
  const high = x - n * LN2_HIGH;
  const low = n * LN2_LOW;
  const r = high - low;
  const c = high - r - low;
  const square = r * (0.5 * r);
  const e = r * (excess(r, square) - c) - c - square;
  if (n === -1) return 0.5 * (r - e) - 0.5;
  if (n === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (n <= -2 || n > 56) return timesTwo(1 - (e - r), n) - 1;
  const inverse = powerOfTwo(-n);
  return timesTwo(n < 20 ? 1 - inverse - (e - r) : r - (e + inverse) + 1, n);
}

/** e of e^r - 1 = r - (r e - r^2 / 2). */
function excess(r: number, square: number): number {
  const ratio = 1 + square * (Q1 + square * (Q2 + square * (Q3 + square * (Q4 + square * Q5))));
  const t = 3 - ratio * (0.5 * r);
  return square * ((ratio - t) / (6 - r * t));
}

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

/** Powers of two of -1074 to 1023, all that a double has. */
const POWERS = Float64Array.from({ length: 2098 }, (_, place) => {
  const n = place - 1074;
  return 2 ** n;
});

/**
 * 2^n of a whole n from -1074 to 1023, exact.
 *
 * @example
 * powerOfTwo(-1) // => 0.5
 */
export function powerOfTwo(n: number): number {
  return POWERS[n + 1074];
}

const DOUBLE = new Float64Array(1);
/** Its words: the low one stands first on every processor that Node runs on. */
const WORDS = new Int32Array(DOUBLE.buffer);

/**
 * The high 32 bits of a double: its sign, 11 bits of exponent, and the first 20 of its significand.
 *
 * @example
 * highWord(1) // => 0x3ff00000
 */
export function highWord(x: number): number {
  DOUBLE[0] = x;
  return WORDS[1];
}

/** x with the low word of its significand cleared. */
export function truncated(x: number): number {
  DOUBLE[0] = x;
  WORDS[0] = 0;
  return DOUBLE[0];
}

/** x with this high word; its low word stays. */
export function withHighWord(x: number, high: number): number {
  DOUBLE[0] = x;
  WORDS[1] = high;
  return DOUBLE[0];
}
