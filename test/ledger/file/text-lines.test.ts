/** LAW of lines: joined again they are the file, each begins where it says, and only the last may lack its line feed. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textLines } from '../../../src/ledger/file/text-lines.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const folder = temporaryFolder();

/** The lines of a file, copied before the next block is asked for. */
function linesOf(content: Buffer): { readonly text: string; readonly start: number; readonly isWhole: boolean }[] {
  const file = folder.path('lines');
  writeFileSync(file, content);
  return Array.from(textLines(file), (lines) =>
    lines.map(({ block, from, to, start, isWhole }) => ({ text: block.toString('latin1', from, to), start, isWhole })),
  ).flat();
}

function expected(content: Buffer): ReturnType<typeof linesOf> {
  const texts = content.toString('latin1').split('\n');
  let start = 0;
  const lines = texts.map((text, n) => {
    const line = { text, start, isWhole: n < texts.length - 1 };
    start += text.length + 1;
    return line;
  });
  return lines.at(-1)!.text === '' ? lines.slice(0, -1) : lines;
}

it.each(['', '\n', 'a', '\na', 'a\n', 'a\nb', '\n\n', 'ab\n\ncd\n', '\0'])('of the file %j', (text) => {
  expect(linesOf(Buffer.from(text))).toEqual(expected(Buffer.from(text)));
});

it('of files of several blocks, with lines short, empty and longer than a block', () => {
  const random = randomStream(1, 'lines');
  for (const length of [2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 8_000_000]) {
    const content = Buffer.alloc(length, 'x');
    for (let at = random.below(5); at < length; at += [1, 2, 3000, 50_000, 2_600_000][random.below(5)]) content[at] = 0x0a;
    const [found, wanted] = [linesOf(content), expected(content)];
    expect(found.length).toBe(wanted.length);
    expect(found.findIndex((line, n) => line.text !== wanted[n].text || line.start !== wanted[n].start)).toBe(-1);
    expect(found.findIndex((line, n) => line.isWhole !== wanted[n].isWhole)).toBe(-1);
  }
});
