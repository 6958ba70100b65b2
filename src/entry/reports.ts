/** `iwal/reports`: a report as Markdown and as one page of HTML, and the index of all of them. */
export { renderPage } from '../reports/markdown.ts';
export { renderHtml } from '../reports/write-report.ts';
export { renderIndex, type StudySummary } from '../reports/report-index.ts';
