/** `iwal/updates`: the update rules one by one, and their registry. */
export { updates } from '../updates/index.ts';
export { ImportanceError, type UpdateRule } from '../updates/rules.ts';
export { naive, invariant, implicit, quadratic, truncated, resampled } from '../updates/rules.ts';
