import type { NamedClasses } from '../../labelling/classes.ts';
import { converse } from '../../labelling/conversation.ts';
import type { Pool } from '../../labelling/pool.ts';
import type { LabelSession } from '../../labelling/session.ts';
import { farewellView } from '../../labelling/terminal/view.ts';
import { Changes } from '../../labelling/web/changes.ts';
import { WebRespondent } from '../../labelling/web/respondent.ts';
import { HOME, serve, type Serving, type ServerParts } from '../../labelling/web/server.ts';
import type { Sight } from '../../labelling/question.ts';
import { Windows } from '../../labelling/web/windows.ts';
import { after, interruptibly } from '../terminal/event-loop.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { forgetPlace, keepPlace, newToken, placeFile, placeIn, type Place } from './place.ts';

/** What `iwal label --serve` serves, and where. */
export interface PageRequest {
  readonly ledger: string;
  /** As it is written; undefined: any. */
  readonly port: number | undefined;
  readonly sight: Sight;
}

const COLUMNS = 80;

/** `iwal label --serve`: a person answers at a page of this machine. Loaded only then. */
export async function onPage(
  labelling: LabelSession,
  pool: Pool,
  classes: NamedClasses,
  { ledger, port, sight }: PageRequest,
  session: Session,
): Promise<void> {
  const changes = new Changes();
  const { unlessInterrupted } = session;
  const respondent = new WebRespondent(labelling, pool, { classes, sight, changes, unlessInterrupted });
  const kept = placeIn(placeFile(ledger));
  const token = kept?.token ?? newToken();
  const parts = { respondent, windows: new Windows(after, changes), changes, after, token, life: newToken() };
  const serving = await openAt(parts, port, kept, session);
  try {
    await keepPlace(placeFile(ledger), { port: serving.port, token });
    session.print(`http://${HOME}:${serving.port}/#${token}`);
    session.note(
      'open this address in a browser of this machine; whoever has it can answer. Ctrl-C stops, and the same command goes on',
    );
    await converse(labelling, respondent, (work) => interruptibly(work, session));
    forgetPlace(placeFile(ledger));
    respondent.leave(labelling.standing);
  } finally {
    await serving.close();
  }
  for (const line of farewellView(labelling.standing, labelling.remarks, COLUMNS)) session.print(line);
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
