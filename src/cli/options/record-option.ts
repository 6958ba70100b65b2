import type { Recorded } from '../../ledger/entry.ts';
import { meanings, nameIn, optional } from '../syntax/option.ts';

/** What a ledger records where nobody says: every row that was considered. */
export const DEFAULT_RECORD: Recorded = 'considered';

const RECORDS = { considered: 'every example', purchases: 'those whose label was bought' } satisfies Record<Recorded, string>;

/** The option of commands that keep a ledger: which examples get an entry. */
export const recordOption = optional(
  `what gets an entry in the ledger, ${DEFAULT_RECORD} if absent: ${meanings(RECORDS, ', ')}`,
  nameIn('record', RECORDS),
);
