/** Labels spread over groups of rows: as many for each, the intervals of the smallest no wider than others, and computed anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Audit } from '../../../src/ledger/audit/audit.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { pacePlanOf, sharesOf } from '../../../src/specs/run.ts';
import { sheetLines } from '../../../src/labelling/batch/answer-sheet.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { PACED } from '../../support/paced-spec.ts';
import { iwalHere, temporaryFolder } from '../../support/processes/cli.ts';
import { toyTask } from '../../support/toy.ts';

/** Rows of each group. */
const SIZES = { north: 700, south: 160, west: 40 };

/** A pool without labels, and the labels by id. */
function furnished(): { readonly folder: string; readonly truth: ReadonlyMap<string, string> } {
  const folder = temporaryFolder();
  const random = randomStream(1, 'groups');
  const truth = new Map<string, string>();
  const groups = Object.entries(SIZES).flatMap(([group, rows]) => Array.from({ length: rows }, () => group));
  const lines = groups.map((group, row) => {
    const [age, visits] = [random.below(60), random.below(9)];
    truth.set(`r${row}`, age + 9 * visits + random.below(20) > 60 ? 'yes' : 'no');
    return `r${row},${group},${age},${visits}`;
  });
  writeFileSync(join(folder, 'pool.csv'), ['id,region,age,visits', ...lines, ''].join('\n'));
  return { folder, truth };
}

/** Begins a project, or without options its next pass: all labels of a budget in a batch, answered. */
async function labelled(
  { folder, truth }: ReturnType<typeof furnished>,
  project: string,
  budget: number,
  ...options: string[]
): Promise<void> {
  const pool = options.length === 0 ? [project] : ['pool.csv', '--classes', 'no,yes', '--project', project];
  const sheet = `${project}-${budget}.csv`;
  const asking = ['label', ...pool, '--budget', String(budget), ...options, '--batch', '500', '--out', sheet];
  expect(await iwalHere(folder, asking)).toMatchObject({ code: 0 });
  const asked = await sheetLines(join(folder, sheet));
  const answers = asked.map(({ row, batch, id }) => `${row},${batch},${truth.get(id!)!}`);
  writeFileSync(join(folder, sheet), ['row,batch,label', ...answers, ''].join('\n'));
  expect(await iwalHere(folder, ['label', project, '--answers', sheet])).toMatchObject({ code: 0 });
}

async function audited(folder: string, project: string, ...options: string[]): Promise<Audit> {
  const { code, stdout } = await iwalHere(folder, ['audit', project, ...options, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Audit;
}

it('every group gets as many, and the widest interval of a group is narrower', async () => {
  const set = furnished();
  const { folder, truth } = set;
  await labelled(set, 'even', 120, '--for', 'estimate');
  await labelled(set, 'fair', 120, '--for', 'worst-group', '--by', 'region');
  const [even, fair] = [await audited(folder, 'even', '--by', 'region'), await audited(folder, 'fair')];
  const widest = ({ groups }: Audit): number =>
    Math.max(
      ...groups!.flatMap(({ quantities }) =>
        quantities.filter(({ name }) => name === 'share').map(({ high, low }) => high! - low!),
      ),
    );
  expect(widest(fair)).toBeLessThan(0.6 * widest(even));
  for (const { group, labels } of fair.groups!) expect(labels, group).toBeGreaterThan(0.8 * 0.8 * (120 / 3) - 8);
  const answers = [...truth.values()];
  let from = 0;
  for (const [n, [group, rows]] of Object.entries(SIZES).entries()) {
    const share = answers.slice(from, (from += rows)).filter((label) => label === 'yes').length / rows;
    const told = fair.groups![n].together.find(({ name, class: of }) => name === 'share' && of === 'yes')!;
    expect(fair.groups![n].group).toBe(group);
    expect(told.low!).toBeLessThanOrEqual(share);
    expect(told.high!).toBeGreaterThanOrEqual(share);
  }
  // A second pass keeps the groups; the ledger is about the column as it was.
  await labelled(set, 'fair', 30);
  expect((await audited(folder, 'fair')).groups).toHaveLength(3);
  // Another rule on its labels spreads over rows.
  expect(await iwalHere(folder, 'replay fair --query random,soft-margin --budget 40')).toMatchObject({ code: 0 });
  const file = join(folder, 'pool.csv');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('south', 'north'));
  const changed = await iwalHere(folder, 'audit fair');
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining(', groups ') as string });
});

it('shares what is spread evenly in equal parts, whatever rows weigh and cost', () => {
  const { rows } = toyTask({ rows: 60, columns: 3, seed: 1 });
  const groups = Array.from({ length: 60 }, (_, i) => (i < 6 ? 'a' : i < 20 ? 'b' : 'c'));
  const importances = Float64Array.from(groups, (_, i) => (i % 5) / 2);
  const spec = parseRunSpec({ ...PACED, groups: 'region', budget: 6, explore: 0.5, seed: 1 });
  const pool = { rows, importances, shares: sharesOf(groups, importances) };
  const { minimum, share } = pacePlanOf({ ...spec, pace: spec.pace! }, pool, { price: () => 1 });
  for (const group of ['a', 'b', 'c']) {
    const spread = groups.reduce((sum, each, i) => sum + (each === group ? minimum * share!(i) : 0), 0);
    expect(spread).toBeCloseTo((0.5 * 6) / 3, 12);
  }
  expect(importances.every((i, row) => share!(row) >= i)).toBe(true);
  expect(() => pacePlanOf({ ...spec, pace: spec.pace! }, { rows }, { price: () => 1 })).toThrow("groups by 'region'");
});
