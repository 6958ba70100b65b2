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

/** Bytes of a page of WebAssembly. */
export const PAGE = 1 << 16;

/** A memory of WebAssembly, in pages; more of them where it may grow. */
export interface WasmMemory<Bytes extends ArrayBufferLike> {
  readonly buffer: Bytes;
  grow(pages: number): number;
}

/** What is used of WebAssembly, which the types of Node leave out. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { initial: number; maximum: number; shared?: true }) => WasmMemory<ArrayBufferLike>;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

const { Module, Memory, Instance } = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;
const modules = new Map<string, object>();

/** What a .wat file exports, with what it imports; its code is made once. */
export function instance(base64: string, imports: Readonly<Record<string, object>>): object {
  let module = modules.get(base64);
  if (module === undefined)
    modules.set(base64, (module = new Module(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)))));
  return new Instance(module, imports).exports;
}

/**
 * A memory of so many pages of 64 KiB.
 *
 * @throws RangeError where the system gives no such address space.
 */
export function memoryOfPages(initial: number, maximum = initial): WasmMemory<ArrayBuffer> {
  return new Memory({ initial, maximum }) as WasmMemory<ArrayBuffer>;
}

/**
 * The same for several threads.
 *
 * @throws RangeError where the system gives no such address space.
 */
export function sharedMemoryOfPages(initial: number, maximum = initial): WasmMemory<SharedArrayBuffer> {
  return new Memory({ initial, maximum, shared: true }) as WasmMemory<SharedArrayBuffer>;
}
