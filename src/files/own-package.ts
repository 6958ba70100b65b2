import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Found by its name: a module is bundled into a chunk, and does not know how deep in the package the chunk lies. */
const description = createRequire(import.meta.url).resolve('iwal/package.json');

/** The version of this program, which ledgers, reports and own parts carry. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
  return version;
}

/**
 * The built file of a thread, `cli/simulate/thread` for one: an entry point of the build (.config/build.js), as every file that is
 * named *thread.ts is.
 */
export function threadFile(path: string): URL {
  return pathToFileURL(join(dirname(description), 'dist/src', `${path}.js`));
}

/** The built file of the command line, for programs that start it. */
export function programFile(): string {
  return join(dirname(description), 'dist/src/cli/main.js');
}
