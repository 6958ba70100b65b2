/** Runs the built command line as a person or a script would, in a folder of its own. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { writeSvmlight } from '../../../src/data/svmlight-writer.ts';
import { done, iwalHere, lineHere, type Input } from './here.ts';
import type { Words } from './run-command.ts';
import { ended, MAIN, plainEnvironment, SOON, start, type Ended } from './started.ts';
import { filesIn, type TemporaryFolder } from './temporary.ts';
import { toyTask } from '../toy.ts';

export { done, iwalHere, lineHere };
export { ended, SOON, start, type Ended };

/** Runs `iwal` with these arguments to its end. */
export function iwal(folder: string, args: readonly string[]): Promise<Ended> {
  return ended(start(folder, args));
}

/** The same through `sh`, where "$iwal" is the command: for pipes, redirections and limits. */
export function shell(folder: string, script: string): Promise<Ended> {
  return ended(spawn('sh', ['-c', script], { cwd: folder, env: { ...plainEnvironment(), iwal: `${process.execPath} ${MAIN}` } }));
}

/** A folder that is gone when the test is over; inside one of its own, so that nothing of this machine lies beside it. */
export function temporaryFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'iwal-test-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'work');
  mkdirSync(folder);
  return folder;
}

/** A folder and the command line in it, as `iwalHere` and `lineHere` run it. */
export interface FolderOfTests extends TemporaryFolder {
  readonly iwalHere: (args: Words, input?: Input) => Promise<Ended>;
  readonly lineHere: (line: string) => Promise<Ended>;
  /** As `done` runs it. */
  readonly done: (args: Words, input?: Input) => Promise<string>;
  /** The command is refused in these words, prints nothing, and leaves the folder as it was. */
  readonly refused: (args: Words, complaint: string | RegExp, code?: number) => Promise<void>;
}

/** A folder of its own for each test of a file, with what `furnish` has put into it before. */
export function eachFolder(furnish: () => unknown = () => undefined): FolderOfTests {
  let folder = '';
  beforeEach(async () => {
    folder = temporaryFolder();
    await furnish();
  });
  const files = filesIn(() => folder);
  const here: FolderOfTests['iwalHere'] = (args, input) => iwalHere(folder, args, input);
  return {
    ...files,
    iwalHere: here,
    lineHere: (line) => lineHere(folder, line),
    done: (args, input) => done(folder, args, input),
    async refused(args, complaint, wanted = 1) {
      const before = readdirSync(folder, { recursive: true }).sort();
      const { code, stdout, stderr } = await here(args);
      if (typeof complaint === 'string') expect(stderr).toBe(`iwal: ${complaint}\n`);
      else expect(stderr).toMatch(complaint);
      expect([stdout, code]).toEqual(['', wanted]);
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    },
  };
}

/** What stands in the lines of a text. */
export function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** Answers to so many questions of `--protocol jsonl`, a line each; `labelOf` counts them from 0. */
export function answered(count: number, labelOf: (n: number) => string | number, from = 1): string {
  return Array.from({ length: count }, (_, n) => `${JSON.stringify({ question: from + n, label: labelOf(n) })}\n`).join('');
}

/** A two-class file in svmlight text; equal sizes and seeds give equal files. */
export async function toyFile(folder: string, name: string, { rows = 400, seed = 1 } = {}): Promise<string> {
  await writeSvmlight(join(folder, name), toyTask({ rows, seed }));
  return name;
}
