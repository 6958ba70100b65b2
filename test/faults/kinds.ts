import { altered } from './altered.ts';
import { disksOfFiles, disksOfSessions, disksOfStudies } from './disk.ts';
import { fuzzedData, fuzzedSealed } from './fuzz.ts';
import type { Kind } from './kind.ts';
import { killed, noTerminal } from './kills.ts';
import { cutSessions, cutStudies } from './power.ts';
import { killedStudy } from './study.ts';
import { inBatches, inPage, inTerminal, overPipe } from './ways.ts';

/** Every kind of fault, by its name on the command line. */
export const kinds: Readonly<Record<string, Kind>> = {
  'kill-terminal': killed(inTerminal, noTerminal),
  'kill-pipe': killed(overPipe),
  'kill-page': killed(inPage),
  'kill-batches': killed(inBatches),
  'kill-study': killedStudy,
  'disk-label': disksOfSessions,
  'disk-files': disksOfFiles,
  'disk-study': disksOfStudies,
  'power-label': cutSessions,
  'power-study': cutStudies,
  'altered-ledger': altered,
  'fuzz-data': fuzzedData,
  'fuzz-sealed': fuzzedSealed,
};
