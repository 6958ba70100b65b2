import { SMALLEST_NORMAL } from './elementary.ts';
import { highWord, remainder, truncated, withHighWord } from './exp-log.ts';

/**
 * x^y, the same bits on every engine and machine, which `Math.pow` and `**` are not: Node 20 and 22 have the one of fdlibm, Node 24
 * that of the C library, and one result in fifteen differs in the last digit. This is that of Node 20, bit for bit, so that what
 * was computed there stays as it is. `x ** 2` and `2 ** n` of a whole n are the same everywhere and need it not.
 *
 * Error: below 2 units in the last place; below 2^-43 of the power where |y| > 2^31 and x is near 1, as in Node 20. NaN where x is
 * negative and y no whole number, and for 1^(+-Infinity).
 *
 * Source: e_pow.c of fdlibm 5.3, as V8 changed it (the last quotient). Copyright (C) 2004 by Sun Microsystems, Inc. All rights
 * reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
 *
 * @example
 * pow(10, -5) // => 0.000009999999999999999
 * pow(2, 0.5) === Math.SQRT2 // => true
 */
export function pow(x: number, y: number): number {
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === 0) return 1;
  if (y === -1) return 1 / x;
  if (y === 0.5 && x >= 0) return x === 0 ? 0 : Math.sqrt(x);
  if (!(x > 0 && x < Infinity && x !== 1 && Number.isFinite(y))) return atEnd(x, y);
  return positivePower(x, y);
}

/** Where x or y is at an end of its range, or x is negative: what IEEE 754 says, rounded nowhere. */
function atEnd(x: number, y: number): number {
  if (x < 0 && x > -Infinity && Number.isInteger(y)) return y % 2 === 0 ? pow(-x, y) : -pow(-x, y);
  // No rounding is left to differ in.
  return x ** y;
}

/** Coefficients of (3/2) (log(x) - 2 s - 2/3 s^3). */
const L1 = 5.99999999999994648725e-1;
const L2 = 4.28571428578550184252e-1;
const L3 = 3.33333329818377432918e-1;
const L4 = 2.72728123808534006489e-1;
const L5 = 2.30660745775561754067e-1;
const L6 = 2.06975017800338417784e-1;
/** log 2, 2 / (3 log 2) and 1 / log 2: whole, and as a sum of two parts. */
const LG2 = 6.93147180559945286227e-1;
const LG2_HIGH = 6.93147182464599609375e-1;
const LG2_LOW = -1.90465429995776804525e-9;
const CP = 9.61796693925975554329e-1;
const CP_HIGH = 9.61796700954437255859e-1;
const CP_LOW = -7.02846165095275826516e-9;
const IVLN2 = 1.4426950408889634;
const IVLN2_HIGH = 1.44269502162933349609;
const IVLN2_LOW = 1.92596299112661746887e-8;
/** log2(1.5), as a sum. */
const DP_HIGH = 5.84962487220764160156e-1;
const DP_LOW = 1.35003920212974897128e-8;
/** -(1024 - log2(the largest number + half a unit in its last place)). */
const OVERFLOW = 8.008566259537294e-17;
const TWO_53 = 9007199254740992;
const TWO_MINUS_54 = 5.55111512312578270212e-17;

/** log2 x as a sum: the high part, then the low one. */
const LOG = new Float64Array(2);

/** Of a finite x > 0 that is not 1 and a finite y: 2^(y log2 x). */
function positivePower(x: number, y: number): number {
  const size = highWord(y) & 0x7fffffff;
  // Above 2^31, by the high word alone; then of x far from 1, or above 2^64.
  if (size > 0x41e00000) {
    const word = highWord(x);
    if (word < 0x3fefffff || (size > 0x43f00000 && x < 1)) return y < 0 ? Infinity : 0;
    if (word > 0x3ff00000 || size > 0x43f00000) return y > 0 ? Infinity : 0;
    logarithmNearOne(x);
  } else logarithm(x);
  const yHigh = truncated(y);
  return powerOfTwo(yHigh * LOG[0], (y - yHigh) * LOG[0] + y * LOG[1]);
}

