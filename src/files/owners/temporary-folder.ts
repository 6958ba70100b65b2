import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, thisProcess } from './owner.ts';

const NAME = /^\.iwal-([1-9]\d*)-(.+)-\w{6}$/;

/** A path in this folder that means the same, less its last six characters. */
export function temporaryPrefix(folder: string): string {
  const { pid, host } = thisProcess();
  return join(folder, `.iwal-${pid}-${host}-`);
}

/**
 * Makes a hidden folder in this one for what is being written, named after the process that writes; whoever asked for it removes it.
 *
 *   .iwal-<process>-<machine>-<six characters>
 *
 * A process that was killed leaves its folder behind; the next one that writes there removes it. Folders of living processes, of
 * other machines and of other names stay.
 *
 * @throws those of the system where no folder can be made. What cannot be removed stays.
 */
export function temporaryIn(folder: string): string {
  const made = mkdtempSync(temporaryPrefix(folder));
  removeForsaken(folder);
  return made;
}

function removeForsaken(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const match = NAME.exec(name);
      if (match === null) continue;
      const [, pid, host] = match;
      if (!isAlive({ pid: Number(pid), host })) rmSync(join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // A folder that cannot be listed, or what another user has left there.
  }
}
