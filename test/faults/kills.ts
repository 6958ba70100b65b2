import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Kind } from './kind.ts';
import { demandKept, demandSameEnd, setupOf, stepsIn, writePool } from './session.ts';
import type { Way } from './ways.ts';

const MOST_KILLS = 3;
/** Milliseconds within which a process has begun, and within which it writes an answer. */
const [BEGINNING, WRITING] = [400, 25];

/** SIGKILL at random moments of a session that is answered in this way: at its begin, or shortly after an answer was sent. */
export function killed(way: Way, missing?: Kind['missing']): Kind {
  return {
    share: 1,
    ...(missing && { missing }),
    async trial(bench) {
      const { random, folder } = bench;
      const setup = setupOf(random, way);
      writePool(folder);
      const kills = 1 + random.below(MOST_KILLS);
      for (let kill = 1; kill <= kills; kill++) {
        const sent = stepsIn(join(folder, setup.ledger));
        let acknowledged = sent.length;
        let answers = random.below(8);
        const after = (answers === 0 ? BEGINNING : WRITING) * random.next();
        let kill9 = (): void => undefined;
        const timers = new AbortController();
        const killSoon = (): void => {
          setTimeout(after, undefined, { signal: timers.signal }).then(kill9, () => undefined);
        };
        await way({
          folder,
          args: setup.args,
          random,
          sent,
          started(kill) {
            kill9 = kill;
            if (answers === 0) killSoon();
          },
          stepped() {
            if (--answers === 0) killSoon();
          },
          acknowledged() {
            acknowledged = sent.length;
          },
        });
        timers.abort();
        demandKept(join(folder, setup.ledger), sent, acknowledged, `after kill ${kill}`);
      }
      await demandSameEnd(bench, folder, setup, way, `after ${kills} kills`);
      return kills;
    },
  };
}

/** Why no terminal can be made here. */
export function noTerminal(): string | undefined {
  const has = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
  return has ? undefined : 'there is no script(1) that makes terminals';
}
