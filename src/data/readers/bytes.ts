import { builtin } from '../../files/builtin.ts';
import { readTrouble } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import type { Readable as Stream } from 'node:stream';

const events = builtin('node:events');
const { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } = builtin('node:fs');
const { Socket } = builtin('node:net');
const { finished, pipeline, Readable } = builtin('node:stream');
const { setImmediate } = builtin('node:timers/promises');
const { createGunzip } = builtin('node:zlib');

/** Bytes read at once. */
export const CHUNK = 1 << 20;
/** The name by which commands know the standard input. */
export const STDIN = '-';
/** Bytes of a pipe that are read at once: as many as it holds. */
const PIPE = 1 << 16;
const GZIP = [0x1f, 0x8b];
/** What the program of the same name unpacks. */
const UNPACKED = { bzip2: [0x42, 0x5a, 0x68], xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a] } as const;
const UNREADABLE = { zstd: [0x28, 0xb5, 0x2f, 0xfd], zip: [0x50, 0x4b, 0x03, 0x04] } as const;

const UTF16 = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

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

/** The bytes of a file, for who has memory for them. */
export interface Bytes {
  /** How many there are; 0 where nobody knows. */
  readonly size: number;
  /** Fills the target; how many bytes came: fewer at the end, where somebody hurries, and of text in another encoding; 0 behind the end. */
  fill(target: Uint8Array): Promise<number>;
  /** Whoever fills gets what there is as soon as there is something. */
  hurry(): void;
  /** The bytes that came last come again. */
  unread(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Opens a file, `-` for the standard input. Its bytes are decompressed where the CONTENT is gzip (whatever the name says; concatenated
 * members are one stream), bzip2 or xz (by the system's programs). Decompression runs beside the caller, who parses meanwhile. Text of this
 * encoding, or of UTF-16 with a byte order mark, comes as UTF-8.
 *
 * @throws DataError for a missing file, a folder, a file without read permission, truncated or damaged compressed data, and data that
 * are compressed in another way.
 */
export async function openBytes(file: string, encoding?: string): Promise<Bytes> {
  let bytes: Bytes | undefined;
  try {
    bytes = rawBytes(file);
    const first = await firstOf(bytes);
    const other = nameOf(UNREADABLE, first);
    if (other !== undefined) throw new DataError({ file, found: `${other} data`, legal: 'plain text, gzip, bzip2 or xz' });
    const program = nameOf(UNPACKED, first);
    if (program === undefined && !startsWith(first, GZIP)) return inUtf8(file, bytes, first, encoding);
    const packed = chunksOf(bytes);
    const unpacking =
      program === undefined
        ? pipeline(Readable.from(packed), createGunzip({ chunkSize: CHUNK }), NOTHING)
        : Readable.from(unpacked(file, program, packed));
    bytes = streamBytes(file, unpacking, undefined, bytes);
    return inUtf8(file, bytes, await firstOf(bytes), encoding);
  } catch (error) {
    bytes?.close();
    throw explained(file, error);
  }
}

/** The first bytes, which come again. */
async function firstOf(bytes: Bytes): Promise<Buffer> {
  const signature = Buffer.alloc(8);
  bytes.hurry();
  const first = signature.subarray(0, await bytes.fill(signature));
  bytes.unread(first);
  return first;
}

/** Encodings that files were found to have, for whoever says so. */
export const foundEncodings = new Map<string, string>();

function inUtf8(file: string, bytes: Bytes, first: Buffer, said: string | undefined): Bytes {
  const encoding = said ?? nameOf(UTF16, first);
  if (encoding === undefined) return bytes;
  if (said === undefined) foundEncodings.set(file, 'UTF-16');
  const chunks = recoded(file, bytes, encoding);
  let held = NONE;
  return {
    ...bytes,
    size: 0,
    async fill(target) {
      while (held.length === 0) {
        const { value } = await chunks.next();
        if (value === undefined) return 0;
        held = value;
      }
      const part = held.subarray(0, target.length);
      target.set(part);
      held = held.subarray(part.length);
      return part.length;
    },
    unread(again) {
      held = Buffer.concat([again, held]);
    },
  };
}

async function* recoded(file: string, bytes: Bytes, encoding: string): AsyncGenerator<Buffer, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunksOf(bytes)) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw explained(file, error);
    throw new DataError({
      file,
      found: `bytes that are not ${encoding}`,
      legal: 'whole text of one encoding, which --encoding names',
    });
  }
}

