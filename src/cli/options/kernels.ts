import { chooseKernels } from '../../rows/kernels/choice.ts';
import { kernelsNamed } from '../../rows/kernels/named.ts';
import { UsageError } from '../terminal/failure.ts';

/** Obeys IWAL_KERNELS. Throws a UsageError for a word that names none. */
export function obeyKernels(name: string): void {
  try {
    chooseKernels(kernelsNamed(name));
  } catch (error) {
    throw new UsageError(`IWAL_KERNELS: ${(error as Error).message}`);
  }
}
