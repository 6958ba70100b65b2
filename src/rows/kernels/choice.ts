/** The loops over a row of large data: WebAssembly, or TypeScript alone. They compute the same, bit for bit. */
export const KERNELS = ['wasm', 'js'] as const;

/** What walks large rows. */
export type KernelChoice = (typeof KERNELS)[number];

let chosen: KernelChoice = 'wasm';

/**
 * What rows that this thread reads or builds from now on are walked with; 'wasm' until somebody says otherwise. Rows of few entries
 * are walked by TypeScript anyway.
 */
export function chooseKernels(choice: KernelChoice): void {
  chosen = choice;
}

/** Which kernels this process takes. */
export function chosenKernels(): KernelChoice {
  return chosen;
}
