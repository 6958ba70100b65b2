/**
 * Laws of a further pass: known labels cost nothing and are not learned again, the sample of the new pass is unbiased, and a
 * session that is killed anywhere ends in the same bytes.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileNames } from '../support/processes/temporary.ts';
import type { Plan } from '../../src/labelling/labelling.ts';
import type { Recorded } from '../../src/ledger/entry.ts';
import { readLedger } from '../../src/ledger/file/read-ledger.ts';
import { passesOf } from '../../src/ledger/passes.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { carryOut, cutsOf, linesIn, pacedSpec, plan as firstPlan, stepsIn, textOf } from '../support/processes/label-sessions.ts';
import type { Step } from '../support/processes/label-sessions.ts';
import { finished } from '../../src/numerics/work.ts';
import { resealed } from '../support/ledgers.ts';
import { toyTask } from '../support/toy.ts';

const newFile = fileNames();

const paced = (budget: number, seed = 1): RunSpec => pacedSpec(budget, { seed });

const next = (file: string, spec: RunSpec, task: ReturnType<typeof toyTask>, record: Recorded = 'considered'): Plan =>
  firstPlan(file, spec, record, task, { pass: 'next' });

describe('a second pass', () => {
  const task = toyTask({ rows: 120, columns: 5, seed: 4 });

  it('asks about no row whose label is known, and knows all of them', () => {
    const file = newFile();
    carryOut(firstPlan(file, paced(20), 'considered', task), [], { labels: task.labels });
    const first = readFileSync(file, 'utf8');
    carryOut(next(file, paced(15), task), [], { labels: task.labels });
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(first)).toBe(true);
    const ledger = finished(readLedger(file))!;
    expect(ledger.header).toMatchObject({ pass: 1, spec: { budget: 15 } });
    const [before, after] = passesOf(ledger).map(({ entries }) => [...entries]);
    const bought = (entries: typeof before): Map<number, number> =>
      new Map(
        entries.flatMap((each) =>
          each.entry === 'example' && typeof each.label === 'number' && each.cost === 1 ? [[each.row, each.label]] : [],
        ),
      );
    const [earlier, later] = [bought(before), bought(after)];
    expect(earlier.size).toBe(20);
    expect(later.size).toBeGreaterThan(10);
    expect([...later.keys()].filter((row) => earlier.has(row))).toEqual([]);
    const known = after.filter((each) => each.entry === 'example' && each.learnedImportance === 0);
    expect(known.length).toBeGreaterThan(10);
    for (const each of known)
      expect(each).toMatchObject({
        probability: 1,
        importance: 1,
        cost: 0,
        outcome: 'asked',
        label: earlier.get((each as { row: number }).row),
      });
    expect(after.at(-1)).toMatchObject({ entry: 'end', labels: later.size, spent: later.size });
  });

  it('begins with the model that the first one ended with, or is refused with its line', () => {
    const file = newFile();
    carryOut(firstPlan(file, paced(20), 'purchases', task), [], { labels: task.labels });
    const { model } = [...finished(readLedger(file))!.entries].at(-1)!;
    carryOut(next(file, paced(15), task, 'purchases'), [], { labels: task.labels });
    const whole = readFileSync(file, 'utf8');
    const lines = whole.split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"entry":"pass"'));
    expect(lines[at]).toContain(`"model":"${model}"`);
    const other = model.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    writeFileSync(file, resealed(lines.with(at, lines[at].replace(model, other)).join('\n')));
    expect(() => finished(readLedger(file))).toThrow(
      `${file}:${at + 1}: found a pass after model ${other}; expected ${model}, that of the end`,
    );
  });

  it('is unbiased: over many streams of coins the sum of importance is the number of rows considered', () => {
    const runs = 150;
    let [sum, considered, squares] = [0, 0, 0];
    for (let seed = 1; seed <= runs; seed++) {
      const file = newFile();
      carryOut(firstPlan(file, paced(20, seed), 'purchases', task), [], { labels: task.labels });
      carryOut(next(file, paced(15, seed), task, 'purchases'), [], { labels: task.labels });
      const end = [...finished(readLedger(file))!.entries].at(-1)!;
      if (end.entry !== 'end') throw new Error('no end');
      sum += end.importanceSum - end.examples;
      squares += (end.importanceSum - end.examples) ** 2;
      considered += end.examples;
      rmSync(file);
    }
    const [mean, error] = [sum / runs, Math.sqrt(squares) / runs];
    expect(considered / runs).toBeGreaterThan(100);
    expect(Math.abs(mean)).toBeLessThan(3 * error);
    expect(error).toBeLessThan(3);
  });
});

describe.each<Recorded>(['considered', 'purchases'])('cut off at any byte of its second pass, a ledger of %s', (record) => {
  it('ends in the same bytes and the same state', () => {
    const few = toyTask({ rows: 16, columns: 4, seed: 3 });
    const short: readonly Step[] = ['label', 'skip', 'mistake', 'undo', 'label', 'undo', 'undo', 'label'];
    const file = newFile();
    carryOut(firstPlan(file, paced(6), record, few), [], { labels: few.labels });
    const first = Buffer.byteLength(readFileSync(file));
    const whole = carryOut(next(file, paced(5), few, record), short, { labels: few.labels });
    const bytes = readFileSync(file);
    const second = linesIn(bytes.toString()).findIndex(({ entry }) => entry === 'pass');
    expect(second).toBeGreaterThan(0);
    const cut = newFile();
    const known = (text: string): number => text.split('\n').filter((line) => line.includes('"learnedImportance":0,')).length;
    for (const end of cutsOf(bytes, first)) {
      writeFileSync(cut, bytes.subarray(0, end));
      const complete = linesIn(textOf(cut));
      const hasBegun = complete.some(({ entry }) => entry === 'pass');
      const kept = textOf(cut).slice(first);
      const from = hasBegun ? stepsIn(`\n${kept}`) - known(completeLines(kept)) : 0;
      const rest = carryOut(hasBegun ? firstPlan(cut, paced(5), record, few) : next(cut, paced(5), few, record), short, {
        from,
        labels: few.labels,
      });
      if (textOf(cut) !== bytes.toString()) expect.fail(`cut off at byte ${end}`);
      expect(rest.state).toEqual(whole.state);
    }
  });
});

/** Those that are whole JSON. */
function completeLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .join('\n');
}
