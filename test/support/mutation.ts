/**
 * The mutation check: a wrong formula is planted in a copy of the source, the copy is loaded beside the original, and the laws
 * that the tests run have to find it. A mutation that survives shows a gap in the laws, not a fault in the code.
 *
 * The copy lies under node_modules/.cache, so that its imports of packages resolve, and is removed after the check.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  for (const name of folders.flatMap(filesOf)) {
    const path = join(home, `${name.replace(/\.ts$/, '')}.js`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name === file ? compile(original(file).replace(find, () => replace)) : await compiled(name));
  }
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
