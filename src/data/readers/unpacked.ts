import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { DataError } from '../../files/data-error.ts';

/**
 * Bytes unpacked by a program of the system (`bzip2 -dc`, `xz -dc`): the two formats of LIBSVM's collection that Node cannot
 * read.
 *
 * @throws DataError: no such program, and data it refuses.
 */
export async function* unpacked(file: string, program: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { spawn } = await import('node:child_process'); // loaded with the first such file: most programs read none
  const child = spawn(program, ['-dc'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const ended = once(child, 'close') as Promise<[number]>;
  // It is waited for once the output has ended, and may fail before.
  ended.catch(() => undefined);
  // A program that gives up early closes its input: its exit code tells that, and its own words say why.
  pipeline(Readable.from(packed), child.stdin, () => undefined);
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const [code] = await ended;
    if (code === 0) return;
    const words = Buffer.concat(complaints).toString().trim().split('\n')[0];
    throw new DataError({ file, found: `damaged ${program} data (${words})`, legal: 'an undamaged file' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const found = `${program} data, and no program ${program} to unpack it`;
    throw new DataError({ file, found, legal: `plain text or gzip, or ${program} installed` });
  } finally {
    child.kill();
  }
}
