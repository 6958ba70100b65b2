import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
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

/** Builds the project of a folder unless its build is as new as its sources; throws where the build finds a fault. */
export function buildFirst(folder = root): void {
  const stale = staleSource(folder);
  if (stale === undefined) return;
  process.stderr.write(`building first: ${stale} is newer than its build\n`);
  execFileSync(process.execPath, [join(root, '.config/build.js')], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** A source that is newer than the build, or was never built; undefined where the build is as new as all of them. */
export function staleSource(folder = root): string | undefined {
  const built = statSync(join(folder, 'dist/built'), { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  return ['src', 'experiments', '.config']
    .flatMap((part) => sourcesIn(folder, part))
    .find((source) => built < statSync(join(folder, source)).mtimeMs);
}

function sourcesIn(folder: string, part: string): string[] {
  if (!existsSync(join(folder, part))) return [];
  return readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js|wat)$/.test(name))
    .map((name) => join(part, name));
}
