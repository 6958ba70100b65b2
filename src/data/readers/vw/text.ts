import { legalRange, type Parameter } from '../../../numerics/recipe.ts';
import { DataError } from '../../../files/data-error.ts';
import { Interactions, requireTerms } from './interactions.ts';
import { requireNumbers, type LabelChoice, type SaidOfClasses } from '../labels.ts';
import { readLines } from '../lines.ts';
import type { Reader, ReadOptions } from '../reader.ts';
import { tooLarge } from '../../../rows/room.ts';
import { Features, type VwExample } from './example.ts';
import { nameHashes, type HashName } from './hash.ts';
import { VwParser } from './parser.ts';
import { VwRows } from './rows.ts';

/** Above 30 bits weights no longer fit the memory of ordinary machines. */
export const BITS = {
  from: 1,
  to: 30,
  whole: true,
  default: 18,
  meaning: 'bits of the hash: there are 2^bits features',
} as const satisfies Parameter;

export interface VwTextOptions extends SaidOfClasses {
  readonly labels: LabelChoice;
  readonly bits: number;
  readonly hash: HashName;
  readonly interactions: readonly string[];
}

/**
 * Reads Vowpal Wabbit text: names are hashed into 2^b features, columns 1 to 2^b; column 0 is the constant, which no name shares.
 *
 * Features of a line that fall on one column are summed, as in every reader: the row is then the exact vector in the hash space,
 * where Vowpal Wabbit treats them as separate steps on one weight (docs/ERRATA.md). Interactions are features like others. A
 * dataset keeps importances; tags are dropped.
 *
 * Errors (DataError): those of the parser, an initial prediction other than 0 (a dataset keeps none), a line without a label
 * unless labels are 'optional', no example at all, bits out of range, a term with fewer than two namespaces, more features on a
 * line (interactions included) than MOST_FEATURES, more than fits the memory.
 *
 * Source: Vowpal Wabbit 9.11, input format.
 */
export const vw: Reader = {
  extensions: ['.vw'],
  async read(file, options) {
    const complete = completed(file, options);
    const rows = new VwRows(file, complete.bits);
    await readVwText(file, complete, rows.take);
    try {
      return rows.finish();
    } catch (error) {
      throw tooLarge({ file }, error);
    }
  },
  async *pieces(file, options) {
    const complete = completed(file, options);
    const rows = new VwRows(file, complete.bits);
    for await (const taken of vwBlocks(file, complete, rows.take)) if (taken > 0) yield rows.piece();
  },
};

/** With every default filled in. */
function completed(file: string, options: ReadOptions): VwTextOptions {
  requireNumbers(file, options);
  const { labels = 'real', bits = BITS.default, hash = 'strings', interactions = [] } = options;
  return { ...options, labels, bits, hash, interactions };
}

/** Takes an example and its interactions, which are filled anew for the next. */
export type TakeVw = (example: VwExample, products: Features) => void;

/** Hands over every example of the file with its interactions. */
export async function readVwText(file: string, options: VwTextOptions, take: TakeVw): Promise<void> {
  const blocks = vwBlocks(file, options, take);
  while ((await blocks.next()).done !== true);
}

/** The same; yields after every block of lines with the number of examples that were in it. */
export async function* vwBlocks(file: string, options: VwTextOptions, take: TakeVw): AsyncGenerator<number, void> {
  const { labels, bits, hash, interactions } = options;
  if (!(bits >= BITS.from && bits <= BITS.to && Number.isInteger(bits)))
    throw new DataError({ file, found: `${bits} hash bits`, legal: legalRange(BITS) });
  requireTerms(file, interactions);
  const terms = new Interactions(interactions);
  const products = new Features();
  let examples = 0;
  const parser = new VwParser(file, {
    labels,
    said: options,
    hash: nameHashes[hash],
    take(example) {
      examples++;
      products.clear();
      terms.expand(example.spaces, products);
      if (!areSingles(products)) {
        throw new DataError({
          file,
          line: example.line,
          found: 'an interaction that overflows',
          legal: 'values whose products are finite in single precision',
        });
      }
      take(example, products);
    },
  });
  try {
    for await (const block of readLines(file, { taken: () => parser.line })) {
      const before = examples;
      parser.parse(block);
      yield examples - before;
    }
  } catch (error) {
    throw tooLarge({ file, line: parser.line }, error);
  }
  if (examples === 0)
    throw new DataError({ file, found: 'no examples', legal: "at least one line 'label |namespace feature:value …'" });
}

function areSingles({ values, length }: Features): boolean {
  for (let k = 0; k < length; k++) if (!Number.isFinite(Math.fround(values[k]))) return false;
  return true;
}
