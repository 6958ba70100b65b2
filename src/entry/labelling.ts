/** `iwal/labelling`: buying labels from a program, a person or a service, with a ledger that outlives the process. */
export {
  LabellingSession,
  type OpenQuestion,
  type SessionOptions,
  type SessionStanding,
} from '../labelling/labelling-session.ts';
export type { ShareOfClass } from '../streams/measures/share-words.ts';
