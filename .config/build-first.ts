import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Before any test, and before tests are run again: builds where a source is newer than its build. Many tests run the built program,
 * and would judge the last build whatever had been edited since.
 */
export default function setup(project: Pick<TestProject, 'onTestsRerun'>): void {
  buildFirst();
  project.onTestsRerun(() => {
    buildFirst();
  });
}

/** Builds the project of a folder unless its build is as new as its sources; throws where the compiler finds a fault. */
export function buildFirst(folder = root): void {
  const stale = staleSource(folder);
  if (stale === undefined) return;
  process.stderr.write(`building first: ${stale} is newer than its build\n`);
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** A source that is newer than its build, or was never built; undefined where the build is as new as all of them. */
export function staleSource(folder = root): string | undefined {
  const { include } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as { include: string[] };
  return include
    .flatMap((each) => sourcesIn(folder, each))
    .find((source) => {
      const built = statSync(join(folder, 'dist', source.replace(/\.ts$/, '.js')), { throwIfNoEntry: false });
      return built === undefined || built.mtimeMs < statSync(join(folder, source)).mtimeMs;
    });
}

function sourcesIn(folder: string, part: string): string[] {
  return readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(part, name));
}
