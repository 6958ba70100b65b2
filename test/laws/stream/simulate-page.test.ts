/** LAWS of what simulate says of its runs: every figure is what its column or sentence calls it, in the unit that it names. */
import { describe, expect, it } from 'vitest';
import { adviceOn, comparisonText, summary } from '../../../src/cli/simulate/page.ts';
import type { Result } from '../../../src/cli/simulate/result.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { SMALL_CLASS } from '../../../src/streams/measures/class-measures.ts';
import { descent } from '../../support/descent.ts';

const spec = parseRunSpec({ ...descent(0.5), query: { name: 'iwal-cal' }, budget: 300, seed: 7 });
const point = { examples: 1000, queried: 250, spent: 260, importanceSum: 970, progressiveLoss: 0.25, progressiveError: 0.125 };

function resultWith(more: Partial<Result> = {}): Result {
  return {
    ...{ ...point, testError: 0.0625, refusedImportance: 0, implied: 0, awaited: 0 },
    ...{ smallerClass: 0.4, balancedError: 0.3, fScore: 0.6, errorEstimate: 0.1, errorText: '10.00%' },
    ...{ fractionQueried: 0.125, unbiased: true, remarks: [], seconds: 1.5, spec, passiveError: 0.07 },
    data: { name: 'set', rows: 2000, features: 30, testExamples: 500 },
    curve: [{ ...point, testError: 0.0625 }],
    ...more,
  } as unknown as Result;
}

const everyLabel = resultWith({ testError: 0.05, queried: 2000, fractionQueried: 1, importanceSum: 1000 });

describe('a comparison', () => {
  const cellsOf = (result: Result, passive = everyLabel): Record<string, string> => {
    const lines = comparisonText([
      { label: 'mine', result },
      { label: 'all', result: passive },
    ]).split('\n');
    const split = (line: string): string[] => line.trim().split(/ {2,}/);
    const head = lines.findIndex((line) => line.trim().startsWith('rule'));
    const cells = split(lines.slice(head + 1).find((line) => line.includes('mine'))!);
    return Object.fromEntries(split(lines[head]).map((name, n) => [name, cells[n]]));
  };

  it('has a column each for labels, errors and importance', () => {
    expect(cellsOf(resultWith())).toEqual({
      ...{ rule: 'mine', labels: '250', 'of all': '12.50%', 'test error': '6.25%', 'passive, as many': '7.00%' },
      ...{ 'importance / n': '0.970', 'sample unbiased': 'yes' },
    });
    expect(cellsOf(resultWith({ consideredImportance: 500 }))).toMatchObject({ 'importance / n': '1.940' });
    expect(cellsOf(resultWith({ unbiased: false }))).toMatchObject({ 'sample unbiased': 'no' });
    expect(cellsOf(resultWith({ refusedImportance: 1 }))).toMatchObject({ 'sample unbiased': 'up to the budget' });
    expect(cellsOf(resultWith({ passiveError: null }))).toMatchObject({ 'passive, as many': 'diverged' });
  });

  it('shows progressive errors where nothing is tested, and the classes where one is small', () => {
    const untested = cellsOf(resultWith({ testError: null }), { ...everyLabel, testError: null });
    expect(untested).toMatchObject({ 'progressive error': '12.50%' });
    expect(Object.keys(untested)).not.toContain('passive, as many');
    const small = { ...everyLabel, smallerClass: SMALL_CLASS - 1e-9 };
    expect(cellsOf(resultWith({ fScore: null }), small)).toMatchObject({ balanced: '30.00%', 'F-score': 'unknown' });
  });
});

it('a comparison of several classes has the same columns', () => {
  const classes = { ...resultWith(), label: 'mine', classes: ['a', 'b', 'c'], spec: { ...spec, reduction: 'one-against-all' } };
  const cells = (more: object): string[] =>
    comparisonText(
      [
        { ...classes, ...more },
        { ...classes, label: 'all' },
      ].map((result) => ({ label: result.label, result: result as never })),
    )
      .split('\n')
      .find((line) => line.startsWith('mine'))!
      .split(/ {2,}/);
  expect(cells({})).toEqual(['mine', '250', '12.50%', '6.25%', '7.00%', '0.970', 'yes']);
  expect(cells({ consideredImportance: 500, unbiased: false })).toEqual([
    'mine',
    '250',
    '12.50%',
    '6.25%',
    '7.00%',
    '1.940',
    'no',
  ]);
  expect(cells({ refusedImportance: 3, passiveError: null })).toEqual([
    ...['mine', '250', '12.50%', '6.25%', 'diverged', '0.970', 'up to the budget'],
  ]);
});

