import { crc32 } from 'node:zlib';
import { DecimalScanner } from '../../numerics/decimals.ts';
import type { ExampleEntry, Outcome } from '../entry.ts';

type Draft = { -readonly [K in keyof ExampleEntry]: ExampleEntry[K] };

/** Numbers of an example: the first that there must be, then the others. */
const NAMES = ['position', 'row', 'probability', 'coin', 'importance', 'prediction', 'errorRate'] as const;
const OPTIONAL = [
  'sensitivity',
  'weightToFlip',
  'gap',
  'label',
  'cost',
  'rowImportance',
  'learnedImportance',
  'knob',
  'minimumProbability',
  'pass',
] as const;
const OUTCOMES: readonly Outcome[] = ['asked', 'passed', 'refused', 'implied'];

/** Place of a name in a row of numbers, by what tells names apart: first and third character and length. */
const PLACES = new Map([...NAMES, ...OPTIONAL].map((name, n) => [key(name.charCodeAt(0), name.charCodeAt(2), name.length), n]));
const TEXTS = [...NAMES, ...OPTIONAL].map((name) => Buffer.from(name));
const OPENING = Buffer.from('{"entry":"example"');
const [OUTCOME, MODEL, SEAL] = [Buffer.from('outcome":"'), Buffer.from('model":"'), Buffer.from(',"crc":"')];
const [QUOTE, COMMA, COLON, MINUS, DOT, ZERO, BRACE] = [0x22, 0x2c, 0x3a, 0x2d, 0x2e, 0x30, 0x7d];
const REQUIRED = (1 << NAMES.length) - 1;
const LONGEST_NAME = 18;
const SEAL_LENGTH = 18;

const scanner = new DecimalScanner();
const values = new Float64Array(NAMES.length + OPTIONAL.length);

/**
 * The example that a whole line of format 2 tells, read straight from its bytes where it is as the recorder writes it: JSON without
 * spaces, every field a number but outcome and model. undefined for every other line, damaged and foreign ones among them: the
 * general way judges those (parsed-line.ts, line-schema.ts), which takes several times as long.
 */
export function exampleIn(bytes: Buffer): ExampleEntry | undefined {
  const end = bytes.length - SEAL_LENGTH;
  if (end <= OPENING.length || !isAt(bytes, 0, OPENING) || !isAt(bytes, end, SEAL) || !isSealed(bytes, end)) return undefined;
  let at = OPENING.length;
  let found = 0;
  let outcome = -1;
  let model = '';
  while (at < end) {
    if (bytes[at] !== COMMA || bytes[at + 1] !== QUOTE) return undefined;
    at += 2;
    if (outcome < 0 && isAt(bytes, at, OUTCOME)) {
      at += OUTCOME.length;
      const close = bytes.indexOf(QUOTE, at);
      outcome = OUTCOMES.indexOf(bytes.toString('latin1', at, close) as Outcome);
      if (outcome < 0) return undefined;
      at = close + 1;
    } else if (model === '' && isAt(bytes, at, MODEL)) {
      at += MODEL.length;
      for (let k = at; k < at + 16; k++) if (digitOf(bytes[k]) < 0) return undefined;
      if (bytes[at + 16] !== QUOTE) return undefined;
      model = bytes.toString('latin1', at, at + 16);
      at += 17;
    } else {
      const close = nameEnd(bytes, at);
      const place = PLACES.get(key(bytes[at], bytes[at + 2], close - at));
      if (place === undefined || found & (1 << place) || !isAt(bytes, at, TEXTS[place]) || bytes[close + 1] !== COLON)
        return undefined;
      at = close + 2;
      const value = scanner.scan(bytes, at);
      if (!isNumber(bytes, at, scanner.end) || !isLegal(place, value)) return undefined;
      values[place] = value;
      found |= 1 << place;
      at = scanner.end;
    }
  }
  if (at !== end || outcome < 0 || model === '' || (found & REQUIRED) !== REQUIRED) return undefined;
  return made(found, OUTCOMES[outcome], model);
}

function made(found: number, outcome: Outcome, model: string): ExampleEntry {
  const example: Draft = {
    entry: 'example',
    position: values[0],
    row: values[1],
    probability: values[2],
    coin: values[3],
    importance: values[4],
    outcome,
    prediction: values[5],
    errorRate: values[6],
    model,
  };
  for (let n = 0, place = NAMES.length; n < OPTIONAL.length; n++, place++)
    if (found & (1 << place)) example[OPTIONAL[n]] = values[place];
  return example;
}

function key(first: number, third: number, length: number): number {
  return (first << 16) | (third << 8) | length;
}

function nameEnd(bytes: Buffer, at: number): number {
  let k = at;
  while (bytes[k] !== QUOTE && k - at <= LONGEST_NAME) k++;
  return k;
}

function isAt(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let k = 0; k < text.length; k++) if (bytes[at + k] !== text[k]) return false;
  return true;
}

/** Whether the line ends in the checksum of the bytes before `end`. */
function isSealed(bytes: Buffer, end: number): boolean {
  if (bytes[bytes.length - 2] !== QUOTE || bytes[bytes.length - 1] !== BRACE) return false;
  let written = 0;
  for (let k = end + SEAL.length; k < bytes.length - 2; k++) {
    const digit = digitOf(bytes[k]);
    if (digit < 0) return false;
    written = (written << 4) | digit;
  }
  return written >>> 0 === crc32(bytes.subarray(0, end));
}

/** Of a small hexadecimal digit; -1 for any other byte. */
function digitOf(byte: number): number {
  return byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}

/** Whether what was scanned is a number of JSON: a digit first and last and on both sides of the point, no 0 before others. */
function isNumber(bytes: Buffer, at: number, end: number): boolean {
  const first = bytes[at] === MINUS ? at + 1 : at;
  if (!isDigit(bytes[first]) || !isDigit(bytes[end - 1])) return false;
  if (bytes[first] === ZERO && isDigit(bytes[first + 1])) return false;
  for (let k = first; k < end; k++) if (bytes[k] === DOT) return isDigit(bytes[k + 1]);
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

/** What the schema asks of each number besides (line-schema.ts). */
function isLegal(place: number, value: number): boolean {
  switch (place) {
    case 0:
    case 1:
    case 16:
      return Number.isSafeInteger(value) && value >= 0;
    case 12:
    case 13:
      return value >= 0 && value < Infinity;
    case 15:
      return value > 0 && value <= 1;
    default:
      return Number.isFinite(value);
  }
}
