import { HALF, JOINER, kindOf, kindsOfUnits, SEPARATOR, SPACELESS, WORD } from './characters.ts';

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

/** FNV-1a over UTF-16 code units, 32 bits: names the place of a token in a table. */
export function hashOfUnits(units: Uint16Array, start: number, end: number): number {
  let hash: number = FNV.offset;
  for (let k = start; k < end; k++) hash = Math.imul(hash ^ units[k], FNV.prime);
  return hash;
}

/** The same of all code units of a text. */
export function hashOf(text: string): number {
  return hashOfUnits(unitsOf(text), 0, text.length);
}

/**
 * Hands every token of a normalized text, the first `length` code units (code-units.ts), to `take`, in order.
 *
 *   word: [\p{L}\p{M}\p{N}]+ (?: ['’] [\p{L}\p{M}\p{N}]+ )*, of at least two characters;
 *   characters: pairs of neighbours in runs of scripts without spaces (characters.ts); a run of one is that one.
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
