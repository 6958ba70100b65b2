/** A paced session: its ledger, killed and continued, taken back, audited, compared bit for bit. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunSpec } from '../../src/specs/run.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { PACED } from '../support/paced-spec.ts';
import { toyFile, iwalHere } from '../support/processes/cli.ts';
import { carryOut, linesIn, plan, type Step } from '../support/processes/label-sessions.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';
import { toyTask } from '../support/toy.ts';

const { path, text } = temporaryFolder();
const data = toyTask({ rows: 120, columns: 6, seed: 8 });
const spec: RunSpec = parseRunSpec({ ...PACED, budget: '25%', temper: 0.5, coins: 'pool', seed: 4 });
const script: Step[] = ['label', 'skip', 'undo', 'label', 'mistake', 'label', 'undo', 'undo'];

const linesOf = (name: string): ReturnType<typeof linesIn> => linesIn(text(name));

describe('in the library', () => {
  it('goes on where it stopped, bit for bit, with the same knob', () => {
    const at = (name: string) => plan(path(name), spec, 'considered', data);
    const straight = carryOut(at('straight'), script, { labels: data.labels });
    for (const cut of [1, 3, 6, 9, 15]) {
      carryOut(at(`cut ${cut}`), script, { to: cut, labels: data.labels });
      const rest = carryOut(at(`cut ${cut}`), script, { from: cut, labels: data.labels });
      expect(rest.state).toEqual(straight.state);
      expect(text(`cut ${cut}`)).toBe(text('straight'));
    }
  });

  it('averages and learned units go on bit for bit, answers taken back included', () => {
    for (const optimizer of [{ name: 'normalized-adaptive' }, { name: 'gradient-descent', eta0: 0.1 }]) {
      const learner = { optimizer, average: '50%', scale: optimizer.name === 'gradient-descent' ? 'max' : undefined };
      const averaged = parseRunSpec({ ...spec, ...learner });
      const at = (name: string) => plan(path(`${optimizer.name} ${name}`), averaged, 'considered', data);
      const straight = carryOut(at('straight'), script, { labels: data.labels });
      for (const cut of [1, 4, 8, 15]) {
        carryOut(at(`cut ${cut}`), script, { to: cut, labels: data.labels });
        expect(carryOut(at(`cut ${cut}`), script, { from: cut, labels: data.labels }).state).toEqual(straight.state);
      }
      const once = carryOut(at('undone'), ['mistake', 'undo'], { labels: data.labels });
      expect(once.state).toEqual(carryOut(at('plain'), [], { labels: data.labels }).state);
    }
  });

  it('writes down p_min before the first question, the knob of every row, and what was learned', () => {
    const [header] = text('straight').split('\n');
    // e = 20 / 30 labels, above its limit of a half.
    expect((JSON.parse(header) as { minimumProbability: number }).minimumProbability).toBeCloseTo((0.5 * 30) / 120, 12);
    const rows = linesOf('straight').filter(({ entry }) => entry === 'example');
    expect(rows.every(({ knob }) => knob! > 0)).toBe(true);
    expect(new Set(rows.map(({ knob }) => knob)).size).toBeGreaterThan(2);
    for (const { importance, learnedImportance, probability } of rows.filter((row) => row.importance! > 0)) {
      expect(learnedImportance ?? importance).toBeCloseTo(Math.sqrt(1 / probability!), 9);
    }
    expect(rows.some(({ learnedImportance }) => learnedImportance !== undefined)).toBe(true);
  });

  it('never asks for more labels than the budget, and ends when it is spent', () => {
    const labels = linesOf('straight').filter(({ label }) => label !== undefined && label !== null).length;
    expect(labels).toBeLessThanOrEqual(30 + 3);
  });
});

describe('on the command line', () => {
  const folder = (): string => path('.');

  beforeAll(async () => {
    await toyFile(folder(), 'pool.svm', { rows: 400 });
  });

  it('a simulated ledger is audited, replayed bit for bit, and exported with the whole importance', async () => {
    const { code, stderr } = await iwalHere(folder(), 'simulate pool.svm --budget 60 --ledger run.ledger');
    expect([code, stderr]).toEqual([0, '']);
    const audit = await iwalHere(folder(), 'audit run.ledger --data pool.svm --json');
    expect([audit.code, audit.stderr]).toEqual([0, '']);
    expect(JSON.parse(audit.stdout)).toMatchObject({ labels: 60, spent: 60, replay: { verdict: 'ok' } });
    const { stdout } = await iwalHere(folder(), 'export run.ledger --data pool.svm --format csv');
    const exported = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]));
    const bought = linesOf('run.ledger').filter(({ label }) => label !== undefined);
    expect(exported).toHaveLength(60);
    expect(bought.every(({ importance, probability }) => importance === 1 / probability!)).toBe(true);
  });
});
