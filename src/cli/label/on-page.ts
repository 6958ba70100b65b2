import { rmSync } from 'node:fs';
import type { NamedClasses } from '../../labelling/classes.ts';
import { converse, converseWithAll } from '../../labelling/conversation.ts';
import { waitingByName, type People } from '../../ledger/batches.ts';
import { present } from '../../numerics/present.ts';
import type { Work } from '../../numerics/work.ts';
import { BatchSession } from '../../labelling/batch/session.ts';
import type { Pool } from '../../labelling/pool.ts';
import type { LabelSession } from '../../labelling/session.ts';
import { Changes } from '../../labelling/web/changes.ts';
import { WebRespondent, type Own } from '../../labelling/web/respondent.ts';
import { HOME, serve, type Seat, type Serving, type ServerParts } from '../../labelling/web/server.ts';
import type { Sight } from '../../labelling/question.ts';
import { windowsOf } from '../../labelling/web/windows.ts';
import { after, interruptibly } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { keepPlace, newToken, placeFile, placeIn, tokenOf, type Place } from './place.ts';

/** Where `iwal label --serve` serves a session, and for whom. */
export interface Page {
  /** As it is written; undefined: any. */
  readonly port: number | undefined;
  /** Who answers, where they are several. */
  readonly panel: People | undefined;
}

/** `iwal label --serve`: a person, or each of several, answers at a page of this machine. Loaded only then. */
export async function onPage(
  labelling: LabelSession | BatchSession,
  pool: Pool,
  { ledger, sight, classes }: { readonly ledger: string; readonly sight: Sight; readonly classes: NamedClasses },
  { port, panel }: Page,
  session: Session,
): Promise<void> {
  const people = labelling instanceof BatchSession ? peopleOf(labelling, panel!) : undefined;
  const changes = new Changes();
  const parts = { classes, sight, changes, unlessInterrupted: session.unlessInterrupted };
  const kept = placeIn(placeFile(ledger));
  const token = kept?.token ?? newToken();
  const seatOf = (own: Own, name?: string): Seat => {
    const respondent = new WebRespondent(labelling, pool, { ...parts, own, ...present({ name }) });
    return { respondent, windows: windowsOf(after, changes), token: name === undefined ? token : tokenOf(name, token) };
  };
  const seats =
    labelling instanceof BatchSession
      ? people!.annotators.map((name) => seatOf({ answers: (atMost) => labelling.answersOf(name).slice(-atMost) }, name))
      : [seatOf(labelling)];
  const serving = await openAt({ seats, changes, after, life: newToken() }, port, kept, session);
  try {
    await keepPlace(placeFile(ledger), { port: serving.port, token });
    for (const [k, { token: own }] of seats.entries()) {
      const name = people === undefined ? '' : `${people.annotators[k]}: `;
      session.print(`${name}http://${HOME}:${serving.port}/#${own}`);
    }
    const [what, who] = people === undefined ? ['this address', 'it'] : ['these addresses', 'one'];
    session.note(
      `open ${what} in a browser of this machine; whoever has ${who} can answer. Ctrl-C stops, and the same command goes on`,
    );
    const run = <T>(work: Work<T>): Promise<T> => interruptibly(work, session);
    if (labelling instanceof BatchSession) {
      const named = seats.map(({ respondent }, k) => [people!.annotators[k], respondent] as const);
      await converseWithAll(labelling, people!, new Map(named), run);
    } else await converse(labelling, seats[0].respondent, run);
    rmSync(placeFile(ledger), { force: true });
    for (const { respondent } of seats) respondent.leave(labelling.standing);
  } finally {
    await serving.close();
  }
}

/** Those who are named, and others who have an open question yet. */
function peopleOf({ open }: BatchSession, { annotators, overlap }: People): People {
  if (open.some(({ asked }) => asked.length === 0))
    throw new Failure(
      'a batch that was asked of nobody by name waits for its answers: --answers ask.csv takes them, before --serve',
    );
  return { annotators: [...new Set([...annotators, ...Object.keys(waitingByName(open))])], overlap };
}

/** The port that is written, else the one that pages which are open know, else any. */
async function openAt(
  parts: ServerParts,
  written: number | undefined,
  kept: Place | undefined,
  session: Session,
): Promise<Serving> {
  const wanted = written ?? kept?.port;
  if (wanted === undefined) return serve(parts, 0);
  try {
    return await serve(parts, wanted);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'may not be used' : 'is in use';
    if (written !== undefined) throw new Failure(`port ${written} ${why}; without --port any free one is taken`);
    session.note(`port ${wanted}, which this session had before, ${why}: pages that are open do not find it again`);
    return serve(parts, 0);
  }
}
