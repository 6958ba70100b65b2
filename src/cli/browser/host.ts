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
const open: { file: string; at: number }[] = [];

function trouble(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, syscall: 'open', path });
}

function found(path: string): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw trouble('ENOENT', path);
  return bytes;
}

function contents(path: string, encoding?: string): Bytes | string {
  const bytes = bytesFrom(found(path));
  return encoding === undefined ? bytes : bytes.toString();
}

function append(file: string, bytes: Uint8Array): number {
  files.set(file, concat([found(file), bytes]));
  return bytes.length;
}

const stat = (file: string): object => ({ size: found(file).length, isFile: () => true, isDirectory: () => false });

/** What the program asks of node:fs, on files in memory. */
const fs = {
  existsSync: (file: string) => files.has(file),
  openSync(file: string, flags: string) {
    if (flags.includes('x') && files.has(file)) throw trouble('EEXIST', file);
    if (flags !== 'r' && !files.has(file)) files.set(file, new Uint8Array());
    found(file);
    return open.push({ file, at: 0 }) - 1;
  },
  closeSync: () => undefined,
  fsyncSync: () => undefined,
  readSync(descriptor: number, into: Uint8Array, offset: number, length: number, place: number | null = null) {
    const at = place ?? open[descriptor].at;
    const bytes = found(open[descriptor].file).subarray(at, at + length);
    into.set(bytes, offset);
    open[descriptor].at = at + bytes.length;
    return bytes.length;
  },
  writeSync: (descriptor: number, bytes: Uint8Array, from = 0) => append(open[descriptor].file, bytes.subarray(from)),
  writeFileSync: (descriptor: number, text: string) => append(open[descriptor].file, bytesFrom(text)),
  readFileSync: contents,
  fstatSync: (descriptor: number) => stat(open[descriptor].file),
  statSync: stat,
  ftruncateSync(descriptor: number, bytes: number) {
    const { file } = open[descriptor];
    files.set(file, found(file).slice(0, bytes));
  },
  linkSync(from: string, to: string) {
    if (files.has(to)) throw trouble('EEXIST', to);
    files.set(to, found(from));
  },
  rmSync: (file: string) => files.delete(file),
  realpathSync: (file: string) => file,
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

let ids = 0;
const PACKAGE = 'package.json of iwal';
files.set(PACKAGE, bytesFrom(JSON.stringify({ version: IWAL_VERSION })));

const hashed = (text: string): object => ({ digest: () => bytesToHex(sha256(utf8ToBytes(text))) });

const modules: Readonly<Record<string, object>> = {
  'node:fs': fs,
  'node:path': paths,
  'node:zlib': { crc32 },
  'node:buffer': { isUtf8, isAscii: (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80) },
  'node:crypto': { createHash: () => ({ update: hashed }), randomUUID: () => String(ids++) },
  'node:os': { hostname: () => 'browser', totalmem: () => ROOM },
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
    ...{ pid: 1, env: {}, once: () => undefined, off: () => undefined },
    ...{ constrainedMemory: () => 0, availableMemory: () => ROOM, memoryUsage: { rss: () => 0 } },
  },
});
