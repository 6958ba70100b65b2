import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RandomStream } from '../../src/numerics/random.ts';
import { ended, start, type Circumstances } from '../support/processes/started.ts';
import { demand, demandClear, pick, type Bench, type Kind } from './kind.ts';
import { callsIn, PowerDisk, traced, type Survival } from './power-disk.ts';
import { demandKept, demandSameEnd, resultIn, setupOf, stepsIn, undisturbed, writePool, type Setup } from './session.ts';
import { demandReport, RUN, writeStudy } from './study.ts';
import { inBatches, overPipe, type Way } from './ways.ts';

/** Share of the cuts after which the session goes on to its end; after the others its ledger is read. */
const RESUMED = 0.3;

/** Why no calls can be traced here. */
function noStrace(): string | undefined {
  const works = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;
  return works ? undefined : 'there is no strace that may trace';
}

/** By turns nothing without a sync, which is all that POSIX promises, and in each file and folder some of the first changes. */
function survivalOf(random: RandomStream): Survival {
  return random.next() < 0.5 ? () => 0 : (changes) => random.below(changes + 1);
}

/** A process of a session under strace, and how many steps had been sent when it began. */
interface Recorded {
  readonly trace: string;
  readonly before: number;
}

/** Answers a session to its end under strace; gives its processes, and the steps of the whole session. */
async function record({ random, folder: traces }: Bench, folder: string, setup: Setup, way: Way) {
  const sent = stepsIn(join(folder, setup.ledger));
  const processes: Recorded[] = [];
  const circumstances = (): Circumstances => {
    const trace = join(traces, `${basename(folder)}-${processes.length}`);
    processes.push({ trace, before: sent.length });
    return traced(trace);
  };
  demandClear(await way({ folder, args: setup.args, random, sent, circumstances }), 'a session under strace', [0]);
  return { processes, sent };
}

/** Power cuts of a session at every acknowledgement: a question that follows, a command that is done. */
export const cutSessions: Kind = {
  share: 2,
  missing: noStrace,
  async trial(bench) {
    const { random, folder } = bench;
    const way = pick(random, [overPipe, inBatches]);
    const setup = setupOf(random, way);
    let place = join(folder, 'first');
    writePool(place);
    const disk = new PowerDisk(place);
    let { processes, sent } = await record(bench, place, setup, way);
    if (random.next() < 0.5) {
      // The first process is killed after one of its changes, and the same command goes on: what was not synced is not synced yet.
      const calls = callsIn(processes[0].trace);
      const changes = [...calls.keys()].filter((k) => !/^(open|close)/.test(calls[k].name) || calls[k].args.includes('O_CREAT'));
      await disk.play(place, calls.slice(0, pick(random, changes) + 1));
      place = join(folder, 'second');
      disk.leave(place, (all) => all);
      ({ processes, sent } = await record(bench, place, setup, way));
    }
    let cuts = 0;
    const cut = async (acknowledged: number): Promise<void> => {
      const left = join(folder, `cut-${++cuts}`);
      disk.leave(left, survivalOf(random));
      const when = `after power cut ${cuts}`;
      demandKept(join(left, setup.ledger), sent, acknowledged, when);
      if (random.next() < RESUMED) await demandSameEnd(bench, left, setup, way, when);
    };
    for (const { trace, before } of processes) {
      let acknowledged = before;
      await disk.play(place, callsIn(trace), async (printed) => {
        if (way === overPipe && /^\{"(question|done)"/.test(printed)) await cut(acknowledged++);
      });
      if (way === inBatches) await cut(before);
    }
    const left = join(folder, 'end');
    disk.leave(left, survivalOf(random));
    const [expected, found] = [await undisturbed(bench, setup, way), resultIn(left, setup)];
    demand(found.ledger === expected.ledger && found.model === expected.model, 'a power cut at the end leaves another result');
    return cuts + 1;
  },
};

/** A power cut at the end of a study: its report is there. */
export const cutStudies: Kind = {
  share: 0.5,
  missing: noStrace,
  async trial(bench) {
    const { random, folder, run } = bench;
    const place = join(folder, 'study');
    mkdirSync(place);
    await writeStudy(place);
    const disk = new PowerDisk(place);
    const trace = join(folder, 'trace');
    demandClear(await ended(start(place, RUN, traced(trace))), 'a study under strace', [0]);
    await disk.play(place, callsIn(trace));
    const left = join(folder, 'end');
    disk.leave(left, survivalOf(random));
    await demandReport(bench, left, 'after a power cut at its end');
    demandClear(await run(left, RUN), 'after a power cut at its end the study', [0]);
    return 1;
  },
};
