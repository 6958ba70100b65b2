import { isConstant, LEGAL_CONSTANT, type Constant } from '../../../rows/dataset.ts';
import { decimal } from '../../../numerics/decimals.ts';
import type { DatasetOptions } from '../../../data/index.ts';
import { optional, readAs, type Option } from '../../syntax/option.ts';

const written = readAs((text): Constant | undefined => {
  const constant = text === 'none' ? text : decimal(text);
  return isConstant(constant) ? constant : undefined;
}, `${LEGAL_CONSTANT},`);

/** `--constant`: the constant feature of every row, for all commands that learn. */
export const constantOption: Option<Constant | undefined> = optional(
  'value of the constant feature that every row has besides its own, or none for rows without one; 1 if absent; ' +
    LEGAL_CONSTANT,
  written,
);

/** How to read the data of a spec: with its constant. */
export function withConstantOf({ constant }: { readonly constant?: Constant }, reading: DatasetOptions): DatasetOptions {
  return constant === undefined ? reading : { ...reading, constant };
}
