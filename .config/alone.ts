/**
 * Test files that leave their process other than they found it: they add own parts, choose kernels, or put something in the place of a
 * module or a variable. Each has a process of its own; all others share a few, and load the modules of the project once each.
 */
export const ALONE = [
  'test/cli/own-parts.test.ts',
  'test/cli/simulate/runs.test.ts',
  'test/data/readers/unpacked.test.ts',
  'test/laws/scalar/rule-traits.test.ts',
  'test/laws/specs/load-parts.test.ts',
  'test/laws/specs/specs.test.ts',
  'test/laws/vector/marks.test.ts',
  'test/laws/vector/optimizers.test.ts',
  'test/laws/vector/rows/interleaved.test.ts',
  'test/laws/vector/rows/kernels.test.ts',
  'test/laws/vector/short-words.test.ts',
  'test/studies/threads.test.ts',
];
