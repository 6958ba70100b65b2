/**
 * WebAssembly in its text format, for rolldown and vitest: a .wat file is imported as its bytes in base 64.
 *
 * Nobody needs a compiler but who builds: wabt, which names line and column of a mistake.
 */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import wabt from 'wabt';

/** Beyond WebAssembly's first version: memory that threads share, and two numbers at a time. */
const FEATURES = { threads: true, simd: true };

export function wat() {
  return {
    name: 'wat',
    async load(id) {
      if (!id.endsWith('.wat')) return null;
      const module = (await wabt()).parseWat(id, readFileSync(id, 'utf8'), FEATURES);
      try {
        module.resolveNames();
        module.validate(FEATURES);
        const { buffer } = module.toBinary({ write_debug_names: true });
        return { code: `export default '${Buffer.from(buffer).toString('base64')}';`, moduleType: 'js' };
      } finally {
        module.destroy();
      }
    },
  };
}
