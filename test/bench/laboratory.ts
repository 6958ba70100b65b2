/**
 * The laboratory: what 10,000 stored cells cost the commands that read them, whole processes, start of Node included. (What a second
 * core brings to cells is a column of the table against peers.)
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rcv1Like } from '../../src/data/rcv1-like.ts';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { identityOf, lineOf } from '../../src/studies/store/entry.ts';
import { packed } from '../../src/studies/cells/cell.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const LAPS = 5;
const SEEDS = 100;

/** A study of 10,000 cells whose results were written without running them. */
export async function benchLaboratory(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-bench-'));
  try {
    await fill(folder);
    const commands = [
      ['study', 'status', 'many'],
      ['results', '--export', 'finals.csv'],
      ['results', '--table', 'curves', '--export', 'curves.csv'],
      ['study', 'run', 'many.json'],
    ];
    for (const args of commands) {
      const seconds = Array.from({ length: LAPS }, () => {
        const start = performance.now();
        const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: 'utf8' });
        if (status !== 0) throw new Error(stderr);
        return (performance.now() - start) / 1000;
      });
      console.log(`10,000 stored cells: iwal ${args.slice(0, 2).join(' ').slice(0, 60)} ${median(seconds).toFixed(2)} s`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function fill(folder: string): Promise<void> {
  await writeSvmlight(join(folder, 'few.svm'), rcv1Like({ seed: 1, part: 'train', documents: 100 }));
  const many = {
    id: 'many',
    data: { few: 'few.svm' },
    axes: {
      query: ['passive', 'variance-aware'],
      eta0: Array.from({ length: 20 }, (_, k) => 2 ** k),
      mellowness: [1e-6, 1e-5, 1e-4, 1e-3],
    },
    seeds: SEEDS,
  };
  writeFileSync(join(folder, 'many.json'), JSON.stringify(many));
  const { loadStudy } = await import('../../src/studies/study-file.ts');
  const { DataSource } = await import('../../src/studies/data/data-source.ts');
  const { loadData } = await import('../../src/studies/data/datasets.ts');
  const { fingerprintOf } = await import('../../src/studies/data/data-source.ts');
  const { writeManifest } = await import('../../src/studies/store/manifest.ts');
  const { runCell } = await import('../../src/studies/cells/cell.ts');
  const study = await loadStudy(join(folder, 'many.json'));
  const { signal } = new AbortController();
  const { splits } = await loadData(
    study.datasets('default', SEEDS),
    new DataSource({ cacheFolder: join(folder, 'cache'), dataFolders: [], note: console.log, signal }),
    signal,
  );
  const cells = study.cells('default', ['few'], SEEDS);
  const fingerprints = new Map([['few', fingerprintOf(splits.get('few')!)]]);
  // A curve of the usual length, the same for all.
  const stored = packed(runCell(cells[0], splits));
  const report = join(folder, 'reports', 'many');
  mkdirSync(report, { recursive: true });
  await writeManifest(report, {
    id: 'many',
    title: 'many',
    size: 'default',
    seeds: SEEDS,
    cells: cells.length,
    file: 'many.json',
  });
  writeFileSync(
    join(report, 'results.jsonl'),
    cells.map((cell) => `${lineOf({ ...identityOf(cell, fingerprints), stored })}\n`).join(''),
  );
}
