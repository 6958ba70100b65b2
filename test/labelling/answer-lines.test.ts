/** LAW of what comes through the pipe: however it is cut into chunks, the same lines come out, and none is held beyond the bound. */
import { expect, test } from 'vitest';
import { answerLines, LONGEST_ANSWER, type AnswerLine } from '../../src/labelling/pipe/answer-lines.ts';
import { randomStream } from '../../src/numerics/random.ts';

async function linesOf(chunks: readonly Uint8Array[]): Promise<AnswerLine[]> {
  async function* sent(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  }
  const lines: AnswerLine[] = [];
  for await (const line of answerLines(sent())) lines.push(line);
  return lines;
}

/** Cut at random places, between the bytes of a letter too, sometimes into nothing. */
function cut(bytes: Buffer, seed: number): Buffer[] {
  const random = randomStream(seed, 'chunks');
  const places = [0, bytes.length, ...Array.from({ length: 12 }, () => random.below(bytes.length + 1))].sort((a, b) => a - b);
  return places.slice(1).map((end, n) => bytes.subarray(places[n], end));
}

const fits = 'é'.repeat(LONGEST_ANSWER / 2);
const SENT: readonly (readonly [string, readonly AnswerLine[]])[] = [
  ['', []],
  ['\n', [{ text: '' }]],
  ['a\r\nü\n\nlast', [{ text: 'a\r' }, { text: 'ü' }, { text: '' }, { text: 'last' }]],
  [`${fits}\nb\n`, [{ text: fits }, { text: 'b' }]],
  [`a\n${fits}x\nb\n`, [{ text: 'a' }, 'too long', { text: 'b' }]],
  [`a\n${fits}${fits}x`, [{ text: 'a' }, 'too long']],
];

test.each(SENT.map(([sent, lines], n) => ({ n, sent, lines })))('text $n', async ({ sent, lines }) => {
  for (let seed = 1; seed <= 20; seed++) expect(await linesOf(cut(Buffer.from(sent), seed))).toEqual(lines);
});

test('a line without an end takes no memory', async () => {
  const chunk = new Uint8Array(2 ** 16).fill(0x61);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  async function* sent(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 4000; n++) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      yield await Promise.resolve(chunk.slice());
      if (n % 100 === 0) await new Promise(setImmediate);
    }
  }
  for await (const line of answerLines(sent())) expect(line).toBe('too long');
  expect(most).toBeLessThan(200 * 2 ** 20);
});
