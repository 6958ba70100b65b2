const FNV = { offset: 0x811c9dc5 | 0, prime: 0x01000193 } as const;

/** Takes the token units[start, end) and its hash; the word before it is its neighbour unless it stands alone. */
export type TakeToken = (start: number, end: number, hash: number, place: 'word' | 'characters') => void;

/** NFKC and lower case, of no locale: the text that tokens are stretches of. */
export function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The code units of a text. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let k = 0; k < units.length; k++) units[k] = text.charCodeAt(k);
  return units;
}

/** The text of these code units. */
export function textIn(units: Uint16Array, start: number, end: number): string {
  let text = '';
  for (let k = start; k < end; k++) text += String.fromCharCode(units[k]);
  return text;
}

/** FNV-1a over UTF-16 code units, 32 bits: names the place of a token in a table. */
export function hashOfUnits(units: Uint16Array, start: number, end: number): number {
  let hash: number = FNV.offset;
  for (let k = start; k < end; k++) hash = Math.imul(hash ^ units[k], FNV.prime);
  return hash;
}

/**
 * Hands every token of a normalized text, the first `length` code units, to `take`, in order.
 *
 *   word: [\p{L}\p{M}\p{N}]+ (?: ['’] [\p{L}\p{M}\p{N}]+ )*, of at least two characters;
 *   characters: pairs of neighbours in runs of scripts without spaces; a run of one is that one.
 *
 * A run of the second kind ends a word. There is no stop list and no stemmer: both decide for a language, and idf does their work.
 * About 5 ns a character; nothing is allocated.
 */
export function scanTokens(units: Uint16Array, length: number, take: TakeToken): void {
  const kinds = kindsOfUnits();
  let at = 0;
  while (at < length) {
    const kind = kinds[units[at]];
    if (kind === SEPARATOR || kind === JOINER) at++;
    else if (kind === WORD) at = word(units, at, length, kinds, take);
    else if (kind === SPACELESS) at = run(units, at, length, kinds, take);
    else at = withHalves(units, at, length, kinds, take);
  }
}

/** Takes what begins with the surrogate pair here, or half of one; where it ends. */
function withHalves(units: Uint16Array, at: number, length: number, kinds: Uint8Array, take: TakeToken): number {
  const kind = kindAt(units, at, length, kinds);
  if (kind === WORD) return word(units, at, length, kinds, take);
  if (kind === SPACELESS) return run(units, at, length, kinds, take);
  return at + sizeAt(units, at, length);
}

/** Takes the word that begins here; where it ends. */
function word(units: Uint16Array, start: number, length: number, kinds: Uint8Array, take: TakeToken): number {
  let hash: number = FNV.offset;
  let at = start;
  /** Code units of which the word has more than characters. */
  let pairs = 0;
  for (;;) {
    for (; at < length; at++) {
      const unit = units[at];
      if (kinds[unit] !== WORD) break;
      hash = Math.imul(hash ^ unit, FNV.prime);
    }
    if (at === length) break;
    const kind = kinds[units[at]];
    if (kind === HALF) {
      if (kindAt(units, at, length, kinds) !== WORD) break;
      hash = Math.imul(hash ^ units[at], FNV.prime);
      at++;
      pairs++;
    } else if (kind !== JOINER || at + 1 >= length || kindAt(units, at + 1, length, kinds) !== WORD) break;
    hash = Math.imul(hash ^ units[at], FNV.prime);
    at++;
  }
  if (at - start - pairs >= 2) take(start, at, hash, 'word');
  return at;
}

/** Takes the pairs of the run that begins here; where it ends. */
function run(units: Uint16Array, start: number, length: number, kinds: Uint8Array, take: TakeToken): number {
  let before = start;
  let at = start + sizeAt(units, start, length);
  let pairs = 0;
  while (at < length && kindAt(units, at, length, kinds) === SPACELESS) {
    const end = at + sizeAt(units, at, length);
    take(before, end, hashOfUnits(units, before, end), 'characters');
    pairs++;
    before = at;
    at = end;
  }
  if (pairs === 0) take(start, at, hashOfUnits(units, start, at), 'characters');
  return at;
}

/** Code units of the character here. */
function sizeAt(units: Uint16Array, at: number, length: number): 1 | 2 {
  const isPair = (units[at] & 0xfc00) === 0xd800 && at + 1 < length && (units[at + 1] & 0xfc00) === 0xdc00;
  return isPair ? 2 : 1;
}

/** What the character here is; half of a surrogate pair alone separates. */
function kindAt(units: Uint16Array, at: number, length: number, kinds: Uint8Array): number {
  const kind = kinds[units[at]];
  if (kind !== HALF) return kind;
  if (sizeAt(units, at, length) === 1) return SEPARATOR;
  return kindOf(0x10000 + ((units[at] & 0x3ff) << 10) + (units[at + 1] & 0x3ff));
}

