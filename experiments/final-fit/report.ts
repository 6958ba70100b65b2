import type { Findings, StudyReport } from '../../src/studies/study.ts';
import { defaultReport } from '../../src/studies/results/default-report.ts';

/** The report of final-fit. */
export function report(findings: Findings): StudyReport {
  return defaultReport(findings, {
    title: 'final-fit',
    command: 'iwal reproduce final-fit',
    figures: undefined,
    claims: () => [],
  });
}
