import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { textOf } from '../files/contents.ts';
import { moduleFault } from '../files/modules.ts';
import { SpecError } from '../specs/choices.ts';
import { loadParts } from '../specs/parts/load.ts';
import { type SmallStudy, studyOf } from './small-study.ts';
import type { Study } from './study.ts';

const fileNames = z.array(z.string());

/**
 * A study from a user's file: the default export of a module (.mjs, .js), or .json. It is a study as the built-in ones are, or in
 * its small form. A module may name files of own parts beside it, `export const parts = ['./my-rule.mjs']` or in its default
 * export; data that is .json loads no code. Every fault is a SpecError that begins with the file, and names the line where the file
 * cannot be read.
 */
export async function loadStudy(file: string): Promise<Study> {
  try {
    const found = extname(file) === '.json' ? fromJson(file) : await programOf(file);
    return isWhole(found) ? found : studyOf(found, dirname(resolve(file)), `iwal study run ${file}`);
  } catch (error) {
    throw error instanceof SpecError ? new SpecError(`${file}: ${error.message}`) : error;
  }
}

function fromJson(file: string): unknown {
  const text = textOf(file).replace(/^\uFEFF/, '');
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === 'object' && found !== null && 'parts' in found)
      throw new SpecError('parts: a study in .json loads no code; name the file on the command line, --parts my-rule.mjs');
    return found;
  } catch (error) {
    if (error instanceof SpecError) throw error;
    const { message } = error as Error;
    const position = /position (\d+)/.exec(message)?.[1];
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
    throw new SpecError(
      `line ${before.length}, column ${before[before.length - 1].length + 1}: ${message.replace(/ in JSON at position.*/, '')}`,
    );
  }
}

/** The default export of a program; the own parts that the program names are loaded, as those of the command line are. */
async function programOf(file: string): Promise<unknown> {
  const url = pathToFileURL(resolve(file)).href;
  const module = (await import(url).catch((error: unknown) => {
    throw new SpecError(moduleFault(error, file));
  })) as { readonly default?: { readonly parts?: unknown }; readonly parts?: unknown };
  if (module.default === undefined) throw new SpecError('no default export; `export default { id, data, axes }` is wanted');
  const files = fileNames.safeParse(module.parts ?? module.default.parts ?? []);
  if (!files.success) throw new SpecError("parts: a list of files is wanted, ['./my-rule.mjs']");
  await loadParts(files.data.map((each) => resolve(dirname(file), each)));
  return module.default;
}

function isWhole(found: unknown): found is Study {
  const { cells, report, datasets } = (found ?? {}) as Partial<Study>;
  return [cells, report, datasets].every((part) => typeof part === 'function');
}

/** Names the type, so that a study's file reads as data and a typo in it is a compile error. */
export function defineStudy<const S extends Study | SmallStudy>(study: S): S {
  return study;
}
