/**
 * Quantities by group: those of a ledger that has the rows of the group alone, late answers and the end of the budget included, unbiased over
 * all coins, and covered together as often as they say.
 */
import { expect, it } from 'vitest';
import type { Entry, Header } from '../../../src/ledger/entry.ts';
import { groupsOf, SMALLEST_GROUP, type GroupQuantities } from '../../../src/ledger/audit/groups.ts';
import { measuresOf } from '../../../src/ledger/audit/measures.ts';
import { quantitiesOf } from '../../../src/ledger/audit/quantities.ts';
import { losses } from '../../../src/losses/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { queries } from '../../../src/queries/index.ts';
import { judgeOfLoss } from '../../../src/streams/judge.ts';
import { evidenceOf } from '../../support/ledgers.ts';
import { runs } from '../../support/long.ts';
import { finished } from '../../../src/numerics/work.ts';

const names = ['no', 'yes'];
const header = { record: 'considered', data: { rows: 1e9 }, spec: {} } as unknown as Header;
const SHARE = { a: 0.2, b: 0.6, c: 0.9 };

interface Drawn {
  readonly entries: Entry[];
  readonly of: string[];
  readonly truth: Record<string, { rows: number; positive: number }>;
}

/** Rows of three groups, of which every fifth answer comes late, and a fourth group of few rows. */
function drawn(seed: number, rows: number): Drawn {
  const stream = randomStream(seed, 'groups');
  const [entries, of, late]: [Entry[], string[], Entry[]] = [[], [], []];
  const truth: Drawn['truth'] = {};
  for (let position = 0; position < rows; position++) {
    const group = position < SMALLEST_GROUP - 1 ? 'few' : (['a', 'a', 'b', 'c'] as const)[Math.floor(4 * stream.next())];
    const label = stream.next() < (group === 'few' ? 0.5 : SHARE[group]) ? 1 : -1;
    const prediction = stream.next() < 0.2 ? -label : label;
    const probability = 0.1 + 0.9 * stream.next();
    const coin = stream.next();
    const isAsked = coin < probability;
    const common = { position, row: position, importance: isAsked ? 1 / probability : 0, model: '' };
    const isLate = isAsked && position % 5 === 0;
    of.push(group);
    truth[group] ??= { rows: 0, positive: 0 };
    truth[group].rows++;
    if (label > 0) truth[group].positive++;
    entries.push({
      ...{ entry: 'example', ...common, probability, coin, prediction, errorRate: 0, outcome: isAsked ? 'asked' : 'passed' },
      ...(isAsked && { cost: 1, ...(!isLate && { label }) }),
    });
    if (isLate) late.push({ entry: 'answer', ...common, label, after: position + 7 });
    while (late.length > 0 && (late[0] as { after: number }).after <= position) entries.push(late.shift()!);
  }
  entries.push(...late, { entry: 'end', examples: rows, labels: 0, spent: 0 } as unknown as Entry);
  return { entries, of, truth };
}

/** What is known of a run of so many rows that could buy so many labels. */
function known(examples: number, budget: number) {
  return {
    ...{ examples, isComplete: true, judge: judgeOfLoss(losses.hinge), query: queries.random({ rate: 0.5 }), trueError: null },
    ...{ left: (_row: number, spent: number) => budget - spent, isTruthful: true },
  };
}

function groupsIn({ entries, of }: Drawn, budget = Infinity): GroupQuantities[] {
  return finished(groupsOf(evidenceOf(entries, known(of.length, budget)), header, of, { names, isOfSeveral: false }));
}

/** The same of one group, from a ledger of its rows alone: places anew, and no row from the first one on that was not paid for. */
function alone({ entries, of }: Drawn, group: string, budget: number) {
  const places = new Map<number, number>();
  let [spent, end] = [0, Infinity];
  const own: Entry[] = [];
  for (const entry of entries) {
    if (entry.entry === 'end') continue;
    const isNew = entry.entry === 'example';
    if (isNew && budget - spent < 1 && of[entry.row] === group) end = Math.min(end, places.size);
    if (isNew && entry.outcome === 'asked') spent++;
    if (of[entry.row] !== group) continue;
    if (isNew) places.set(entry.position, places.size);
    own.push({ ...entry, position: places.get(entry.position)! });
  }
  own.push({ ...(entries.at(-1) as Entry & { entry: 'end' }), examples: places.size });
  const rowAt = [...places.keys()][end];
  const measures = measuresOf(
    evidenceOf(own, { ...known(places.size, Infinity), left: (row) => (row === rowAt ? 0 : Infinity) }),
  );
  return { rows: places.size, quantities: quantitiesOf({ error: measures.error, measures, names }) };
}

it.each([Infinity, 40])('are those of its rows alone, with a budget of %d', (budget) => {
  const run = drawn(3, 600);
  const groups = groupsIn(run, budget);
  expect(groups.map(({ group }) => group).sort()).toEqual(['a', 'b', 'c', 'few']);
  for (const { group, rows, quantities, together } of groups) {
    if (group === 'few') {
      expect([rows, quantities, together]).toEqual([SMALLEST_GROUP - 1, [], []]);
      continue;
    }
    expect({ rows, quantities }).toEqual(alone(run, group, budget));
    for (const [n, { low, high }] of quantities.entries()) {
      expect(together[n].low).toBeLessThanOrEqual(low!);
      expect(together[n].high).toBeGreaterThanOrEqual(high!);
    }
  }
});

it('of one group are those of the whole, together as well', () => {
  const { entries, of } = drawn(4, 300);
  const [{ quantities, together }] = groupsIn({ entries, of: of.map(() => 'all'), truth: {} });
  const measures = measuresOf(evidenceOf(entries, known(of.length, Infinity)));
  expect(quantities).toEqual(quantitiesOf({ error: measures.error, measures, names }));
  // 1.96 stands with seven digits.
  for (const [n, { low }] of together.entries()) expect(low).toBeCloseTo(quantities[n].low!, 6);
});

it('hold for all groups together in 95% of the runs', () => {
  const many = runs(100);
  const missed = { alone: 0, together: 0 };
  for (let seed = 0; seed < many; seed++) {
    const run = drawn(seed, 300);
    const missesOf = (told: 'quantities' | 'together'): number =>
      groupsIn(run).filter(({ group, ...each }) => {
        const share = each[told].find(({ name, class: of }) => name === 'share' && of === 'yes');
        const { rows, positive } = run.truth[group];
        return share !== undefined && (positive / rows < share.low! - 1e-12 || positive / rows > share.high! + 1e-12);
      }).length;
    missed.alone += missesOf('quantities');
    if (missesOf('together') > 0) missed.together++;
  }
  // 3.3 standard deviations: a chance of .001.
  expect(missed.together).toBeLessThanOrEqual(0.05 * many + 3.3 * Math.sqrt(0.05 * 0.95 * many) + 1);
  expect(missed.alone).toBeGreaterThan(missed.together);
});

it('need an entry for every row, and each row met once', () => {
  const { entries, of } = drawn(5, 60);
  for (const other of [{ isComplete: false }, { round: 30 }])
    expect(() =>
      finished(groupsOf({ ...evidenceOf(entries, known(60, Infinity)), ...other }, header, of, { names, isOfSeveral: false })),
    ).toThrow('each row met once');
});
