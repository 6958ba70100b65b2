import { DataError } from '../../../files/data-error.ts';
import { legalRange, type Parameter } from '../../../numerics/recipe.ts';
import { requireNumbers, type SaidOfClasses } from '../labels.ts';
import type { LabelChoice } from '../reader.ts';
import type { ReadOptions } from '../reader.ts';
import type { HashName } from './hash.ts';
import { requireTerms } from './interactions.ts';

/** Above 30 bits weights no longer fit the memory of ordinary machines. */
export const BITS = {
  from: 1,
  to: 30,
  whole: true,
  default: 18,
  meaning: 'bits of the hash: there are 2^bits features',
} as const satisfies Parameter;

/** How Vowpal Wabbit text is read, with nothing left open. */
export interface VwTextOptions extends SaidOfClasses {
  readonly labels: LabelChoice;
  readonly bits: number;
  readonly hash: HashName;
  readonly interactions: readonly string[];
}

/** The same with every default filled in. */
export function completed(file: string, options: ReadOptions): VwTextOptions {
  requireNumbers(file, options);
  const { labels = 'real', bits = BITS.default, hash = 'strings', interactions = [] } = options;
  return { ...options, labels, bits, hash, interactions };
}

/** Throws a DataError for bits out of range, or a term that is none. file: which reading they were meant for. */
export function requireLegal(file: string, { bits, interactions }: VwTextOptions): void {
  if (!(bits >= BITS.from && bits <= BITS.to && Number.isInteger(bits)))
    throw new DataError({ file, found: `${bits} hash bits`, legal: legalRange(BITS) });
  requireTerms(file, interactions);
}
