/**
 * Makes what is published in some folders small: results.jsonl of a report becomes results.jsonl.gz. Equal results are equal bytes: the
 * header of gzip holds neither name nor time. The filtered strategy takes fewer short repetitions, of which digits are full: 3% less.
 * Pictures keep their pixels and lose a sixth of their bytes, where the program zopflipng is installed.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { constants, gzipSync } from 'node:zlib';

const [, , ...folders] = process.argv;
for (const file of folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))) {
  if (file.endsWith('.png')) spawnSync('zopflipng', ['-y', file, file]);
  if (!file.endsWith('results.jsonl')) continue;
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9, memLevel: 9, strategy: constants.Z_FILTERED }));
  rmSync(file);
}
