/** LAW: entries kept as numbers are read back as they were, bit for bit, whatever they have and however many they are. */
import { expect, it } from 'vitest';
import { EntryColumns } from '../../src/ledger/entries.ts';
import type { AnswerEntry, EndEntry, Entry, ExampleEntry, Outcome } from '../../src/ledger/entry.ts';
import { RowSet } from '../../src/ledger/row-set.ts';
import { randomStream, type RandomStream } from '../../src/numerics/random.ts';

const OUTCOMES: readonly Outcome[] = ['asked', 'passed', 'refused', 'implied'];
const NUMBERS = [0, -0, 1, -1, 0.1, NaN, Infinity, -Infinity, 5e-324, Number.MAX_VALUE, 2 ** 40];

function entriesFrom(random: RandomStream, count: number): Entry[] {
  const number = (): number => NUMBERS[random.below(NUMBERS.length)];
  const row = (): number => [random.below(2 ** 31), 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1][random.next() < 0.9 ? 0 : random.below(4)];
  const model = (): string =>
    [0, 0, 0, 0]
      .map(() =>
        random
          .below(2 ** 16)
          .toString(16)
          .padStart(4, '0'),
      )
      .join('');
  const some = (names: readonly string[], value: () => unknown): Record<string, unknown> =>
    Object.fromEntries(names.filter(() => random.next() < 0.5).map((name) => [name, value()]));
  const near1 = (): number => [1, -1, 2, -2, 0][random.below(5)];
  const label = (): unknown => [null, near1(), number()][random.below(3)];
  const words = (): Record<string, unknown> => (random.next() < 0.1 ? some(['annotator', 'time', 'note'], () => 'a word') : {});
  const end = { entry: 'end', examples: count, labels: 1, model: model() } as unknown as EndEntry;
  const example = (position: number): ExampleEntry => ({
    entry: 'example',
    ...{ position, row: row(), probability: number(), coin: number(), importance: number() },
    ...{ outcome: OUTCOMES[random.below(4)], prediction: number(), errorRate: number() },
    ...some(['sensitivity', 'weightToFlip', 'gap', 'cost'], number),
    ...(random.next() < 0.3 ? { weightToFlip: 2.5, gap: 2.5 / position } : {}),
    ...some(['label'], label),
    ...(random.next() < 0.3 ? { cost: near1() } : {}),
    ...some(['rowImportance', 'learnedImportance', 'knob', 'minimumProbability', 'pass'], number),
    ...words(),
    model: model(),
  });
  const answer = (position: number): AnswerEntry =>
    ({
      entry: 'answer',
      ...{ position, row: row(), importance: number(), after: position + 3, label: label() },
      ...some(['rowImportance', 'learnedImportance'], number),
      ...words(),
      model: model(),
    }) as AnswerEntry;
  const all = Array.from({ length: count }, (_, n) => (random.next() < 0.2 ? answer(n) : example(n)));
  return [...all, end];
}

it('what is pushed is read, in any order, after any part was taken back', () => {
  const random = randomStream(1, 'entries');
  const wanted = entriesFrom(random, 5000);
  const columns = new EntryColumns();
  for (const entry of wanted) columns.push(entry);
  expect([...columns]).toStrictEqual(wanted);
  expect(columns.at(-1)).toStrictEqual(wanted.at(-1));
  for (const n of [0, 1, 4999, 5000, 5001, 1e9, -5001, -5002]) expect(columns.at(n)).toStrictEqual(wanted.at(n));
  for (const kept of [4321, 4320, 600, 1, 0]) {
    columns.truncate(kept);
    wanted.length = kept;
    const more = entriesFrom(random, 700);
    for (const entry of more) columns.push(entry);
    wanted.push(...more);
    expect(columns.length).toBe(wanted.length);
    expect([...columns]).toStrictEqual(wanted);
  }
  columns.truncate(columns.length + 1);
  expect(columns.length).toBe(wanted.length);
});

it('a set of rows has what was added and nothing else', () => {
  const random = randomStream(1, 'rows');
  const [found, wanted] = [new RowSet(), new Set<number>()];
  for (const largest of [100, 10_000, 2 ** 53]) {
    for (let n = 0; n < 2000; n++) {
      const row = Math.floor(random.next() * largest);
      expect(found.has(row)).toBe(wanted.has(row));
      found.add(row);
      wanted.add(row);
    }
  }
  for (const row of wanted) expect(found.has(row)).toBe(true);
});
