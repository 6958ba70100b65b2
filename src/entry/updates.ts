/** `iwal/updates`: the update rules one by one, and their registry. */
export { ImportanceError, type UpdateRule } from '../updates/rules.ts';
export { updates } from '../updates/index.ts';
export { naive, invariant, implicit, quadratic, truncated, resampled } from '../updates/rules.ts';
