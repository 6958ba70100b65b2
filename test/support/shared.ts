/**
 * Material that lies beside the project in ../shared: real datasets and numbers computed elsewhere. Tests that read it are
 * skipped where it is absent, and say so by their name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of a file in ../shared, or undefined where it is absent. */
export function sharedPath(name: string): string | undefined {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

/** Text of a file in ../shared, or undefined where it is absent. */
export function reference(name: string): string | undefined {
  const path = sharedPath(name);
  return path === undefined ? undefined : readFileSync(path, 'utf8');
}
