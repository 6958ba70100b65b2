/** Numbers in words for the pages of `iwal study`. */
import { count } from '../layout.ts';

/** "1 seed", "1,380 cells" */
export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** "0.4 s", "3 min", "2.5 h" */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Number(seconds.toPrecision(2))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Number((seconds / 3600).toPrecision(2))} h`;
}
