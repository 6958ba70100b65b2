import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ImportType, init, parse } from 'es-module-lexer';
import { contentsOf, systemWords } from '../../files/contents.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { moduleFault } from '../../files/modules.ts';
import { programVersion } from '../../files/own-package.ts';
import { SpecError } from '../choices.ts';
import { hashOf } from '../hash.ts';

const MODULES = ['.mjs', '.js', '.mts', '.ts'];
const DATA = '.json';
/** This package answers for itself, as it does where its built-in parts are named. */
const SELF = 'iwal';
/** `require` would load files that nobody has followed. */
const LOADERS = ['module', 'node:module'];

/**
 * What a module does, as 16 hexadecimal digits: the SHA-256 of its text and of all that it imports. Relative imports are followed;
 * packages enter by name and version, but iwal where it is the one that runs; modules of Node by name. Where the files lie and
 * what the first one is called does not matter.
 *
 * @throws SpecError with file and line for what cannot be followed: a dynamic import, one by URL, absolute path or `#name`, a module
 * that is not ES, a package that is not installed, a file that cannot be read.
 */
export async function moduleIdentity(file: string): Promise<string> {
  await init;
  const found: string[] = [];
  const seen = new Map<string, number>();
  visit(realpathOf(file, file), file, found, seen);
  return hashOf(found);
}

/** Adds what this file is to `found`, and what it imports, once each, in the order of the imports. */
function visit(path: string, shown: string, found: string[], seen: Map<string, number>): void {
  if (seen.has(path)) {
    found.push(`file ${seen.get(path)}`);
    return;
  }
  seen.set(path, seen.size);
  const content = contentsOf(path);
  found.push(createHash('sha256').update(content).digest('hex'));
  const ending = extname(path);
  if (ending === DATA) return;
  if (!MODULES.includes(ending))
    throw new SpecError(`${shown}: a file ending in '${ending}'; expected ${[...MODULES, DATA].join(', ')}`);
  const text = content.toString();
  for (const { specifier, line } of importsOf(text, shown)) {
    const place = `${shown}:${line}`;
    if (/^\.\.?\//.test(specifier)) {
      const target = fileURLToPath(new URL(specifier, pathToFileURL(path)));
      visit(realpathOf(target, place), target, found, seen);
    } else found.push(packageOf(specifier, path, place));
  }
}

function importsOf(text: string, shown: string): { readonly specifier: string; readonly line: number }[] {
  const parsed = ifPossible(() => parse(text));
  if (parsed === undefined)
    throw new SpecError(`${shown}: ${moduleFault(new SyntaxError('it cannot be read as JavaScript'), shown)}`);
  const [imports, , , hasModuleSyntax] = parsed;
  if (!hasModuleSyntax) throw new SpecError(`${shown}: no ES module: it has neither import nor export`);
  return imports.flatMap(({ t: type, n: specifier, ss: at }) => {
    if (type === ImportType.ImportMeta) return [];
    const line = text.slice(0, at).split('\n').length;
    if (type !== ImportType.Static || specifier === undefined)
      throw new SpecError(
        `${shown}:${line}: a dynamic import, whose code is in no hash; expected static imports: ` +
          `import { name } from './file.mjs'`,
      );
    return [{ specifier, line }];
  });
}

/** "ml-matrix@6.15.1", "node:fs", "iwal". */
function packageOf(specifier: string, importer: string, place: string): string {
  if (LOADERS.includes(specifier))
    throw new SpecError(`${place}: imports '${specifier}', which loads code that is in no hash; expected static imports`);
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return specifier;
  if (/^[a-z][a-z0-9+.-]*:|^[/\\#]/i.test(specifier))
    throw new SpecError(`${place}: imports '${specifier}'; expected a relative file or a package by its name`);
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const version = versionOf(name, dirname(importer));
  if (version === undefined)
    throw new SpecError(`${place}: the package '${name}' is not installed; npm install ${name} beside the file installs it`);
  return name === SELF && version === programVersion() ? specifier : `${specifier} of ${name}@${version}`;
}

/** The version of the package that an import of this name from this folder means: that around it, or one in node_modules. */
function versionOf(name: string, folder: string): string | undefined {
  for (const candidate of [join(folder, 'package.json'), join(folder, 'node_modules', name, 'package.json')]) {
    if (!existsSync(candidate)) continue;
    const found = JSON.parse(readFileSync(candidate, 'utf8')) as { readonly name?: unknown; readonly version?: unknown };
    if (found.name === name && typeof found.version === 'string') return found.version;
  }
  return dirname(folder) === folder ? undefined : versionOf(name, dirname(folder));
}

function realpathOf(path: string, place: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const what = path === place ? '' : `imports ${path}: `;
    throw new SpecError(`${place}: ${what}${systemWords(error as NodeJS.ErrnoException)}`);
  }
}
