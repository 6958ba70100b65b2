import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ifPossible } from '../../files/if-possible.ts';
import { Bytes, bytesFrom, concat } from './bytes.ts';

/** The version of the program, which the build puts in its place. */
declare const IWAL_VERSION: string;

/** Bytes that data may take: what a page can hold beside the copies that are made of them. */
const ROOM = 2 ** 30;

/** The files of the page, by their names. */
export const files = new Map<string, Uint8Array>();

/** Files that are open, each with the byte that is read next. */
const open: { bytes: Uint8Array; at: number }[] = [];

function found(path: string): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT', syscall: 'open', path });
  return bytes;
}

function contents(path: string, encoding?: string): Bytes | string {
  const bytes = bytesFrom(found(path));
  return encoding === undefined ? bytes : bytes.toString();
}

const stat = ({ length }: Uint8Array): object => ({ size: length, isFile: () => true, isDirectory: () => false });

/** What the program asks of node:fs, on files in memory that it reads. */
const fs = {
  existsSync: (file: string) => files.has(file),
  openSync: (file: string) => open.push({ bytes: found(file), at: 0 }) - 1,
  closeSync: () => undefined,
  readSync(descriptor: number, into: Uint8Array, offset: number, length: number, place: number | null = null) {
    const { bytes, at } = open[descriptor];
    const begin = place ?? at;
    const part = bytes.subarray(begin, begin + length);
    into.set(part, offset);
    open[descriptor].at = begin + part.length;
    return part.length;
  },
  readFileSync: contents,
  fstatSync: (descriptor: number) => stat(open[descriptor].bytes),
  statSync: (file: string) => stat(found(file)),
};

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(data: string | Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of typeof data === 'string' ? new TextEncoder().encode(data) : data)
    crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

const isUtf8 = (bytes: Uint8Array): boolean =>
  ifPossible(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) !== undefined;

/** A turn of the event loop, without the milliseconds that a browser adds to timers. */
function setImmediate(then: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', then);
  port1.start();
  port2.postMessage(0);
}

/** Names of files have no folders here. */
const paths = {
  basename: (path: string) => path.slice(path.lastIndexOf('/') + 1),
  dirname: () => '',
  join: (...parts: string[]) => parts.filter((part) => part !== '').join('/'),
  resolve: (...parts: string[]) => parts.at(-1),
};

const PACKAGE = 'package.json of iwal';
files.set(PACKAGE, bytesFrom(JSON.stringify({ version: IWAL_VERSION })));

const hashed = (text: string): object => ({ digest: () => bytesToHex(sha256(utf8ToBytes(text))) });

const modules: Readonly<Record<string, object>> = {
  'node:fs': fs,
  'node:path': paths,
  'node:zlib': { crc32 },
  'node:buffer': { isUtf8, isAscii: (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80) },
  'node:crypto': { createHash: () => ({ update: hashed }) },
  'node:os': { totalmem: () => ROOM },
  'node:module': { createRequire: () => ({ resolve: () => PACKAGE }) },
  'node:timers/promises': { setImmediate: () => new Promise<void>(setImmediate) },
};

/** Rows stand in memory that threads may share; a page without threads has it of its own. */
class Memory extends ArrayBuffer {
  declare readonly resize: (bytes: number) => void;

  grow(bytes: number): void {
    this.resize(bytes);
  }
}

const alloc = (length: number): Bytes => new Bytes(length);
Object.assign(Bytes, { from: bytesFrom, of: (...bytes: number[]) => new Bytes(bytes), alloc, allocUnsafe: alloc, concat });

Object.assign(globalThis, {
  ...{ Buffer: Bytes, SharedArrayBuffer: Memory, setImmediate },
  process: {
    getBuiltinModule: (name: string) => modules[name] ?? {},
    ...{ env: {} },
    ...{ constrainedMemory: () => 0, availableMemory: () => ROOM, memoryUsage: { rss: () => 0 } },
  },
});
