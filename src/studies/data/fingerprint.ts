import { crcOf, crcText } from '../../files/crc.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { Split } from '../../rows/selection.ts';

/** Of datasets, by name. */
export type Fingerprints = ReadonlyMap<string, string>;

/** Checksums of data: part of every cell's identity, so that results of different data are never mixed. */
export function fingerprintsOf(splits: ReadonlyMap<string, Split>): Map<string, string> {
  return new Map([...splits].map(([name, split]) => [name, fingerprintOf(split)]));
}

/**
 * What is said of results that do not belong to the data at hand.
 *
 * @example
 * const now = new Map([['a9a', '1f.-.2e']]);
 * const said = "the dataset 'a9a' has the fingerprint 1f.-.2e now: the cell was measured on other data";
 * measuredOnOtherData('a9a', now, 'the cell was') // => said
 */
export function measuredOnOtherData(dataset: string, now: Fingerprints, what: string): string {
  return `the dataset '${dataset}' has the fingerprint ${now.get(dataset)} now: ${what} measured on other data`;
}

/**
 * Equal for equal rows, labels, importances, costs and queries in all parts, wherever they came from. Importances that are all 1
 * are none: data without any has the same fingerprint.
 */
export function fingerprintOf({ train, validation, test }: Split): string {
  return [train, validation, test].map((part) => (part === undefined ? '-' : checksum(part))).join('.');
}

function checksum({ rows, labels, importances, costs, groups }: Dataset): string {
  const weights = importances?.some((each) => each !== 1) ? [importances] : [];
  const besides = [...(costs ? [costs.offsets, costs.classes, costs.costs] : []), ...(groups ? [groups] : [])];
  return crcText(crcOf([rows.offsets, rows.indices, rows.values, labels, ...weights, ...besides]));
}
