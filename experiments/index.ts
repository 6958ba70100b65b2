/** The studies, by the names that `iwal reproduce` knows. */
import type { Study } from '../src/studies/study.ts';
import { rcv1Active } from './rcv1-active.ts';

export const studies: Readonly<Record<string, Study>> = {
  'rcv1-active': rcv1Active,
};
