/** The page of times against peers is made from the measurements beside it: no figure on it is typed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { styleOf } from '../../../src/figures/model/styles.ts';
import { verdict } from '../../../src/studies/results/claims.ts';
import { REPORTS } from '../../support/published.ts';
import type { Measured } from './measured.ts';
import { performanceReport } from './page.ts';
import { FOLDER, pageFiles, storedMeasurements } from './publish.ts';
import { claimsOf } from './targets.ts';

const folder = join(REPORTS, FOLDER);
const measured = storedMeasurements(REPORTS);

/** The same with the seconds of one program in all works. */
function slowed(program: string, factor: number): Measured {
  const works = measured.works.map(({ name, runs }) => ({
    name,
    runs: runs.map((run) => (run.program === program ? { ...run, seconds: run.seconds.map((each) => factor * each) } : run)),
  }));
  return { ...measured, works };
}

describe('the page of times against peers', () => {
  it('is what its measurements make', async () => {
    for await (const { name, content } of pageFiles(measured))
      expect(readFileSync(join(folder, name)).equals(Buffer.from(content)), name).toBe(true);
  });

  it('names every program with its version, and the machine', () => {
    const page = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const each of Object.entries(measured.versions)) expect(page).toContain(each.join(' '));
    expect(page).toContain(measured.machine.processor);
  });

  it('has a verdict on every target, which other times change', () => {
    const verdicts = (of: Measured): string[] => claimsOf(of).map(verdict);
    expect(new Set(verdicts(measured))).not.toContain('not measured');
    // The last ratio is to a difference, which noise may turn around.
    const ratios = claimsOf(measured).filter(({ cases }) => cases[0]?.unit === 'times').length - 1;
    const fast = verdicts(slowed('iwal', 1e-6)).slice(0, ratios);
    const slow = verdicts(slowed('iwal', 1e6)).slice(0, ratios);
    expect(new Set(fast)).toEqual(new Set(['holds']));
    expect(new Set(slow)).toEqual(new Set(['does not hold']));
  });

  it('gives every program of a figure a colour of its own', () => {
    for (const { file, figure } of performanceReport(measured).figures) {
      const looks = new Map(
        figure.panels.flatMap((panel) =>
          'series' in panel ? panel.series.map(({ label, style }) => [label, style] as const) : [],
        ),
      );
      expect(looks.size, file).toBeGreaterThan(3);
      expect(new Set([...looks.values()].map((style) => styleOf(style!).color)).size, file).toBe(looks.size);
    }
  });

  it('says what was not measured where a peer was absent', () => {
    const works = measured.works.map(({ name, runs }) => ({
      name,
      runs: runs.filter(({ program }) => program.startsWith('iwal')),
    }));
    const alone = { ...measured, works, absent: { 'C++': 'spawnSync g++ ENOENT' } };
    const { notes, claims } = performanceReport(alone);
    expect(notes).toEqual(['C++ was absent: spawnSync g++ ENOENT']);
    expect(claims.filter((claim) => verdict(claim) === 'not measured').length).toBeGreaterThan(10);
  });

  it('all who learn the same end with the same loss', () => {
    for (const name of ['svmlight text to model', 'Vowpal Wabbit text to model', 'own cache to model'])
      for (const { program, loss } of measured.works.find((work) => work.name === name)!.runs)
        if (!/scikit|gradient/.test(program)) expect(loss, `${name}, ${program}`).toBeCloseTo(first(name), 4);
  });

  it('lies beside its index', () => {
    expect(readFileSync(join(REPORTS, 'README.md'), 'utf8')).toContain(`](${FOLDER}/README.md)`);
    expect(existsSync(join(folder, 'index.html'))).toBe(true);
  });
});

function first(name: string): number {
  return measured.works.find((work) => work.name === name)!.runs[0].loss!;
}
