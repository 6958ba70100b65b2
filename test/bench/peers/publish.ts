import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { studies } from '../../../experiments/index.ts';
import { makeFolder, writeContents } from '../../../src/files/durable.ts';
import { reportFiles, type ReportFile, writeIndex } from '../../../src/reports/write-report.ts';
import type { Measured } from './measured.ts';
import { performanceReport } from './page.ts';

/** The folder of the measurements and their page among the reports. */
export const FOLDER = 'performance';
export const MEASURED_FILE = 'measured.json';

/** The page of these measurements, its figures and what the index says of it. */
export function pageFiles(measured: Measured): AsyncGenerator<ReportFile> {
  return reportFiles(performanceReport(measured), FOLDER, { seeds: 1, beside: [] });
}

/** The measurements that stand in a folder of reports. */
export function storedMeasurements(out: string): Measured {
  return JSON.parse(readFileSync(join(out, FOLDER, MEASURED_FILE), 'utf8')) as Measured;
}

/** Writes measurements, their page and the index of all reports. */
export async function publish(out: string, measured: Measured): Promise<void> {
  const folder = join(out, FOLDER);
  makeFolder(folder);
  await writeContents(join(folder, MEASURED_FILE), `${JSON.stringify(measured, undefined, 1)}\n`);
  for await (const { name, content } of pageFiles(measured)) await writeContents(join(folder, name), content);
  await writeIndex(out, Object.keys(studies), console.error);
}
