/** As much of Node's Buffer as the program takes, for a browser. */
export class Bytes extends Uint8Array {
  override toString(encoding = 'utf8', from = 0, to = this.length): string {
    const bytes = this.subarray(from, to);
    if (encoding !== 'latin1') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    let text = '';
    for (let at = 0; at < bytes.length; at += STRIDE) text += String.fromCharCode(...bytes.subarray(at, at + STRIDE));
    return text;
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, k) => byte === other[k]);
  }

  copy(into: Uint8Array, at = 0, from = 0): number {
    const part = this.subarray(from, from + into.length - at);
    into.set(part, at);
    return part.length;
  }

  write(text: string): number {
    return new TextEncoder().encodeInto(text, this).written;
  }

  writeDoubleLE(number: number, at: number): void {
    new DataView(this.buffer, this.byteOffset).setFloat64(at, number, true);
  }
}

/** Characters that a call takes as arguments. */
const STRIDE = 1 << 13;

/** Bytes of a text, those of others as a copy, or a view of memory. */
export function bytesFrom(source: string | ArrayBuffer | ArrayLike<number>, at?: number | string, length?: number): Bytes {
  if (source instanceof ArrayBuffer) return new Bytes(source, at as number | undefined, length);
  if (typeof source !== 'string') return new Bytes(source);
  return new Bytes(at === 'latin1' ? Array.from(source, (each) => each.charCodeAt(0)) : new TextEncoder().encode(source));
}

/** All of them, one after the other; zeros where they are fewer than `length`. */
export function concat(parts: readonly Uint8Array[], length = parts.reduce((sum, part) => sum + part.length, 0)): Bytes {
  const all = new Bytes(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
