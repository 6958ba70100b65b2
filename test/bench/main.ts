/**
 * Runs all benchmarks, or those named on the command line: `npm run bench`, `npm run bench -- documents`; and with `--against` the table
 * against peers: `npm run bench -- --against vw=PATH,sklearn=PYTHON,cxx=COMPILER`, at a smaller size with `--documents 20000 --growth 0`;
 * `--out reports` keeps measurements and page after every work, and with `--only REGEXP` those of the other works as they were, `--page reports` writes the page of the kept ones anew.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchCluster } from './cluster.ts';
import { benchDocuments } from './documents.ts';
import { benchPeers } from './peers/peers.ts';
import { publish, storedMeasurements } from './peers/publish.ts';
import { benchReductions } from './reductions.ts';
import { benchStart } from './start.ts';

/** A benchmark may write into the folder. */
const benchmarks: Record<string, ((folder: string) => void | Promise<void>) | undefined> = {
  reductions: benchReductions,
  start: benchStart,
  documents: benchDocuments,
  cluster: benchCluster,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    documents: { type: 'string', default: '781265' },
    laps: { type: 'string', default: '7' },
    growth: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    page: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'iwal-bench-'));
try {
  if (values.page !== undefined) await publish(values.page, storedMeasurements(values.page));
  else if (values.against !== undefined) {
    const { against, documents, laps, growth, only, out } = values;
    await benchPeers({ against, documents: Number(documents), laps: Number(laps), growth: Number(growth), only, out }, folder);
  } else
    for (const name of positionals.length > 0 ? positionals : Object.keys(benchmarks)) {
      const bench = benchmarks[name];
      if (bench === undefined) {
        console.error(`no benchmark '${name}'; there are ${Object.keys(benchmarks).join(', ')}`);
        process.exitCode = 2;
        break;
      }
      console.log(`\n${name}`);
      await bench(folder);
    }
} finally {
  rmSync(folder, { recursive: true });
}
