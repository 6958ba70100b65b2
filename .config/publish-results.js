/**
 * Compresses the results of every report in a folder, as they are published: results.jsonl becomes results.jsonl.gz. Equal results
 * are equal bytes: the header of gzip holds neither name nor time.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const [, , reports] = process.argv;
for (const name of readdirSync(reports)) {
  const plain = join(reports, name, 'results.jsonl');
  if (!existsSync(plain)) continue;
  writeFileSync(`${plain}.gz`, gzipSync(readFileSync(plain), { level: 9 }));
  rmSync(plain);
}
