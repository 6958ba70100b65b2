import { createHash } from 'node:crypto';

const FIELD = ',"digest":"';
const SEAL = /,"digest":"([0-9a-f]{16})"\}$/;

/** The same object with its digest; `json` is the text of an object with at least one field. */
export function sealed(json: string): string {
  return `${json.slice(0, -1)}${FIELD}${digestOf(json)}"}`;
}

/** A line without its seal, and what that seal says of it. */
export interface Unsealed {
  readonly json: string;
  readonly seal: 'intact' | 'broken' | 'none';
}

/**
 * The seal of a stored line: a digest of its content, as the last field of the line's object.
 *
 *   {…,"digest":"<first 16 digits of the SHA-256 of the line without this field>"}
 *
 * It is taken of the text, so that no byte of a line can change without notice: not a digit, not the name of a column. It tells
 * damage and careless hands; against somebody who computes it anew nothing but measuring again helps (iwal study cell --rerun).
 */
export function unsealed(line: string): Unsealed {
  const found = SEAL.exec(line);
  if (found === null) return { json: line, seal: 'none' };
  const json = `${line.slice(0, found.index)}}`;
  return { json, seal: digestOf(json) === found[1] ? 'intact' : 'broken' };
}

/**
 * Whether some line of a text has a digest: no text within JSON reads like the field, because quotes within texts are escaped.
 */
export function hasSeals(text: string): boolean {
  return text.includes(FIELD);
}

function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}
