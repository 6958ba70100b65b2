/** Labels that a table has already: `--known` learns them first, and a session that is killed goes on in the same bytes. */
import { readFileSync, truncateSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answered, eachFolder } from '../../support/processes/cli.ts';

const letters = fileURLToPath(new URL('../../../examples/documents/letters.csv', import.meta.url));
const { text, path, write, iwalHere } = eachFolder(() => {
  // Every tenth letter has a label.
  let n = 0;
  const some = readFileSync(letters, 'utf8').replaceAll(/,(\d{4}),(complaint|other)$/gm, (_, year: string, kind: string) =>
    n++ % 10 === 0 ? `,${year},${kind.toUpperCase()}` : `,${year},`,
  );
  write('some.csv', some);
});

test('a session that is killed while it learns them, or later, ends in the same bytes', async () => {
  const label = async (kept = 0): Promise<void> => {
    const answers = answered(40 - kept, (n) => ((n + kept) % 3 === 0 ? 'other' : 'complaint'), kept + 1);
    const line =
      'label some.csv --text body --classes complaint,other --known kind --budget 30 --ledger a.jsonl --protocol jsonl';
    expect(await iwalHere(line, answers)).toMatchObject({ code: 0 });
  };
  await label();
  const whole = text('a.jsonl');
  const size = Buffer.byteLength(whole);
  const line = (n: number): number => Buffer.byteLength(whole.split('\n').slice(0, n).join('\n'));
  for (const end of [10, line(1), line(1) + 1, line(20), line(30) + 7, line(41), line(41) + 1, line(60), size - 3]) {
    truncateSync(path('a.jsonl'), end);
    const lines = text('a.jsonl').split('\n');
    await label(lines.filter((each) => each.includes('"outcome":"asked"') && each.endsWith('}')).length);
    expect(text('a.jsonl') === whole, `cut off at ${end}`).toBe(true);
  }
});
