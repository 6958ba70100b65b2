import { builtin } from '../../files/builtin.ts';
import { DecimalScanner } from '../../numerics/decimals.ts';
import { isPlace, FIELDS, OF_EXAMPLE, OUTCOMES, REQUIRED, type Field, type PackedEntry } from '../entries.ts';

const { crc32 } = builtin('node:zlib');

/** Place of a name in a row of numbers, by what tells names apart: first and third character and length. */
const PLACES = new Map(
  FIELDS.slice(0, OF_EXAMPLE).map((name, n) => [key(name.charCodeAt(0), name.charCodeAt(2), name.length), n]),
);
const TEXTS = FIELDS.map((name) => Buffer.from(`${name}":`));
const WORDS = OUTCOMES.map((outcome) => Buffer.from(`${outcome}"`));
const OPENING = Buffer.from('{"entry":"example"');
const [OUTCOME, MODEL, SEAL] = [Buffer.from('outcome":"'), Buffer.from('model":"'), Buffer.from(',"crc":"')];
const [QUOTE, COMMA, MINUS, DOT, ZERO, BRACE] = [0x22, 0x2c, 0x2d, 0x2e, 0x30, 0x7d];
const REQUIRED_BITS = (1 << REQUIRED) - 1;
const LONGEST_NAME = 18;
const SEAL_LENGTH = 18;
/** Digits of half of a model's name. */
const WORD = 8;

/** What a byte is as a small hexadecimal digit; -1 where it is none. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) => '0123456789abcdef'.indexOf(String.fromCharCode(byte)));

/** What the schema asks of each number (line-schema.ts), and of a place that columns hold it (entries.ts). */
const SPECIAL: Partial<Record<Field, (value: number) => boolean>> = {
  position: isPlace,
  row: isPlace,
  pass: isPlace,
  rowImportance: isMass,
  learnedImportance: isMass,
  minimumProbability: (value) => value > 0 && value <= 1,
};
const LEGAL = FIELDS.map((name) => SPECIAL[name] ?? Number.isFinite);

const scanner = new DecimalScanner();
/** Which number stood where in the line before: as a rule it does so again. */
const before = new Uint8Array(OF_EXAMPLE);

/**
 * Reads the example that a whole line of format 2 tells straight from its bytes, those of `block` from `from` to `to`, where it is as
 * the recorder writes it: JSON without spaces, every field a number but outcome and model. false for every other line, damaged and
 * foreign ones among them: the general way judges those (line-schema.ts), which takes several times as long.
 */
export function scanExample(block: Buffer, from: number, to: number, example: PackedEntry): boolean {
  const end = to - SEAL_LENGTH;
  if (end - from <= OPENING.length || !isAt(block, from, OPENING) || !isAt(block, end, SEAL) || !isSealed(block, from, end))
    return false;
  let at = from + OPENING.length;
  let [found, count] = [0, 0];
  let [hasOutcome, hasModel] = [false, false];
  while (at < end) {
    if (block[at] !== COMMA || block[at + 1] !== QUOTE) return false;
    at += 2;
    if (!hasOutcome && isAt(block, at, OUTCOME)) {
      at += OUTCOME.length;
      const outcome = WORDS.findIndex((word) => isAt(block, at, word));
      if (outcome < 0) return false;
      example.kind = outcome;
      hasOutcome = true;
      at += WORDS[outcome].length;
    } else if (!hasModel && isAt(block, at, MODEL)) {
      at += MODEL.length;
      if (!areDigits(block, at, at + 2 * WORD) || block[at + 2 * WORD] !== QUOTE) return false;
      example.modelHigh = wordAt(block, at);
      example.modelLow = wordAt(block, at + WORD);
      hasModel = true;
      at += 2 * WORD + 1;
    } else {
      if (count === OF_EXAMPLE) return false;
      const place = isAt(block, at, TEXTS[before[count]]) ? before[count] : placeAt(block, at);
      if (place === undefined || found & (1 << place)) return false;
      before[count++] = place;
      at += TEXTS[place].length;
      const value = scanner.scan(block, at);
      if (!isNumber(block, at, scanner.end) || !LEGAL[place](value)) return false;
      example.values[place] = value;
      found |= 1 << place;
      at = scanner.end;
    }
  }
  example.found = found;
  return at === end && hasOutcome && hasModel && (found & REQUIRED_BITS) === REQUIRED_BITS;
}

/** The place of the number whose name begins there; undefined where none does. */
function placeAt(bytes: Buffer, at: number): number | undefined {
  let k = at;
  while (bytes[k] !== QUOTE && k - at <= LONGEST_NAME) k++;
  const place = PLACES.get(key(bytes[at], bytes[at + 2], k - at));
  return place !== undefined && isAt(bytes, at, TEXTS[place]) ? place : undefined;
}

function key(first: number, third: number, length: number): number {
  return (first << 16) | (third << 8) | length;
}

function isAt(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let k = 0; k < text.length; k++) if (bytes[at + k] !== text[k]) return false;
  return true;
}

/** Whether a line that begins at `from` ends in the checksum of its bytes before `end`. */
function isSealed(bytes: Buffer, from: number, end: number): boolean {
  const digits = end + SEAL.length;
  if (!areDigits(bytes, digits, digits + WORD) || bytes[digits + WORD] !== QUOTE || bytes[digits + WORD + 1] !== BRACE)
    return false;
  return wordAt(bytes, digits) === crc32(new Uint8Array(bytes.buffer, bytes.byteOffset + from, end - from));
}

function areDigits(bytes: Buffer, from: number, to: number): boolean {
  for (let k = from; k < to; k++) if (DIGITS[bytes[k]] < 0) return false;
  return true;
}

/** The number that eight hexadecimal digits are. */
function wordAt(bytes: Buffer, at: number): number {
  let word = 0;
  for (let k = at; k < at + WORD; k++) word = (word << 4) | DIGITS[bytes[k]];
  return word >>> 0;
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

function isMass(value: number): boolean {
  return value >= 0 && value < Infinity;
}
