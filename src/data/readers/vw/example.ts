/** One line of Vowpal Wabbit text, taken apart: what the parser hands over and readers make rows of. */
import { counted, SizeError } from '../../../rows/room.ts';

/** Of one line, interactions included: they are kept in V8's heap while the line is read. */
export const MOST_FEATURES = 2 ** 23;

/** The complaint about a line with more. */
export function tooMany(): SizeError {
  return new SizeError(`more than ${counted(MOST_FEATURES, 'features on one line')}`);
}

/** Features side by side: the number of each name below 2^32, not yet cut to b bits, and its value, never 0. */
export interface Features {
  readonly hashes: number[];
  readonly values: number[];
}

/** A namespace of a line; namespaces with the same first letter are one. */
export interface Space extends Features {
  /** First byte of the name, by which interactions call it; a space for the unnamed one. */
  readonly letter: number;
}

/** Its namespaces are filled anew for every line: whoever wants to keep them copies them. */
export interface VwExample {
  /** Line in the file, from 1. */
  readonly line: number;
  /** undefined where the line has none. */
  readonly label: number | undefined;
  /** Importance h >= 0; 1 where the line has none. */
  readonly importance: number;
  /** What predictions start from; 0 where the line has none. */
  readonly initial: number;
  readonly tag: string;
  /** In order of first appearance. */
  readonly spaces: readonly Space[];
}
