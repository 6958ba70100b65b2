/**
 * What reading costs: the same 20,000 documents like RCV1 as svmlight text, as Vowpal Wabbit text and in binary, in turn, processor
 * time a non-zero; and whole processes that learn them, with their peak memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCache } from '../../src/data/cache/cache-writer.ts';
import { rcv1Like } from '../../src/data/rcv1-like.ts';
import { readDataset } from '../../src/data/index.ts';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import { median } from '../../src/statistics/small-samples.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
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
    learn(['learn', svm], folder);
    learn(['learn', iwal], folder);
    learn(['vw', '-d', vw, '--loss_function', 'logistic', '--quiet'], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Peak memory as Linux counts it; that of getrusage begins with the parent's. */
const PROGRAM = (args: readonly string[]): string => `import { readFileSync } from 'node:fs';
  process.argv = [process.argv[0], ${args.map((each) => JSON.stringify(each)).join()}];
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const [, kilobytes] = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    console.error(JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, kilobytes / 1024]));
  });
  await import(${JSON.stringify(MAIN)});`;

function learn(args: readonly string[], folder: string): void {
  const laps = Array.from({ length: LAPS }, () => {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM([MAIN, ...args])], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stderr.trim().split('\n').at(-1)!) as [seconds: number, megabytes: number];
  });
  const [seconds, megabytes] = [0, 1].map((k) => median(laps.map((lap) => lap[k])));
  const command = args.join(' ').replaceAll(`${folder}/`, '');
  console.log(`iwal ${command}: ${seconds.toFixed(2)} s of processor time, peak ${megabytes.toFixed(0)} MB`);
}
