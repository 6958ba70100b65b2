interface WebAssemblyModules {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

const modules = new Map<string, object>();

/** What a .wat file exports, with what it imports; its code is made once. */
export function instance(base64: string, imports: Readonly<Record<string, object>>): object {
  const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyModules }).WebAssembly;
  let module = modules.get(base64);
  if (module === undefined)
    modules.set(base64, (module = new Module(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)))));
  return new Instance(module, imports).exports;
}
