/** `iwal/labelling`: buying labels from a program, a person or a service, with a ledger that outlives the process. */
export { LabellingSession } from '../labelling/labelling-session.ts';
export type { OpenQuestion, SessionOptions, SessionStanding } from '../labelling/labelling-session.ts';
export { MemoryLedger, type LedgerStorage } from '../ledger/file/memory-ledger.ts';
export type { ShareOfClass } from '../streams/measures/error-words.ts';
