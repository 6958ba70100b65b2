import { JOINER, kindOf, kindsOfUnits, SEPARATOR, SPACELESS, WORD } from './characters.ts';

const ANY_OTHER_THAN_ASCII = /[^\0-\x7f]/;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];
const FNV = { offset: 0x811c9dc5 | 0, prime: 0x01000193 } as const;

/** Takes the token text[start, end) and its hash; the word before it is its neighbour unless it stands alone. */
export type TakeToken = (start: number, end: number, hash: number, place: 'word' | 'characters') => void;

/** NFKC and lower case, of no locale: the text that tokens are stretches of. ASCII is NFKC as it stands. */
export function normalized(text: string): string {
  return (ANY_OTHER_THAN_ASCII.test(text) ? text.normalize('NFKC') : text).toLowerCase();
}

/** FNV-1a over UTF-16 code units, 32 bits: names the place of a token in a table. */
export function hashOf(text: string, start = 0, end = text.length): number {
  let hash: number = FNV.offset;
  for (let k = start; k < end; k++) hash = Math.imul(hash ^ text.charCodeAt(k), FNV.prime);
  return hash;
}

/**
 * Hands every token of a normalized text to `take`, in order.
 *
 *   word: [\p{L}\p{M}\p{N}]+ (?: ['’] [\p{L}\p{M}\p{N}]+ )*, of at least two characters;
 *   characters: pairs of neighbours in runs of scripts without spaces (characters.ts); a run of one is that one.
 *
 * A run of the second kind ends a word. There is no stop list and no stemmer: both decide for a language, and idf does their work.
 * About 10 ns a character; nothing is allocated.
 */
export function scanTokens(text: string, take: TakeToken): void {
  const kinds = kindsOfUnits();
  const { length } = text;
  let at = 0;
  while (at < length) {
    const unit = text.charCodeAt(at);
    let kind = kinds[unit];
    let size: 1 | 2 = 1;
    if (unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE) {
      size = sizeAt(text, at);
      kind = kindAt(text, at, size);
    }
    if (kind === WORD) at = word(text, at, kinds, take);
    else if (kind === SPACELESS) at = run(text, at, kinds, take);
    else at += size;
  }
}

/** Takes the word that begins here; where it ends. */
function word(text: string, start: number, kinds: Uint8Array, take: TakeToken): number {
  const { length } = text;
  let hash: number = FNV.offset;
  let at = start;
  let characters = 0;
  while (at < length) {
    const unit = text.charCodeAt(at);
    let kind = kinds[unit];
    if (unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE) {
      const size = sizeAt(text, at);
      if (kindAt(text, at, size) !== WORD) break;
      if (size === 2) {
        hash = Math.imul(hash ^ unit, FNV.prime);
        at++;
      }
      kind = WORD;
    } else if (kind === JOINER) {
      if (at + 1 >= length || kindAt(text, at + 1, sizeAt(text, at + 1)) !== WORD) break;
      kind = WORD;
    }
    if (kind !== WORD) break;
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV.prime);
    at++;
    characters++;
  }
  if (characters >= 2) take(start, at, hash, 'word');
  return at;
}

/** Takes the pairs of the run that begins here; where it ends. */
function run(text: string, start: number, kinds: Uint8Array, take: TakeToken): number {
  const { length } = text;
  let before = start;
  let at = start + sizeAt(text, start);
  let pairs = 0;
  while (at < length) {
    const size = sizeAt(text, at);
    if ((size === 1 ? kinds[text.charCodeAt(at)] : kindAt(text, at, size)) !== SPACELESS) break;
    take(before, at + size, hashOf(text, before, at + size), 'characters');
    pairs++;
    before = at;
    at += size;
  }
  if (pairs === 0) take(start, at, hashOf(text, start, at), 'characters');
  return at;
}

/** Code units of the character here. */
function sizeAt(text: string, at: number): 1 | 2 {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function kindAt(text: string, at: number, size: 1 | 2): number {
  if (size === 2) return kindOf(text.codePointAt(at)!);
  const kind = kindsOfUnits()[text.charCodeAt(at)];
  return kind === JOINER ? SEPARATOR : kind;
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
  scanTokens(whole, (start, end) => tokens.push(whole.slice(start, end)));
  return tokens;
}
