/** LAW of runs with fewer seeds than a study asks for: there is a report, even where a claim or a curve needs more. */
import { expect, it } from 'vitest';
import { studies } from '../../../experiments/index.ts';
import { openStudio } from '../../../src/figures/chart/canvas.ts';
import { compose } from '../../../src/figures/layout/composition.ts';
import { renderPage } from '../../../src/reports/markdown.ts';
import { hashOf } from '../../../src/specs/hash.ts';
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
