import { didYouMean } from '../../files/did-you-mean.ts';

/** The loops over a row of large data: WebAssembly, or TypeScript alone. They compute the same, bit for bit. */
const KERNELS = ['wasm', 'js'] as const;

export type KernelChoice = (typeof KERNELS)[number];

let chosen: KernelChoice = 'wasm';

/**
 * What rows that this thread reads or builds from now on are walked with; 'wasm' until somebody says otherwise. Rows of few entries
 * are walked by TypeScript anyway.
 */
export function chooseKernels(choice: KernelChoice): void {
  chosen = choice;
}

export function chosenKernels(): KernelChoice {
  return chosen;
}

/** The choice of this name, as IWAL_KERNELS gives it; 'wasm' for none. Throws a RangeError for any other. */
export function kernelsNamed(name: string | undefined): KernelChoice {
  if (name === undefined || name === '') return 'wasm';
  const choice = KERNELS.find((each) => each === name);
  if (choice === undefined)
    throw new RangeError(`there are no kernels '${name}'; expected '${KERNELS.join("' or '")}'${didYouMean(name, KERNELS)}`);
  return choice;
}
