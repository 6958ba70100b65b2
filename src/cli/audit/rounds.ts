import { existsSync } from 'node:fs';
import { DataError } from '../../files/data-error.ts';
import { sessionAccounts } from '../../labelling/labelling.ts';
import { poolOfScores, readScores } from '../../labelling/scores.ts';
import type { Verdict } from '../../ledger/audit/verdict.ts';
import type { Ledger } from '../../ledger/file/read-ledger.ts';
import { labelsIn, passesOf } from '../../ledger/passes.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { verify } from '../../ledger/replay/replay.ts';
import { meetingsOf, scoresIn, type Meetings } from '../../ledger/scored.ts';
import { plural } from '../../numerics/display.ts';
import { poolChecksum } from '../../rows/pool-checksum.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { buildAnyActiveLearner, judgeOf } from '../../specs/kinds/active-classes.ts';
import { budgetOf, orderOf } from '../../specs/run.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import type { Session } from '../terminal/session.ts';

/**
 * The rounds of a ledger of `iwal next`, each computed anew: its scores from the margins that its entries tell, or, where it is under way, from
 * the copy beside the ledger; then p, draws, coins, importances and sums, compared bit for bit.
 *
 * Errors: DataError at the first entry that differs, and for scores of another checksum than the round was begun with.
 */
export async function roundsComputedAnew(ledger: Ledger, session: Session): Promise<Meetings & { readonly replay: Verdict }> {
  const meetings = meetingsOf(ledger);
  for (const pass of passesOf(ledger)) {
    const rows = await scoresOf(pass);
    const spec = recordedSpec(pass.file, pass.header);
    const { pass: number = 0, data } = pass.header;
    if (rows === undefined) {
      const why = `round ${number + 1} is under way, and the copy of its scores is not beside the ledger; those before it are the same bit for bit`;
      return { ...meetings, replay: { verdict: 'inconclusive', why } };
    }
    if (poolChecksum(rows) !== spec.scores) {
      const found = `scores of round ${number + 1} with the checksum ${poolChecksum(rows)}`;
      throw new DataError({ file: pass.file, found, legal: `${spec.scores}, which the round was begun with` });
    }
    const start = number === 0 ? {} : { start: { pass: number, known: labelsIn(pass.before), outside: new Map<number, null>() } };
    const active = buildAnyActiveLearner(spec, { rows, ...start });
    const stream = { rows, order: orderOf(spec, data.rows) };
    await interruptibly(verify(pass, active, stream, sessionAccounts(budgetOf(spec, data.rows))), session);
  }
  const why =
    `p, draws and coins of ${plural(meetings.rounds, 'round')} computed anew from the scores that the ledger holds, every entry is the same ` +
    'bit for bit; taken as recorded: the scores, the answers';
  return { ...meetings, replay: { verdict: 'ok', why } };
}

/** The scores that a round was asked with; undefined where nothing tells all of them. */
async function scoresOf(pass: Ledger): Promise<SparseRows | undefined> {
  const { header, file } = pass;
  const told = scoresIn(pass, judgeOf(recordedSpec(file, header)));
  const copy = `${file}.scores.csv`;
  if (told !== undefined || !existsSync(copy)) return told;
  return poolOfScores(await readScores(copy, { classes: header.classes })).rows;
}
