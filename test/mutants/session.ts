/**
 * A process that runs tests as it is told, one message after the other: with one mutant planted, or with marks. Files are changed as
 * they are loaded, nothing changes on the disk. What is loaded once stays loaded: a mutant costs no start of its own.
 *
 * Argument: 'planted' or 'marked'. IWAL_NOTES names the file for the notes of marked runs.
 */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { marked } from './marks.ts';
import type { Mutant } from './sites.ts';

/** Tests of one file; all of them where `ids` is absent. */
export interface Chosen {
  readonly file: string;
  readonly ids?: readonly string[] | undefined;
}

export interface Task {
  readonly mutant: Mutant | null;
  readonly tests: readonly Chosen[];
}

/** The test that failed first; null where all passed. */
export interface Answer {
  readonly failed: { readonly file: string; readonly id?: string | undefined; readonly title: string } | null;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isMarked = process.argv[2] === 'marked';
let mutant: Mutant | null = null;

const vitest = await createVitest(
  'test',
  {
    root,
    config: join(root, '.config/vitest.config.ts'),
    watch: false,
    reporters: [{}],
    bail: 1,
    maxWorkers: 1,
    fileParallelism: false,
    setupFiles: isMarked ? [join(root, 'test/mutants/note-marks.ts')] : [],
    sequence: {
      sequencer: class {
        shard = <T>(tests: T): T => tests;
        sort = <T>(tests: T): T => tests;
      },
    },
  },
  {
    plugins: [
      {
        name: 'plant-mutant',
        enforce: 'pre',
        transform(code, id) {
          const file = relative(root, id.split('?')[0]);
          if (isMarked) return /^src\/.*\.ts$/.test(file) ? marked(file, code) : undefined;
          if (file !== mutant?.file) return undefined;
          if (code.slice(mutant.start, mutant.end) !== mutant.original)
            throw new Error(`${file} is not the file the mutant was drawn from`);
          return code.slice(0, mutant.start) + mutant.replacement + code.slice(mutant.end);
        },
      },
    ],
  },
);

process.on('message', (task: Task) => {
  void answer(task).then((answered) => process.send!(answered));
});
process.on('disconnect', () => process.exit());
process.send!('ready');

async function answer({ mutant: next, tests }: Task): Promise<Answer> {
  const stale = [mutant, next].flatMap((each) => (each === null ? [] : [join(root, each.file)]));
  mutant = next;
  const project = vitest.getRootProject();
  // The tests run in the root project, which is none of those that vitest.invalidateFile knows.
  for (const { moduleGraph } of Object.values(project.vite.environments))
    for (const file of stale) for (const module of moduleGraph.getModulesByFile(file) ?? []) moduleGraph.invalidateModule(module);
  const files = tests.map(({ file }) => join(root, file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map(({ ids }, n) => project.createSpecification(files[n], ids === undefined ? undefined : { testIds: [...ids] })),
  );
  for (const file of files) {
    const module = testModules.find(({ moduleId }) => moduleId === file);
    if (module === undefined || module.ok()) continue;
    const failed = [...module.children.allTests('failed')].at(0);
    return { failed: { file: relative(root, file), id: failed?.id, title: failed?.fullName ?? 'could not be loaded' } };
  }
  return { failed: unhandledErrors.length === 0 ? null : { file: tests[0].file, title: 'an error outside of the tests' } };
}
