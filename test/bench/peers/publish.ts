import { join } from 'node:path';
import { studies } from '../../../experiments/index.ts';
import { makeFolder } from '../../../src/files/make-folder.ts';
import { writeContents } from '../../../src/files/whole-file.ts';
import { writeIndex, writeReport } from '../../../src/reports/write-report.ts';
import type { Measured } from './measured.ts';
import { performanceReport } from './page.ts';

/** The folder of the measurements and their page among the reports. */
export const FOLDER = 'performance';
export const MEASURED_FILE = 'measured.json';

/** Writes measurements, their page and the index of all reports. */
export async function publish(out: string, measured: Measured): Promise<void> {
  const folder = join(out, FOLDER);
  makeFolder(folder);
  await writeContents(join(folder, MEASURED_FILE), `${JSON.stringify(measured, undefined, 1)}\n`);
  await writeReport(folder, performanceReport(measured), { seeds: 1, beside: [] }, new AbortController().signal);
  await writeIndex(out, Object.keys(studies), console.error);
}
