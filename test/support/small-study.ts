import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** 24 cells of some milliseconds each. */
export const SMALL = {
  id: 'small',
  data: { toy: 'toy.svm' },
  axes: { query: ['passive', 'variance-aware'], eta0: [0.1, 1], mellowness: [0.001, 0.01] },
  seeds: 4,
};

/** Writes a study as a file, of JSON or a program. */
export function writeStudy(folder: string, study: object, name = 'study.json'): void {
  const text = JSON.stringify(study);
  writeFileSync(join(folder, name), name.endsWith('.json') ? text : `export default ${text};\n`);
}

/** Every file of a report that has to be the same after the same study: all but the times and what was submitted. */
export function reportOf(folder: string): Record<string, string> {
  const report = join(folder, 'reports', SMALL.id);
  const names = readdirSync(report).filter((name) => name !== 'durations.jsonl' && name !== '.runs');
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(report, name)).toString('base64')]));
}
