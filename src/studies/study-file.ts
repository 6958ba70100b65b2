import { readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { moduleFault } from '../files/module-fault.ts';
import { SpecError } from '../specs/choices.ts';
import { studyOf } from './small-study.ts';
import type { Study } from './study.ts';

/**
 * A study from a user's file: the default export of a module (.mjs, .js), or .json. It is a study as the built-in ones are, or in
 * its small form. Every fault is a SpecError that begins with the file, and names the line where the file cannot be read.
 */
export async function loadStudy(file: string): Promise<Study> {
  try {
    const found = extname(file) === '.json' ? fromJson(file) : await defaultExportOf(file);
    return isWhole(found) ? found : studyOf(found, dirname(resolve(file)), `iwal study run ${file}`);
  } catch (error) {
    throw error instanceof SpecError ? new SpecError(`${file}: ${error.message}`) : error;
  }
}

function fromJson(file: string): unknown {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = /position (\d+)/.exec(message)?.[1];
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
    throw new SpecError(
      `line ${before.length}, column ${before[before.length - 1].length + 1}: ${message.replace(/ in JSON at position.*/, '')}`,
    );
  }
}

async function defaultExportOf(file: string): Promise<unknown> {
  const url = pathToFileURL(resolve(file)).href;
  const module = (await import(url).catch((error: unknown) => {
    throw new SpecError(moduleFault(error, file));
  })) as { readonly default?: unknown };
  if (module.default === undefined) throw new SpecError('no default export; `export default { id, data, axes }` is wanted');
  return module.default;
}

function isWhole(found: unknown): found is Study {
  const { cells, report, datasets } = (found ?? {}) as Partial<Study>;
  return [cells, report, datasets].every((part) => typeof part === 'function');
}
