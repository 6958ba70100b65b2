/** Numbers in words for the pages of `iwal study`. */
import { count } from '../layout.ts';

/** "1 seed", "1,380 cells" */
export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}
