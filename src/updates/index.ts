import { implicit, invariant, naive, quadratic, resampled, truncated, type UpdateRule } from './rules.ts';

/** The update rules, by the names that specs and the command line use. */
export const updates = { naive, invariant, implicit, quadratic, truncated, resampled } satisfies Record<string, UpdateRule>;
