/**
 * What a character is to the tokenizer. Nothing here depends on a locale or on ICU's dictionaries.
 *
 * Scripts without spaces between words are told by fixed blocks of Unicode rather than by \p{Script}, so that any program can do
 * the same (docs/TEXT.md has it in Python). Whether a character is a letter, mark or number is its general category.
 */
export const SEPARATOR = 0;

/** Letters, digits and marks: what words are made of. */
export const WORD = 1;

/** Letters of scripts that put no spaces between words. */
export const SPACELESS = 2;

/** Marks that stand within words, an apostrophe for one. */
export const JOINER = 3;
/** Half of a surrogate pair: what it is part of is known from both halves. */
export const HALF = 4;

/** What a character does in a text that is cut into words. */
export type CharacterKind = typeof SEPARATOR | typeof WORD | typeof SPACELESS | typeof JOINER;

/** Thai and Lao; Khmer; radicals, marks and numerals of Han, Hiragana, Katakana; Han. First and last code point of each block. */
export const SPACELESS_BLOCKS: readonly (readonly [from: number, to: number])[] = [
  [0x0e00, 0x0eff],
  [0x1780, 0x17ff],
  [0x2e80, 0x2fdf],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3038, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x16fe3, 0x16fe3],
  [0x16ff0, 0x16ff6],
  [0x1aff0, 0x1b16f],
  [0x20000, 0x3ffff],
];

/** ' and ’ */
const JOINERS = [0x27, 0x2019];
const LETTER = /^[\p{L}\p{M}\p{N}]$/u;
const LETTERS = /[\p{L}\p{M}\p{N}]+/gu;
const BMP = 0x10000;
/** Of one call. */
const ARGUMENTS = 1 << 12;
const [FIRST_HALF, LAST_HALF] = [0xd800, 0xdfff];
let table: Uint8Array | undefined;

/** Kinds of the 65,536 code units: kindOf, and HALF. */
export function kindsOfUnits(): Uint8Array {
  table ??= tableOfKinds();
  return table;
}

function tableOfKinds(): Uint8Array {
  const kinds = new Uint8Array(BMP).fill(SEPARATOR);
  const units = Uint16Array.from(kinds, (_, unit) => (isHalf(unit) ? 0 : unit));
  let all = '';
  for (let from = 0; from < BMP; from += ARGUMENTS) all += String.fromCharCode(...units.subarray(from, from + ARGUMENTS));
  for (const { index, 0: run } of all.matchAll(LETTERS)) kinds.fill(WORD, index, index + run.length);
  for (const [from, to] of SPACELESS_BLOCKS)
    for (let unit = from; unit <= Math.min(to, BMP - 1); unit++) if (kinds[unit] === WORD) kinds[unit] = SPACELESS;
  for (const unit of JOINERS) kinds[unit] = JOINER;
  return kinds.fill(HALF, FIRST_HALF, LAST_HALF + 1);
}

/** Whether a UTF-16 unit is half of a surrogate pair. */
export function isHalf(unit: number): boolean {
  return unit >= FIRST_HALF && unit <= LAST_HALF;
}

/** The kind of a code point. */
export function kindOf(code: number): CharacterKind {
  if (JOINERS.includes(code)) return JOINER;
  if (!LETTER.test(String.fromCodePoint(code))) return SEPARATOR;
  return SPACELESS_BLOCKS.some(([from, to]) => code >= from && code <= to) ? SPACELESS : WORD;
}
