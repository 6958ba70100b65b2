import { implicit } from './implicit.ts';
import { invariant } from './invariant.ts';
import { naive } from './naive.ts';
import { quadratic } from './quadratic.ts';
import { resampled } from './resampled.ts';
import { truncated } from './truncated.ts';
import type { UpdateRule } from './update.ts';

/** The update rules, by the names that specs and the command line use. */
export const updates = {
  naive,
  invariant,
  implicit,
  quadratic,
  truncated,
  resampled,
} satisfies Record<string, UpdateRule>;
