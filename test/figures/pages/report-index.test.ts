import { describe, expect, it } from 'vitest';
import { atMost } from '../../support/claims.ts';
import { answer, tally } from '../../../src/studies/results/claims.ts';
import { text } from '../../../src/figures/svg/markup.ts';
import type { Report } from '../../../src/studies/study.ts';
import { reportFiles, SUMMARY_FILE, type ReportFile } from '../../../src/reports/write-report.ts';
import { renderIndex, summaryOf, type StudySummary } from '../../../src/reports/report-index.ts';
import { HOSTILE, study } from '../support/reports.ts';
import { faults } from './well-formed.ts';

/**
 * Laws of the files of a report and of the index: complete, well-formed, the same bytes twice, and one follows from the other.
 */

async function filesOf(report: Report): Promise<ReportFile[]> {
  const files: ReportFile[] = [];
  for await (const file of reportFiles(report, 'rcv1-active', { seeds: 5, beside: [] })) files.push(file);
  return files;
}

const summaries = [
  summaryOf('rcv1-active', 5, study),
  summaryOf('flip', 1, { ...study, title: 'Flip', claims: [], command: 'npm run reproduce -- flip' }),
];

describe('the index', () => {
  const { html, markdown } = renderIndex(summaries);

  it('begins with the first study: its question, its answer, its seeds and versions, its command', () => {
    const [{ title, question, claims, command, versions, folder }] = summaries;
    const reported = [title, question, answer({ claims }), folder, '5 seeds.', ...Object.values(versions), command];
    for (const page of [html, markdown]) for (const part of reported) expect(page).toContain(page === html ? text(part) : part);
  });

  it('says of every study its question, its first claim with the verdict, and how many hold', () => {
    const again = summaryOf('again', 2, { ...study, title: 'Again' });
    const pages = renderIndex([...summaries, again]);
    for (const { title, question, claims, folder } of [summaries[1], again]) {
      const reported = [title, question, ...claims.slice(0, 1).map(({ claim }) => claim), tally(claims)];
      for (const part of [...reported, `${folder}/index.html`]) expect(pages.html).toContain(text(part));
      for (const part of [...reported, `${folder}/README.md`]) expect(pages.markdown).toContain(part.replaceAll('|', '\\|'));
    }
    expect(pages.html).toContain('✓ </span>holds</strong>: ');
    expect(pages.markdown).toContain('**holds**: ');
    expect(html).toContain('2 reports. 1 of 3 claims holds, 1 does not, 1 was not measured.');
  });

  it('is well-formed, whatever the texts hold, and the same bytes twice', () => {
    const hostile: StudySummary = {
      ...{ folder: HOSTILE, title: HOSTILE, question: HOSTILE, command: HOSTILE, source: HOSTILE },
      figures: [HOSTILE],
      seeds: 2,
      versions: { [HOSTILE]: HOSTILE },
      claims: [{ claim: HOSTILE, cases: [{ ...atMost(2, 1, HOSTILE), basis: HOSTILE }], figure: HOSTILE, tried: HOSTILE }],
    };
    for (const each of [summaries, [hostile], []]) {
      expect(faults(renderIndex(each).html)).toEqual([]);
      expect(renderIndex(structuredClone(each))).toEqual(renderIndex(each));
    }
  });
});

describe('the files of a report', () => {
  it('are its figures, its summary and its pages, pages last, the same bytes twice', async () => {
    const files = await filesOf(study);
    const figures = study.figures.map(({ file }) => file);
    expect(files.map(({ name }) => name)).toEqual([...figures, 'summary.json', 'index.html', 'README.md']);
    expect(await filesOf(structuredClone(study))).toEqual(files);
  });

  it('hold all that the index needs', async () => {
    const files = await filesOf(study);
    const stored = JSON.parse(files.find(({ name }) => name === SUMMARY_FILE)!.content as string) as StudySummary;
    expect(renderIndex([stored])).toEqual(renderIndex([summaries[0]]));
  });
});
