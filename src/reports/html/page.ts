import type { Report } from '../../studies/report.ts';

/**
 * A report as one page of HTML that fetches nothing: the same as reports/markdown.ts says, with figures that can be asked.
 *
 * Equal reports give an equal page, byte for byte.
 *
 * @throws RangeError where one of the figures cannot be drawn, or a claim names one that is not there.
 */
export async function renderHtml(report: Report): Promise<string> {
  const { htmlPage } = await import('./html-page.ts');
  return htmlPage(report);
}
