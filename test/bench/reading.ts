import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCache } from '../../src/data/cache/cache-file.ts';
import { rcv1Like } from '../../src/data/rcv1-like.ts';
import { readDataset } from '../../src/data/index.ts';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import { median } from '../../src/statistics/small-samples.ts';

/**
 * What reading costs: the same 20,000 documents like RCV1 as svmlight text, as Vowpal Wabbit text and in binary, in turn, processor
 * time a non-zero. (Whole processes that learn them, with their peak memory, are works of the table against peers.)
 */

const LAPS = 9;

export async function benchReading(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-bench-'));
  try {
    const documents = rcv1Like({ seed: 1, part: 'train', documents: 20_000 });
    const files = ['svm', 'vw', 'iwal'].map((ending) => join(folder, `documents.${ending}`));
    const [svm, vw, iwal] = files;
    await writeSvmlight(svm, documents);
    writeFileSync(vw, readFileSync(svm, 'latin1').replace(/^\S+/gm, '$& |f'));
    await writeCache(iwal, documents);
    const laps = files.map((): number[] => []);
    for (let lap = 0; lap <= LAPS; lap++) {
      for (const [f, file] of files.entries()) {
        const before = process.cpuUsage();
        await readDataset(file);
        const { user, system } = process.cpuUsage(before);
        if (lap > 0) laps[f].push(((user + system) * 1000) / documents.rows.nonZeros); // the first one warms up
      }
    }
    for (const [f, file] of files.entries())
      console.log(`read ${file.slice(folder.length + 1).padEnd(15)} ${median(laps[f]).toFixed(1)} ns a non-zero`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
