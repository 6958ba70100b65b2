import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { styleOf } from '../../../src/figures/model/figure.ts';
import type { Claim } from '../../../src/studies/results/claim.ts';
import { verdict } from '../../../src/studies/results/claims.ts';
import { look } from '../../figures/support/pixels.ts';
import { REPORTS } from '../../support/published.ts';
import type { Measured } from './measured.ts';
import { performanceReport } from './page.ts';
import { FOLDER, pageFiles, storedMeasurements } from './publish.ts';
import { claimsOf } from './targets.ts';
import { worksOf } from './works.ts';

/** The page of times against peers is made from the measurements beside it: no figure on it is typed. */

const folder = join(REPORTS, FOLDER);
const measured = storedMeasurements(REPORTS);

/** As if every program had done every work in a second, those of one program in `factor` seconds. */
function imagined(program = '', factor = 1): Measured {
  const works = worksOf({ commands: { vw: 'vw', sklearn: 'python3', cxx: 'g++' } }).map(({ name, programs }) => ({
    name,
    runs: Object.keys(programs).map((each) => {
      // Learning takes as long as predicting.
      const seconds = [each === program ? factor : each.endsWith('predicting only') ? 0.5 : 1];
      return { program: each, seconds, alone: [2 * seconds[0]], processor: seconds, megabytes: [100] };
    }),
  }));
  return { ...measured, works };
}

describe('the page of times against peers', () => {
  it('is what its measurements make', async () => {
    for await (const { name, content } of pageFiles(measured)) {
      const [stands, made] = [readFileSync(join(folder, name)), Buffer.from(content)];
      // Pictures that were made smaller have their pixels.
      if (name.endsWith('.png')) expect(await look(stands), name).toEqual(await look(made));
      else expect(stands.equals(made), name).toBe(true);
    }
  });

  it('names every program with its version, and the machine', () => {
    const page = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const each of Object.entries(measured.versions)) expect(page).toContain(each.join(' '));
    expect(page).toContain(measured.machine.processor);
  });

  it('has a verdict on every target, which other times change, the furthest from its goal first', () => {
    const verdicts = (of: Measured): string[] => ratiosOf(of).map(verdict);
    expect(claimsOf(imagined()).map(verdict)).not.toContain('not measured');
    expect(new Set(verdicts(imagined('iwal', 1e-6)))).toEqual(new Set(['holds']));
    expect(new Set(verdicts(imagined('iwal', 1e6)))).toEqual(new Set(['does not hold']));
    const found = claimsOf(imagined('iwal', 0.7)).map(verdict);
    expect(found.lastIndexOf('does not hold')).toBeLessThan(found.indexOf('holds'));
    expect(new Set(found)).toEqual(new Set(['holds', 'does not hold']));
  });

  it('begins with what is lost', () => {
    const { answer } = performanceReport(imagined('iwal', 1e6));
    for (const { claim } of ratiosOf(imagined())) expect(answer).toContain(claim);
    expect(performanceReport(imagined('iwal', 1e-6)).answer).not.toContain('svmlight text to model, on one core');
  });

  it('names what C++ takes for the same work on as many cores', () => {
    const tried = claimsOf(imagined('C++', 0.25)).find(({ claim }) => claim.startsWith('own cache to model'))!.tried!;
    expect(tried).toContain('On the same work C++ takes 0.250 s: iwal takes 4.00 times that.');
  });

  it('gives every program of a figure a colour of its own', () => {
    for (const { file, figure } of performanceReport(measured).figures.slice(1)) {
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
    const works = imagined().works.map(({ name, runs }) => ({
      name,
      runs: runs.filter(({ program }) => program.startsWith('iwal')),
    }));
    const alone = { ...measured, works, absent: { 'C++': 'spawnSync g++ ENOENT' } };
    const { notes, claims } = performanceReport(alone);
    expect(notes).toEqual(['C++ was absent: spawnSync g++ ENOENT']);
    expect(claims.filter((claim) => verdict(claim) === 'not measured').length).toBeGreaterThan(10);
  });

  it('all who learn the same end with the same loss', () => {
    for (const { name, runs } of measured.works.filter(({ name }) => /to model(, second run)?$/.test(name)))
      for (const { program, loss } of runs)
        if (!/scikit|gradient|describe/.test(program)) expect(loss, `${name}, ${program}`).toBeCloseTo(runs[0].loss!, 4);
  });

  it('C++ ends with the loss of the library, but for the last digits of sums, exponentials and fused products', () => {
    for (const { name, runs } of measured.works.filter(({ name }) => !/active|paced|32/.test(name)))
      for (const { program, loss } of runs) if (program === 'C++') expect(loss, name).toBeCloseTo(runs[0].loss!, 9);
  });

  it('lies beside its index', () => {
    expect(readFileSync(join(REPORTS, 'README.md'), 'utf8')).toContain(`](${FOLDER}/README.md)`);
    expect(existsSync(join(folder, 'index.html'))).toBe(true);
  });
});

/** Claims of ratios of iwal to another program, or to another run of its own. */
function ratiosOf(of: Measured): Claim[] {
  return claimsOf(of).filter(({ claim }) => /, on .* cores?: iwal takes/.test(claim));
}
