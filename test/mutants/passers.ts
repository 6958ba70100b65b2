/**
 * Which tests come past the place of a mutant, and how long they take: every test file that loads the source is run once with marks
 * (marks.ts). What was found stays in node_modules/.cache until the test file or a file that it loads changes, or ../shared comes or
 * goes: tests that read it are skipped without.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOf, placesOf, type Places } from './marks.ts';
import type { Notes } from './note-marks.ts';
import { session } from './run.ts';
import type { Chosen } from './session.ts';
import type { Mutant } from './sites.ts';
import { testFiles, testsOf, type TestFile } from './tests.ts';

/** The load of a file, beside its tests, in seconds. */
const LOAD = 0.5;

/** Tests of one file that come past a mutant, and their seconds. */
export interface Passing extends Chosen {
  readonly seconds: number;
}

export interface Passers {
  /**
   * In groups, those of test files that import the source the most directly first: of equally direct ones those that are known, the
   * quickest first, then one test file after the other.
   */
  readonly of: (mutant: Mutant) => AsyncGenerator<readonly Passing[]>;
  /** Ends the process that runs the tests. */
  readonly end: () => void;
}

/** Finds the tests that come past a mutant. */
export function passers(root: string): Passers {
  const cache = join(root, 'node_modules/.cache/mutants');
  mkdirSync(cache, { recursive: true });
  const notesFile = join(tmpdir(), `mutants-${process.pid}.json`);
  const { run, end } = session('marked', { IWAL_NOTES: notesFile });
  const tests = testFiles(root);
  const notes = new Map<string, Notes | 'failed'>();
  const places = new Map<string, Places>();

  const known = (test: TestFile): Notes | 'failed' | undefined => {
    const found = notes.get(test.name) ?? read(stored(test));
    if (found !== undefined) notes.set(test.name, found);
    return found;
  };
  const stored = (test: TestFile): string => join(cache, `${digest(root, test.loads.keys())}.json`);
  const noted = async (test: TestFile): Promise<Notes | 'failed'> => {
    const found = known(test) ?? (await measured(test.name));
    if (found === 'failed') console.error(`${test.name} does not pass with marks, and judges no mutant`);
    else if (!notes.has(test.name)) writeFileSync(stored(test), JSON.stringify(found));
    notes.set(test.name, found);
    return found;
  };
  const measured = async (test: string): Promise<Notes | 'failed'> => {
    rmSync(notesFile, { force: true });
    const answer = await run({ mutant: null, tests: [{ file: test }] }, 600);
    const found = read(notesFile);
    return answer === 'no end' || answer.failed !== null || found === undefined ? 'failed' : found;
  };

  const passing = (mutant: Mutant, test: string, found: Notes | 'failed'): readonly Passing[] => {
    if (found === 'failed') return [];
    const { file } = mutant;
    if (!places.has(file)) places.set(file, placesOf(file, readFileSync(join(root, file), 'utf8')));
    const place = places.get(file)!.get(placeOf(mutant))!;
    const passes = (marks: Record<string, number[]>): boolean => Object.hasOwn(marks, file) && marks[file].includes(place);
    const chosen = found.shared.some(passes) ? found.tests.filter(runsSources) : found.tests.filter(({ marks }) => passes(marks));
    if (chosen.length === 0) return [];
    return [{ file: test, ids: chosen.map(({ id }) => id), seconds: LOAD + chosen.reduce((sum, each) => sum + each.seconds, 0) }];
  };

  return {
    async *of(mutant) {
      for (const near of testsOf(mutant.file, tests)) {
        const unknown = near.filter((test) => known(test) === undefined);
        yield near
          .filter((test) => !unknown.includes(test))
          .flatMap((test) => passing(mutant, test.name, known(test)!))
          .sort((a, b) => a.seconds - b.seconds);
        for (const test of unknown) yield passing(mutant, test.name, await noted(test));
      }
    },
    end() {
      end();
      rmSync(notesFile, { force: true });
    },
  };
}

/** Whether a test runs sources where it runs itself: one that starts the built program, which holds no mutant, judges none. */
function runsSources({ marks }: Notes['tests'][number]): boolean {
  return Object.keys(marks).length > 0;
}

function digest(root: string, files: Iterable<string>): string {
  const hash = createHash('sha256').update(`${existsSync(join(root, '../shared'))}\n`);
  for (const file of [...files].sort()) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function read(file: string): Notes | 'failed' | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Notes | 'failed';
  } catch {
    return undefined;
  }
}
