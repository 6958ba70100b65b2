/** `iwal/updates`: the update rules one by one, and their registry. */
export { ImportanceError, type UpdateRule } from '../updates/update.ts';
export { updates } from '../updates/index.ts';
export { naive } from '../updates/naive.ts';
export { invariant } from '../updates/invariant.ts';
export { implicit } from '../updates/implicit.ts';
export { quadratic } from '../updates/quadratic.ts';
export { truncated } from '../updates/truncated.ts';
export { resampled } from '../updates/resampled.ts';
