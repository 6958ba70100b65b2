import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { staleSource } from '../../../.config/build-first.ts';

const stale = staleSource();
if (stale !== undefined) {
  throw new Error(
    `${stale} is newer than its build, and this test judges the build; ` +
      '`npx vitest --config .config/vitest.config.ts` builds first, and so does `npm test`',
  );
}

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** The path of a built file, `src/cli/main.js` for one; whoever asks can rely on a build that is not older than its sources. */
export function built(path: string): string {
  return join(dist, path);
}

/** The same as a URL, to be imported. */
export function builtUrl(path: string): string {
  return pathToFileURL(built(path)).href;
}
