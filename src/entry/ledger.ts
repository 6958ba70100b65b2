/** `iwal/ledger`: every purchase with its probability, written down, replayed and verified. */
export type { EndEntry, FreshEntry, Header, LedgerVersion, PassEntry, PoolIdentity } from '../ledger/entry.ts';
export type { AnswerEntry, Entry, ExampleEntry, KnownEntry, OpinionEntry, UndoEntry } from '../ledger/entry.ts';
export type { Draft, FreshDraft, Outcome, Recorded, Terms, Testimony } from '../ledger/entry.ts';
export type { Entries } from '../ledger/entries.ts';
export { readLedger, type Ledger } from '../ledger/file/read-ledger.ts';
export { openLedger, type Begin, type Beginning, type LedgerFile } from '../ledger/file/ledger-file.ts';
export type { Chained } from '../ledger/model-chain.ts';
export { knownBefore, labelsIn, passesOf, startOf, type PassParts, finalError } from '../ledger/passes.ts';
export { Recorder, type RecorderOptions } from '../ledger/recorder.ts';
export { replay, verify } from '../ledger/replay/replay.ts';
export type { Accounts, Pauses, Stream as ReplayStream, Verified } from '../ledger/replay/replay.ts';
export type { LabelsLeft } from '../ledger/replay/recorded-oracle.ts';
export { certify } from '../ledger/audit/certificates/certify.ts';
export type { CertificateRequest, Certification } from '../ledger/audit/certificates/certified.ts';
export type { CertifiedCount, Target as CountTarget } from '../ledger/audit/certificates/certified.ts';
export type { PoolsSaid } from '../ledger/audit/certificates/merged.ts';
export { estimate } from '../ledger/audit/estimate.ts';
export type { Phi } from '../ledger/audit/error-tally.ts';
