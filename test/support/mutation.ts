/**
 * The mutation check: a wrong formula is planted in a copy of the source, the copy is loaded beside the original, and the laws
 * that the tests run have to find it. A mutation that survives shows a gap in the laws, not a fault in the code.
 *
 * The copy lies under node_modules/.cache, so that its imports of packages resolve, and is removed after the check.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { wat } from '../../.config/wat.js';

export interface Mutation {
  /** What is wrong, in a few words. */
  readonly wrong: string;
  /** File below src. */
  readonly file: string;
  /** Text that occurs once in the file, and what stands in its place. */
  readonly find: string;
  readonly replace: string;
  /** Registry names that the mistake shows in; by default the one that the file is named after. */
  readonly shows?: readonly string[];
}

/** One world of the project: its mutations, the folders they need, and the laws as one search. */
export interface World {
  readonly name: string;
  /** Folders below src that the laws' subjects import, directly or not. */
  readonly folders: readonly string[];
  readonly mutations: readonly Mutation[];
  /** The first counterexample that the laws find among the names, the module below src loaded from the mutated copy. */
  readonly judge: (load: (module: string) => Promise<unknown>, names: readonly string[]) => Promise<string | undefined>;
}

const src = fileURLToPath(new URL('../../src', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/iwal-mutations', import.meta.url));

/** Plants the mutation and lets the world judge: its counterexample, or undefined if the mutation survives. */
export async function hunt(world: World, mutation: Mutation): Promise<string | undefined> {
  const home = join(cache, `${process.pid}-${planted++}`);
  try {
    const reached = await writeCopy(home, world.folders, mutation);
    const placeOf = (module: string): string => join(reached.has(module) ? home : base, module);
    return await world.judge((module) => import(placeOf(module)) as Promise<unknown>, namesOf(mutation));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Registry names that the mistake shows in. */
export function namesOf({ shows, file }: Mutation): readonly string[] {
  return shows ?? [file.replace(/^.*\/|\.ts$/g, '')];
}

let planted = 0;

/** A relative import of a compiled file. */
const IMPORT = /(?<=(?:from|import\() ?)(['"])(\.[^'"]+)\1/g;

/**
 * Copies what the mistake reaches: the file, and what imports it, directly or not. The rest is copied once, without a mistake, and
 * imported from there. Gives the modules of the copy.
 */
async function writeCopy(
  home: string,
  folders: readonly string[],
  { file, find, replace }: Mutation,
): Promise<ReadonlySet<string>> {
  if (original(file).split(find).length !== 2) {
    throw new Error(`${file} does not contain exactly one '${find}': the source has changed, and the mutation has to follow`);
  }
  const modules = await baseOf(folders);
  const mistaken = moduleOf(file);
  const reached = new Set([mistaken]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const [name, { imports }] of modules) if (imports.some((each) => reached.has(each))) reached.add(name);
  }
  for (const name of reached) {
    const { text } = name === mistaken ? { text: compile(original(file).replace(find, () => replace)) } : modules.get(name)!;
    const linked = text.replaceAll(IMPORT, (whole, _quote, to: string) => {
      const module = posix.join(posix.dirname(name), to);
      return reached.has(module) ? whole : `'${pathToFileURL(join(base, module)).href}'`;
    });
    write(home, name, linked);
  }
  return reached;
}

/** A compiled file, and the modules that it imports. */
interface Module {
  readonly text: string;
  readonly imports: readonly string[];
}

const base = join(cache, `${process.pid}-base`);
const compiled = new Map<string, Module>();

/** The modules of these folders, each of which stands in the base. */
async function baseOf(folders: readonly string[]): Promise<ReadonlyMap<string, Module>> {
  const files = folders.flatMap(filesOf);
  for (const file of files) {
    const name = moduleOf(file);
    if (compiled.has(name)) continue;
    const text = file.endsWith('.wat') ? await kernel(file) : compile(original(file));
    compiled.set(name, { text, imports: [...text.matchAll(IMPORT)].map(([, , to]) => posix.join(posix.dirname(name), to)) });
    write(base, name, text);
  }
  return new Map(files.map(moduleOf).map((name) => [name, compiled.get(name)!]));
}

/** Removes what the copies shared. */
export function endHunt(): void {
  rmSync(base, { recursive: true, force: true });
}

/** Writes a module of a copy, which is a package of modules. */
function write(home: string, name: string, text: string): void {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(join(home, 'package.json'))) writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  writeFileSync(path, text);
}

function moduleOf(file: string): string {
  return `${file.replace(/\.ts$/, '')}.js`;
}

const found = new Map<string, readonly string[]>();

/** The files of a folder below src, and of those in it. */
function filesOf(folder: string): readonly string[] {
  const known =
    found.get(folder) ??
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.ts$|\.wat$/.test(name))
      .map((name) => `${folder}/${name}`);
  found.set(folder, known);
  return known;
}

function original(file: string): string {
  return readFileSync(join(src, file), 'utf8');
}

function compile(text: string): string {
  const typescript = { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' } as const;
  const { code, errors } = transformSync('module.ts', text, { target: 'es2023', typescript, sourcemap: false });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code.replaceAll(/(?<=from ['"][^'"]+\.wat)(?=['"])/g, '.js');
}

/** A .wat file as the build has it: a module of its bytes. */
async function kernel(file: string): Promise<string> {
  return (await wat().load(join(src, file)))!.code;
}