/** Of |1 - x| <= 2^-20: four terms of the series. */
function logarithmNearOne(x: number): void {
  const t = x - 1;
  const w = t * t * (0.5 - t * (1 / 3 - t * 0.25));
  const u = IVLN2_HIGH * t;
  const v = t * IVLN2_LOW - w * IVLN2;
  LOG[0] = truncated(u + v);
  LOG[1] = v - (LOG[0] - u);
}

function logarithm(x: number): void {
  const isNormal = x >= SMALLEST_NORMAL;
  const scaled = isNormal ? x : x * TWO_53;
  const word = highWord(scaled);
  const fraction = word & 0xfffff;
  // x = 2^n ax, ax near bp, 1 or 1.5: below sqrt(3/2) near 1, below sqrt(3) near 1.5.
  const isNearMiddle = fraction > 0x3988e && fraction < 0xbb67a;
  const isHalved = fraction >= 0xbb67a;
  const n = (word >> 20) - 0x3ff - (isNormal ? 0 : 53) + (isHalved ? 1 : 0);
  const high = (fraction | 0x3ff00000) - (isHalved ? 0x100000 : 0);
  const ax = withHighWord(scaled, high);
  const bp = isNearMiddle ? 1.5 : 1;
  // s = (ax - bp) / (ax + bp), as a sum.
  let u = ax - bp;
  let v = 1 / (ax + bp);
  const s = u * v;
  const sHigh = truncated(s);
  let tHigh = withHighWord(0, ((high >> 1) | 0x20000000) + 0x80000 + (isNearMiddle ? 0x40000 : 0));
  let tLow = ax - (tHigh - bp);
  const sLow = v * (u - sHigh * tHigh - sHigh * tLow);
  const s2 = s * s;
  const r = s2 * s2 * (L1 + s2 * (L2 + s2 * (L3 + s2 * (L4 + s2 * (L5 + s2 * L6))))) + sLow * (sHigh + s);
  const square = sHigh * sHigh;
  tHigh = truncated(3 + square + r);
  tLow = r - (tHigh - 3 - square);
  u = sHigh * tHigh;
  v = sLow * tHigh + tLow * s;
  const pHigh = truncated(u + v);
  const zHigh = CP_HIGH * pHigh;
  const zLow = CP_LOW * pHigh + (v - (pHigh - u)) * CP + (isNearMiddle ? DP_LOW : 0);
  const dp = isNearMiddle ? DP_HIGH : 0;
  LOG[0] = truncated(zHigh + zLow + dp + n);
  LOG[1] = zLow - (LOG[0] - n - dp - zHigh);
}

/** 2^(high + low), |low| far below |high|. */
function powerOfTwo(high: number, low: number): number {
  const z = low + high;
  if (z > 1024 || (z === 1024 && low + OVERFLOW > z - high)) return Infinity;
  if (z < -1075 || (z === -1075 && low <= z - high)) return 0;
  const j = highWord(z);
  const i = j & 0x7fffffff;
  let n = 0;
  let rest = high;
  if (i > 0x3fe00000) {
    // n = z rounded to a whole number
    const rounded = j + (0x100000 >> ((i >> 20) - 0x3ff + 1));
    const k = ((rounded & 0x7fffffff) >> 20) - 0x3ff;
    rest -= withHighWord(0, rounded & ~(0xfffff >> k));
    n = ((rounded & 0xfffff) | 0x100000) >> (20 - k);
    if (j < 0) n = -n;
  }
  const t = truncated(low + rest);
  const u = t * LG2_HIGH;
  const v = (low - (t - rest)) * LG2 + t * LG2_LOW;
  const e = u + v;
  const w = v - (e - u);
  const t1 = remainder(e);
  const r = (e * t1) / (t1 - 2 - (w + e * w));
  const result = 1 - (r - e);
  const exponent = highWord(result) + (n << 20);
  return exponent >> 20 > 0 ? withHighWord(result, exponent) : withHighWord(result, exponent + (54 << 20)) * TWO_MINUS_54;
}
