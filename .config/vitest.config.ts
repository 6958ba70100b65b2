import { defineConfig } from 'vitest/config';
import { ALONE } from './alone.ts';
import { LongestFirst } from './longest-first.ts';
import { wat } from './wat.js';

/** `npm test` runs a fast share of every law; `npm run laws` sets IWAL_LAWS=long and waits as long as it takes. */
const long = process.env.IWAL_LAWS === 'long';

export default defineConfig({
  plugins: [wat()],
  test: {
    root: new URL('..', import.meta.url).pathname,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: ALONE, isolate: false } },
    ],
    globalSetup: new URL('build-first.ts', import.meta.url).pathname,
    // For what hangs: a machine that has other work may take ten times as long as a quiet one.
    testTimeout: long ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    // For what a page shows: a second, which is what vitest waits, is short where three browsers have two cores.
    expect: { poll: { timeout: 60_000 } },
    // What a file becomes is kept in node_modules, by its content: it is the same on all versions of Node that CI tries.
    experimental: { fsModuleCache: true },
    // One more than the two cores of the smallest machine that runs them: tests wait a tenth of their time for what they start.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
