import { z } from 'zod';

/** Levels of objects and lists that a value from outside may have; those that iwal writes have at most seven. */
const DEEPEST = 32;

/** What is said of a value with more. */
export const TOO_DEEP = `more than ${DEEPEST} levels deep`;

/** The objects and lists of a value, level by level, to the deepest that is legal: a recursion would overflow the stack. */
export function* levelsOf(value: unknown): Generator<readonly object[]> {
  let level = [value].filter(isObject);
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    yield level;
    level = level.flatMap((each): unknown[] => Object.values(each)).filter(isObject);
  }
}

/** Whether a value is nested deeper than that. */
export function isTooDeep(value: unknown): boolean {
  return [...levelsOf(value)].length > DEEPEST;
}

/** Anything that a recursion can walk. */
export const shallow = z.unknown().refine((value) => !isTooDeep(value), TOO_DEEP);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