describe('a summary', () => {
  it('says what was bought, of what, for what', () => {
    const text = summary(resultWith(), everyLabel);
    for (const sentence of [
      'set: 2,000 examples, 30 features, tested on 500 others',
      'seed 7',
      'bought 250 of 2,000 labels (12.50%) for 260 of a budget of 300, a hard cap; the budget was spent after 1,000 of them',
      'test error 6.25%; with as many random labels 7.00%, with every label 5.00%',
      'sum of importance 970 for 1,000 examples; 1.500 s of learning',
      'error of the predictions, by the labels bought: 10.00%',
    ])
      expect(text).toContain(sentence);
    const other = summary(
      resultWith({ testError: null, awaited: 3, refusedImportance: 2, consideredImportance: 1100, spent: 250 }),
      { ...everyLabel, testError: null },
    );
    expect(other).toContain('bought 250 of 2,000 labels (12.50%), 3 still to come of a budget of 300');
    expect(other).toContain('progressive error 12.50%; with every label 12.50%');
    expect(other).toContain('sum of importance 970, and 2 that the budget refused, for an importance of 1,100 in 1,000 examples');
  });

  it('says of a budget whether it sets the knob or is a cap, and what share it is', () => {
    const bought = (more: object): string => summary(resultWith({ spec: { ...spec, ...more } }), everyLabel);
    const pace = { window: 250, decay: 0 };
    expect(bought({ pace })).toContain(' of a budget of 300; the budget was spent');
    expect(bought({ pace, budget: '5%' })).toContain(' of a budget of 100 (5% of the rows); the budget was spent');
    expect(bought({ budget: '5%' })).toContain(' of a budget of 100 (5% of the rows), a hard cap; the budget was spent');
  });

  it('says that a tempered model is biased, where some label was bought with p below 1', () => {
    const says = (more: object, temper = 0): boolean =>
      summary(resultWith({ spec: { ...spec, temper }, ...more }), everyLabel).includes('the model is not');
    const every = { queried: 1000, importanceSum: 1000 };
    expect([says({}), says({}, 0.5), says({}, 1)]).toEqual([true, true, false]);
    expect([says(every), says({ ...every, queried: 999 }), says({ ...every, importanceSum: 1001 })]).toEqual([false, true, true]);
    const weighted = { ...every, consideredImportance: 1100 };
    expect([says(weighted), says({ ...weighted, importanceSum: 1100 })]).toEqual([true, false]);
  });

  it('goes by the classes below a fifth of the rows, not at it', () => {
    const says = (smallerClass: number): boolean =>
      summary(resultWith({ smallerClass }), everyLabel).includes('balanced error 30.00%, F-score 60.00%');
    expect([0.2 - 1e-9, 0.2, 0.21, 0.01, NaN].map(says)).toEqual([true, false, false, true, false]);
  });

  it('shows the course at powers of ten and at the end', () => {
    const curve = [1, 5, 10, 100, 500, 1000, 1500].map((examples) => ({ ...point, examples, testError: null }));
    const lines = summary(resultWith({ curve }), everyLabel).split('\n');
    const from = lines.findIndex((line) => line.includes('progressive loss'));
    const shown = lines.slice(from + 1, lines.indexOf('', from)).map((line) => line.trim().split(/ +/)[0]);
    expect(shown).toEqual(['1', '10', '100', '1,000', '1,500']);
  });
});

it('advice is for whoever has something to gain: untested runs, and those that passive learning does no worse than', () => {
  const advised = (more: Partial<Result>): string => adviceOn(resultWith(more)).join();
  expect(advised({ testError: 0.06, passiveError: 0.07 })).toBe('');
  for (const testError of [0.07, 0.08])
    expect(advised({ testError, passiveError: 0.07 })).toContain('do no worse on this stream');
  expect(advised({ testError: 0.08, passiveError: null })).toBe('');
  expect(advised({ testError: null })).toContain('--holdout');
  expect(advised({ testError: null, queried: 2000 })).toBe('');
  expect(advised({ testError: 0.08, spec: { ...spec, query: { name: 'passive' } } })).toBe('');
});
