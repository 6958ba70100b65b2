/** Claims in the report of a study that wrote none. */
import { describe, expect, it } from 'vitest';
import { defaultReport } from '../../src/studies/results/default-report.ts';
import { atMost } from '../support/claims.ts';
import type { Findings } from '../../src/studies/study.ts';

const nothing: Findings = { size: 'default', seeds: 1, splits: new Map(), missing: [], results: [], races: [] };
const claim = { claim: 'c', cases: [atMost(2, 1)] };

function claimsOf(given: object) {
  return defaultReport(nothing, {
    title: 'T',
    command: 'iwal study run t.mjs',
    figures: [],
    claims: () => [{ ...claim, ...given }],
  }).claims;
}

describe("a claim of a study of one's own", () => {
  it('needs neither figure nor sentence', () => {
    expect(claimsOf({})).toEqual([claim]);
    expect(claimsOf({ tried: 'Nothing.' })).toEqual([{ ...claim, tried: 'Nothing.' }]);
  });

  it('is data: a sentence beside a boolean is none, and what is wrong with a case is told', () => {
    expect(() => claimsOf({ cases: undefined })).toThrow(/cases/);
    expect(() => claimsOf({ cases: [{ ...atMost(2, 1), criterion: { atmost: 1 } }] })).toThrow(/cases\.0\.criterion/);
    expect(() => claimsOf({ cases: [{ ...atMost(2, 1), unit: 'furlongs' }] })).toThrow(/cases\.0\.unit/);
  });

  it('cannot name a figure that the report does not have', () => {
    expect(() => claimsOf({ figure: 'other.png' })).toThrow("unknown figure of a claim 'other.png'");
  });
});
