import { beforeAll, describe, expect, it } from 'vitest';
import { studies } from '../../../experiments/index.ts';
import { openStudio } from '../../../src/figures/chart/canvas.ts';
import { compose } from '../../../src/figures/layout/composition.ts';
import { renderPage } from '../../../src/reports/markdown.ts';
import { setsOf } from '../../../src/studies/data/datasets.ts';
import { DataSource } from '../../../src/studies/data/data-source.ts';
import { reportOf } from '../../../src/studies/report-of.ts';
import type { Report, Findings, Study } from '../../../src/studies/study.ts';
import { measuredOf, verdict } from '../../../src/studies/results/claims.ts';
import { folders, storedFindings } from '../../experiments/support/stored.ts';

/**
 * LAW of studies that lack public sets: the report is made from the others, claims about missing sets are not decided and say which sets
 * they need, and all other claims are what they are with every set.
 */

const { ruler } = await openStudio();
/** Public sets are in no folder; nothing else is missing. */
const nowhere = new DataSource({ cacheFolder: 'nowhere', dataFolders: [], note: () => undefined });

/** A study that is asked for the same report once. */
function told(study: Study): Study {
  const reports = new WeakMap<Findings, ReturnType<Study['report']>>();
  const report: Study['report'] = (findings) => {
    if (!reports.has(findings)) reports.set(findings, study.report(findings));
    return reports.get(findings)!;
  };
  return { ...study, report };
}

const stored = folders.flatMap(({ name, ...folder }) => {
  const { id, size, seeds } = folder.manifest;
  // A larger size is made by the same code.
  if (size === 'full') return [];
  const datasets = studies[id].datasets(size, seeds);
  const publicSets = setsOf(datasets.filter((dataset) => dataset.state?.(nowhere) === 'missing'));
  return publicSets.length === 0 ? [] : [{ name, folder: { name, ...folder }, study: told(studies[id]), datasets, publicSets }];
});

it('is about all studies but those on no data and on generated data alone', () => {
  const others = Object.keys(studies).filter((id) => !stored.some(({ study }) => study.id === id));
  expect(others).toEqual(['flip-picture', 'flow', 'speed', 'shards', 'dyadic']);
});

describe.each(stored)('$name', ({ folder, study, datasets, publicSets }) => {
  let findings: Findings;
  let whole: Report;
  let withoutAny: Findings | undefined;
  beforeAll(() => {
    findings = storedFindings(folder);
    whole = reportOf(study, findings);
    withoutAny = without(publicSets);
  });

  /** What is found without these sets; undefined where no cell is left. */
  function without(sets: readonly string[]): Findings | undefined {
    const missing = datasets.filter((dataset) => setsOf([dataset]).some((set) => sets.includes(set))).map(({ name }) => name);
    const isHere = (name: string): boolean => !missing.includes(name);
    const results = findings.results.filter(({ cell }) => cell.dataset === undefined || isHere(cell.dataset));
    const splits = new Map([...findings.splits].filter(([name]) => isHere(name)));
    return results.length === 0 ? undefined : { ...findings, results, splits, missing };
  }

  /** Groups of sets to do without: all of them, and for sets that some claims are about all others, or all but one. */
  function groups(): string[][] {
    const named = study.report(findings).claims.flatMap(({ sets = [] }) => (sets.length === 0 ? [] : [JSON.stringify(sets)]));
    const kept = [[], ...[...new Set(named)].map((sets) => JSON.parse(sets) as string[])];
    return [...kept, ...(named.length === 0 ? [publicSets.slice(0, 1)] : [])]
      .map((sets) => publicSets.filter((set) => !sets.includes(set)))
      .filter((missing) => missing.length > 0);
  }

  it('has nothing undecided where every set is there', () => {
    expect(whole.claims.filter((claim) => 'needs' in claim || 'sets' in claim)).toEqual([]);
  });

  it('claims about missing sets are not decided, and no other claim changes', () => {
    const said = ({ claim, needs, ...rest }: Report['claims'][number]): string =>
      `${claim} ${needs === undefined ? `${verdict(rest as never)} ${measuredOf(rest)}` : 'open'}`;
    for (const missing of groups()) {
      const left = missing.length === publicSets.length ? withoutAny : without(missing);
      if (left === undefined) continue;
      const report = reportOf(study, left);
      const open = new Set(report.claims.filter(({ needs }) => needs !== undefined).map(({ claim }) => claim));
      expect(report.claims.map(said), `without ${missing.join(', ')}`).toEqual(
        whole.claims.map((claim) => (open.has(claim.claim) ? `${claim.claim} open` : said(claim))),
      );
      for (const claim of report.claims.filter(({ needs }) => needs !== undefined)) {
        expect(claim.needs!.every((set) => missing.includes(set))).toBe(true);
        expect([verdict(claim), measuredOf(claim)]).toEqual([
          'not decided',
          expect.stringContaining(`${claim.needs!.join(', ')}${claim.cases.length > 0 ? '; without' : ''}`),
        ]);
      }
      expect(report.notes).toContain(`Not on this machine, so left out: ${missing.join(', ')}.`);
      expect(renderPage(report)).toContain(report.title);
      for (const { figure } of report.figures) expect(compose(figure, ruler)).toBeDefined();
    }
  });

  it('leaves no claim undecided that is the same without any public set', () => {
    // The trials of calibration are stored, and its claims about them are made of no other results.
    if (withoutAny === undefined || study.id === 'calibration') return;
    const { claims } = reportOf(study, withoutAny);
    // As the study says them, before what was measured on no set is left out.
    const unchanged = study
      .report(withoutAny)
      .claims.filter((claim, n) => claims[n].needs !== undefined && measuredOf(claim) === measuredOf(whole.claims[n]));
    expect(unchanged.map(({ claim }) => claim)).toEqual([]);
  });
});
