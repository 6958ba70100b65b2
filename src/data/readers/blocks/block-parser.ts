/**
 * What the rows of a file have in common, which the first ones tell and all others must have too; undefined where none has told yet.
 */
export interface Habits {
  /** The negative one of two labels. */
  readonly negative?: number | undefined;
  /** Whether rows are of groups. */
  readonly groups?: boolean | undefined;
}

/** What was read of a text, and all before it. */
export interface Progress {
  readonly lines: number;
  readonly rows: number;
  readonly habits: Habits;
}

/** Takes text apart a block of complete lines at a time, whatever comes of it. */
export interface BlockParser<Piece> {
  /** Lines taken so far. */
  readonly line: number;
  readonly habits: Habits;
  /** Throws where a line is none of the format. */
  parse(lines: Buffer): void;
  /** What came of the lines since the last piece, its arrays on shared memory: good until more lines are parsed. */
  piece(): Piece;
}

/** Both together; undefined where one contradicts the other. */
export function together(known: Habits, found: Habits): Habits | undefined {
  const { negative = found.negative, groups = found.groups } = known;
  if (found.negative !== undefined && found.negative !== negative) return undefined;
  if (found.groups !== undefined && found.groups !== groups) return undefined;
  return { negative, groups };
}
