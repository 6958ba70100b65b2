import { builtin } from '../../files/builtin.ts';
import { readTrouble } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';

const events = builtin('node:events');
const { createReadStream } = builtin('node:fs');
const { pipeline, Readable } = builtin('node:stream');
const { createGunzip } = builtin('node:zlib');

const CHUNK = 1 << 20;
/** The name by which commands know the standard input. */
export const STDIN = '-';
const GZIP = [0x1f, 0x8b];
/** What the program of the same name unpacks. */
const UNPACKED = { bzip2: [0x42, 0x5a, 0x68], xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a] } as const;
const UNREADABLE = { zstd: [0x28, 0xb5, 0x2f, 0xfd], zip: [0x50, 0x4b, 0x03, 0x04] } as const;

const MISSING = { found: () => 'no such file', legal: 'the path of a readable file' };
const FORBIDDEN = { found: () => 'no permission to read it', legal: 'the path of a readable file' };
const TROUBLES: Readonly<Record<string, { found: (message: string) => string; legal: string } | undefined>> = {
  ENOENT: MISSING,
  ENOTDIR: MISSING,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EISDIR: { found: () => 'a folder', legal: 'the path of a file' },
  Z_BUF_ERROR: { found: () => 'a gzip stream that ends early', legal: 'a complete file' },
  Z_DATA_ERROR: { found: (message) => `damaged gzip data (${message})`, legal: 'an undamaged file' },
};

/**
 * The bytes of a file, `-` for the standard input, as a stream of buffers, decompressed where the CONTENT is gzip (whatever the name
 * says; concatenated members are one stream), bzip2 or xz (by the system's programs). Decompression runs beside the caller, who parses
 * meanwhile.
 *
 * @throws DataError for a missing file, a folder, a file without read permission, truncated or damaged compressed data, and data that
 * are compressed in another way.
 */
export async function* readBytes(file: string): AsyncGenerator<Buffer> {
  const source = file === STDIN ? process.stdin : createReadStream(file, { highWaterMark: CHUNK });
  try {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    const { value: first } = await chunks.next();
    if (first === undefined) return;
    const unread = nameOf(UNREADABLE, first);
    if (unread !== undefined) throw new DataError({ file, found: `${unread} data`, legal: 'plain text, gzip, bzip2 or xz' });
    const rest = continued(first, chunks);
    const program = nameOf(UNPACKED, first);
    if (program !== undefined) yield* unpacked(file, program, rest);
    else if (!startsWith(first, GZIP)) yield* rest;
    else yield* pipeline(Readable.from(rest), createGunzip({ chunkSize: CHUNK }), () => undefined) as AsyncIterable<Buffer>;
  } catch (error) {
    throw explained(file, error);
  } finally {
    source.destroy();
  }
}

/** The bytes of a file of plain text from this one on. */
export async function* readPlainBytes(file: string, from: number): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: CHUNK, start: from }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw explained(file, error);
  }
}

/** Whether a file that begins so is compressed, or packed in a way that is not read. */
export function isPacked(first: Buffer): boolean {
  return nameOf({ gzip: GZIP, ...UNPACKED, ...UNREADABLE }, first) !== undefined;
}

async function* continued(first: Buffer, chunks: AsyncIterator<Buffer, undefined>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

/** The format whose first bytes these are. */
function nameOf(formats: Readonly<Record<string, readonly number[]>>, first: Buffer): string | undefined {
  return Object.keys(formats).find((name) => startsWith(first, formats[name]));
}

function startsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return magic.every((byte, k) => bytes[k] === byte);
}

/** The system's complaint about a file as a DataError; an error of another kind comes back unchanged. */
export function explained(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const trouble = code === undefined ? undefined : TROUBLES[code];
  return trouble ? new DataError({ file, found: trouble.found(message), legal: trouble.legal }) : readTrouble(file, error);
}

/**
 * Bytes unpacked by a program of the system (`bzip2 -dc`, `xz -dc`): the two formats of LIBSVM's collection that Node cannot
 * read.
 *
 * @throws DataError: no such program, and data it refuses.
 */
async function* unpacked(file: string, program: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { spawn } = await import('node:child_process'); // loaded with the first such file: most programs read none
  const child = spawn(program, ['-dc'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const ended = events.once(child, 'close') as Promise<[number]>;
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
