import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Block, examplesOf } from '../../../src/ledger/file/block.ts';
import type { Entry, ExampleEntry, UndoEntry } from '../../../src/ledger/entry.ts';
import { entryOf, headerOf, parsedLine, shortened } from '../../../src/ledger/file/line-schema.ts';
import { lineText } from '../../../src/ledger/file/line.ts';
import { runs } from '../../support/long.ts';
import { forAll } from '../../support/for-all.ts';

/**
 * Laws of ledger lines: every entry reads back bit for bit, whatever its doubles, and what is no entry is refused with its place.
 */

const double = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 5e-324, -5e-324, Number.MAX_VALUE, 2 ** -53, 1 - 2 ** -53, 0.1),
);
const natural = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32, Number.MAX_SAFE_INTEGER));
const label = fc.option(double);
const model = fc.stringMatching(/^[0-9a-f]{16}$/);

const importance = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).filter((h) => !Object.is(h, -0));
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x));
const share = fc.double({ min: 0, minExcluded: true, max: 1, noNaN: true });
const terms = {
  rowImportance: importance,
  learnedImportance: importance,
  knob: finite,
  minimumProbability: share,
  pass: natural,
};
const when = { time: fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678Z'), note: fc.string({ unit: 'binary' }) };
const testimony = { annotator: fc.string({ unit: 'binary' }), ...when };

const flip = fc.record({ sensitivity: double, weightToFlip: double, gap: double });
const example: fc.Arbitrary<ExampleEntry> = fc
  .tuple(
    fc.record({
      entry: fc.constant('example' as const),
      position: natural,
      row: natural,
      probability: double,
      coin: double,
      importance: double,
      outcome: fc.constantFrom('asked', 'passed', 'refused', 'implied'),
      prediction: double,
      errorRate: double,
    }),
    fc.oneof(fc.constant({}), flip),
    fc.record({ label, cost: double, ...terms }, { requiredKeys: [] }),
    fc.record({ model }),
  )
  .map((parts) => Object.assign({}, ...parts) as ExampleEntry);
const entry: fc.Arbitrary<Entry | UndoEntry> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(example, fc.record(testimony, { requiredKeys: [] })).map(([each, said]) => ({ ...each, ...said })),
    },
    fc
      .tuple(
        fc.record({
          entry: fc.constant('answer' as const),
          position: natural,
          row: natural,
          importance: double,
          after: natural,
          label,
          model,
        }),
        fc.record({ rowImportance: importance, learnedImportance: importance, ...testimony }, { requiredKeys: [] }),
      )
      .map(([each, said]) => ({ ...each, ...said })),
    fc
      .tuple(fc.record({ entry: fc.constant('undo' as const), position: natural }), fc.record(testimony, { requiredKeys: [] }))
      .map(([each, said]) => ({ ...each, ...said })),
    fc.record({
      entry: fc.constant('end' as const),
      examples: natural,
      labels: natural,
      spent: double,
      importanceSum: double,
      refusedImportance: double,
      implied: natural,
      awaited: natural,
      errorEstimate: double,
      progressiveError: label,
      model,
    }),
  )
  .map((each) => ({ ...each }));

describe('lines (law)', () => {
  it('every entry reads back bit for bit, on one line', () => {
    forAll([entry], { numRuns: runs(2000) }, (written) => {
      for (const version of [1, 2] as const) {
        const text = lineText(written, version);
        expect(text).not.toContain('\n');
        // toStrictEqual tells -0 from 0.
        expect(entryOf(parsedLine(Buffer.from(text), version, true)!.value)).toStrictEqual(written);
      }
    });
  });

  it('a header reads back', () => {
    const header = {
      'iwal-ledger': 2,
      iwal: '0.1.0',
      record: 'purchases',
      data: { name: 'a "pool"\n', rows: 3, checksum: '0000abcd', holdout: 0.25 },
      spec: { query: { name: 'passive' } },
      minimumProbability: 0.01,
      pass: 2,
    } as const;
    expect(headerOf(parsedLine(Buffer.from(lineText(header, 2)), 2, true)!.value)).toStrictEqual(header);
  });

  it('examples survive the way to the writing thread', () => {
    forAll([fc.array(example, { maxLength: 20 })], { numRuns: runs(300) }, (examples) => {
      const block = new Block();
      for (const each of examples) block.add(each);
      expect([...examplesOf(block.take())].map((each, n) => ({ ...each, model: examples[n].model }))).toStrictEqual(examples);
      expect(block.isEmpty).toBe(true);
    });
  });
});

it('a block is full after 1,024 examples and no sooner, and empty before the first and once taken', () => {
  const [one] = fc.sample(example, { numRuns: 1, seed: 1 });
  const block = new Block();
  for (let round = 0; round < 2; round++) {
    expect([block.isEmpty, block.isFull]).toEqual([true, false]);
    for (let n = 1; n <= 1024; n++) {
      block.add(one);
      if (block.isEmpty || block.isFull !== (n === 1024)) expect.fail(`after ${n}`);
    }
    expect([...examplesOf(block.take())].length).toBe(1024);
  }
});

describe('what is no entry', () => {
  const good = { entry: 'undo', position: 3 };
  it.each([
    [{ ...good, position: -1 }, /^position: /],
    [{ ...good, position: 1.5 }, /^position: /],
    [{ ...good, position: '3' }, /^position: /],
    [{ ...good, reason: 'none' }, /reason/],
    [{ entry: 'example', position: 3 }, /^row: /],
    [{ entry: 'beginning' }, /^entry: /],
    [{}, /^entry: /],
    [{ ...good, time: 'yesterday' }, /^time: /],
    [{ ...good, note: 3 }, /^note: /],
    [
      { entry: 'answer', position: 1, row: 1, importance: 1, after: 2, label: 1, model: '0123456789abcdef', rowImportance: -1 },
      /^rowImportance: /,
    ],
    [
      {
        entry: 'answer',
        position: 1,
        row: 1,
        importance: 1,
        after: 2,
        label: 1,
        model: '0123456789abcdef',
        rowImportance: 'NaN',
      },
      /^rowImportance: /,
    ],
    [null, /^the line: /],
    [[good], /^the line: |^entry: /],
  ])('%j', (line, message) => expect(() => entryOf(line)).toThrow(message));
});

it('a message shows a text of 40 letters, and the beginning of a longer one', () => {
  expect(['x'.repeat(40), 'x'.repeat(41)].map(shortened)).toEqual(['x'.repeat(40), `${'x'.repeat(40)}…`]);
});
