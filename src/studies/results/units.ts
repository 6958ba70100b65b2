import { count, decimals, printedSign, rounded } from '../../numerics/display.ts';

/** How numbers of claims are written, by the name of what they are in. */
export const UNITS = {
  /** Three significant digits. */
  number: significant,
  /** A whole number. */
  count: (x: number): string => count(Math.round(x)),
  /** Mean counts. */
  tenths: (x: number): string => signed(x, 1),
  /** Powers of ten. */
  decades: (x: number): string => `${signed(x, 1)} decades`,
  /** A factor. */
  times: (x: number): string => `${signed(x, 2)} times`,
  /** AUC, NDCG: in [0, 1], the larger the better. */
  quality: (x: number): string => signed(x, 4),
  /** Seconds. */
  seconds: (x: number): string => `${signed(x, 3)} s`,
  /** A share in [0, 1]. */
  share: (x: number): string => `${signed(100 * x, 1)}%`,
  /** A share of few. */
  percent: (x: number): string => `${signed(100 * x, 2)}%`,
  /** A relative change. */
  change: (x: number): string => `${plus(x)}${signed(100 * x, 1)}%`,
  /** A difference of shares. */
  points: (x: number): string => `${plus(x)}${signed(100 * x, 2)} points`,
  /** A difference of numbers. */
  difference: (x: number): string => `${plus(x)}${significant(x)}`,
  /** A difference of qualities. */
  fine: (x: number): string => `${plus(x)}${signed(x, 4)}`,
} as const satisfies Readonly<Record<string, (x: number) => string>>;

/** The name of what a number of a claim is in, which says how it is written. */
export type Unit = keyof typeof UNITS;

/**
 * @example
 * inUnit(-0.0042, 'points') // => '−0.42 points'
 */
export function inUnit(x: number, unit: Unit): string {
  if (Number.isNaN(x)) return 'unknown';
  return Number.isFinite(x) ? UNITS[unit](x) : `${printedSign(x)}∞`;
}

function plus(x: number): string {
  return x < 0 ? '' : '+';
}

function signed(x: number, digits: number): string {
  return `${printedSign(x)}${decimals(Math.abs(x), digits)}`;
}

function significant(x: number): string {
  return `${printedSign(x)}${rounded(Math.abs(x), 3)}`;
}
