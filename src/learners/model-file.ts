import { builtin } from '../files/builtin.ts';
import { z } from 'zod';
import { contentsOf } from '../files/contents.ts';
import { bytesOf, crcOf } from '../files/crc.ts';
import { DataError } from '../files/data-error.ts';
import { ifPossible } from '../files/if-possible.ts';
import { isTooDeep, levelsOf, TOO_DEEP } from '../files/nesting.ts';
import { writeWhole } from '../files/durable.ts';
import type { State } from '../numerics/state.ts';

const { writeFile } = builtin('node:fs/promises');

/** A spec and the state it has reached. */
export interface Model {
  /** Whatever rebuilds the learner that the state fits; any JSON value. */
  readonly spec: unknown;
  readonly state: State;
}

interface Layout {
  readonly [name: string]: number | 'number' | Layout;
}

const Layout: z.ZodType<Layout> = z.lazy(() => z.record(z.string(), z.union([z.int().min(0), z.literal('number'), Layout])));
const Header = z.object({ spec: z.unknown(), layout: Layout });

/** The byte order of this machine. */
const ORDER = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'LE' : 'BE';
const MAGIC = `iwalmd${ORDER}`;
const VERSION = 1;
const PREAMBLE = 24;
const CHECKSUM = 4;

/**
 * Writes a model file, which keeps a spec and its state bit for bit; the file of this name is replaced in one step or not at all.
 *
 *   magic, 8 bytes · version u32 · header length u32 · total length f64 · header · payload · crc32 u32
 *
 * The header is JSON, { spec, layout }: layout mirrors the state, with the length of each array and 'number' for each number;
 * the payload holds them all as doubles, in the layout's order and the byte order that the magic names. The checksum covers
 * everything before it. A file appears under its name only when it is complete.
 *
 * @throws DataError for a file that cannot be written.
 */
export async function save(path: string, { spec, state }: Model): Promise<void> {
  const whole = bytesOfModel({ spec, state });
  await writeWhole(path, (temporary) => writeFile(temporary, whole));
}

/** The bytes of a model file, in pieces. */
export function bytesOfModel({ spec, state }: Model): Uint8Array[] {
  const payload: Float64Array[] = [];
  const header = Buffer.from(JSON.stringify({ spec, layout: unpack(state, payload) }));
  const total = payload.reduce((sum, numbers) => sum + numbers.byteLength, PREAMBLE + header.length + CHECKSUM);
  const pieces = [
    Buffer.from(MAGIC, 'latin1'),
    Uint32Array.of(VERSION, header.length),
    Float64Array.of(total),
    header,
    ...payload,
  ].map(bytesOf);
  return [...pieces, bytesOf(Uint32Array.of(crcOf(pieces)))];
}

/**
 * Reads a model that `save` wrote. Whether its state fits a learner is for the learner to say.
 *
 * @throws DataError for a file that is foreign, of another version, cut short or damaged, and for one whose checksum is right and
 * whose layout is none.
 */
export function load(path: string): Model {
  const bytes = contents(path);
  const text = (from: number, to: number): string => Buffer.from(bytes, from, to - from).toString();
  const refuse = (found: string, legal: string): DataError => new DataError({ file: path, found, legal });

  const magic = text(0, Math.min(MAGIC.length, bytes.byteLength));
  if (magic !== MAGIC) throw refuse(`a file that begins with ${JSON.stringify(magic)}`, `a model, which begins with '${MAGIC}'`);
  if (bytes.byteLength < PREAMBLE) throw refuse(`${bytes.byteLength} bytes`, 'a whole model');
  const [version, headerLength] = new Uint32Array(bytes, MAGIC.length, 2);
  if (version !== VERSION) throw refuse(`model version ${version}`, `version ${VERSION}`);
  const [total] = new Float64Array(bytes, 16, 1);
  if (bytes.byteLength !== total) throw refuse(`${bytes.byteLength} bytes`, `the ${total} bytes it was written with`);
  const end = total - CHECKSUM;
  const [checksum] = new Uint32Array(bytes.slice(end));
  if (crcOf([new Uint8Array(bytes, 0, end)]) !== checksum) throw refuse('a damaged model', 'one that fits its checksum');

  const payload = PREAMBLE + headerLength;
  if (payload > end || (end - payload) % Float64Array.BYTES_PER_ELEMENT !== 0)
    throw refuse(`a header of ${headerLength} bytes`, 'one that leaves whole numbers');
  const { spec, layout } = headerOf(text(PREAMBLE, payload), refuse);
  const numbers = new Float64Array(bytes.slice(payload, end));
  const described = numbersIn(layout);
  if (described !== numbers.length)
    throw refuse(`a layout of ${described} numbers`, `one of the ${numbers.length} that follow it`);
  return { spec, state: pack(layout, numbers) };
}

/** All bytes of a file. Node reads files of 2 GiB in one piece and larger ones not at all. */
function contents(file: string): ArrayBuffer {
  try {
    return new Uint8Array(contentsOf(file)).buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_FS_FILE_TOO_LARGE') throw error;
    throw new DataError({ file, found: 'a file above 2 GiB', legal: 'a model, which is smaller' });
  }
}

function headerOf(text: string, refuse: (found: string, legal: string) => DataError): z.infer<typeof Header> {
  const header = ifPossible((): unknown => JSON.parse(text));
  const flaw = header === undefined ? 'a header that is no JSON' : flawIn(header);
  if (flaw !== undefined) throw refuse(flaw, 'the spec and layout of a model');
  const { success, data, error } = Header.safeParse(header);
  if (success) return data;
  throw refuse(`a header whose ${error.issues[0].path.join('.') || 'whole'} is wrong`, 'the spec and layout of a model');
}

/** Nesting without end, which would end every recursion over it, and a name that objects take for their prototype. */
function flawIn(header: unknown): string | undefined {
  for (const objects of levelsOf(header))
    if (objects.some((each) => Object.hasOwn(each, '__proto__'))) return "a header with the name '__proto__'";
  return isTooDeep(header) ? `a header ${TOO_DEEP}` : undefined;
}

function numbersIn(layout: Layout): number {
  return Object.values(layout).reduce<number>(
    (sum, entry) => sum + (entry === 'number' ? 1 : typeof entry === 'number' ? entry : numbersIn(entry)),
    0,
  );
}

/** The layout of a state; its numbers go into payload. */
function unpack(state: State, payload: Float64Array[]): Layout {
  const layout: Record<string, Layout[string]> = {};
  for (const [name, value] of Object.entries(state)) {
    if (typeof value === 'number') {
      layout[name] = 'number';
      payload.push(Float64Array.of(value));
    } else if (value instanceof Float64Array) {
      layout[name] = value.length;
      payload.push(value);
    } else layout[name] = unpack(value, payload);
  }
  return layout;
}

/** The state of this layout, with its numbers taken from payload in order. */
function pack(layout: Layout, payload: Float64Array): State {
  let at = 0;
  const next = (entry: Layout[string]): State[string] => {
    if (entry === 'number') return payload[at++];
    if (typeof entry === 'object') return part(entry);
    at += entry;
    return payload.slice(at - entry, at);
  };
  const part = (layout: Layout): State => Object.fromEntries(Object.entries(layout).map(([name, entry]) => [name, next(entry)]));
  return part(layout);
}
