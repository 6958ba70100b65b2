import { readFileSync } from 'node:fs';

/** The version of this program, which ledgers carry. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}
