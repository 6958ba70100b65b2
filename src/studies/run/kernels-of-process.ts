import { chooseKernels, kernelsNamed } from '../../rows/kernels/choice.ts';

/** Obeys IWAL_KERNELS on this thread, as the program does on its own. Throws a RangeError for a word that names none. */
export function chooseKernelsOfProcess(): void {
  chooseKernels(kernelsNamed(process.env.IWAL_KERNELS));
}
