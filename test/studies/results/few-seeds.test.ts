/** LAW of runs with fewer seeds than a study asks for: there is a report, even where a claim or a curve needs more. */
import { expect, it } from 'vitest';
import { studies } from '../../../experiments/index.ts';
import { openStudio } from '../../../src/figures/chart/canvas.ts';
import { compose } from '../../../src/figures/layout/composition.ts';
import { renderPage } from '../../../src/reports/markdown.ts';
import { hashOf } from '../../../src/specs/hash.ts';
import { present } from '../../../src/numerics/present.ts';
import { type Claim, exactly } from '../../../src/studies/results/claim.ts';
import type { Findings, Study } from '../../../src/studies/study.ts';
import { at, curves, series } from '../../figures/support/samples.ts';
import { reportOf } from '../../../src/studies/report-of.ts';
import { folders, storedFindings } from '../../experiments/support/stored.ts';

const { ruler } = await openStudio();
const some = folders.filter(({ manifest }) => manifest.size === 'default');

it.each(some)('$name with one seed', (folder) => {
  const study = studies[folder.manifest.id];
  const all = storedFindings(folder);
  const kept = new Set(study.cells('default', [...all.splits.keys()], 1).map(hashOf));
  const results = all.results.filter(({ cell }) => kept.has(hashOf(cell)));
  expect(results.length > 0 || all.results.length === 0).toBe(true);
  const report = reportOf(study, { ...all, seeds: 1, results });
  expect(renderPage(report)).toContain(report.title);
  for (const { figure } of report.figures) expect(compose(figure, ruler)).toBeDefined();
});

it('figures have the first decided claim for a title, those of a kind without what tells them apart, and titles of their own', () => {
  const { cases } = { cases: [{ what: '', ...exactly(1, 'one'), unit: 'number', criterion: { below: 2 } }] } as const;
  const failed = [{ ...cases[0], criterion: { below: 1 } }];
  const titles = (claims: readonly Claim[], title?: string): (string | undefined)[] => {
    const figure = present({ title, panels: [curves('a', [series('one', at([1, 2]))])] });
    const said = {
      title: '',
      protocol: [],
      tables: [],
      notes: [],
      command: '',
      figures: [{ file: 'a.png', figure, caption: '' }],
      claims,
    };
    const study = { ...studies['flip-picture'], seeds: { default: 1, full: 1 }, datasets: () => [], report: () => said };
    const findings = { size: 'default', seeds: 1, results: [], races: [], missing: [], splits: new Map() } as unknown as Findings;
    return reportOf(study as unknown as Study, findings).figures.map((each) => each.figure.title);
  };
  const of = (claim: string, more: Partial<Claim> = {}): Claim => ({ claim, cases, figure: 'a.png', ...more });
  expect(titles([of('x', { figure: 'b.png' }), of('holds: y', { cases: failed }), of('z')])).toEqual(['does not hold: holds: y']);
  expect(titles([of('long'.repeat(30)), of('hinge: x'), of('logistic: x')])).toEqual(['x']);
  expect(titles([of('hinge: x'), of('logistic: x', { cases: failed })])).toEqual(['hinge: x']);
  expect(titles([of('x', { cases: [] })])).toEqual([undefined]);
  expect(titles([of('x')], 'its own')).toEqual(['its own']);
});
