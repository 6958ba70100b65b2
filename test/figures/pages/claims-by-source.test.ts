/** The page of all claims by source, and the one of this repository. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findings } from '../../../experiments/findings.ts';
import { studies } from '../../../experiments/index.ts';
import { renderClaimsBySource } from '../../../experiments/sources/claims-by-source.ts';
import { atMost } from '../../support/claims.ts';
import { type StudySummary, summaryOf } from '../../../src/reports/report-index.ts';
import { study } from '../support/reports.ts';
import { readSummaries } from '../../../src/reports/write-report.ts';
import { reportOf } from '../../../src/studies/report-of.ts';
import { reportFolders } from '../../../src/studies/store/manifest.ts';
import type { Study } from '../../../src/studies/study.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = join(root, 'docs/REPLICATION.md');
const reports = join(root, 'reports');
const made = reportFolders(reports).map((folder) => basename(folder));
/** Claims of all stored reports of studies. */
const allClaims = readSummaries(reports, () => undefined)
  .filter(({ folder }) => made.includes(folder))
  .reduce((sum, { claims }) => sum + claims.length, 0);
const summary: StudySummary = {
  ...summaryOf('a study', 1, { ...study, title: 'T', source: 'Zweig (1900)', command: 'npm run reproduce -- a' }),
  figures: ['one.png', 'two.png'],
  claims: [{ claim: 'c | d', cases: [atMost(2, 1)], figure: 'two.png', tried: 'Nothing.' }],
};

it('has a line a claim, with verdict and figure, and source and command of every study: sources in order, then goals', () => {
  const goals: StudySummary = { ...summary, title: 'G', goals: true };
  const without = { ...summary, source: 'Abel (1800)', title: 'U', claims: [], figures: [] };
  const text = renderClaimsBySource([goals, summary, without], '../reports');
  expect(text).toContain('Of the sources: 0 of 1 claim hold, 1 does not. Goals of this project: 0 of 1 claim hold, 1 does not.');
  expect(text).toContain('| **does not hold** | - | - | c \\| d | 2 | [figure 2](../reports/a%20study/two.png) |');
  expect(text).toContain('Zweig (1900)\n\n0 of 1 claim hold, 1 does not. Again: `npm run reproduce -- a`');
  const places = ['## What the sources claim', 'Abel (1800)', '[T]', '## Goals of this project', '[G]'].map((part) =>
    text.indexOf(part),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).not.toContain('What most readers look for');
});

it('begins with the findings whose reports are there; words too long for a line end in three dots', () => {
  const finding = { says: 'f'.repeat(300), folder: 'a study', claim: 'c |' };
  const text = renderClaimsBySource([summary], '../reports', [finding, { ...finding, folder: 'elsewhere' }]);
  const lines = text.split('\n').filter((line) => line.includes('fff'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\| \*\*does not hold\*\* \| - \| - \| f+… \| 2 \|/);
});

it('docs/REPLICATION.md has a line of at most 160 characters for every claim, and the ten findings', () => {
  const lines = readFileSync(page, 'utf8').split('\n');
  const rows = lines
    .filter((line) => line.startsWith('| **'))
    .map((line) => line.split(/(?<!\\) \| /).filter((_, n) => [0, 3, 4].includes(n)));
  expect(Math.max(...rows.map((cells) => cells.join('').replaceAll(/^\| |\*\*|\\(?=[^\w\s])/g, '').length))).toBeLessThanOrEqual(
    160,
  );
  const end = lines.indexOf('## What the sources claim');
  expect(lines.slice(0, end).filter((line) => line.startsWith('| **'))).toHaveLength(findings.length);
  expect(rows.length).toBe(findings.length + allClaims);
});

it('stored answers are what their studies say of the stored claims', () => {
  const wrong = readSummaries(reports, () => undefined).filter(({ folder, claims, answer }) => {
    const study = studies[folder.replace(/-full$/, '')] as Study | undefined;
    return study?.answer !== undefined && study.answer(claims) !== answer;
  });
  expect(wrong.map(({ folder }) => folder)).toEqual([]);
});

it.each(Object.values(studies).filter((study) => 'answer' in study))(
  'a run of $id that makes none of its claims has no answer, and ends well',
  (study) => {
    const findings = { size: 'default', seeds: 1, splits: new Map(), missing: [], results: [], races: [] } as const;
    const said = { title: '', protocol: [], figures: [], tables: [], notes: [], command: '' };
    const other = { claim: 'another', cases: [atMost(1, 2)] };
    const { answer } = reportOf({ ...study, report: () => ({ ...said, claims: [other] }) }, findings);
    expect(answer).toBeUndefined();
  },
);

// That its links lead somewhere, test/readme.test.ts asks of every document.
it('docs/REPLICATION.md has every built-in study', () => {
  const text = readFileSync(page, 'utf8');
  for (const id of Object.keys(studies)) expect(text).toContain(`](../reports/${id}/README.md)`);
});
