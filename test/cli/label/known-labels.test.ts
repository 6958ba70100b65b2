/** Labels that a table has already: `--known` learns them first, and every statement is about the other rows. */
import { cpSync, readFileSync, truncateSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { answered, eachFolder, linesOf } from '../../support/processes/cli.ts';

const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));
const READ = ['--data', 'some.csv', '--text', 'body'];
const {
  text: textOf,
  path,
  write,
  iwalHere,
} = eachFolder(() => {
  cpSync(letters, path('letters.csv'));
  // Every tenth letter has a label.
  let n = 0;
  const some = readFileSync(letters, 'utf8').replaceAll(/,(\d{4}),(complaint|other)$/gm, (_, year: string, kind: string) =>
    n++ % 10 === 0 ? `,${year},${kind.toUpperCase()}` : `,${year},`,
  );
  write('some.csv', some);
});

const BEGIN = 'some.csv --text body --classes complaint,other --known kind --budget 30 --ledger a.jsonl';

const labelOf = (n: number): string => (n % 3 === 0 ? 'other' : 'complaint');

async function label(args: string, from = 1): Promise<{ code: number; stderr: string; lines: Record<string, number>[] }> {
  const { code, stdout, stderr } = await iwalHere(`label ${args} --protocol jsonl`, answered(40, labelOf, from));
  const lines = code === 0 ? linesOf(stdout).map((line) => JSON.parse(line) as Record<string, number>) : [];
  return { code, stderr, lines };
}

const text = (): string => textOf('a.jsonl');

describe('--known', () => {
  test('asks about no row whose label is known; numbers are about the others; audit, top-up and resume agree', async () => {
    const { code, stderr, lines } = await label(BEGIN);
    expect([code, stderr]).toEqual([
      0,
      'some.csv: the column year is not learned from; --number-columns or --category-columns adds columns to learn from\n' +
        '40 labels were known before: the model has learned them, and all numbers below are about the other rows only\n',
    ]);
    const asked = lines.filter((line) => 'question' in line).map(({ id }) => id);
    expect([asked.length, asked.filter((id) => id % 10 === 0)]).toEqual([30, []]);
    // What is known is learned before the first question: it has a prediction.
    expect(lines[0].prediction).not.toBe(0);
    expect(lines.at(-1)).toMatchObject({ outside: 40, labels: 30 });
    expect(lines.at(-1)!.examples).toBeLessThanOrEqual(360);

    // In the ledger they stand for good: the file may change, and nothing need be said again.
    expect(
      (await label('some.csv --text body --classes complaint,other --ledger a.jsonl --budget 10')).lines.at(-1),
    ).toMatchObject({ pass: 2, outside: 40, known: 30, labels: 10 });
    const other = await label('some.csv --text body --ledger a.jsonl --pass 3 --budget 5');
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('found a ledger with classes.0 "complaint"')]);
    const audited = await iwalHere(['audit', 'a.jsonl', ...READ, '--certify', 'error']);
    expect([audited.code, audited.stderr]).toEqual([0, '']);
    expect(audited.stdout).toContain(
      '40 labels were known before the first question and learned first: no number here counts their rows',
    );
    expect(audited.stdout).toContain('computed anew: ok');
    const replayed = await iwalHere(['replay', 'a.jsonl', ...READ, '--query', 'random', '--budget', '5']);
    expect([replayed.code, replayed.stderr]).toEqual([0, '']);
  });

  test('a session that is killed while it begins, or later, ends in the same bytes', async () => {
    await label(BEGIN);
    const whole = text();
    const size = Buffer.byteLength(whole);
    const line = (n: number): number => Buffer.byteLength(whole.split('\n').slice(0, n).join('\n'));
    for (const end of [10, line(1), line(1) + 1, line(20), line(30) + 7, line(41), line(41) + 1, line(60), size - 3]) {
      truncateSync(path('a.jsonl'), end);
      const kept = text()
        .split('\n')
        .filter((each) => each.includes('"outcome":"asked"') && each.endsWith('}')).length;
      const answers = answered(40 - kept, (n) => labelOf(n + kept), kept + 1);
      const { code, stderr } = await iwalHere(`label ${BEGIN} --protocol jsonl`, answers);
      expect([end, code], stderr).toEqual([end, 0]);
      expect(text() === whole, `cut off at ${end}`).toBe(true);
    }
  });

  test('a ledger whose known labels were changed', async () => {
    await label(BEGIN);
    const lines = text().split('\n');
    [lines[3], lines[4]] = [lines[4], lines[3]];
    write('a.jsonl', lines.join('\n'));
    const { code, stderr } = await iwalHere('audit a.jsonl');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/a\.jsonl:4: found model/)]);
  });
});
