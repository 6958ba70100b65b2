import { expect, it } from 'vitest';
import { forms, type PredictedRow } from '../../../src/cli/predict/forms.ts';
import { writeRows } from '../../../src/cli/predict/run.ts';

/** Law: predictions are written a piece at a time, whole and in order, and an interruption in between ends it. */

const rows = Array.from({ length: 25_000 }, (_, n): PredictedRow => ({ id: String(n), score: n / 4 }));

it('is every line once, under the head', async () => {
  for (const count of [0, 1, 9_999, 10_000, 10_001, 25_000]) {
    const written: string[] = [];
    const write = (lines: readonly string[]): void => void written.push(...lines);
    await writeRows(rows.slice(0, count), forms.csv, write, { signal: new AbortController().signal });
    expect(written).toEqual([...forms.csv.head, ...rows.slice(0, count).map(forms.csv.line)]);
  }
});

it('ends where it is interrupted', async () => {
  const controller = new AbortController();
  let pieces = 0;
  const write = (): void => {
    if (++pieces === 2) controller.abort(new Error('interrupted'));
  };
  await expect(writeRows(rows, forms.plain, write, controller)).rejects.toThrow('interrupted');
  expect(pieces).toBe(2);
});
