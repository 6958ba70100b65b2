import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that take longest, half a minute or so each, on a machine that has not timed them yet: they begin first, so that no core
 * is idle while the last of them ends.
 */
export const LONGEST = [
  'test/cli/sessions/sessions.test.ts',
  'test/book/commands.test.ts',
  'test/book/commands-labelling.test.ts',
  'test/book/site.test.ts',
  'test/cli/own-parts.test.ts',
  'test/contributing.test.ts',
  'test/cli/sessions/labels.test.ts',
  'test/studies/cluster/tasks.test.ts',
  'test/python.test.ts',
  'test/figures/vector.test.ts',
  'test/cli/learn/crafted-model.test.ts',
  'test/studies/resume.test.ts',
  'test/cli/label/label-browser.test.ts',
  'test/cli/study/study.test.ts',
  'test/experiments/stored-reports.test.ts',
  'test/experiments/stored-results.test.ts',
] as const;

/** Vitest's own order, the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