/** All of them as buffers; closes them. */
export async function* chunksOf(bytes: Bytes): AsyncGenerator<Buffer> {
  try {
    for (let room = Buffer.alloc(0), read = 1; read > 0; room = room.subarray(read)) {
      if (room.length === 0) room = Buffer.allocUnsafe(CHUNK);
      // Whoever takes chunks comes first: what is behind them may end with an error.
      await setImmediate();
      bytes.hurry();
      read = await bytes.fill(room);
      if (read > 0) yield room.subarray(0, read);
    }
  } finally {
    bytes.close();
  }
}

/** As they stand there. */
function rawBytes(file: string): Bytes {
  if (file !== STDIN)
    return statSync(file).isFile() ? plainBytes(file) : streamBytes(file, createReadStream(file, { highWaterMark: CHUNK }));
  const input = fstatSync(0);
  return input.isFIFO() || input.isSocket() ? pipedBytes() : streamBytes(file, process.stdin);
}

/** Those of a file, which are there. */
function plainBytes(file: string): Bytes {
  let descriptor: number | undefined = openSync(file, 'r');
  let at = 0;
  return {
    size: fstatSync(descriptor).size,
    fill(target) {
      try {
        const read = descriptor === undefined ? 0 : readSync(descriptor, target, 0, target.length, at);
        at += read;
        return Promise.resolve(read);
      } catch (error) {
        return Promise.reject(explained(file, error));
      }
    },
    hurry: NOTHING,
    unread({ length }) {
      at -= length;
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

const NONE: Uint8Array = new Uint8Array(0);
const NOTHING = (): void => undefined;

/**
 * Those of a stream. They are copied into memory that stays: chunks that stay would have to be collected. more: what the stream has, null or
 * nothing where that is waited for; below: what else is to be closed with it.
 */
function streamBytes(
  file: string,
  source: Stream,
  more = (): Uint8Array | null => source.read() as Buffer,
  below?: Bytes,
): Bytes {
  /** What nobody has taken of it. */
  let held = NONE;
  let hurries = false;
  let isEnded = false;
  let failure: unknown;
  let wake = NOTHING;
  source.on('readable', () => wake());
  finished(source, (error) => {
    [isEnded, failure] = [true, error];
    wake();
  });
  return {
    size: 0,
    async fill(target) {
      let filled = 0;
      while (filled < target.length && !(hurries && filled > 0)) {
        if (held.length === 0) held = more() ?? NONE;
        if (held.length === 0 && isEnded) break;
        if (held.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const part = held.subarray(0, target.length - filled);
        target.set(part, filled);
        filled += part.length;
        held = held.subarray(part.length);
      }
      if (filled === 0 && failure !== undefined) throw explained(file, failure);
      hurries = false;
      return filled;
    },
    hurry() {
      hurries = true;
      wake();
    },
    unread(bytes) {
      held = Buffer.concat([bytes, held]);
    },
    close() {
      source.destroy();
      below?.close();
    },
  };
}

/** The standard input, a pipe, which is read into the same memory every time. */
function pipedBytes(): Bytes {
  const buffer = Buffer.allocUnsafeSlow(PIPE);
  let chunk = NONE;
  const callback = (length: number): boolean => {
    chunk = buffer.subarray(0, length);
    return !socket.emit('readable');
  };
  const options = { fd: 0, readable: true, writable: false, onread: { buffer, callback } };
  const socket = new Socket(options);
  return streamBytes(STDIN, socket, () => {
    const held = chunk;
    chunk = NONE;
    if (held.length === 0) socket.resume();
    return held;
  });
}

/** The format whose first bytes these are. */
function nameOf(formats: Readonly<Record<string, readonly number[]>>, first: Buffer): string | undefined {
  return Object.keys(formats).find((name) => startsWith(first, formats[name]));
}

function startsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return magic.every((byte, k) => bytes[k] === byte);
}

/** The system's complaint about a file as a DataError; an error of another kind comes back unchanged. */
export function explained(file: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const trouble = code === undefined ? undefined : TROUBLES[code];
  return trouble
    ? new DataError({ file, found: trouble.found(message), legal: trouble.legal })
    : (readTrouble(file, error) as Error);
}

/**
 * Bytes unpacked by a program of the system (`bzip2 -dc`, `xz -dc`): the two formats of LIBSVM's collection that Node cannot
 * read.
 *
 * @throws DataError: no such program, and data it refuses.
 */
async function* unpacked(file: string, program: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { spawn } = builtin('node:child_process'); // loaded with the first such file: most programs read none
  const child = spawn(program, ['-dc']);
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
