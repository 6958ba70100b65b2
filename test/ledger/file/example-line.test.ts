import { expect, it } from 'vitest';
import type { ExampleEntry } from '../../../src/ledger/entry.ts';
import { EntryColumns, isPlace, PackedEntry } from '../../../src/ledger/entries.ts';
import { scanExample } from '../../../src/ledger/file/example-line.ts';
import { checksumText, lineText } from '../../../src/ledger/file/line.ts';
import { entryOf, parsedLine } from '../../../src/ledger/file/line-schema.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { keptRun } from '../../support/ledgers.ts';

/**
 * LAW of reading the line of an example from its bytes: it says what the general way says, or nothing; and it says something of
 * every line of numbers that the recorder writes, without which it would be of no use.
 */

const examples = ['iwal-cal', 'soft-margin'].flatMap((rule) =>
  keptRun({ rule } as Parameters<typeof keptRun>[0], 'considered').entries.filter((each) => each.entry === 'example'),
);
const full: ExampleEntry = {
  ...examples[0],
  ...{
    sensitivity: 1e-300,
    weightToFlip: 2.5e10,
    gap: 0.1,
    rowImportance: 3,
    learnedImportance: 1.5,
    knob: 7.217262585088529e-223,
  },
  ...{ label: -1, cost: 0.5, minimumProbability: 0.25, pass: 2 },
};
const sealed = (text: string): string => `${text},"crc":"${checksumText(text)}"}`;

/** What the general way says of a whole line; undefined where it refuses it, or it is no example. */
function generally(line: string): unknown {
  try {
    const entry = entryOf(parsedLine(Buffer.from(line), 2, true)?.value);
    return entry.entry === 'example' ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** What is scanned of a line that has others around it, as columns keep it; undefined where it is left to the general way. */
function exampleIn(line: string): unknown {
  const [packed, columns] = [new PackedEntry(), new EntryColumns()];
  const block = Buffer.from(`before\n${line}\nafter`);
  if (!scanExample(block, 7, block.length - 6, packed)) return undefined;
  columns.take(packed);
  return columns.at(0);
}

function requireAgreement(line: string): boolean {
  const found = exampleIn(line);
  if (found !== undefined) expect(found, line).toStrictEqual(generally(line));
  return found !== undefined;
}

it('is the entry that was written', () => {
  expect(examples.length).toBeGreaterThan(20);
  for (const entry of [...examples, full]) {
    const isLeft = Object.values(entry).some(
      (value) => value === null || (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))),
    );
    const found = exampleIn(lineText(entry, 2));
    if (!isLeft) expect(found).toStrictEqual(entry);
  }
});

it.each(
  [
    '+1',
    '01',
    '00',
    '.5',
    '5.',
    '1.e5',
    '1e5',
    '1E+5',
    '1e',
    '-',
    '',
    '1e999',
    '-1',
    '-0',
    '0.5',
    '1.5',
    '2',
    '9007199254740993',
  ].concat(['"Infinity"', '"NaN"', '"-0"', 'null', 'true', '[1]', '{}', '1 ', ' 1', '0x10', '1_0', '1,"row":2', '"a"']),
)('with %s in the place of a number agrees with the general way, or is left to it', (value) => {
  const text = lineText(full, 2).slice(0, -18);
  for (const name of Object.keys(full))
    requireAgreement(sealed(text.replace(new RegExp(`"${name}":[^,]*`), `"${name}":${value}`)));
});

it('with any byte changed, and sealed again or not, agrees with the general way, or is left to it', () => {
  const random = randomStream(1, 'bytes');
  let read = 0;
  for (let n = 0; n < 3000; n++) {
    const bytes = Buffer.from(lineText(n % 2 === 0 ? full : examples[n % examples.length], 2), 'latin1');
    bytes[random.below(bytes.length)] = 0x20 + random.below(0x5f);
    const line = bytes.toString('latin1');
    if (n % 3 === 0) requireAgreement(line);
    else if (requireAgreement(sealed(line.slice(0, -18)))) read++;
  }
  expect(read).toBeGreaterThan(100);
});

it('at the ends of what the schema permits it is read; only rows that columns have no room for are left to the general way', () => {
  const ends = [0, 1, 5e-324, 2 ** -53, 1 - 2 ** -53, 1 + 2 ** -52, 2 ** 53 - 1, 2 ** 53, Number.MAX_VALUE, -1, -5e-324];
  for (const name of Object.keys(full).filter((each) => typeof full[each as keyof ExampleEntry] === 'number'))
    for (const end of ends) {
      const line = lineText({ ...full, [name]: end }, 2);
      const isRead = requireAgreement(line);
      if (!isPlace(end) && ['position', 'row', 'pass'].includes(name)) expect(isRead, line).toBe(false);
      else expect(isRead, line).toBe(generally(line) !== undefined);
    }
});

it('with a field less, a field twice, or a foreign one is left to the general way', () => {
  const text = lineText(full, 2).slice(0, -18);
  for (const name of Object.keys(full)) {
    requireAgreement(sealed(text.replace(new RegExp(`,?"${name}":[^,]*`), '')));
    expect(exampleIn(sealed(`${text},"${name}":1`))).toBeUndefined();
  }
  expect(exampleIn(sealed(`${text},"note":1`))).toBeUndefined();
  expect(exampleIn(sealed(`${text} `))).toBeUndefined();
});
