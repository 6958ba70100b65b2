import { builtin } from '../../files/builtin.ts';
import { moduleFault } from '../../files/modules.ts';
import { SpecError } from '../choices.ts';
import { loadedParts, noteLoaded } from './loaded.ts';
import { addParts, checkedParts } from './registry.ts';

const paths = builtin('node:path');
const { fileURLToPath, pathToFileURL } = builtin('node:url');

/**
 * Loads files of own parts (OwnParts), so that their names can be used like those of built-in parts, here and in threads that are
 * started from now on. A file is a program, and is run.
 *
 * @throws SpecError with the file: it cannot be read or followed (identity.ts), throws, exports something else, or uses a name
 * that is taken.
 */
export async function loadParts(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { href: url } = pathToFileURL(paths.resolve(file));
    const hash = await load(file, url);
    noteLoaded({ file, url, hash });
  }
}

/**
 * Loads into a thread what its process had loaded when it started the thread.
 *
 * @throws SpecError where a file has changed since.
 */
export async function loadPartsOfProcess(): Promise<void> {
  for (const { file, url, hash } of loadedParts()) if ((await load(file, url)) !== hash) throw changed(file);
}

/** Adds the parts of a file; returns its hash. */
async function load(file: string, url: string): Promise<string> {
  const path = fileURLToPath(url);
  // Newer Nodes strip types by themselves.
  if (/\.m?ts$/.test(path) && !(process.features as { readonly typescript?: unknown }).typescript)
    throw new SpecError(`${file}: Node ${process.versions.node} does not run TypeScript; expected JavaScript, or Node 22.18`);
  // Loaded here: most programs name no file of parts.
  const { moduleIdentity } = await import('./identity.ts');
  const hash = await moduleIdentity(file);
  const { default: own } = (await import(url).catch((error: unknown) => {
    throw new SpecError(`${file}: ${moduleFault(error, path)}`);
  })) as { readonly default?: unknown };
  // What was hashed is what was run, unless somebody wrote to it in between.
  if ((await moduleIdentity(file)) !== hash) throw changed(file);
  const source = { file, hash };
  addParts(checkedParts(own, source), source);
  return hash;
}

function changed(file: string): SpecError {
  return new SpecError(`${file}: it has changed while it was loaded; run the command again`);
}
