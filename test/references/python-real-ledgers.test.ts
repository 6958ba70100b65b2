/**
 * REFERENCE: a second implementation, with numpy, agrees with `iwal audit` on ledgers of real data, to 1e-12: sum of importance, estimate,
 * score interval, certificates and the share of positives that predictions assist (skipped without ../shared/data, and without a python3 that has numpy).
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { command as audit } from '../../src/cli/audit/command.ts';
import { command as exportSample } from '../../src/cli/export/command.ts';
import { command as simulate } from '../../src/cli/simulate/command.ts';
import { readDataset } from '../../src/data/index.ts';
import { openBatches } from '../../src/labelling/batch/session.ts';
import { namedClasses } from '../../src/labelling/classes.ts';
import { planOf } from '../../src/labelling/plan.ts';
import type { Plan } from '../../src/labelling/labelling.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { carryOut } from '../support/processes/label-sessions.ts';
import { finished } from '../../src/numerics/work.ts';
import { printed } from '../support/processes/run-command.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { sharedPath } from '../support/shared.ts';

const SCRIPT = fileURLToPath(new URL('../../examples/python/certificate.py', import.meta.url));
const SETS = ['german_scale', 'mushrooms', 'spambase'];
const isThere = SETS.every((name) => sharedPath(`data/${name}.svm.gz`) !== undefined);
const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
const missing = [...(isThere ? [] : ['no ../shared/data']), ...(hasNumpy ? [] : ['no python3 with numpy'])].join(', ');
const { path } = temporaryFolder();

const fileOf = (name: string): string => sharedPath(`data/${name}.svm.gz`)!;

interface Audited {
  readonly examples: number;
  readonly importance: { readonly learned: number };
  readonly error: { readonly low: number; readonly high: number; readonly plain: { readonly estimate: number } };
  readonly measures: {
    readonly prevalence: { readonly value: number | null; readonly low: number; readonly high: number };
  };
  readonly certified: {
    readonly counts: readonly { readonly target: Target; readonly rows: number; low: number; high: number }[];
  };
}

const TARGETS = ['error', 'positives', 'missed', 'recall'] as const;
type Target = (typeof TARGETS)[number];

type Reported = Readonly<Record<'share', readonly [value: number, low: number, high: number]>> &
  Readonly<Record<Target | 'score', readonly [low: number, high: number]>> &
  Readonly<Record<'rows' | 'importanceSum' | 'estimate', number>>;

/** Holds what the two implementations say of a ledger against each other; returns it. */
async function compare(
  ledger: string,
  pool: readonly string[],
  before?: Pick<Reported, 'share'>,
): Promise<{ readonly audited: Audited; readonly reported: Reported }> {
  const sample = `${ledger}.csv`;
  await printed(exportSample, [ledger, '--data', ...pool, '--format', 'csv', '--out', sample]);
  const audited = JSON.parse(
    await printed(audit, [ledger, '--certify', TARGETS.join(','), '--confidence', '0.9', '--json']),
  ) as Audited;
  const { stdout, stderr } = spawnSync('python3', [SCRIPT, ledger, sample, '0.9'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const reported = JSON.parse(stdout) as Reported;
  const { certified, error, importance, measures } = audited;
  const agree = (what: string, found: readonly number[], wanted: readonly number[]): void => {
    expect(found.length, what).toBe(wanted.length);
    found.forEach((each, n) => {
      expect(Math.abs(each - wanted[n]), `${what}: ${each}, ${wanted[n]}`).toBeLessThanOrEqual(
        1e-12 * Math.max(1, Math.abs(wanted[n])),
      );
    });
  };
  agree('sum of importance', [reported.importanceSum], [importance.learned]);
  agree('estimate', [reported.estimate], [error.plain.estimate]);
  agree('score interval', reported.score, [error.low, error.high]);
  const { value, low, high: most } = measures.prevalence;
  // The smallest probability of all these runs is large enough for it; with purchases that have no answer it is a range.
  const share = before === undefined ? reported.share : meanOf(before.share, reported.share, ledger);
  agree('share', share, [value ?? share[0], low, most]);
  expect(certified.counts.map(({ target }) => target)).toEqual(TARGETS);
  for (const { target, rows, low, high } of certified.counts)
    agree(target, [reported.rows, ...reported[target]], [rows, low, high]);
  // The law is about something: no bound that would hold of any ledger.
  const { high } = certified.counts[0];
  expect(high).toBeLessThan(reported.rows);
  return { audited, reported };
}

/** A share over two passes, each weighted by its smallest probability. */
function meanOf(one: Reported['share'], other: Reported['share'], ledger: string): readonly number[] {
  const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
  const starts = lines.map((line) => JSON.parse(line) as { minimumProbability?: number });
  const [p, q] = starts.flatMap(({ minimumProbability }) => minimumProbability ?? []);
  const mean = (p * one[0] + q * other[0]) / (p + q);
  const apart = (end: 1 | 2): number => Math.hypot(p * (one[end] - one[0]), q * (other[end] - other[0])) / (p + q);
  return [mean, mean - apart(1), mean + apart(2)];
}

/** A set as a table, its rows with importances. */
function weighted({ rows, labels }: Dataset, file: string): void {
  const { offsets, indices, values, columns } = rows;
  const line = (label: number, i: number): string => {
    const cells = new Float64Array(columns);
    for (let k = offsets[i]; k < offsets[i + 1]; k++) cells[indices[k]] = values[k];
    return [label, [1, 0.5, 2.5, 0, 1.25][i % 5], ...cells.subarray(1)].join(',');
  };
  const names = Array.from({ length: columns - 1 }, (_, column) => `f${column}`);
  writeFileSync(file, [['label', 'importance', ...names].join(','), ...Array.from(labels, line), ''].join('\n'));
}

describe.skipIf(missing !== '')(`numpy on ledgers of real data${missing === '' ? '' : ` (skipped: ${missing})`}`, () => {
  it.each([
    ['german_scale', 'paced', '--budget', '300', '--explore', '0.5'],
    ['mushrooms', 'paced, late answers', '--budget', '10%', '--explore', '0.1', '--oracle', 'delayed:delay=60'],
    ['spambase', 'paced, another rule and floor', '--budget', '500', '--query', 'iwal-cal', '--explore', '0.25'],
    ['spambase', 'answers that never come', '--budget', '600', '--explore', '0.5', '--oracle', 'abstaining:abstain-rate=0.03'],
    ['german_scale', 'a hard cap', '--query', 'random:rate=0.5', '--floor', '0.5', '--budget', '300'],
    ['spambase', 'a floor without a budget', '--query', 'iwal-cal', '--mellowness', '1e-2', '--floor', '0.1'],
  ])('%s, %s', async (set, what, ...options) => {
    const ledger = path(`${set}-${what.replaceAll(/\W/g, '-')}.jsonl`);
    await printed(simulate, [fileOf(set), '--ledger', ledger, '--final', 'online', ...options]);
    await compare(ledger, [fileOf(set)]);
  });

  it('german_scale, rows with importances of their own', async () => {
    const ledger = path('weighted.jsonl');
    const pool = [path('weighted.csv'), '--importance-column', 'importance'];
    weighted(await readDataset(fileOf('german_scale'), { labels: 'sign' }), pool[0]);
    await printed(simulate, [...pool, '--ledger', ledger, '--final', 'online', '--budget', '400', '--explore', '0.5']);
    const { audited, reported } = await compare(ledger, pool);
    expect(reported.rows).not.toBe(audited.examples);
  });

  it('german_scale, a further pass that tops up, its questions in batches, some of them skipped', async () => {
    const data = await readDataset(fileOf('german_scale'), { labels: 'sign' });
    const ledger = path('topped-up.jsonl');
    const plan = (budget: number, more: object = {}): Plan =>
      planOf(
        parseRunSpec({
          ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } },
          query: { name: 'soft-margin' },
          ...PACED_DEFAULTS,
          ...{ budget, explore: 0.5, coins: 'pool', seed: 1 },
        }),
        data,
        {
          ...{ file: ledger, record: 'considered', iwal: 'test', now: 'now' },
          classes: namedClasses(['bad', 'good'], { negative: -1, positive: 1 }),
          ...more,
        },
      );
    carryOut(plan(100), [], { labels: data.labels });
    copyFileSync(ledger, path('first.jsonl'));
    const { reported } = await compare(path('first.jsonl'), [fileOf('german_scale')]);
    const session = finished(openBatches(plan(150, { pass: 'next' })));
    for (;;) {
      finished(session.ask(30));
      const questions = session.open;
      if (questions.length === 0) break;
      finished(
        session.learn(
          questions.map((question) => ({
            question,
            answer: question.row % 40 === 0 ? ('abstains' as const) : data.labels[question.row],
          })),
        ),
      );
    }
    session.close();
    await compare(ledger, [fileOf('german_scale')], reported);
  });
});
