import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { textOf } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { writeContents, pathsIn } from '../../files/durable.ts';
import { MOST_SEEDS, type Size } from '../study.ts';

const schema = z.object({
  id: z.string().min(1),
  title: z.string(),
  size: z.enum(['default', 'full']),
  seeds: z.int().min(1).max(MOST_SEEDS),
  cells: z.int().nonnegative(),
  /** File of the study, as it was given; null for a built-in one. */
  file: z.string().min(1).nullable(),
});

/** The manifest of a report folder, study.json: which study ran there, at which size, and where it is defined. */
export type Manifest = Readonly<z.infer<typeof schema>>;

const NAME = 'study.json';
const REMEDY = "a manifest as iwal writes it; run the folder's study again, which writes it anew, or move the folder away";

/** Writes what a store is of. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return writeContents(join(folder, NAME), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Of a report folder; undefined where no study ran. Throws a DataError with the line of a damaged one. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, NAME);
  return existsSync(file) ? parsedJson(textOf(file), schema, { file, remedy: REMEDY }) : undefined;
}

/** The folder of a study's report and store. */
export function reportFolder(out: string, id: string, size: Size): string {
  return join(out, size === 'default' ? id : `${id}-${size}`);
}

/** The report folders below a folder, in order of their names. */
export function reportFolders(out: string): string[] {
  return pathsIn(out).filter((folder) => existsSync(join(folder, NAME)));
}

/**
 * JSON of a report folder, checked: what is no JSON or not of its schema is told with its line, what was found, what is legal and
 * what to do.
 *
 * The value of a text that stands at this place; `remedy` says what is to be done about a damaged one.
 *
 * @throws DataError for a text that is no JSON.
 */
export function parsedJson<T>(
  text: string,
  schema: z.ZodType<T>,
  { file, line = 1, remedy }: { readonly file: string; readonly line?: number; readonly remedy: string },
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const found = `no JSON (${message.replace(/[\n\r]/g, ' ')})`;
    throw new DataError({ file, line: line + linesBefore(text, message), found, legal: remedy });
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [{ path, message }] = error.issues;
  const found = `${path.join('.') || 'the whole'}: ${message}`;
  throw new DataError({ file, line: line + lineOfKey(text, path[0]), found, legal: remedy });
}

/** Characters that Node shows before and after what it did not expect. */
const CONTEXT = 10;

/** Ends of lines before the place that an error of JSON.parse names: by position, by what stands around it, or by its end. */
function linesBefore(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  const around = /, (\.\.\.)?"([^]*)"(?:\.\.\.)? is not valid JSON$/.exec(message);
  const at = around === null ? text.trimEnd().length : text.indexOf(around[2]) + (around[1] ? CONTEXT : 0);
  return text.slice(0, position === undefined ? at : Number(position)).split('\n').length - 1;
}

function lineOfKey(text: string, key: PropertyKey | undefined): number {
  const at = typeof key === 'string' ? text.indexOf(JSON.stringify(key)) : -1;
  return at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
}
