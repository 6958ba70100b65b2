import { count, decimals, printedSign } from '../../numerics/display.ts';
import { pow } from '../../numerics/pow.ts';

/**
 * Where an axis has ticks, and what they say: multiples of 1, 2 or 5 times a power of ten on a linear axis; powers of ten,
 * or 1-2-5 where there are too few of those, on a log axis. A tick without a label is a minor one.
 *
 * Every value is an integer times or divided by a power of ten, so that 0.3 is 0.3 and not 0.30000000000000004.
 */
export interface Tick {
  readonly value: number;
  /** Lines of text; none for a minor tick. */
  readonly label: readonly string[];
}

/** A step of mantissa * 10^exponent, the mantissa 1, 2 or 5. */
export interface Step {
  readonly mantissa: number;
  readonly exponent: number;
}

/** The step nearest to span / count, on the scale of logarithms; span > 0. */
export function roundStep(span: number, count: number): Step {
  const raw = span / count;
  const exponent = Math.floor(Math.log10(raw));
  const rest = raw / pow(10, exponent);
  if (rest < Math.SQRT2) return { mantissa: 1, exponent };
  if (rest < Math.sqrt(10)) return { mantissa: 2, exponent };
  if (rest < Math.sqrt(50)) return { mantissa: 5, exponent };
  return { mantissa: 1, exponent: exponent + 1 };
}

/** The k-th multiple of a step, correctly rounded within the range of exact powers of ten. */
export function multiple({ mantissa, exponent }: Step, k: number): number {
  return exponent < 0 ? (k * mantissa) / pow(10, -exponent) : k * mantissa * pow(10, exponent);
}

/**
 * Labelled ticks in [min, max], about five unless the step is given.
 *
 * @example
 * linearTicks(0, 0.3).map((tick) => tick.label[0]) // => ['0.00', '0.05', '0.10', '0.15', '0.20', '0.25', '0.30']
 */
export function linearTicks(min: number, max: number, step = roundStep(max - min, 5)): Tick[] {
  const size = multiple(step, 1);
  const largest = Math.max(Math.abs(min), Math.abs(max));
  const power = Math.floor(Math.log10(largest) + SLACK);
  const ticks: Tick[] = [];
  for (let k = Math.ceil(min / size - SLACK); k <= Math.floor(max / size + SLACK); k++) {
    const value = k === 0 ? 0 : multiple(step, k);
    ticks.push({ value, label: [isLong(largest) ? scientific(value, power, step.exponent) : plain(value, step.exponent)] });
  }
  return ticks;
}

/**
 * Ticks of a log axis, 0 < min < max.
 *
 * @example
 * logTicks(10, 10000).map((tick) => tick.label).flat() // => ['10', '100', '1,000', '10,000']
 * logTicks(1e-7, 1e-5).map((tick) => tick.label).flat() // => ['10⁻⁷', '10⁻⁶', '10⁻⁵']
 * logTicks(0.05, 0.5).map((tick) => tick.label).flat() // => ['0.05', '0.1', '0.2', '0.5']
 */
export function logTicks(min: number, max: number): Tick[] {
  const grid = logGridLines(min, max);
  const areLong = min < SMALLEST_PLAIN || max > LARGEST_PLAIN;
  const powers = grid.filter(({ mantissa }) => mantissa === 1);
  if (powers.length >= 3) {
    const stride = Math.ceil(powers.length / 7);
    const between = stride > 5 ? stride : 1;
    const shown = stride === 1 ? grid : powers.filter(({ exponent }) => exponent % between === 0);
    const word = ({ exponent }: Step): string => (areLong ? powerOfTen(exponent) : written(pow(10, exponent), exponent));
    return shown.map((at) => labelled(at, at.mantissa === 1 && at.exponent % stride === 0 ? word(at) : undefined));
  }
  const round = grid.filter(({ mantissa }) => isRound(mantissa));
  if (round.length < 2) return linearTicks(min, max);
  const worded = round.length > 6 ? powers : round;
  const word = (at: Step): string => {
    const value = multiple(at, 1);
    return areLong ? scientific(value, at.exponent, at.exponent) : written(value, at.exponent);
  };
  return grid.map((at) => labelled(at, worded.includes(at) ? word(at) : undefined));
}

/**
 * 10^k, set with superscripts.
 *
 * @example
 * powerOfTen(-12) // => '10⁻¹²'
 */
export function powerOfTen(k: number): string {
  return `10${String(k).replace(/[-\d]/g, (sign) => (sign === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)]))}`;
}

/** Ticks this share of a step outside an axis still stand on its end: rounding put them there. */
const SLACK = 1e-9;

const isRound = (mantissa: number): boolean => mantissa === 1 || mantissa === 2 || mantissa === 5;

function labelled(at: Step, label: string | undefined): Tick {
  return { value: multiple(at, 1), label: label === undefined ? [] : [label] };
}

/** All 1 … 9 times a power of ten in [min, max]. */
function logGridLines(min: number, max: number): Step[] {
  const lines: Step[] = [];
  for (let exponent = Math.floor(Math.log10(min)); exponent <= Math.ceil(Math.log10(max)); exponent++) {
    for (let mantissa = 1; mantissa <= 9; mantissa++) {
      const value = multiple({ mantissa, exponent }, 1);
      if (value >= min * (1 - SLACK) && value <= max * (1 + SLACK)) lines.push({ mantissa, exponent });
    }
  }
  return lines;
}

/** An axis in between has its numbers written out: 0.001, 10,000. */
const [SMALLEST_PLAIN, LARGEST_PLAIN] = [1e-3 * (1 - SLACK), 1e6 * (1 + SLACK)];

/** Whether a number is long to read when written out. */
const isLong = (size: number): boolean => size >= 1e5 || size < 1e-3;

/** Written out to the digit 10^exponent. */
function plain(value: number, exponent: number): string {
  return `${printedSign(value)}${decimals(Math.abs(value), Math.max(0, -exponent))}`;
}

/** The same of a round number of a log axis, its thousands apart. */
function written(value: number, exponent: number): string {
  return exponent < 0 ? plain(value, exponent) : count(value);
}

/** As a multiple of 10^power, to the digit 10^exponent. */
function scientific(value: number, power: number, exponent: number): string {
  if (value === 0) return '0';
  const mantissa = plain(multiple({ mantissa: value, exponent: -power }, 1), exponent - power);
  return mantissa === '1' ? powerOfTen(power) : `${mantissa}×${powerOfTen(power)}`;
}