/**
 * The tokens of a text, as strings.
 *
 * @example
 * tokensOf("Don't panic, a 日本語!") // => ["don't", 'panic', '日本', '本語']
 */
export function tokensOf(text: string): string[] {
  const whole = normalized(text);
  const tokens: string[] = [];
  scanTokens(unitsOf(whole), whole.length, (start, end) => tokens.push(whole.slice(start, end)));
  return tokens;
}

/** In the table: nobody has looked; it takes the text around it to tell. Both separate as code units, and so never stand there. */
const UNKNOWN = 0;
const BY_CONTEXT = 1;
const SPACE = 0x20;
const FINAL_SIGMA = 0x3a3;
const MARK = /\p{M}/u;
/** Hangul vowels and final consonants that stand alone: NFKC joins them with what is before them. */
const [FIRST_JAMO, LAST_JAMO] = [0x1100, 0x11ff];

const foldings = new Uint16Array(1 << 16);

/**
 * The code units of a normalized text, in one array that is used again for the next text.
 *
 * Most texts are made of code units that NFKC and lower case map one by one, and are mapped so (some 3 ns each). A text that holds
 * any other one (a combining mark, half of a surrogate pair, a character that becomes several, a sigma) is normalized as a whole.
 *
 * Law (test/laws/vector/text.test.ts): but for separators, of which any number is as good as one, they are `normalized`.
 */
export class CodeUnits {
  /** The first `length` of them are the text. */
  units = new Uint16Array(1 << 10);
  length = 0;

  /** Takes this text in place of the one before. */
  take(text: string): void {
    if (text.length > this.units.length) this.units = new Uint16Array(2 * text.length);
    if (!this.#folded(text)) this.#write(normalized(text));
  }

  /** Whether each unit could be mapped by itself, and stands here. */
  #folded(text: string): boolean {
    const { units } = this;
    const { length } = text;
    for (let k = 0; k < length; k++) {
      const unit = text.charCodeAt(k);
      let folded = foldings[unit];
      if (folded <= BY_CONTEXT) {
        if (folded === UNKNOWN) folded = foldings[unit] = foldingOf(unit);
        if (folded === BY_CONTEXT) return false;
      }
      units[k] = folded;
    }
    this.length = length;
    return true;
  }

  /** Normalization may lengthen a text. */
  #write(text: string): void {
    const { length } = text;
    if (length > this.units.length) this.units = new Uint16Array(2 * length);
    for (let k = 0; k < length; k++) this.units[k] = text.charCodeAt(k);
    this.length = length;
  }
}

/**
 * What a code unit becomes whatever stands around it, any separators a space; BY_CONTEXT where that is not one unit.
 *
 * A text is NFKC if each of its characters is, by itself, NFKC, of combining class 0, and joins with none before it (UAX 15, quick
 * check): below U+10000 only marks and Hangul jamo do either. The lower case of a sigma alone depends on its neighbours.
 */
function foldingOf(unit: number): number {
  if (isHalf(unit)) return BY_CONTEXT;
  const composed = String.fromCharCode(unit).normalize('NFKC');
  if (MARK.test(composed) || Array.from(composed).some((each) => isJamo(each.charCodeAt(0)))) return BY_CONTEXT;
  if (Array.from(composed).every((each) => kindOf(each.codePointAt(0)!) === SEPARATOR)) return SPACE;
  const lower = composed.toLowerCase();
  return composed.length > 1 || lower.length > 1 || composed.charCodeAt(0) === FINAL_SIGMA ? BY_CONTEXT : lower.charCodeAt(0);
}

function isJamo(unit: number): boolean {
  return unit >= FIRST_JAMO && unit <= LAST_JAMO;
}

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
const JOINER = 3;
/** Half of a surrogate pair: what it is part of is known from both halves. */
const HALF = 4;

/** What a character does in a text that is cut into words. */
type CharacterKind = typeof SEPARATOR | typeof WORD | typeof SPACELESS | typeof JOINER;

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
function kindsOfUnits(): Uint8Array {
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
function isHalf(unit: number): boolean {
  return unit >= FIRST_HALF && unit <= LAST_HALF;
}

/** The kind of a code point. */
export function kindOf(code: number): CharacterKind {
  if (JOINERS.includes(code)) return JOINER;
  if (!LETTER.test(String.fromCodePoint(code))) return SEPARATOR;
  return SPACELESS_BLOCKS.some(([from, to]) => code >= from && code <= to) ? SPACELESS : WORD;
}
