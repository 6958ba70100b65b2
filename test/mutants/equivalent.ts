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

export const equivalents: readonly Equivalent[] = [];

/** Whether the mutant is in the list. */
export function isEquivalent({ file, text, original, replacement }: Mutant): boolean {
  return equivalents.some((known) => known.file === file && known.line === text && known.original === original && known.replacement === replacement);
}
