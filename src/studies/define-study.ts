import type { Study } from './study.ts';
import type { SmallStudy } from './small-study.ts';

/** Names the type, so that a study's file reads as data and a typo in it is a compile error. */
export function defineStudy<const S extends Study | SmallStudy>(study: S): S {
  return study;
}
