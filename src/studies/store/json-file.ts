import type { z } from 'zod';
import { DataError } from '../../files/data-error.ts';

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
    throw new DataError({
      file,
      line: line + linesBefore(text, message),
      found: `no JSON (${message.replace(/[\n\r]/g, ' ')})`,
      legal: remedy,
    });
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw new DataError({
    file,
    line: line + lineOfKey(text, path[0]),
    found: `${path.join('.') || 'the whole'}: ${message}`,
    legal: remedy,
  });
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
