import { implicit, invariant, naive, quadratic, resampled, truncated } from './rules.ts';
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
