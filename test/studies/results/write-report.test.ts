import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { summaryOf } from '../../../src/reports/report-index.ts';
import { SUMMARY_FILE, summaryFile, readSummaries } from '../../../src/reports/write-report.ts';
import type { Claim } from '../../../src/studies/results/claim.ts';
import { study } from '../../figures/support/reports.ts';
import { atMost } from '../../support/claims.ts';

/** What the index and the page of claims are made of goes through a file unchanged. */

it("a claim is read back with its figure and what was tried, or without them, as a study of one's own may have it", () => {
  const out = mkdtempSync(join(tmpdir(), 'iwal-summary-'));
  const bare: Claim = {
    claim: 'c',
    cases: [atMost(2, 1), { ...atMost(Infinity, 1), low: -Infinity, compared: { of: [1, 2], unit: 'share' } }],
    atLeast: 1,
  };
  const summary = { ...summaryOf('mine', 1, study), claims: [bare, { ...bare, figure: 'a.png', tried: 'Nothing.' }] };
  mkdirSync(join(out, 'mine'));
  writeFileSync(join(out, 'mine', SUMMARY_FILE), summaryFile(summary));
  const notes: string[] = [];
  const note = (message: string): void => void notes.push(message);
  expect(readSummaries(out, note)).toEqual([summary]);
  writeFileSync(join(out, 'mine', SUMMARY_FILE), JSON.stringify({ ...summary, claims: [{ ...bare, tried: 1 }] }));
  expect(readSummaries(out, note)).toEqual([]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain('found no summary of a report');
});
