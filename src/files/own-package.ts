import { builtin } from './builtin.ts';

const { readFileSync } = builtin('node:fs');
const { createRequire } = builtin('node:module');
const paths = builtin('node:path');
const { pathToFileURL } = builtin('node:url');

/** Found by its name: a module is bundled into a chunk, and does not know how deep in the package the chunk lies. */
function description(): string {
  return createRequire(import.meta.url).resolve('iwal/package.json');
}

/** The version of this program, which ledgers, reports and own parts carry. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(description(), 'utf8')) as { version: string };
  return version;
}

/**
 * The built file of a thread, `cli/simulate/thread` for one: an entry point of the build (.config/build.js), as every file that is
 * named *thread.ts is.
 */
export function threadFile(path: string): URL {
  return pathToFileURL(paths.join(paths.dirname(description()), 'dist/src', `${path}.js`));
}

/** The built file of the command line, for programs that start it. */
export function programFile(): string {
  return paths.join(paths.dirname(description()), 'dist/src/cli/main.js');
}
