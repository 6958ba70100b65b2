/** Judges mutants by the tests that come past them. */
import { passers, type Passing } from './passers.ts';
import { limit, session } from './run.ts';
import type { Mutant } from './sites.ts';

/** How a mutant ended, and by what: the test that failed, or what was tried. */
export interface Verdict {
  readonly ended: 'SURVIVES' | 'found' | 'no end';
  readonly why: string;
}

/**
 * Judges one mutant after the other by at most `most` seconds of tests (what they take unmutated).
 *
 * A test that fails is believed where it passes alone without the mutant; else it leans on tests before it, and its whole file judges.
 */
export function judge(
  root: string,
  most: number,
): { readonly of: (mutant: Mutant) => Promise<Verdict>; readonly end: () => void } {
  const passing = passers(root);
  const { run, end } = session('planted', {});
  const standsAlone = new Map<string, boolean>();
  const leaning = new Set<string>();

  const isBelieved = async (file: string, id: string | undefined): Promise<boolean> => {
    if (id === undefined || leaning.has(file)) return true;
    if (!standsAlone.has(id)) {
      const answer = await run({ mutant: null, tests: [{ file, ids: [id] }] }, 60);
      standsAlone.set(id, answer !== 'no end' && answer.failed === null);
    }
    return standsAlone.get(id)!;
  };

  const verdict = async (mutant: Mutant, tests: readonly Passing[]): Promise<Verdict | undefined> => {
    if (tests.length === 0) return undefined;
    const chosen = tests.map(({ file, ids }) => (leaning.has(file) ? { file } : { file, ids }));
    const seconds = secondsOf(tests);
    const answer = await run({ mutant, tests: chosen }, seconds);
    if (answer === 'no end')
      return { ended: 'no end', why: `in ${limit(seconds).toFixed(0)} s, unmutated ${seconds.toFixed(0)} s` };
    if (answer.failed === null) return undefined;
    const { file, id, title } = answer.failed;
    if (await isBelieved(file, id)) return { ended: 'found', why: `${file}: ${title}` };
    leaning.add(file);
    return verdict(mutant, tests);
  };

  return {
    async of(mutant) {
      const done: Passing[] = [];
      for await (const group of passing.of(mutant)) {
        const tests = within(group, most - secondsOf(done));
        const found = await verdict(mutant, tests);
        if (found !== undefined) return found;
        done.push(...tests);
        if (tests.length < group.length) break;
      }
      return { ended: 'SURVIVES', why: `${done.length} test files, ${secondsOf(done).toFixed(0)} s` };
    },
    end() {
      passing.end();
      end();
    },
  };
}

function secondsOf(tests: readonly Passing[]): number {
  return tests.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** As many of the tests as take no more than `most` seconds. */
function within(tests: readonly Passing[], most: number): readonly Passing[] {
  let sum = 0;
  return tests.filter(({ seconds }) => (sum += seconds) <= most);
}
