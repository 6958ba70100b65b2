import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { contentsOf } from '../../files/contents.ts';
import { printable } from '../../files/printable.ts';
import { makeFolder } from '../../files/durable.ts';
import type { Session } from '../terminal/session.ts';

/**
 * A study file and a file of own parts are programs: whoever names one runs it. One from outside of the working folder is remarked on the
 * first time; "first" is known by a line for its path and contents in `<cache folder>/study-files`, so that a file that has
 * changed is remarked on again. Where no such line can be kept, the remark comes every time.
 *
 * Remarks on the file, which is there, where it is a program from elsewhere that was not met before.
 */
export function remarkOnForeign(file: string, cacheFolder: string, note: Session['note']): void {
  if (extname(file) === '.json') return;
  const path = realpathSync(file);
  const inside = relative(realpathSync('.'), path);
  if (inside.split(sep)[0] !== '..' && !isAbsolute(inside)) return;
  const key = createHash('sha256').update(path).update('\0').update(contentsOf(path)).digest('hex');
  const record = join(cacheFolder, 'study-files');
  if (existsSync(record) && readFileSync(record, 'utf8').split('\n').includes(key)) return;
  note(
    `${printable(file, 1000)} is a program from outside of this folder, and is run with your rights; ` +
      'look into it if you did not write it',
  );
  try {
    makeFolder(cacheFolder);
    appendFileSync(record, `${key}\n`);
  } catch {
    // Said again next time.
  }
}
