/** Runs all benchmarks, or those named on the command line: `npm run bench`, `npm run bench -- passes`. */
import { benchBlocks } from './blocks.ts';
import { benchCluster } from './cluster.ts';
import { benchFigures } from './figures.ts';
import { benchKernels } from './kernels.ts';
import { benchLaboratory } from './laboratory.ts';
import { benchLedger } from './ledger.ts';
import { benchCombinations, benchOptimizers } from './optimizers.ts';
import { benchPasses } from './passes.ts';
import { benchReading } from './reading.ts';
import { benchReductions } from './reductions.ts';
import { benchStart } from './start.ts';

const benchmarks: Record<string, () => void | Promise<void>> = {
  passes: benchPasses,
  optimizers: benchOptimizers,
  kernels: benchKernels,
  blocks: benchBlocks,
  reductions: benchReductions,
  combinations: benchCombinations,
  ledger: benchLedger,
  laboratory: benchLaboratory,
  figures: benchFigures,
  start: benchStart,
  reading: benchReading,
  cluster: benchCluster,
};

const chosen = process.argv.slice(2);
for (const name of chosen.length > 0 ? chosen : Object.keys(benchmarks)) {
  const bench = benchmarks[name] as (() => void | Promise<void>) | undefined;
  if (bench === undefined) {
    console.error(`no benchmark '${name}'; there are ${Object.keys(benchmarks).join(', ')}`);
    process.exitCode = 2;
    break;
  }
  console.log(`\n${name}`);
  await bench();
}
