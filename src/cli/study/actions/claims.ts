import { writeFile } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { Failure } from '../../terminal/failure.ts';
import { Target } from '../../options/target.ts';
import type { Action } from './action.ts';
import { findings } from '../../../../experiments/findings.ts';

/**
 * `iwal study claims`: what the reports of all studies say, source by source, as a page of Markdown, a line a claim. Reports that no study made have
 * no part in it.
 */
export const claims: Action = {
  summary: 'write a page of every claim of every source, with verdict, figures and command',
  takes: 'the name of the page, claims.md for instance',
  options: ['out'],
  async run(page, { out }, session) {
    const { renderClaimsBySource } = await import('../../../reports/claims-by-source.ts');
    const { readSummaries } = await import('../../../reports/write-report.ts');
    const { reportFolders } = await import('../../../studies/store/manifest.ts');
    const ofStudies = reportFolders(out).map((folder) => basename(folder));
    const summaries = readSummaries(out, (message) => {
      session.note(message);
    }).filter(({ folder }) => ofStudies.includes(folder));
    if (summaries.length === 0) throw new Failure(`${out} holds no reports; iwal reproduce makes some`);
    const reports = relative(dirname(page), out).split(sep).join('/') || '.';
    await new Target(page).fill((path) => writeFile(path, renderClaimsBySource(summaries, reports, findings)));
    session.print(page);
  },
};
