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
import { legalRange, type Parameter } from '../../../numerics/recipe.ts';
import { DataError } from '../../../files/data-error.ts';
import { CONSTANT, withImportances } from '../../../rows/dataset.ts';
import { Growing } from '../../../rows/growing.ts';
import { Interactions, requireTerms } from './interactions.ts';
import { requireNumbers, type LabelChoice, type SaidOfClasses } from '../labels.ts';
import { readLines } from '../lines.ts';
import { datasetName } from '../reader.ts';
import type { Reader } from '../reader.ts';
import { SizeError, tooLarge } from '../../../rows/room.ts';
import { SparseRowsBuilder } from '../../../rows/sparse-rows-builder.ts';
import { GrowingCosts } from './costs.ts';
import { Features, type VwExample } from './example.ts';
import { nameHashes, type HashName } from './hash.ts';
import { VwParser } from './parser.ts';

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

export const vw: Reader = {
  extensions: ['.vw'],
  async read(file, options) {
    const { labels: choice = 'real', bits = BITS.default, hash = 'strings', interactions = [] } = options;
    requireNumbers(file, options);
    const builder = new SparseRowsBuilder();
    const labels = new Growing(Float64Array);
    const importances = new Growing(Float64Array);
    const mask = 2 ** bits - 1;
    const costs = new GrowingCosts(file);
    await readVwText(file, { ...options, labels: choice, bits, hash, interactions }, (example, products) => {
      if (example.initial !== 0) {
        throw new DataError({
          file,
          line: example.line,
          found: `the initial prediction ${example.initial}`,
          legal: 'none: a dataset keeps no initial predictions',
        });
      }
      labels.push(costs.cheapestOf(example) ?? example.label ?? NaN);
      importances.push(example.importance);
      builder.add(CONSTANT, 1);
      for (const space of example.spaces) addTo(builder, space, mask);
      addTo(builder, products, mask);
      endRow(builder, file, example.line);
    });
    try {
      return {
        name: datasetName(file),
        rows: builder.build(mask + 2),
        labels: labels.shared(),
        ...withImportances(importances.shared()),
        ...costs.finish(),
      };
    } catch (error) {
      throw tooLarge({ file }, error);
    }
  },
};

function addTo(builder: SparseRowsBuilder, { hashes, values, length }: Features, mask: number): void {
  for (let k = 0; k < length; k++) builder.add(1 + (hashes[k] & mask), values[k]);
}

/** Features that fall on one column may sum to what single precision does not hold. */
function endRow(builder: SparseRowsBuilder, file: string, line: number): void {
  try {
    builder.endRow();
  } catch (error) {
    if (!(error instanceof RangeError) || error instanceof SizeError) throw error;
    const found = `a line that cannot be stored (${error.message})`;
    throw new DataError({ file, line, found, legal: 'features whose sum in a column is finite in single precision' });
  }
}

/** Hands over every example of the file with its interactions; both are filled anew for the next. */
export async function readVwText(
  file: string,
  options: VwTextOptions,
  take: (example: VwExample, products: Features) => void,
): Promise<void> {
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
    for await (const block of readLines(file, { taken: () => parser.line })) parser.parse(block);
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
