/** Mutants that nobody could tell from the original, each with its proof. */
import type { Mutant } from './sites.ts';

interface Equivalent {
  readonly file: string;
  /** Text of the line that the mutant is on, without its indentation. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  readonly proof: string;
}

export const equivalents: readonly Equivalent[] = [
  ...['128', '65'].map((replacement) => ({
    file: 'src/ledger/background-ledger.ts',
    line: 'const AHEAD = 64;',
    original: '64',
    replacement,
    proof: 'how many messages wait bounds the memory they take; messages are written one after the other in the order in which they were posted, so that the file is the same with any bound above 0',
  })),
];

/** Whether the mutant is in the list. */
export function isEquivalent({ file, text, original, replacement }: Mutant): boolean {
  return equivalents.some((known) => known.file === file && known.line === text && known.original === original && known.replacement === replacement);
}
