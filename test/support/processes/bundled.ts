import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type OutputChunk } from 'rolldown';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a bundler makes of a file of the project: one chunk; what is left to import is in `imports`. */
export async function bundled(file: string, platform: 'browser' | 'node'): Promise<OutputChunk> {
  const bundle = await rolldown({ input: join(root, file), platform, logLevel: 'silent' });
  const { output } = await bundle.generate({ codeSplitting: false });
  return output[0];
}

/** Writes a module of src/ with all that it imports, for a process that a test starts; the URL by which the process imports it. */
export async function bundledModule(file: string, write: (name: string, text: string) => string): Promise<string> {
  const { code } = await bundled(file, 'node');
  return pathToFileURL(write('bundled.mjs', code)).href;
}
