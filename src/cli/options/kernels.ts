import { chooseKernels } from '../../rows/kernels/choice.ts';
import { kernelsNamed } from '../../rows/kernels/named.ts';
import { loadPartsOfProcess } from '../../specs/parts/load.ts';
import { UsageError } from '../terminal/failure.ts';

/** What a thread does first: it has the kernels and the own parts of its process. */
export async function beginAsProcess(): Promise<void> {
  obeyKernels(process.env.IWAL_KERNELS);
  await loadPartsOfProcess();
}

/** Obeys IWAL_KERNELS. Throws a UsageError for a word that names none. */
export function obeyKernels(name: string | undefined): void {
  try {
    chooseKernels(kernelsNamed(name));
  } catch (error) {
    throw new UsageError(`IWAL_KERNELS: ${(error as Error).message}`);
  }
}
