/**
 * LAWS of `errors: 'by class'`: in every kind that stores errors of two classes, balanced errors and F-scores stand beside them, which
 * are those of the run `active` where the kind makes that run; what is stored without them, and its hash, stays as it is.
 */
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../src/rows/dataset.ts';
import { parseRunSpec, type GivenRun } from '../../src/specs/run-spec.ts';
import type { ByClass } from '../../src/streams/measures/class-measures.ts';
import { parseCell } from '../../src/studies/cells/cell.ts';
import { kinds } from '../support/kinds.ts';
import { simulate, type MeasuredSpec } from '../../src/studies/cells/simulate.ts';
import { unevenNotes } from '../../src/studies/report-of.ts';
import { toyTask } from '../support/toy.ts';

const part = (seed: number): Dataset => {
  const task = toyTask({ rows: 200, seed });
  return { ...task, labels: task.labels.map((y, i) => (y > 0 && i % 4 > 0 ? 1 : -1)) };
};
const data = { train: part(1), validation: part(2), test: part(3) };
const learner = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' }, seed: 4 } as const;
const random = { ...learner, query: { name: 'random', rate: 0.4 } } as const;
const paced = { ...learner, query: { name: 'soft-margin' }, pace: {} } as const;
const GIVEN = {
  active: random,
  online: learner,
  forecast: { ...paced, pilot: 60, holdout: 0.3, budgets: ['20%'], cuts: 2, streams: 2 },
  certificate: { ...random, floor: 0.4, rows: 150, confidence: 0.95 },
  replay: { ...random, rows: 150, ledger: { query: { name: 'passive' } } },
  shards: { ...random, shards: 3 },
} as const;
const KINDS = Object.keys(GIVEN) as (keyof typeof GIVEN)[];

function measured(kind: keyof typeof GIVEN, more: object = {}): Record<string, unknown> {
  const {
    parse,
    run,
    measured: schema,
  } = kinds[kind] as unknown as {
    parse: (given: unknown) => unknown;
    run: (spec: unknown, data: object) => Record<string, unknown>;
    measured: (typeof kinds)['active']['measured'];
  };
  const found = run(parse({ ...GIVEN[kind], ...more }), data);
  const { curve, ...rest } = found as { curve?: readonly Record<string, unknown>[] };
  const columns = curve && Object.fromEntries(Object.keys(curve[0]).map((name) => [name, curve.map((point) => point[name])]));
  expect(schema.safeParse(JSON.parse(JSON.stringify({ ...rest, ...(columns && { curve: columns }) }))).success).toBe(true);
  return found;
}

/** What was measured without what stands beside errors, and how much of that there was. */
function withoutClasses(found: unknown): { readonly rest: unknown; readonly beside: number } {
  if (Array.isArray(found)) {
    const each = found.map(withoutClasses);
    return { rest: each.map(({ rest }) => rest), beside: each.reduce((sum, { beside }) => sum + beside, 0) };
  }
  if (typeof found !== 'object' || found === null) return { rest: found, beside: 0 };
  const beside = /class|balanced|fscore/i;
  const kept = Object.entries(found)
    .filter(([name]) => !beside.test(name))
    .map(([name, value]) => [name, withoutClasses(value)] as const);
  return {
    rest: Object.fromEntries(kept.map(([name, { rest }]) => [name, rest])),
    beside: Object.keys(found).length - kept.length + kept.reduce((sum, [, each]) => sum + each.beside, 0),
  };
}

const run = (given: GivenRun, of: Parameters<typeof simulate>[1] = data) => {
  const spec: MeasuredSpec = { ...parseRunSpec(given), errors: 'by class' };
  return simulate(spec, of).measurement;
};
const byClass = ({ smallerClass, balancedError, fScore }: Partial<ByClass<number | null>>) => ({
  smallerClass,
  balancedError,
  fScore,
});

describe.each(KINDS)('%s', (kind) => {
  it('measures the same with them, and keeps its hash without them', () => {
    const { rest, beside } = withoutClasses(measured(kind, { errors: 'by class' }));
    expect(rest).toEqual(measured(kind));
    expect(beside).toBeGreaterThan(0);
    const cell = (more: object) => parseCell({ kind, dataset: 'toy', run: { ...GIVEN[kind], ...more } });
    expect(JSON.stringify(cell({}))).not.toContain('errors');
    expect(cell({ errors: 'by class' }).run).toMatchObject({ errors: 'by class' });
    expect(() => cell({ errors: 'all' })).toThrow(/by class/);
  });
});

