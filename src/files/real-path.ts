import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Links that may follow one another, as on Linux. */
const MOST_LINKS = 40;

/**
 * The one name of a file behind links, of files that do not exist yet as well.
 *
 * Where reading and writing this path ends up: a file that exists, or the one that writing would make. A folder that does not
 * exist is left as it is written.
 */
export function realPath(file: string): string {
  let path = resolve(file);
  for (let links = 0; links < MOST_LINKS; links++) {
    const whole = attempt(() => realpathSync(path));
    if (whole !== undefined) return whole;
    const target = attempt(() => readlinkSync(path));
    if (target === undefined) break;
    path = resolve(dirname(path), target);
  }
  const folder = attempt(() => realpathSync(dirname(path)));
  return folder === undefined ? path : join(folder, basename(path));
}

function attempt(look: () => string): string | undefined {
  try {
    return look();
  } catch {
    return undefined; // does not exist, or is no link: what follows says so
  }
}
