import { didYouMean } from '../../files/did-you-mean.ts';
import { KERNELS, type KernelChoice } from './choice.ts';

/** The choice of this name, as IWAL_KERNELS gives it; 'wasm' for none. Throws a RangeError for any other. */
export function kernelsNamed(name: string | undefined): KernelChoice {
  if (name === undefined || name === '') return 'wasm';
  const choice = KERNELS.find((each) => each === name);
  if (choice === undefined)
    throw new RangeError(`there are no kernels '${name}'; expected '${KERNELS.join("' or '")}'${didYouMean(name, KERNELS)}`);
  return choice;
}
