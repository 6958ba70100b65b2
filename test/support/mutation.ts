/**
 * The mutation check: a wrong formula is planted in a copy of the source, the copy is loaded beside the original, and the laws
 * that the tests run have to find it. A mutation that survives shows a gap in the laws, not a fault in the code.
 *
 * The copy lies under node_modules/.cache, so that its imports of packages resolve, and is removed after the check.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
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
    await writeCopy(home, world.folders, mutation);
    return await world.judge((module) => import(join(home, module)) as Promise<unknown>, namesOf(mutation));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Registry names that the mistake shows in. */
export function namesOf({ shows, file }: Mutation): readonly string[] {
  return shows ?? [file.replace(/^.*\/|\.ts$/g, '')];
}

let planted = 0;

async function writeCopy(home: string, folders: readonly string[], { file, find, replace }: Mutation): Promise<void> {
  if (original(file).split(find).length !== 2) {
    throw new Error(`${file} does not contain exactly one '${find}': the source has changed, and the mutation has to follow`);
  }
  const files = folders.flatMap(filesOf);
  const touched = importersOf(file, files);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  for (const name of files) {
    const path = join(home, moduleOf(name));
    mkdirSync(dirname(path), { recursive: true });
    if (name === file) writeFileSync(path, compile(original(file).replace(find, () => replace)));
    else if (touched.has(name)) writeFileSync(path, await compiled(name));
    // A link is the module that it leads to: what the mistake does not reach is loaded once.
    else symlinkSync(await shared(name), path);
  }
}

function moduleOf(file: string): string {
  return `${file.replace(/\.ts$/, '')}.js`;
}

/** The file and all that import it, directly or not. */
function importersOf(file: string, files: readonly string[]): ReadonlySet<string> {
  const reached = new Set([file]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const name of files) if (importsOf(name).some((each) => reached.has(each))) reached.add(name);
  }
  return reached;
}

const imported = new Map<string, readonly string[]>();

/** The files below src that a file imports. */
function importsOf(file: string): readonly string[] {
  let found = imported.get(file);
  if (found === undefined) {
    found = file.endsWith('.ts')
      ? [...original(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to]) => posix.join(posix.dirname(file), to))
      : [];
    imported.set(file, found);
  }
  return found;
}

const base = join(cache, `${process.pid}-base`);
const written = new Map<string, string>();

/** A copy of a file without a mistake, which all copies share. */
async function shared(name: string): Promise<string> {
  let path = written.get(name);
  if (path === undefined) {
    path = join(base, moduleOf(name));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(join(base, 'package.json'), '{ "type": "module" }');
    writeFileSync(path, await compiled(name));
    written.set(name, path);
    // What it imports has to be there as well.
    for (const each of importsOf(name)) await shared(each);
  }
  return path;
}

/** Removes what the copies shared. */
export function endHunt(): void {
  rmSync(base, { recursive: true, force: true });
}

function filesOf(folder: string): string[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.ts$|\.wat$/.test(name))
    .map((name) => `${folder}/${name}`);
}

function original(file: string): string {
  return readFileSync(join(src, file), 'utf8');
}

const unchanged = new Map<string, string>();

async function compiled(file: string): Promise<string> {
  const known = unchanged.get(file) ?? (file.endsWith('.wat') ? await kernel(file) : compile(original(file)));
  unchanged.set(file, known);
  return known;
}

function compile(text: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  return ts.transpileModule(text, { compilerOptions }).outputText.replaceAll(/(?<=from '[^']+\.wat)(?=')/g, '.js');
}

/** A .wat file as the build has it: a module of its bytes. */
async function kernel(file: string): Promise<string> {
  return (await wat().load(join(src, file)))!.code;
}
