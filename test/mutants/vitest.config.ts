/**
 * Vitest with one mutant planted: the file is changed as it is loaded, nothing changes on the disk. IWAL_MUTANT holds the mutant
 * as JSON; without it the files are loaded as they are.
 */
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../.config/vitest.config.ts';
import type { Mutant } from './sites.ts';

const mutant = JSON.parse(process.env.IWAL_MUTANT ?? 'null') as Mutant | null;
const root = new URL('../..', import.meta.url).pathname;

export default mergeConfig(
  base,
  defineConfig({
    plugins: [
      {
        name: 'plant-mutant',
        enforce: 'pre',
        transform(code, id) {
          if (mutant === null || id.split('?')[0] !== join(root, mutant.file)) return undefined;
          if (code.slice(mutant.start, mutant.end) !== mutant.original)
            throw new Error(`${mutant.file} is not the file the mutant was drawn from`);
          return code.slice(0, mutant.start) + mutant.replacement + code.slice(mutant.end);
        },
      },
    ],
    test: { bail: 1, maxWorkers: 1, fileParallelism: false },
  }),
);
