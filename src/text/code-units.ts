import { isHalf, kindOf, SEPARATOR } from './characters.ts';
import { normalized } from './scan.ts';

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
