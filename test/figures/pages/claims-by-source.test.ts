/** The page of all claims by source, and the one of this repository. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { studies } from '../../../experiments/index.ts';
import { renderClaimsBySource } from '../../../src/reports/claims-by-source.ts';
import { atMost } from '../../support/claims.ts';
import type { StudySummary } from '../../../src/reports/report-index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = join(root, 'docs/REPLICATION.md');
const summary: StudySummary = {
  folder: 'a study',
  title: 'T',
  question: 'Q',
  source: 'Zweig (1900)',
  seeds: 1,
  versions: {},
  figures: ['one.png', 'two.png'],
  command: 'npm run reproduce -- a',
  claims: [{ claim: 'c | d', cases: [atMost(2, 1)], figure: 'two.png', tried: 'Nothing.' }],
};

describe('the page of claims by source', () => {
  it('has source, verdict, figures, what was tried and command of every study, sources in order', () => {
    const text = renderClaimsBySource(
      [summary, { ...summary, source: 'Abel (1800)', title: 'U', claims: [], figures: [] }],
      '../reports',
    );
    expect(text).toContain('0 of 1 claim hold, 1 does not.');
    expect(text).toContain('[one](../reports/a%20study/one.png), [two](../reports/a%20study/two.png)');
    expect(text).toContain(
      '| c \\| d ([figure 2](../reports/a%20study/two.png)) | 2 (invented) | at most 1 | **does not hold** |',
    );
    expect(text).toContain('- *c | d* ([figure 2](../reports/a%20study/two.png)). Nothing.');
    expect(text).toContain('**Figures.** None. **Again.** `npm run reproduce -- a`');
    expect(text.indexOf('Abel')).toBeLessThan(text.indexOf('Zweig'));
  });

  it('docs/REPLICATION.md has every built-in study, and its links lead somewhere', () => {
    const text = readFileSync(page, 'utf8');
    for (const id of Object.keys(studies)) expect(text).toContain(`](../reports/${id}/README.md)`);
    const links = [...text.matchAll(/\]\((\.\.[^)]+)\)/g)].map(([, link]) => resolve(dirname(page), link));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});
