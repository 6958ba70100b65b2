/**
 * Files of ours taken apart, changed by hand and put together again with a checksum that is right: what damage never looks like.
 */
import { crc32 } from 'node:zlib';
import fc from 'fast-check';

/** A JSON value with one of its parts replaced, removed, renamed or nested: `at` picks the part, `change` what becomes of it. */
export function tampered(json: unknown, at: number, change: unknown): unknown {
  const copy: unknown = structuredClone(json);
  const places: { readonly holder: Record<string, unknown>; readonly name: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      places.push({ holder: value as Record<string, unknown>, name });
      visit(part);
    }
  };
  visit(copy);
  const { holder, name } = places[at % places.length];
  if (change === 'remove') Reflect.deleteProperty(holder, name);
  else if (change === 'rename') Object.defineProperty(holder, '__proto__', { value: holder[name], enumerable: true });
  else if (change === 'nest') holder[name] = { deeper: holder[name] };
  else holder[name] = change;
  return copy;
}

const TEXTS = ['', 'number', 'gradient-descent', '1e9'];
const NUMBERS = [-1, 0, 1, 2, 3, 0.5, 1e9, 2 ** 31, 2 ** 32, 2 ** 33, 2 ** 53, 1e300];
const NESTED = [[], {}, [1e9], ['1000000000'], { name: 'logistic' }, { a: { b: { c: 1 } } }];

/** What a part of a header may be replaced by. */
export const changes = fc.constantFrom<unknown>('remove', 'rename', 'nest', null, true, ...TEXTS, ...NUMBERS, ...NESTED);

const USUAL = [-1, 0, -0, 1, 2, 3, 5, 0.5];
const LARGE_AND_SMALL = [1e9, 2 ** 31, 2 ** 32 - 1, 1e38, 1e300, -1e300, 5e-324];

/** Numbers that arrays may be given. */
export const strange = fc.constantFrom(...USUAL, ...LARGE_AND_SMALL, NaN, Infinity, -Infinity);

/** A header as deep as it is asked for. */
export function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

export function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
}

/** A .iwal file of this header and what follows it. */
export function iwalFile(header: string, rest: Buffer, sizes: { readonly body?: number; readonly header?: number } = {}): Buffer {
  const body = Buffer.concat([padded(Buffer.from(header)), rest]);
  const prelude = Buffer.alloc(32);
  prelude.write('IWALROWS');
  prelude.writeUInt32LE(1, 8);
  prelude.writeDoubleLE(sizes.body ?? body.length, 16);
  prelude.writeDoubleLE(sizes.header ?? Buffer.byteLength(header), 24);
  prelude.writeUInt32LE(crc32(body, crc32(prelude.subarray(16))), 12);
  return Buffer.concat([prelude, body]);
}

/** Header and rest of a .iwal file. */
export function iwalParts(file: Buffer): { readonly header: string; readonly rest: Buffer } {
  const length = file.readDoubleLE(24);
  return { header: file.toString('utf8', 32, 32 + length), rest: file.subarray(32 + 8 * Math.ceil(length / 8)) };
}

/** A model file of this header and payload. */
export function modelFile(header: string, payload: Buffer, headerBytes = Buffer.byteLength(header)): Buffer {
  const total = 24 + Buffer.byteLength(header) + payload.length + 4;
  const preamble = Buffer.alloc(24);
  preamble.write('iwalmdLE');
  preamble.writeUInt32LE(1, 8);
  preamble.writeUInt32LE(headerBytes, 12);
  preamble.writeDoubleLE(total, 16);
  const whole = Buffer.concat([preamble, Buffer.from(header), payload]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(whole));
  return Buffer.concat([whole, checksum]);
}

/** Header and payload of a model file. */
export function modelParts(file: Buffer): { readonly header: string; readonly payload: Buffer } {
  const length = file.readUInt32LE(12);
  return { header: file.toString('utf8', 24, 24 + length), payload: file.subarray(24 + length, -4) };
}