describe('they are those of the run', () => {
  it('online: of passive learning', () => {
    // normalized-adaptive rescales its weights as it meets a row: what it learns from is not what it predicted.
    const optimizer = { name: 'gradient-descent', eta0: 0.5 } as const;
    const online = measured('online', { errors: 'by class', optimizer }) as unknown as {
      curve: Partial<ByClass<number | null>>[];
      validation: ByClass<number | null>;
      test: ByClass<number | null>;
    };
    const passive = { ...learner, optimizer, query: { name: 'passive' } } as const;
    expect(online.curve.map(byClass)).toEqual(run(passive, { train: data.train }).curve.map(byClass));
    const { curve, validationClasses } = run(passive);
    expect([byClass(online.test), byClass(online.validation)]).toEqual([byClass(curve.at(-1)!), validationClasses]);
  });

  it('active: of the validation part as of a test part', () => {
    expect(run(random).validationClasses).toEqual(
      byClass(run(random, { train: data.train, test: data.validation }).curve.at(-1)!),
    );
  });

  it('shards: one shard is the run, each has its say in the mean of several', () => {
    const { curve, validationClasses } = run({ ...random, coins: 'pool' });
    const classes = run({ ...random, coins: 'pool' }, { train: data.train }).curve.at(-1)!;
    const { balancedError, fScore } = curve.at(-1)!;
    expect(measured('shards', { shards: 1, errors: 'by class' })).toMatchObject({
      ...{ classes: byClass(classes), validationClasses },
      testBalancedError: { average: balancedError, byMass: balancedError, alone: balancedError },
      testFScore: { average: fScore, byMass: fScore, alone: fScore },
    });
    const several = measured('shards', { errors: 'by class' }) as Record<'testBalancedError' | 'test', Record<string, number>>;
    expect(several.testBalancedError.alone).not.toBe(several.testBalancedError.average);
    expect(several.testBalancedError).not.toEqual(several.test);
  });

  it('replay: of a rule on its own ledger they are three times the same, those of its run', () => {
    const { query } = random;
    const found = measured('replay', { errors: 'by class', ledger: { query } }) as Record<string, ByClass<number | null>>;
    expect([found.replayClasses, found.ledgerClasses]).toEqual([found.directClasses, found.directClasses]);
    const other = measured('replay', { errors: 'by class' });
    expect(other.ledgerClasses).not.toEqual(other.directClasses);
    const whole = measured('replay', { errors: 'by class', rows: 200 }) as Record<string, ByClass<number | null>>;
    expect(whole.directClasses).toEqual(byClass(run(random, { train: data.train }).curve.at(-1)!));
  });

  it('certificate: of the predictions considered', () => {
    const { classes } = measured('certificate', { errors: 'by class', rows: 200 }) as {
      classes: ByClass<number | null>;
    };
    expect(classes).toEqual(byClass(run({ ...random, floor: 0.4 }, { train: data.train }).curve.at(-1)!));
  });
});

describe('notes of every report', () => {
  const labelled = (labels: readonly number[], importances?: readonly number[]): { train: Dataset } => {
    const train = { ...toyTask({ rows: labels.length, seed: 1 }), labels: Float64Array.from(labels) };
    return { train: importances === undefined ? train : { ...train, importances: Float64Array.from(importances) } };
  };

  it('tell the error of always saying the larger class where the smaller one has less than a fifth of the rows', () => {
    const splits = new Map(
      Object.entries({
        rare: labelled([1, ...Array<number>(9).fill(-1)]),
        common: labelled([-1, 1, 1, 1, 1, -1]),
        'a fifth': labelled([-1, 1, 1, 1, 1]),
        weighed: labelled([-1, 1, 1], [0.5, 2, 2.5]),
        numbers: labelled([1, 2, 2, 2, 2, 2, 2]),
      }),
    );
    expect(unevenNotes(splits)).toEqual([
      'rare: who always says the larger class is wrong on 10.00% of the rows.',
      'weighed: who always says the larger class is wrong on 10.00% of the rows.',
    ]);
  });
});
