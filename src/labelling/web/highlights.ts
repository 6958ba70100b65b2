import { murmur3 } from '../../numerics/murmur3.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { normalized, scanTokens, tokensOf, unitsOf } from '../../text/scan.ts';
import { FIRST_WORD, type Vectorizer } from '../../text/vectorizer.ts';

/** A stretch of a text; with a strength, one that moved the prediction. */
export interface Segment {
  readonly text: string;
  /** 1 to 3: its share of the largest |w x| of the row, in thirds. */
  readonly strength?: 1 | 2 | 3;
  /** Where it moved the prediction. */
  readonly side?: 'negative' | 'positive';
}

/** What makes the rows of a pool of documents, the row at hand, and what has been learned. */
export interface Moved {
  readonly vectorizer: Vectorizer;
  readonly rows: SparseRows;
  readonly row: number;
  /** One a feature. */
  readonly weights: Float64Array;
}

/** Words that are marked in a text, and what share of the strongest one a word needs. */
const MOST = 8;
const FAINTEST = 0.1;

/** What no word reaches across: normalization is looked at piece by piece. */
const BETWEEN = /([\s、。，！？]+)/;

/**
 * A text in stretches: those whose words moved the prediction of its row the most, by |w x|, and what stands between.
 *
 * Pairs of words (`--ngrams 2`) and what stands beside the text have no place in it and are left out. Where normalization changes
 * the length of a stretch without spaces, all of it is marked.
 *
 * Law (test/labelling/web/highlights.test.ts): the stretches joined are the text, whatever it holds.
 */
export function highlighted(text: string, moved: Moved): Segment[] {
  const strongest = strongestWords(text, moved);
  const segments: { text: string; strength?: 1 | 2 | 3; side?: 'negative' | 'positive' }[] = [];
  const add = (piece: string, marks?: Omit<Segment, 'text'>): void => {
    if (piece === '') return;
    const last = segments.at(-1);
    if (marks === undefined && last !== undefined && last.strength === undefined) last.text += piece;
    else segments.push({ text: piece, ...marks });
  };
  if (strongest.size === 0) return [{ text }];
  for (const piece of text.split(BETWEEN)) {
    const whole = normalized(piece);
    const isInPlace = whole.length === piece.length;
    let done = 0;
    scanTokens(unitsOf(whole), whole.length, (start, end) => {
      const marks = strongest.get(whole.slice(start, end));
      if (marks === undefined || done === piece.length) return;
      const [from, to] = isInPlace ? [Math.max(start, done), end] : [0, piece.length];
      add(piece.slice(done, from));
      add(piece.slice(from, to), marks);
      done = to;
    });
    add(piece.slice(done));
  }
  return segments;
}

function strongestWords(text: string, { vectorizer, rows, row, weights }: Moved): Map<string, Omit<Segment, 'text'>> {
  const moves = movesOf(rows, row, weights);
  const columnOf = columnsByWord(vectorizer, moves);
  const found = new Map<string, number>();
  for (const token of new Set(tokensOf(text))) {
    const column = columnOf(token);
    const move = column === undefined ? 0 : (moves.get(column) ?? 0);
    if (move !== 0) found.set(token, move);
  }
  const ranked = [...found].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, MOST);
  const most = Math.abs(ranked[0]?.[1] ?? 0);
  return new Map(
    ranked
      .filter(([, move]) => Math.abs(move) >= FAINTEST * most)
      .map(([token, move]) => {
        const strength = Math.max(1, Math.ceil((3 * Math.abs(move)) / most)) as 1 | 2 | 3;
        return [token, { strength, side: move > 0 ? 'positive' : 'negative' }];
      }),
  );
}

/** w x of each feature of the row. */
function movesOf({ offsets, indices, values }: SparseRows, row: number, weights: Float64Array): Map<number, number> {
  const moves = new Map<number, number>();
  for (let k = offsets[row]; k < offsets[row + 1]; k++) moves.set(indices[k], weights[indices[k]] * values[k]);
  return moves;
}

function columnsByWord({ words, bits }: Vectorizer, moves: ReadonlyMap<number, number>): (word: string) => number | undefined {
  if (bits !== undefined) {
    return (word) => {
      const bytes = Buffer.from(word);
      return FIRST_WORD + (murmur3(bytes, 0, bytes.length, 0) & (2 ** bits - 1));
    };
  }
  const columns = new Map<string, number>();
  for (const column of moves.keys()) {
    const word = words?.[column - FIRST_WORD];
    if (word !== undefined) columns.set(word, column);
  }
  return (word) => columns.get(word);
}
