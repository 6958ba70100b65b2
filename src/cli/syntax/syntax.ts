import type { Options } from './option.ts';

/** What a command takes: all that parsing and the help need. */
export interface Syntax<P extends Options = Options, O extends Options = Options> {
  readonly name: string;
  /** What follows the name, as the help prints it: "<train>". */
  readonly usage: string;
  readonly summary: string;
  /** Arguments by position. */
  readonly places: P;
  readonly options: O;
  /** Options that most command lines write: `--help` lists these alone, `--help all` first. Default: `--help` lists every option. */
  readonly common?: readonly string[];
  /** Options that the help lists under headings of their own. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly examples: readonly (readonly [line: string, what: string])[];
}
