/** Law of what the system's programs unpack: without the program, one sentence says what to do. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readDataset } from '../../../src/data/index.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { write } = temporaryFolder();

afterEach(() => {
  vi.unstubAllEnvs();
});

it('names the program that is missing', async () => {
  vi.stubEnv('PATH', mkdtempSync(join(tmpdir(), 'iwal-test-')));
  const file = write('a.bz2', 'BZh91AY');
  await expect(readDataset(file)).rejects.toThrow(
    `${file}: found bzip2 data, and no program bzip2 to unpack it; expected plain text or gzip, or bzip2 installed`,
  );
});
