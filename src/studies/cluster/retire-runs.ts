import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { DataError } from '../../files/data-error.ts';
import { readManifest, readTasks, resultFiles, runFile } from './run-folder.ts';

/**
 * Marks the runs whose every cell is written elsewhere as reported, and removes the files of results in them.
 *
 * Whoever still writes such a file could only add results that are kept already. A run with a cell that is not there keeps all its
 * files: another process may be measuring it.
 */
export function retireRuns(folders: readonly string[], written: ReadonlySet<string>, note: (message: string) => void): void {
  for (const folder of folders) {
    try {
      if (!isWritten(folder, written)) continue;
      if (!existsSync(runFile(folder, 'reported'))) writeFileSync(runFile(folder, 'reported'), '');
      for (const file of resultFiles(folder)) rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      note(`${error.message}; its results are read, and stay where they are`);
    }
  }
}

function isWritten(folder: string, written: ReadonlySet<string>): boolean {
  const tasks = readTasks(folder, readManifest(folder));
  return tasks.every(({ cells }) => cells.every(({ hash }) => written.has(hash)));
}
