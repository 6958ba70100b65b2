import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../../src/statistics/small-samples.ts';
import { IWAL } from './peers/programs.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const LAPS = 21;

/** What starting costs: whole processes, each beside an empty one of Node. Medians of milliseconds, and of differences. */
export function benchStart(folder: string): void {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const empty = [file('empty.mjs', '')];
  const imported = (path: string): string[] => ['--input-type=module', '-e', `import ${JSON.stringify(join(src, path))}`];
  const processes = {
    "import 'iwal'": imported('index.js'),
    "import 'iwal/losses'": imported('entry/losses.js'),
    'iwal learn, one row': [IWAL, 'learn', file('one.svm', '1 1:1 2:0.5\n')],
    'iwal simulate, 100 rows': [IWAL, 'simulate', file('hundred.svm', '1 1:1 2:0.5\n-1 3:1\n'.repeat(50))],
  };
  for (const [name, args] of Object.entries(processes)) {
    const laps = Array.from({ length: LAPS }, () => [milliseconds(empty), milliseconds(args)]);
    const [alone, whole, added] = [
      ([node]: number[]) => node,
      ([, all]: number[]) => all,
      ([node, all]: number[]) => all - node,
    ].map((of) => median(laps.map(of)).toFixed(0));
    console.log(`${name.padEnd(25)} ${whole} ms, ${added} more than an empty process (${alone} ms)`);
  }
}

function milliseconds(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}
