/**
 * The lines that a program sends, as they come; none is held beyond LONGEST_ANSWER bytes, whatever is sent.
 *
 * A line that is longer is left out to its end and told as 'too long': who sent it has made a mistake with one answer, and loses no
 * other. The last line needs no line feed.
 */
export const LONGEST_ANSWER = 2 ** 20;

const LINE_FEED = 0x0a;

/** A line of answers; one that is too long is not kept. */
export type AnswerLine = { readonly text: string } | 'too long';

/** Cuts bytes into lines of at most a limited length. */
export async function* answerLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerLine, undefined> {
  /** Of the line under way, as long as it is not too long; what has come of it. */
  let parts: Uint8Array[] = [];
  let held = 0;
  const add = (part: Uint8Array): void => {
    held += part.length;
    if (held > LONGEST_ANSWER) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const taken = (): AnswerLine => {
    const line: AnswerLine = held > LONGEST_ANSWER ? 'too long' : { text: Buffer.concat(parts).toString() };
    parts = [];
    held = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      yield taken();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (held > 0) yield taken();
}
