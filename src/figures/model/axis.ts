import { pow } from '../../numerics/pow.ts';
import type { Axis, Point, Reference } from './figure.ts';
import { linearTicks, logTicks, multiple, roundStep, type Step, type Tick } from './ticks.ts';

/** An axis that knows its limits; min < max, both finite, both positive on a log scale. */
export interface ScaledAxis {
  readonly label: string;
  readonly scale: Axis['scale'];
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
}

type Limits = readonly [min: number, max: number];

/** Limits are those of the data: for an axis along which curves run from end to end. */
export function tightAxis(axis: Axis, values: readonly number[]): ScaledAxis {
  return withLimits(axis, spanOf(axis, values));
}

/** Limits are the data's, rounded outward to whole ticks; a linear axis near zero begins there. */
export function roundAxis(axis: Axis, values: readonly number[]): ScaledAxis {
  const span = spanOf(axis, values);
  if (axis.scale === 'log') return withLimits(axis, roundOnLogScale(span));
  // The longer axis might have larger steps of its own, and its ends would stand on none of them.
  const { limits, step } = roundOnLinearScale(span);
  return withLimits(axis, limits, step);
}

/** All values that the y axis of a panel should reach. */
export function heightsOf(points: readonly Point[], references: readonly Reference[] = []): number[] {
  return [...points.flatMap(({ y, low = y, high = y }) => [y, low, high]), ...references.map((reference) => reference.y)];
}

/** Where a value lies: 0 at min, 1 at max, outside [0, 1] off the axis. NaN is the mark of divergence and counts as infinite. */
export function fraction({ scale, min, max }: ScaledAxis, value: number): number {
  if (Number.isNaN(value)) return Infinity;
  if (scale === 'linear') return (value - min) / (max - min);
  return (Math.log10(Math.max(value, 0)) - Math.log10(min)) / (Math.log10(max) - Math.log10(min));
}

/** The value at a fraction of the axis: the inverse of `fraction`. */
export function valueAt({ scale, min, max }: ScaledAxis, f: number): number {
  if (scale === 'linear') return min + (max - min) * f;
  return pow(10, Math.log10(min) + (Math.log10(max) - Math.log10(min)) * f);
}

/** The value so large a share of the axis further on. */
export function moved(axis: ScaledAxis, value: number, share: number): number {
  return valueAt(axis, fraction(axis, value) + share);
}

/**
 * The limits of an axis, chosen from its data, and the place of a value on it: f = (v - min) / (max - min), or the same of
 * logarithms.
 */
type Side = 'inside' | 'below' | 'above';

/** On which side of the axis's limits a value lies. */
export function sideOf(axis: ScaledAxis, value: number): Side {
  const f = fraction(axis, value);
  if (f < -ROUNDING) return 'below';
  return f > 1 + ROUNDING ? 'above' : 'inside';
}

/** The value on the axis nearest to this one. */
export function pinned(axis: ScaledAxis, value: number): number {
  const side = sideOf(axis, value);
  if (side === 'inside') return value;
  return side === 'above' ? axis.max : axis.min;
}

const ROUNDING = 1e-9;

/** Values beyond these (and differences below SMALLEST) would overflow in a chart's arithmetic; they count as off the scale. */
const LARGEST = 1e300;
const SMALLEST = 1e-300;

/** From the explicit lower limit, else the least value that can be drawn, to the explicit upper limit, else the largest value. */
function spanOf(axis: Axis, values: readonly number[]): Limits {
  const [least, largest] = extremes(axis, values);
  const { min = least, max = largest } = axis;
  return min < max ? [min, max] : [least, largest];
}

/** The least and the largest value that can be drawn, moved apart where they are one. */
function extremes({ scale }: Axis, values: readonly number[]): Limits {
  const least = scale === 'log' ? SMALLEST : -LARGEST;
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (!(value >= least && value <= LARGEST)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (min > max) return scale === 'log' ? [1, 10] : [0, 1];
  if (scale === 'log') return max / min > 1 + ROUNDING ? [min, max] : [min / 2, max * 2];
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (max - min > Math.max(SMALLEST, ROUNDING * size)) return [min, max];
  return size > SMALLEST ? [min - size / 2, max + size / 2] : [0, 1];
}

/** More steps than an axis has room for. */
const CROWDED = 9;

/** The ends of a linear axis, whole steps of its ticks, and these: a fifth of its data or, where that makes too many, the next larger. */
function roundOnLinearScale([low, max]: Limits): { readonly limits: Limits; readonly step: Step } {
  const min = low >= 0 && low < (max - low) / 2 ? 0 : low;
  const near = roundStep(max - min, 5);
  const steps = roundedTo(near, [min, max]);
  const step = steps[1] - steps[0] < CROWDED ? near : roundStep(multiple(near, 2), 1);
  const [from, to] = roundedTo(step, [min, max]);
  return { limits: [multiple(step, from), multiple(step, to)], step };
}

/** The least stretch of whole steps that holds both ends, in steps. */
function roundedTo(step: Step, [min, max]: Limits): Limits {
  const size = multiple(step, 1);
  return [Math.floor(min / size + ROUNDING), Math.ceil(max / size - ROUNDING)];
}

/** To 1, 2 or 5 times a power of ten; where an axis is so long that powers alone have ticks, to these. */
function roundOnLogScale([min, max]: Limits): Limits {
  const below = [...roundNumbers(min)].reverse().find((v) => v <= min * (1 + ROUNDING)) ?? min;
  const above = roundNumbers(max).find((v) => v >= max * (1 - ROUNDING)) ?? max;
  const isTick = (end: number): boolean => logTicks(below, above).some(({ value }) => Math.abs(value / end - 1) < ROUNDING);
  if (isTick(below) && isTick(above)) return [below, above];
  return [pow(10, Math.floor(Math.log10(below) + ROUNDING)), pow(10, Math.ceil(Math.log10(above) - ROUNDING))];
}

/** 1, 2 and 5 times the powers of ten around a positive value, ascending. */
function roundNumbers(value: number): number[] {
  const exponent = Math.floor(Math.log10(value));
  const around = [exponent - 1, exponent, exponent + 1];
  return around.flatMap((e) => [1, 2, 5].map((mantissa) => multiple({ mantissa, exponent: e }, 1)));
}

/** Explicit limits win; what contradicts itself is refused. */
function withLimits(axis: Axis, [low, high]: Limits, step?: Step): ScaledAxis {
  const { label, scale } = axis;
  let { min = low, max = high } = axis;
  if (axis.min === undefined && min >= max) min = scale === 'log' ? max / 10 : max - 1;
  if (axis.max === undefined && min >= max) max = scale === 'log' ? min * 10 : min + 1;
  const legal = Number.isFinite(min) && Number.isFinite(max) && min < max && (scale === 'linear' || min > 0);
  if (!legal) {
    const wanted = scale === 'log' ? 'with 0 < min < max on a log scale' : 'with min < max';
    throw new RangeError(`axis "${label}": found min ${min}, max ${max}; limits must be finite, ${wanted}`);
  }
  return { label, scale, min, max, ticks: scale === 'log' ? logTicks(min, max) : linearTicks(min, max, step) };
}
